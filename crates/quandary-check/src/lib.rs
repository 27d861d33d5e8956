//! An independent checker for Quandary's answers.
