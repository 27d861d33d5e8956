//! A scene as an SVG picture.
