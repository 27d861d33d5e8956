"""lm-eval: ``lm_eval --include_path $(python -m quandary.lm_eval) --tasks quandary_sudoku``."""
