"""Answers of the typed API. Written by tools/answers.py from the OpenAPI document; do not edit."""

# ruff: noqa: E501
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from ._answer import Answer

__all__ = ['AlgorithmInfo', 'AlgorithmRun', 'Area', 'Board', 'BrokenRule', 'Catalogue', 'CertificateInfo', 'Certified', 'ChainLink', 'Checked', 'Choice', 'Closed', 'ClueState', 'Comparison', 'Conclusion', 'Conflict', 'Converted', 'Counters', 'Deduction', 'Drawn', 'Edited', 'Examination', 'ExampleInfo', 'Experimented', 'Explained', 'FamilyInfo', 'GivenCell', 'Grade', 'Graded', 'Hint', 'KnownCells', 'LegalMove', 'LevelInfo', 'Line', 'MistakeInfo', 'MoveGrade', 'MoveStep', 'NotKept', 'NotationInfo', 'Offer', 'OptionInfo', 'Orders', 'PicturesEnd', 'Place', 'Place2', 'Played', 'Question', 'Rating', 'Replay', 'RoleCells', 'RuleInfo', 'Setup', 'Snapshot', 'Solved', 'Spread', 'Standing', 'SummaryRow', 'Symbol', 'TechniqueInfo', 'Tints', 'Tool', 'VeriPbFiles', 'Violation']


class Conflict(Answer):
    """Why a puzzle has no solution: the clues that cannot all hold."""

    __slots__ = ()
    if TYPE_CHECKING:
        message: str
        """One sentence for the person who typed the puzzle."""
        clues: list[str]
        """The rules or clues involved ("row 3", "column 5"), a smallest set found."""
        cells: list[str]
        """Cells to point at."""

    _names = ('message', 'clues', 'cells')
    _lists = frozenset(['cells', 'clues'])
    _required = frozenset(['message'])


class Orders(Answer):
    """A puzzle with hidden parts stands for several boards, one for each *order* of what is hidden. This is how many of them can be solved by a player who sees everything."""

    __slots__ = ()
    if TYPE_CHECKING:
        total: int | None
        """How many orders there are; `None` when the number does not fit into 64 bits."""
        solvable: int
        """Orders that can be solved, proved."""
        unsolvable: int
        """Orders that cannot be solved, proved."""
        solvable_after_plan: int | None
        """Of the solvable ones, how many still are after the plan that comes with them."""

    _names = ('total', 'solvable', 'unsolvable', 'solvable_after_plan')
    _lists = frozenset([])
    _required = frozenset(['solvable', 'total', 'unsolvable'])


class CertificateInfo(Answer):
    """A certificate, as far as it is described beside a verdict."""

    __slots__ = ()
    if TYPE_CHECKING:
        kind: Literal['unique'] | Literal['impossible'] | Literal['exactly'] | Literal['several'] | Literal['optimal'] | Literal['unsolvable']
        """What it shows."""
        bytes: int
        """How long it is."""
        checked: bool
        """Whether the independent checker accepted it."""

    _names = ('kind', 'bytes', 'checked')
    _lists = frozenset([])
    _required = frozenset(['bytes', 'checked', 'kind'])


class Counters(Answer):
    """What a solve took, with one meaning across all algorithms and families."""

    __slots__ = ()
    if TYPE_CHECKING:
        nodes: int
        """Search nodes expanded: positions whose continuations were generated."""
        generated: int
        """Search nodes generated: positions that were made, expanded or not."""
        backtracks: int
        """Dead ends: times the search had to take something back."""
        checks: int
        """Constraint checks: times one constraint was asked "could you still hold?"."""
        propagations: int
        """Propagations: times one constraint was asked "what follows?"."""
        peak_frontier: int
        """Most nodes waiting at one time (best-first), or the deepest stack (depth-first)."""
        peak_bytes: int
        """Most bytes in the search's tables at one time, as it counts them."""
        helpers: int | None
        """Threads that have helped the first one; left out where there were none."""

    _names = ('nodes', 'generated', 'backtracks', 'checks', 'propagations', 'peak_frontier', 'peak_bytes', 'helpers')
    _lists = frozenset([])
    _required = frozenset(['backtracks', 'checks', 'generated', 'nodes', 'peak_bytes', 'peak_frontier', 'propagations'])


class Place(Answer):
    """Where a puzzle came from."""

    __slots__ = ()
    if TYPE_CHECKING:
        file: str
        """The file; `-` for a text that came without one."""
        line: int
        """The puzzle's first line in the file, counted from 1."""

    _names = ('file', 'line')
    _lists = frozenset([])
    _required = frozenset(['file', 'line'])


class Solved(Answer):
    """The answer to `solve`."""

    __slots__ = ()
    if TYPE_CHECKING:
        family: str
        """The family's name."""
        rule: str | None
        """The rule in force, where the family has several."""
        verdict: Literal['unique'] | Literal['multiple'] | Literal['optimal'] | Literal['feasible'] | Literal['impossible'] | Literal['unknown']
        """What was proved or found."""
        solutions: list[Any]
        """The solutions, at most as many as asked for, in the family's form."""
        solution_count: int
        """How many solutions were found."""
        count_is_exact: bool
        """Whether that is the exact number of solutions."""
        exact_count: str | None
        """The exact number of solutions in digits, where it does not fit into 64 bits."""
        sampled: list[Any] | None
        """The solutions that were drawn at random, where that was asked for; none where not all could be counted."""
        conflict: Conflict | None
        """The clues that cannot all hold, with the verdict `impossible`."""
        stopped: str | None
        """Why nothing was proved, with the verdict `unknown`; or why no solution was drawn."""
        orders: Orders | None
        """Where part of the puzzle is hidden: in how many orders of the hidden parts it can be solved."""
        differing: list[str]
        """The parts of the board in which the first two solutions differ, as players call them."""
        certificate: CertificateInfo | None
        """The certificate of the verdict, where one was asked for and found."""
        remarks: list[str]
        """What else there is to say, a sentence each."""
        counters: Counters
        """What it took."""
        time_us: float
        """CPU time in microseconds."""
        message: str
        """The verdict in words."""
        svg: str | None
        """The solved board as a picture, where it was asked for and there was time to draw it."""
        source: Place
        """Where the puzzle came from."""

    _names = ('family', 'rule', 'verdict', 'solutions', 'solution_count', 'count_is_exact', 'exact_count', 'sampled', 'conflict', 'stopped', 'orders', 'differing', 'certificate', 'remarks', 'counters', 'time_us', 'message', 'svg', 'source')
    _lists = frozenset(['differing', 'remarks', 'sampled', 'solutions'])
    _required = frozenset(['count_is_exact', 'counters', 'family', 'message', 'solution_count', 'solutions', 'source', 'time_us', 'verdict'])


Solved._nested = {'conflict': (Conflict,), 'orders': (Orders,), 'certificate': (CertificateInfo,), 'counters': (Counters,), 'source': (Place,)}


class Violation(Answer):
    """Which rule a claimed solution breaks, and where."""

    __slots__ = ()
    if TYPE_CHECKING:
        rule: str
        """The rule's short name: "row", "clue", "level" …"""
        message: str
        """One sentence."""
        cells: list[str]
        """The cells that break it."""

    _names = ('rule', 'message', 'cells')
    _lists = frozenset(['cells'])
    _required = frozenset(['cells', 'message', 'rule'])


class MistakeInfo(Answer):
    """A player's mistake."""

    __slots__ = ()
    if TYPE_CHECKING:
        message: str
        """What is wrong, in one or two sentences that do not reveal the solution."""
        why: str | None
        """The reasoning that shows it, where the message does not say it; may reveal part of the solution."""
        cells: list[str]
        """The player's cells that the message names."""
        rules: list[str]
        """The rules that show it."""
        take_back: list[str]
        """The cells to open again: where there is one solution, every entry that it contradicts, else the cells named."""

    _names = ('message', 'why', 'cells', 'rules', 'take_back')
    _lists = frozenset(['cells', 'rules', 'take_back'])
    _required = frozenset(['cells', 'message', 'rules', 'take_back', 'why'])


class RoleCells(Answer):
    """Cells with a role in a step."""

    __slots__ = ()
    if TYPE_CHECKING:
        role: Literal['blocker'] | Literal['corner'] | Literal['fin']
        """The role."""
        cells: list[str]
        """The cells."""

    _names = ('role', 'cells')
    _lists = frozenset(['cells'])
    _required = frozenset(['cells', 'role'])


class Area(Answer):
    """The cells of the rule."""

    __slots__ = ()
    if TYPE_CHECKING:
        name: str
        """The rule's name."""
        cells: list[str]
        """Its cells."""
        clue: str | None
        """The id of its clue in a picture (`row1`, `column1`), where it is a line."""

    _names = ('name', 'cells', 'clue')
    _lists = frozenset(['cells'])
    _required = frozenset(['cells', 'clue', 'name'])


class Tints(Answer):
    """The cells and lines that a picture colours."""

    __slots__ = ()
    if TYPE_CHECKING:
        premises: list[str]
        """Cells that have to be known."""
        conclusions: list[str]
        """Cells that something follows for."""
        supposed: list[str]
        """Cells of which something is supposed."""
        wrong: list[str]
        """Cells that are wrong."""
        roles: list[RoleCells]
        """Cells with a role of their own: the corners of a pattern, its fins, what blocks other cells."""
        lines: list[Area]
        """The lines and regions whose rules are used."""

    _names = ('premises', 'conclusions', 'supposed', 'wrong', 'roles', 'lines')
    _lists = frozenset(['conclusions', 'lines', 'premises', 'roles', 'supposed', 'wrong'])
    _required = frozenset(['conclusions', 'lines', 'premises', 'supposed', 'wrong'])


Tints._nested = {'roles': (RoleCells,), 'lines': (Area,)}


class BrokenRule(Answer):
    """A rule that is visibly broken: by what is written alone, without any reasoning and without the solution."""

    __slots__ = ()
    if TYPE_CHECKING:
        name: str
        """The rule's short name: "row 3"."""
        message: str
        """How it is broken, in a sentence."""
        cells: list[str]
        """The cells that break it."""

    _names = ('name', 'message', 'cells')
    _lists = frozenset(['cells'])
    _required = frozenset(['cells', 'message', 'name'])


class Checked(Answer):
    """The answer to `check`."""

    __slots__ = ()
    if TYPE_CHECKING:
        family: str
        """The family's name."""
        rule: str | None
        """The rule in force, where the family has several."""
        correct: bool | None
        """Whether the solution is one, or the state is right so far; `null` where that is not known."""
        complete: bool | None
        """Whether the state is complete."""
        message: str
        """The answer in words."""
        verdict: Literal['unique'] | Literal['multiple'] | Literal['optimal'] | Literal['feasible'] | Literal['impossible'] | Literal['unknown'] | None
        """The solver's verdict on the puzzle, where the solution is right."""
        violation: Violation | None
        """The rule that the solution breaks."""
        mistake: MistakeInfo | None
        """What is wrong with the state."""
        tints: Tints | None
        """What a picture of the mistake colours."""
        undo: int | None
        """How many of the last moves have to be taken back; `null` where the board cannot be solved at all."""
        orders: Orders | None
        """Where part of the puzzle is hidden: in how many orders of the hidden parts it can be solved."""
        broken: list[BrokenRule] | None
        """With `at_sight`: the rules that are broken."""
        source: Place
        """Where the puzzle came from."""

    _names = ('family', 'rule', 'correct', 'complete', 'message', 'verdict', 'violation', 'mistake', 'tints', 'undo', 'orders', 'broken', 'source')
    _lists = frozenset(['broken'])
    _required = frozenset(['correct', 'family', 'message', 'source'])


Checked._nested = {'violation': (Violation,), 'mistake': (MistakeInfo,), 'tints': (Tints,), 'orders': (Orders,), 'broken': (BrokenRule,), 'source': (Place,)}


class KnownCells(Answer):
    """Cells, and the values that they may have."""

    __slots__ = ()
    if TYPE_CHECKING:
        cells: list[str]
        """The cells."""
        values: list[str]
        """The values, by name."""

    _names = ('cells', 'values')
    _lists = frozenset(['cells', 'values'])
    _required = frozenset(['cells', 'values'])


class Conclusion(Answer):
    """What a step shows of some cells."""

    __slots__ = ()
    if TYPE_CHECKING:
        cells: list[str]
        """The cells."""
        removed: list[str]
        """The values that they cannot have."""
        left: list[str]
        """The values that are left to them."""

    _names = ('cells', 'removed', 'left')
    _lists = frozenset(['cells', 'left', 'removed'])
    _required = frozenset(['cells', 'left', 'removed'])


class ChainLink(Answer):
    """A link of a chain: if the first is false, the second is true (strong), or if the first is true, the second is false."""

    __slots__ = ()
    if TYPE_CHECKING:
        from_: KnownCells
        """Where it starts."""
        to: KnownCells
        """Where it leads."""
        strong: bool
        """Whether it is a strong link."""

    _names = ('from_', 'to', 'strong')
    _lists = frozenset([])
    _required = frozenset(['from', 'strong', 'to'])


ChainLink._nested = {'from_': (KnownCells,), 'to': (KnownCells,)}


class Deduction(Answer):
    """A deduction: from the premises, by the rules, the conclusions follow."""

    __slots__ = ()
    if TYPE_CHECKING:
        number: int | None
        """Its place in the explanation, counted from 1; steps inside a supposition have none."""
        argument: Literal['rule'] | Literal['only-value'] | Literal['pattern'] | Literal['supposition'] | Literal['contradiction']
        """How it argues."""
        name: str | None
        """What players call it, where it has a name."""
        text: str
        """One or two sentences."""
        brief: str
        """The conclusions alone, in words."""
        rules: list[str]
        """The rules that it uses."""
        premises: list[KnownCells]
        """What has to be known."""
        conclusions: list[Conclusion]
        """What follows; empty for a contradiction."""
        cost: int
        """What it asks of the reader."""
        tints: Tints
        """What a picture colours."""
        notation: str | None
        """The notation that players use for it, where there is one."""
        links: list[ChainLink]
        """The links of a chain."""
        swap: KnownCells | None
        """Cells that could exchange these values in a second solution: the step holds only on a board that has just one."""
        suppose: KnownCells | None
        """What is supposed."""
        levels: int | None
        """How many suppositions stand inside each other; 1 for a plain one."""
        steps: list[Deduction]
        """The steps of a supposition."""
        svg: str | None
        """The board with the step drawn in, where it was asked for."""

    _names = ('number', 'argument', 'name', 'text', 'brief', 'rules', 'premises', 'conclusions', 'cost', 'tints', 'notation', 'links', 'swap', 'suppose', 'levels', 'steps', 'svg')
    _lists = frozenset(['conclusions', 'links', 'premises', 'rules', 'steps'])
    _required = frozenset(['argument', 'brief', 'conclusions', 'cost', 'premises', 'rules', 'text', 'tints'])


Deduction._nested = {'premises': (KnownCells,), 'conclusions': (Conclusion,), 'tints': (Tints,), 'links': (ChainLink,), 'swap': (KnownCells,), 'suppose': (KnownCells,), 'steps': (Deduction,)}


class MoveStep(Answer):
    """A move of a plan, with its reason."""

    __slots__ = ()
    if TYPE_CHECKING:
        number: int | None
        """Its place in the plan, counted from 1."""
        move_: list[int]
        """From where to where, counted from 1."""
        name: str | None
        """What players call it, where it has a name."""
        text: str
        """Its purpose."""
        choices: int
        """How many different moves there were to choose from."""
        dead_ends: int
        """How many of them lead into a dead end."""
        svg: str | None
        """The board after the move, where it was asked for."""

    _names = ('number', 'move_', 'name', 'text', 'choices', 'dead_ends', 'svg')
    _lists = frozenset(['move_'])
    _required = frozenset(['choices', 'dead_ends', 'move', 'name', 'text'])


class Hint(Answer):
    """The answer to `hint`: a mistake, or the next step, or why there is none."""

    __slots__ = ()
    if TYPE_CHECKING:
        family: str
        """The family's name."""
        rule: str | None
        """The rule in force, where the family has several."""
        correct: bool | None
        """Whether everything is correct so far; `null` where that is not known."""
        message: str
        """The hint in words."""
        depth: Literal['where'] | Literal['why'] | Literal['what'] | None
        """How much of the step is revealed."""
        tints: Tints | None
        """What a picture colours."""
        steps: list[Deduction | MoveStep]
        """The steps to the next entry, or the next move; only at the level `what`."""
        move_: list[int] | None
        """The next move: from where to where, counted from 1."""
        moves_to_go: int | None
        """How many moves are left to the goal, this one included."""
        moves_to_reveal: int | None
        """How many moves are left to where more of the puzzle is revealed."""
        undo: int | None
        """How many of the last moves have to be taken back; `null` where the board cannot be solved at all."""
        mistake: MistakeInfo | None
        """What is wrong with what the player has written."""
        ending: Literal['complete'] | Literal['broken'] | Literal['multiple'] | Literal['stuck'] | Literal['hidden'] | Literal['stopped'] | None
        """In a word."""
        stopped: str | None
        """What ran out, with the ending `stopped`; with the ending `hidden`, that there is no plan."""
        conflict: Conflict | None
        """The clues that cannot all hold, with the ending `broken`."""
        solutions: list[Any]
        """Two solutions, with the ending `multiple`."""
        differ: list[str]
        """The cells in which the two solutions differ."""
        svg: str | None
        """A picture of the board, where it was asked for."""
        source: Place
        """Where the puzzle came from."""

    _names = ('family', 'rule', 'correct', 'message', 'depth', 'tints', 'steps', 'move_', 'moves_to_go', 'moves_to_reveal', 'undo', 'mistake', 'ending', 'stopped', 'conflict', 'solutions', 'differ', 'svg', 'source')
    _lists = frozenset(['differ', 'move_', 'solutions', 'steps'])
    _required = frozenset(['correct', 'family', 'message', 'source'])


Hint._nested = {'tints': (Tints,), 'steps': (Deduction, MoveStep,), 'mistake': (MistakeInfo,), 'conflict': (Conflict,), 'source': (Place,)}


class PicturesEnd(Answer):
    """Where the pictures of an explanation end before its steps do."""

    __slots__ = ()
    if TYPE_CHECKING:
        step: int
        """The first step without a picture."""
        why: str
        """Why, in words."""
        stopped: str | None
        """What ran out, where it was the budget and not the room on a page."""

    _names = ('step', 'why', 'stopped')
    _lists = frozenset([])
    _required = frozenset(['step', 'why'])


class Explained(Answer):
    """The answer to `explain`."""

    __slots__ = ()
    if TYPE_CHECKING:
        family: str
        """The family's name."""
        rule: str | None
        """The rule in force, where the family has several."""
        puzzle: Any
        """The puzzle in its JSON notation, for programs that check the steps."""
        entries: list[KnownCells] | None
        """What the player had written."""
        mistake: MistakeInfo | None
        """What is wrong with what the player had written: then there are no steps."""
        verdict: Literal['unique'] | Literal['multiple'] | Literal['optimal'] | Literal['feasible'] | Literal['impossible'] | Literal['unknown'] | None
        """What is claimed of the plan, where the puzzle is one of moves."""
        steps: list[Deduction | MoveStep]
        """The steps that were asked for."""
        step_count: int
        """How many steps there are in all."""
        ending: Literal['complete'] | Literal['broken'] | Literal['multiple'] | Literal['stuck'] | Literal['hidden'] | Literal['stopped']
        """In a word."""
        stopped: str | None
        """What ran out, with the ending `stopped`; with the ending `hidden`, that there is no plan."""
        conflict: Conflict | None
        """The clues that cannot all hold, with the ending `broken`."""
        solutions: list[Any]
        """Two solutions, with the ending `multiple`."""
        differ: list[str]
        """The cells in which the two solutions differ."""
        orders: Orders | None
        """Where part of the puzzle is hidden: in how many orders of the hidden parts it can be solved."""
        message: str
        """The ending in words; for a plan, why none is shorter."""
        html: str | None
        """The explanation as one HTML page, where it was asked for."""
        pictures_end: PicturesEnd | None
        """Where the pictures end, where there was no time, no memory or no room for all of them."""
        source: Place
        """Where the puzzle came from."""

    _names = ('family', 'rule', 'puzzle', 'entries', 'mistake', 'verdict', 'steps', 'step_count', 'ending', 'stopped', 'conflict', 'solutions', 'differ', 'orders', 'message', 'html', 'pictures_end', 'source')
    _lists = frozenset(['differ', 'entries', 'solutions', 'steps'])
    _required = frozenset(['ending', 'family', 'message', 'source', 'step_count', 'steps'])


Explained._nested = {'entries': (KnownCells,), 'mistake': (MistakeInfo,), 'steps': (Deduction, MoveStep,), 'conflict': (Conflict,), 'orders': (Orders,), 'pictures_end': (PicturesEnd,), 'source': (Place,)}


class Grade(Answer):
    """How hard a puzzle is, and why."""

    __slots__ = ()
    if TYPE_CHECKING:
        word: str
        """easy, moderate, hard, very hard, fiendish or extreme."""
        score: float
        """A number from 0: the level's place times 100, and the score within it, below 100."""
        steps: int
        """How many steps there are."""
        hardest: list[Any]
        """The cost of the hardest step, and its place among the steps, counted from 1."""
        hard_steps: int
        """How many steps need at least a thorough argument."""
        suppositions: int
        """How many steps are suppositions."""
        levels: int
        """How deeply suppositions are nested."""
        longest_chain: int
        """The longest chain of a supposition."""
        width: float
        """How many steps as cheap as the one taken are open, on average."""
        bottlenecks: int
        """How many steps were the only one."""

    _names = ('word', 'score', 'steps', 'hardest', 'hard_steps', 'suppositions', 'levels', 'longest_chain', 'width', 'bottlenecks')
    _lists = frozenset(['hardest'])
    _required = frozenset(['bottlenecks', 'hard_steps', 'hardest', 'levels', 'longest_chain', 'score', 'steps', 'suppositions', 'width', 'word'])


class MoveGrade(Answer):
    """How hard a move puzzle is, and why."""

    __slots__ = ()
    if TYPE_CHECKING:
        word: str
        """easy, moderate, hard, very hard, fiendish or extreme."""
        score: float
        """A number from 0: the level's place times 100, and the score within it, below 100."""
        length: int
        """Moves of the plan."""
        is_shortest: bool
        """Whether no plan is shorter."""
        branching: float
        """How many moves there are to choose from at each point, on average."""
        dead_end_share: float
        """The share of these moves that lead into a dead end."""
        forced: int
        """How many moves were the only ones that keep the board solvable."""

    _names = ('word', 'score', 'length', 'is_shortest', 'branching', 'dead_end_share', 'forced')
    _lists = frozenset([])
    _required = frozenset(['branching', 'dead_end_share', 'forced', 'is_shortest', 'length', 'score', 'word'])


class Rating(Answer):
    """How hard a puzzle is on a scale that players know."""

    __slots__ = ()
    if TYPE_CHECKING:
        scale: str
        """Who made the scale."""
        name: str
        """What is rated: "ER", "score"."""
        value: Any
        """A number or a word."""

    _names = ('scale', 'name', 'value')
    _lists = frozenset([])
    _required = frozenset(['name', 'scale', 'value'])


class Graded(Answer):
    """The answer to `grade`."""

    __slots__ = ()
    if TYPE_CHECKING:
        family: str
        """The family's name."""
        rule: str | None
        """The rule in force, where the family has several."""
        grade: Grade | MoveGrade | None
        """How hard it is; `null` where the explanation did not reach the solution."""
        techniques: list[str]
        """The techniques that the explanation uses, in alphabetical order."""
        hardest_step: str | None
        """What players call the hardest step, where it has a name."""
        boards: int | None
        """Where part of the puzzle is hidden: how many boards that it may turn out to be were graded."""
        boards_solvable: int | None
        """How many boards that it may turn out to be can be solved, where that is known exactly."""
        ratings: list[Rating]
        """How hard it is on the scales that the family's players know."""
        ending: Literal['complete'] | Literal['broken'] | Literal['multiple'] | Literal['stuck'] | Literal['hidden'] | Literal['stopped']
        """In a word."""
        stopped: str | None
        """What ran out, with the ending `stopped`; with the ending `hidden`, that there is no plan."""
        conflict: Conflict | None
        """The clues that cannot all hold, with the ending `broken`."""
        solutions: list[Any]
        """Two solutions, with the ending `multiple`."""
        differ: list[str]
        """The cells in which the two solutions differ."""
        message: str
        """The ending in words."""
        source: Place
        """Where the puzzle came from."""

    _names = ('family', 'rule', 'grade', 'techniques', 'hardest_step', 'boards', 'boards_solvable', 'ratings', 'ending', 'stopped', 'conflict', 'solutions', 'differ', 'message', 'source')
    _lists = frozenset(['differ', 'ratings', 'solutions', 'techniques'])
    _required = frozenset(['ending', 'family', 'grade', 'message', 'source', 'techniques'])


Graded._nested = {'grade': (Grade, MoveGrade,), 'ratings': (Rating,), 'conflict': (Conflict,), 'source': (Place,)}


class AlgorithmRun(Answer):
    """One algorithm on one puzzle."""

    __slots__ = ()
    if TYPE_CHECKING:
        algorithm: str
        """The algorithm."""
        verdict: Literal['unique'] | Literal['multiple'] | Literal['optimal'] | Literal['feasible'] | Literal['impossible'] | Literal['unknown']
        """What it proved or found."""
        result: str
        """The same in a few words for people: what ran out, or that there is no proof."""
        time_us: float
        """CPU time in microseconds."""
        nodes: int
        """Search nodes expanded."""
        generated: int
        """Search nodes generated, expanded or not."""
        backtracks: int
        """Dead ends: times that something had to be taken back."""
        checks: int
        """Times that one constraint was asked whether it could still hold."""
        propagations: int
        """Times that one constraint was asked what follows."""
        peak_frontier: int
        """The most open nodes at one time, or the deepest stack."""
        peak_bytes: int
        """Most bytes in the algorithm's tables at one time."""
        length: int | None
        """Moves of the plan that was found."""
        optimal: bool | None
        """Whether the plan was proved to be a shortest one."""

    _names = ('algorithm', 'verdict', 'result', 'time_us', 'nodes', 'generated', 'backtracks', 'checks', 'propagations', 'peak_frontier', 'peak_bytes', 'length', 'optimal')
    _lists = frozenset([])
    _required = frozenset(['algorithm', 'backtracks', 'checks', 'generated', 'length', 'nodes', 'optimal', 'peak_bytes', 'peak_frontier', 'propagations', 'result', 'time_us', 'verdict'])


class Examination(Answer):
    """What was found out about a heuristic on one puzzle."""

    __slots__ = ()
    if TYPE_CHECKING:
        heuristic: str
        """Its name."""
        summary: str
        """What it counts."""
        positions: int
        """Positions that were visited."""
        is_whole: bool
        """Whether these are all that can be reached."""
        at_start: int
        """The estimate at the start."""
        distance: int | None
        """The true distance from the start, where a goal was reached."""
        says_too_much: str | None
        """A position where it says too much: it is not admissible."""
        falls_too_fast: str | None
        """A move that lowers it by more than it costs: it is not consistent."""
        accuracy: float | None
        """Estimate by true distance, on average over the positions from which a goal can be reached."""
        nodes: int
        """Positions that A\\* expanded with it."""
        generated: int
        """Positions that A\\* made with it."""
        branching: float | None
        """The effective branching factor of that search, where it found a plan."""

    _names = ('heuristic', 'summary', 'positions', 'is_whole', 'at_start', 'distance', 'says_too_much', 'falls_too_fast', 'accuracy', 'nodes', 'generated', 'branching')
    _lists = frozenset([])
    _required = frozenset(['accuracy', 'at_start', 'branching', 'distance', 'falls_too_fast', 'generated', 'heuristic', 'is_whole', 'nodes', 'positions', 'says_too_much', 'summary'])


class Comparison(Answer):
    """The answer to `compare`."""

    __slots__ = ()
    if TYPE_CHECKING:
        family: str
        """The family's name."""
        rule: str | None
        """The rule in force, where the family has several."""
        size: str
        """The board's size as people say it."""
        algorithms: list[AlgorithmRun] | None
        """What each algorithm found, and what it took."""
        disagreements: list[str] | None
        """Wrong answers, and proofs that contradict each other: bugs in Quandary."""
        lab: list[Examination] | None
        """The family's heuristics compared with the true distances, where that was asked for."""
        svg: str | None
        """The chart, where it was asked for."""
        source: Place
        """Where the puzzle came from."""

    _names = ('family', 'rule', 'size', 'algorithms', 'disagreements', 'lab', 'svg', 'source')
    _lists = frozenset(['algorithms', 'disagreements', 'lab'])
    _required = frozenset(['family', 'size', 'source'])


Comparison._nested = {'algorithms': (AlgorithmRun,), 'lab': (Examination,), 'source': (Place,)}


class NotKept(Answer):
    """Words that a conversion does not keep."""

    __slots__ = ()
    if TYPE_CHECKING:
        line: int
        """Their line."""
        text: str
        """The words."""

    _names = ('line', 'text')
    _lists = frozenset([])
    _required = frozenset(['line', 'text'])


class Converted(Answer):
    """The answer to `convert`."""

    __slots__ = ()
    if TYPE_CHECKING:
        family: str
        """The family's name."""
        rule: str | None
        """The rule in force, where the family has several."""
        notation: str | None
        """The notation that was asked for."""
        text: str | None
        """The puzzle in that notation."""
        texts: dict[str, Any] | None
        """The puzzle in every notation that can hold it, where none was asked for."""
        not_kept: list[NotKept]
        """Words of the text that no notation keeps, each with its line."""
        source: Place
        """Where the puzzle came from."""

    _names = ('family', 'rule', 'notation', 'text', 'texts', 'not_kept', 'source')
    _lists = frozenset(['not_kept'])
    _required = frozenset(['family', 'source'])


Converted._nested = {'not_kept': (NotKept,), 'source': (Place,)}


class Drawn(Answer):
    """The answer to `draw`."""

    __slots__ = ()
    if TYPE_CHECKING:
        family: str
        """The family's name."""
        rule: str | None
        """The rule in force, where the family has several."""
        description: str
        """What the picture shows, for screen readers."""
        svg: str
        """The picture as SVG."""
        text: str
        """The picture as text."""
        source: Place
        """Where the puzzle came from."""

    _names = ('family', 'rule', 'description', 'svg', 'text', 'source')
    _lists = frozenset([])
    _required = frozenset(['description', 'family', 'source', 'svg', 'text'])


Drawn._nested = {'source': (Place,)}


class Closed(Answer):
    """A place that may not be used yet."""

    __slots__ = ()
    if TYPE_CHECKING:
        place: int
        """The place."""
        until: str
        """Until when: "until colour red is complete"."""

    _names = ('place', 'until')
    _lists = frozenset([])
    _required = frozenset(['place', 'until'])


class ClueState(Answer):
    """The state of a clue."""

    __slots__ = ()
    if TYPE_CHECKING:
        clue: str
        """Its id in the picture, `row3` or `column5`, or the class of its text there: `sum-r1c1`."""
        satisfied: list[bool]
        """Whether it is satisfied, for each of its numbers from the first to the last."""
        is_wrong: bool
        """Whether the line cannot keep it any more."""

    _names = ('clue', 'satisfied', 'is_wrong')
    _lists = frozenset(['satisfied'])
    _required = frozenset(['clue', 'is_wrong', 'satisfied'])


class LegalMove(Answer):
    """A legal move."""

    __slots__ = ()
    if TYPE_CHECKING:
        from_: int
        """The place from which it goes."""
        to: int
        """The place to which it goes."""
        count: int
        """How many pieces go over."""

    _names = ('from_', 'to', 'count')
    _lists = frozenset([])
    _required = frozenset(['count', 'from', 'to'])


class Question(Answer):
    """A revealed piece that the player must name before the game goes on."""

    __slots__ = ()
    if TYPE_CHECKING:
        place: int
        """Where it is."""
        text: str
        """What is asked."""
        pieces: list[str]
        """The pieces that it may be."""

    _names = ('place', 'text', 'pieces')
    _lists = frozenset(['pieces'])
    _required = frozenset(['pieces', 'place', 'text'])


class Standing(Answer):
    """A position as other actions take it."""

    __slots__ = ()
    if TYPE_CHECKING:
        puzzle: str | None
        """The puzzle, where it is not the one that was opened: the board since a revealed piece was named."""
        state: str
        """The option `state` of `hint`, `check` and `explain`."""
        now: str | None
        """For move puzzles, the current puzzle."""

    _names = ('puzzle', 'state', 'now')
    _lists = frozenset([])
    _required = frozenset(['state'])


class Snapshot(Answer):
    """A board to look at."""

    __slots__ = ()
    if TYPE_CHECKING:
        values: list[str]
        """The value of every place."""
        finished: list[int]
        """Places that are as they must be in the end."""
        closed: list[Closed]
        """Places that may not be used yet."""

    _names = ('values', 'finished', 'closed')
    _lists = frozenset(['closed', 'finished', 'values'])
    _required = frozenset(['closed', 'finished', 'values'])


Snapshot._nested = {'closed': (Closed,)}


class Played(Answer):
    """The answer to `play`."""

    __slots__ = ()
    if TYPE_CHECKING:
        family: str
        """The family's name."""
        rule: str | None
        """The rule in force, where the family has several."""
        state: dict[str, Any]
        """What has been done by now: the `state` of the next question."""
        changed: list[list[list[Any]]]
        """For each touch, the places that it changed, with their values."""
        values: list[str]
        """The value of every place."""
        finished: list[int]
        """Places that are as they must be in the end."""
        closed: list[Closed]
        """Places that may not be used yet."""
        broken: list[BrokenRule]
        """The rules that are broken visibly."""
        clues: list[ClueState]
        """The clues that are satisfied, wholly or in part, or wrong; all others are left out."""
        complete: bool
        """Whether the board is solved."""
        legal: list[LegalMove]
        """Every legal move."""
        question: Question | None
        """What the player must say before the game goes on."""
        claim: Any
        """The answer that the board amounts to when nothing is left to do, right or wrong, for `check`."""
        message: str | None
        """Why the last touch was rejected; those before it count."""
        ask: Standing
        """The position as other actions take it."""
        replaced: str | None
        """Another puzzle, where a touch asked for one."""
        boards: list[Snapshot] | None
        """The boards of `solution`."""
        source: Place
        """Where the puzzle came from."""

    _names = ('family', 'rule', 'state', 'changed', 'values', 'finished', 'closed', 'broken', 'clues', 'complete', 'legal', 'question', 'claim', 'message', 'ask', 'replaced', 'boards', 'source')
    _lists = frozenset(['boards', 'broken', 'changed', 'closed', 'clues', 'finished', 'legal', 'values'])
    _required = frozenset(['ask', 'broken', 'changed', 'closed', 'clues', 'complete', 'family', 'finished', 'legal', 'question', 'source', 'state', 'values'])


Played._nested = {'closed': (Closed,), 'broken': (BrokenRule,), 'clues': (ClueState,), 'legal': (LegalMove,), 'question': (Question,), 'ask': (Standing,), 'boards': (Snapshot,), 'source': (Place,)}


class GivenCell(Answer):
    """A cell that is given."""

    __slots__ = ()
    if TYPE_CHECKING:
        cell: str
        """The cell."""
        symbol: str | None
        """The symbol in it."""

    _names = ('cell', 'symbol')
    _lists = frozenset([])
    _required = frozenset(['cell', 'symbol'])


class Symbol(Answer):
    """What may be written into a cell."""

    __slots__ = ()
    if TYPE_CHECKING:
        symbol: str | None
        """The symbol in a state."""
        name: str
        """Its name."""
        paint: str | None
        """Its colour, where it has one."""
        ink: str | None
        """The colour to write on it with."""

    _names = ('symbol', 'name', 'paint', 'ink')
    _lists = frozenset([])
    _required = frozenset(['name', 'symbol'])


class Place2(Answer):
    """What can be touched: a cell, or several that are played as one."""

    __slots__ = ()
    if TYPE_CHECKING:
        cells: list[str]
        """Its cells; for stacks from the bottom up."""
        name: str
        """Its own name, or what else there is to say of it: "Bottle 3", "tank of r1c1"."""
        is_given: bool
        """Whether its value is given."""

    _names = ('cells', 'name', 'is_given')
    _lists = frozenset(['cells'])
    _required = frozenset(['cells', 'is_given', 'name'])


class Offer(Answer):
    """A change of the board itself that a player may ask for."""

    __slots__ = ()
    if TYPE_CHECKING:
        id: str
        """The word that stands for it."""
        label: str
        """What is written on its button."""
        hint: str
        """Its purpose."""

    _names = ('id', 'label', 'hint')
    _lists = frozenset([])
    _required = frozenset(['hint', 'id', 'label'])


class Setup(Answer):
    """What a front end needs to make a board playable."""

    __slots__ = ()
    if TYPE_CHECKING:
        controls: dict[str, Any]
        """The kind of controls."""
        places: list[Place2]
        """What can be touched."""
        columns: int
        """How many places are side by side."""
        row_names: list[str]
        """The name of each row of places, with its clue, for screen readers: "Row 1, clue 3". The name of a place begins with that of its row and that of its column, where they have one."""
        column_names: list[str]
        """The name of each column of places: "column 2, clue 1"."""
        values: list[str]
        """The value of every place at the start."""
        offers: list[Offer]
        """Changes of the board itself that a player may ask for."""

    _names = ('controls', 'places', 'columns', 'row_names', 'column_names', 'values', 'offers')
    _lists = frozenset(['column_names', 'offers', 'places', 'row_names', 'values'])
    _required = frozenset(['column_names', 'columns', 'controls', 'offers', 'places', 'row_names', 'values'])


Setup._nested = {'places': (Place2,), 'offers': (Offer,)}


class Board(Answer):
    """The answer to `board`."""

    __slots__ = ()
    if TYPE_CHECKING:
        family: str
        """The family's name."""
        rule: str | None
        """The rule in force, where the family has several."""
        title: str
        """The family's name as people write it."""
        goal: str
        """The family's rules in plain words."""
        rules: list[str]
        """What holds on this board beyond that, a sentence each."""
        kind: str
        """`deduction` or `moves`."""
        size: str
        """The board's size as people say it."""
        rows: int
        """Rows of the picture."""
        columns: int
        """Columns of the picture."""
        row_clues: Any
        """The clues beside the rows."""
        column_clues: Any
        """The clues above the columns."""
        given: list[GivenCell] | None
        """The cells that are given."""
        symbols: list[Symbol] | None
        """What may be written into a cell."""
        open: str | None
        """The symbol of an open cell."""
        legal_moves: list[list[int]] | None
        """The moves that the rules allow, from where to where, counted from 1."""
        json: Any
        """The puzzle in its JSON notation."""
        play: Setup | None
        """How it is played; `null` where it cannot be played."""
        description: str
        """What the picture shows, for screen readers."""
        svg: str
        """The picture as SVG."""
        text: str
        """The picture as text."""
        source: Place
        """Where the puzzle came from."""

    _names = ('family', 'rule', 'title', 'goal', 'rules', 'kind', 'size', 'rows', 'columns', 'row_clues', 'column_clues', 'given', 'symbols', 'open', 'legal_moves', 'json', 'play', 'description', 'svg', 'text', 'source')
    _lists = frozenset(['given', 'legal_moves', 'rules', 'symbols'])
    _required = frozenset(['column_clues', 'columns', 'description', 'family', 'goal', 'json', 'kind', 'play', 'row_clues', 'rows', 'rules', 'size', 'source', 'svg', 'text', 'title'])


Board._nested = {'given': (GivenCell,), 'symbols': (Symbol,), 'play': (Setup,), 'source': (Place,)}


class RuleInfo(Answer):
    """A rule to play by."""

    __slots__ = ()
    if TYPE_CHECKING:
        name: str
        """Its name."""
        summary: str
        """What it says."""

    _names = ('name', 'summary')
    _lists = frozenset([])
    _required = frozenset(['name', 'summary'])


class NotationInfo(Answer):
    """A notation."""

    __slots__ = ()
    if TYPE_CHECKING:
        name: str
        """Its name."""
        summary: str
        """What it looks like."""
        writes: bool
        """Whether it can be written."""
        one_per_line: bool
        """Whether a file holds one puzzle per line."""
        example: str | None
        """A puzzle in this notation."""

    _names = ('name', 'summary', 'writes', 'one_per_line', 'example')
    _lists = frozenset([])
    _required = frozenset(['example', 'name', 'one_per_line', 'summary', 'writes'])


class AlgorithmInfo(Answer):
    """An algorithm."""

    __slots__ = ()
    if TYPE_CHECKING:
        name: str
        """Its name."""
        summary: str
        """What it does."""
        replays: bool
        """Whether its search can be replayed."""

    _names = ('name', 'summary', 'replays')
    _lists = frozenset([])
    _required = frozenset(['name', 'replays', 'summary'])


class ExampleInfo(Answer):
    """A puzzle to try."""

    __slots__ = ()
    if TYPE_CHECKING:
        name: str
        """Its name."""
        notation: str
        """The notation it is written in."""
        text: str
        """The puzzle."""
        verdict: str
        """What the solver says about it."""
        title: str | None
        """What people call it; `null` where it is the same as another one, in another notation."""

    _names = ('name', 'notation', 'text', 'verdict', 'title')
    _lists = frozenset([])
    _required = frozenset(['name', 'notation', 'text', 'title', 'verdict'])


class OptionInfo(Answer):
    """Something that a generator can be asked for."""

    __slots__ = ()
    if TYPE_CHECKING:
        name: str
        """Its name."""
        value: str | None
        """What stands for its value in the help."""
        summary: str
        """What it does."""
        kind: Literal['flag'] | Literal['choice'] | Literal['choices'] | Literal['file'] | Literal['text']
        """How to ask for it."""
        choices: list[str]
        """The values that are accepted, where they can be listed."""
        default: str | None
        """What is assumed where it is not given."""
        requires: list[str]
        """The options that it needs; empty where it needs none."""
        usual: list[str]
        """Values that people often want; not all that are accepted."""
        called: list[str]
        """What players call these, one for each; empty where they call them by the values."""

    _names = ('name', 'value', 'summary', 'kind', 'choices', 'default', 'requires', 'usual', 'called')
    _lists = frozenset(['called', 'choices', 'requires', 'usual'])
    _required = frozenset(['called', 'choices', 'default', 'kind', 'name', 'requires', 'summary', 'usual', 'value'])


class LevelInfo(Answer):
    """How hard a puzzle may be."""

    __slots__ = ()
    if TYPE_CHECKING:
        name: str
        """Its word, as the option `grade` takes it."""
        summary: str
        """What it asks of the player, in a sentence."""
        missing_sizes: list[str]
        """Sizes at which hardly any puzzle is of this level, so that `generate` refuses to look for one: usual values of the option for the size, which is the first of `generator_options` that has usual values and requires no other. This holds where no other option is given."""

    _names = ('name', 'summary', 'missing_sizes')
    _lists = frozenset(['missing_sizes'])
    _required = frozenset(['missing_sizes', 'name', 'summary'])


class TechniqueInfo(Answer):
    """A technique of explanations."""

    __slots__ = ()
    if TYPE_CHECKING:
        name: str
        """Its name."""
        summary: str | None
        """What it is."""

    _names = ('name', 'summary')
    _lists = frozenset([])
    _required = frozenset(['name', 'summary'])


class FamilyInfo(Answer):
    """A kind of puzzle."""

    __slots__ = ()
    if TYPE_CHECKING:
        name: str
        """The name in requests and on the command line."""
        title: str
        """The name as people write it."""
        goal: str
        """The rules in plain words."""
        limits: str
        """The largest boards that are read."""
        rules: list[RuleInfo]
        """Rules that differ between places where the puzzle is played; the first is the default."""
        notes: list[str]
        """What else the rules say."""
        notations: list[NotationInfo]
        """The notations that are read, written, or both."""
        algorithms: list[AlgorithmInfo]
        """The algorithms that `compare` runs."""
        examples: list[ExampleInfo]
        """Puzzles to try."""
        first_example: str | None
        """The name of the example that a newcomer sees first."""
        generator_options: list[OptionInfo]
        """The options of the generator."""
        levels: list[LevelInfo]
        """How hard its puzzles may be, from the easiest on."""
        editor_sizes: list[list[str]]
        """Sizes of boards that can be set by hand, each with what it is called; none where the family has no editor."""
        editor_dimensions: list[str]
        """What the numbers of a size are called, for other sizes: two names, or one where both numbers are the same."""
        techniques: list[TechniqueInfo]
        """The techniques that explanations of its usual boards may use, in the order in which a good solver looks for them."""

    _names = ('name', 'title', 'goal', 'limits', 'rules', 'notes', 'notations', 'algorithms', 'examples', 'first_example', 'generator_options', 'levels', 'editor_sizes', 'editor_dimensions', 'techniques')
    _lists = frozenset(['algorithms', 'editor_dimensions', 'editor_sizes', 'examples', 'generator_options', 'levels', 'notations', 'notes', 'rules', 'techniques'])
    _required = frozenset(['algorithms', 'editor_dimensions', 'editor_sizes', 'examples', 'first_example', 'generator_options', 'goal', 'levels', 'limits', 'name', 'notations', 'notes', 'rules', 'techniques', 'title'])


FamilyInfo._nested = {'rules': (RuleInfo,), 'notations': (NotationInfo,), 'algorithms': (AlgorithmInfo,), 'examples': (ExampleInfo,), 'generator_options': (OptionInfo,), 'levels': (LevelInfo,), 'techniques': (TechniqueInfo,)}


class Catalogue(Answer):
    """The answer to `families`."""

    __slots__ = ()
    if TYPE_CHECKING:
        families: list[FamilyInfo]
        """The families."""

    _names = ('families',)
    _lists = frozenset(['families'])
    _required = frozenset(['families'])


Catalogue._nested = {'families': (FamilyInfo,)}


class VeriPbFiles(Answer):
    """A formula and a proof for VeriPB."""

    __slots__ = ()
    if TYPE_CHECKING:
        opb: str
        """The formula in the OPB format, as `quandary-check --opb` writes it."""
        pbp: str
        """The proof, version 3."""
        verdict: str
        """The line that VeriPB must print."""

    _names = ('opb', 'pbp', 'verdict')
    _lists = frozenset([])
    _required = frozenset(['opb', 'pbp', 'verdict'])


class Certified(Answer):
    """The answer to `certify`."""

    __slots__ = ()
    if TYPE_CHECKING:
        family: str
        """The family's name."""
        rule: str | None
        """The rule in force, where the family has several."""
        verdict: Literal['unique'] | Literal['multiple'] | Literal['optimal'] | Literal['feasible'] | Literal['impossible'] | Literal['unknown']
        """What was proved or found."""
        certificate: CertificateInfo | None
        """The certificate, if the verdict could be certified."""
        not_certified: str | None
        """Why the verdict is not certified."""
        puzzle: str
        """The puzzle in the JSON notation: this is what the certificate is about."""
        qcert: str | None
        """The certificate as a file (`.qcert`), in base64."""
        veripb: VeriPbFiles | None
        """The proof for VeriPB, where it was asked for and the claim allows it."""
        message: str
        """The verdict in words."""
        source: Place
        """Where the puzzle came from."""

    _names = ('family', 'rule', 'verdict', 'certificate', 'not_certified', 'puzzle', 'qcert', 'veripb', 'message', 'source')
    _lists = frozenset([])
    _required = frozenset(['family', 'message', 'puzzle', 'source', 'verdict'])


Certified._nested = {'certificate': (CertificateInfo,), 'veripb': (VeriPbFiles,), 'source': (Place,)}


class Choice(Answer):
    """A value to choose."""

    __slots__ = ()
    if TYPE_CHECKING:
        value: str
        """The value."""
        label: str
        """What is written on its button."""
        fill: str | None
        """Its colour as `#rrggbb`, where it has one."""
        is_set: bool
        """Whether it holds on the board now."""

    _names = ('value', 'label', 'fill', 'is_set')
    _lists = frozenset([])
    _required = frozenset(['is_set', 'label', 'value'])


class Tool(Answer):
    """What can be done with a draft."""

    __slots__ = ()
    if TYPE_CHECKING:
        id: str
        """The word that stands for it."""
        label: str
        """What is written on its button."""
        hint: str
        """What to do with it, in a sentence."""
        gesture: Literal['write'] | Literal['stamp'] | Literal['stroke'] | Literal['lines'] | Literal['image'] | Literal['board']
        """How it is used."""
        values: list[Choice]
        """The values to choose from."""
        field: str | None
        """What to call a text field for the value, where it may be typed."""

    _names = ('id', 'label', 'hint', 'gesture', 'values', 'field')
    _lists = frozenset(['values'])
    _required = frozenset(['field', 'gesture', 'hint', 'id', 'label', 'values'])


Tool._nested = {'values': (Choice,)}


class Line(Answer):
    """A text beside the board."""

    __slots__ = ()
    if TYPE_CHECKING:
        id: str
        """Its id in the picture: `row1`, `column1`."""
        name: str
        """Its name: "Row 1"."""
        text: str
        """What it says."""

    _names = ('id', 'name', 'text')
    _lists = frozenset([])
    _required = frozenset(['id', 'name', 'text'])


class Edited(Answer):
    """The answer to `edit`."""

    __slots__ = ()
    if TYPE_CHECKING:
        family: str
        """The family."""
        title: str
        """The family's name as people write it."""
        draft: Any
        """The draft, for the next edit."""
        puzzle: str | None
        """The puzzle in its JSON notation, once the draft is complete."""
        fault: str | None
        """What is missing or wrong, as long as it is not."""
        message: str | None
        """What was done about the clues."""
        svg: str
        """The picture as SVG."""
        places: list[list[str]]
        """What can be touched: the cells of each place."""
        names: list[str]
        """What each place is called, with its clues where the draft can be read."""
        contents: list[str]
        """What is in each place, in words."""
        columns: int
        """How many places are side by side."""
        tools: list[Tool]
        """What can be done."""
        lines: list[Line]
        """The texts beside the board."""
        has_single_clues: bool
        """Whether clues can be added and removed one by one."""
        sizes: list[list[str]]
        """Sizes to begin with, each with what it is called."""
        dimensions: list[str]
        """What the numbers of a size are called, for other sizes."""

    _names = ('family', 'title', 'draft', 'puzzle', 'fault', 'message', 'svg', 'places', 'names', 'contents', 'columns', 'tools', 'lines', 'has_single_clues', 'sizes', 'dimensions')
    _lists = frozenset(['contents', 'dimensions', 'lines', 'names', 'places', 'sizes', 'tools'])
    _required = frozenset(['columns', 'contents', 'dimensions', 'draft', 'family', 'fault', 'has_single_clues', 'lines', 'names', 'places', 'puzzle', 'sizes', 'svg', 'title', 'tools'])


Edited._nested = {'tools': (Tool,), 'lines': (Line,)}


class Spread(Answer):
    """The middle half of some values."""

    __slots__ = ()
    if TYPE_CHECKING:
        low: float
        """The first quartile."""
        median: float
        """The median."""
        high: float
        """The third quartile."""

    _names = ('low', 'median', 'high')
    _lists = frozenset([])
    _required = frozenset(['high', 'low', 'median'])


class SummaryRow(Answer):
    """What an algorithm took on the puzzles of one size."""

    __slots__ = ()
    if TYPE_CHECKING:
        size: str
        """The size."""
        algorithm: str
        """The algorithm."""
        puzzles: int
        """How many puzzles it was run on."""
        ran_out: int
        """How many of these runs ran out of their budget: what they took is only a lower bound."""
        time_us: Spread
        """CPU time in microseconds."""
        nodes: Spread
        """Search nodes expanded."""
        peak_bytes: Spread
        """Most bytes in the algorithm's tables at one time."""

    _names = ('size', 'algorithm', 'puzzles', 'ran_out', 'time_us', 'nodes', 'peak_bytes')
    _lists = frozenset([])
    _required = frozenset(['algorithm', 'nodes', 'peak_bytes', 'puzzles', 'ran_out', 'size', 'time_us'])


SummaryRow._nested = {'time_us': (Spread,), 'nodes': (Spread,), 'peak_bytes': (Spread,)}


class Experimented(Answer):
    """The answer to `experiment`."""

    __slots__ = ()
    if TYPE_CHECKING:
        axis: str
        """What grows."""
        rows: list[SummaryRow]
        """One row for each size and algorithm."""
        disagreements: list[str]
        """Wrong answers, and proofs that contradict each other: bugs in Quandary."""
        svg: str | None
        """The growth chart, where it was asked for."""

    _names = ('axis', 'rows', 'disagreements', 'svg')
    _lists = frozenset(['disagreements', 'rows'])
    _required = frozenset(['axis', 'disagreements', 'rows'])


Experimented._nested = {'rows': (SummaryRow,)}


class Replay(Answer):
    """The answer to `replay`."""

    __slots__ = ()
    if TYPE_CHECKING:
        family: str
        """The family's name."""
        rule: str | None
        """The rule in force, where the family has several."""
        algorithm: str
        """The algorithm."""
        events: list[dict[str, Any]]
        """What happened, in order."""
        complete: bool
        """Whether the events reach the end of the search."""
        counters: Counters
        """What it took."""
        source: Place
        """Where the puzzle came from."""

    _names = ('family', 'rule', 'algorithm', 'events', 'complete', 'counters', 'source')
    _lists = frozenset(['events'])
    _required = frozenset(['algorithm', 'complete', 'counters', 'events', 'family', 'source'])


Replay._nested = {'counters': (Counters,), 'source': (Place,)}
