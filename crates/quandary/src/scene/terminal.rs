//! A scene in box-drawing characters.
