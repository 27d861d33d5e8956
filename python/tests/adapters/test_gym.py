"""Gymnasium, the real one."""

import warnings

import pytest

gymnasium = pytest.importorskip("gymnasium")
import numpy as np  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

import quandary.gym  # noqa: E402

NAMES = ["BallSort", "Sudoku", "Nonogram", "Aquarium"]


def make(name: str, **options: object) -> "gymnasium.Env":
    size = {"board_size": 6} if name in ("Nonogram", "Aquarium") else {}
    return gymnasium.make(f"quandary.gym:quandary/{name}-v0", **size, **options)


@pytest.mark.parametrize("name", NAMES)
def test_environments_pass_the_checker_without_warnings(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(name, render_mode="rgb_array").unwrapped)


@pytest.mark.parametrize("name", NAMES)
def test_masked_play_seeds_and_pictures(name: str) -> None:
    env = make(name, render_mode="rgb_array")
    first, info = env.reset(seed=5)
    again, _ = env.reset(seed=5)
    assert all((first[key] == again[key]).all() for key in first)
    other, _ = env.reset(seed=6)
    assert any((first[key] != other[key]).any() for key in first)
    env.action_space.seed(1)
    for _ in range(60):
        action = env.action_space.sample(info["action_mask"])
        _, reward, ended, truncated, info = env.step(action)
        if ended or truncated:
            break
    picture = env.render()
    assert isinstance(picture, np.ndarray) and picture.dtype == np.uint8 and picture.ndim == 3


@pytest.mark.parametrize("name", NAMES)
def test_the_solution_is_rewarded_and_a_wrong_one_is_not(name: str) -> None:
    env = make(name).unwrapped
    env.reset(seed=1)
    solution = env.puzzle.solve().solutions[0]
    if name == "BallSort":
        actions = [(source - 1) * env._bottles + target - 1 for source, target in solution["moves"]]
    else:
        cells = "".join(solution)
        symbols = {symbol: place for place, symbol in enumerate(env._symbols)}
        value = lambda sign: symbols.get(sign, symbols.get({"0": "."}.get(sign, sign)))  # noqa: E731
        actions = [cell * len(symbols) + value(sign) for cell, sign in enumerate(cells) if not env._given[cell]]
    for action in actions[:-1]:
        assert env.step(action)[1:3] == (0.0, False)
    if name != "BallSort":
        wrong = actions[-1] // len(symbols) * len(symbols) + (actions[-1] + 1) % len(symbols)
        saved = env._cells.copy()
        assert env.step(wrong)[1:3] == (0.0, True)
        env._cells = saved
    assert env.step(actions[-1])[1:3] == (1.0, True)
