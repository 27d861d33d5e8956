//! `families`: what can be read, by which rules, in which notations, how it is solved, and what can be generated.

use serde::{Deserialize, Serialize};

use super::Error;
use quandary_core::puzzle::{Example, Families, Family, GeneratorOption, Packing, Puzzle};
use quandary_core::read::Source;
use quandary_core::reason::can_replay;
use quandary_core::reason::explain::SCALE;

/// What `families` can be asked for: nothing. The request may name one family.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct FamiliesOptions {}

/// The answer to `families`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Catalogue {
    /// The families.
    pub families: Vec<FamilyInfo>,
}

/// A kind of puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FamilyInfo {
    /// The name in requests and on the command line.
    pub name: &'static str,
    /// The name as people write it.
    pub title: &'static str,
    /// The rules in plain words.
    pub goal: &'static str,
    /// The largest boards that are read.
    pub limits: &'static str,
    /// Rules that differ between places where the puzzle is played; the first is the default.
    pub rules: Vec<RuleInfo>,
    /// What else the rules say.
    pub notes: &'static [&'static str],
    /// The notations that are read, written, or both.
    pub notations: Vec<NotationInfo>,
    /// The algorithms that `compare` runs.
    pub algorithms: Vec<AlgorithmInfo>,
    /// Puzzles to try.
    pub examples: Vec<ExampleInfo>,
    /// The name of the example that a newcomer sees first.
    pub first_example: Option<&'static str>,
    /// The options of the generator.
    pub generator_options: Vec<OptionInfo>,
    /// How hard its puzzles may be, from the easiest on.
    pub levels: Vec<LevelInfo>,
    /// Sizes of boards that can be set by hand, each with what it is called; none where the family has no editor.
    pub editor_sizes: Vec<[String; 2]>,
    /// What the numbers of a size are called, for other sizes: two names, or one where both numbers are the same.
    pub editor_dimensions: &'static [&'static str],
    /// The techniques that explanations of its usual boards may use, in the order in which a good solver looks for them.
    pub techniques: Vec<TechniqueInfo>,
}

/// A rule to play by.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleInfo {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub summary: &'static str,
}

/// A notation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NotationInfo {
    /// Its name.
    pub name: &'static str,
    /// What it looks like.
    pub summary: &'static str,
    /// Whether it can be written.
    pub writes: bool,
    /// Whether a file holds one puzzle per line.
    pub one_per_line: bool,
    /// A puzzle in this notation.
    pub example: Option<&'static str>,
}

/// An algorithm.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AlgorithmInfo {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// Whether its search can be replayed.
    pub replays: bool,
}

/// How hard a puzzle may be.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LevelInfo {
    /// Its word, as the option `grade` takes it.
    pub name: &'static str,
    /// What it asks of the player, in a sentence.
    pub summary: &'static str,
    /// Sizes at which hardly any puzzle is of this level, so that `generate` refuses to look for one: usual values of the option for
    /// the size, which is the first of `generator_options` that has usual values and requires no other. This holds where no
    /// other option is given.
    pub missing_sizes: Vec<&'static str>,
}

/// What each level of the scale asks of a player who deduces.
const DEDUCTION_LEVELS: [&str; SCALE.len()] = [
    "Every step follows from one rule, and there are many places to look.",
    "Some steps need two rules at once, or only a few places are open.",
    "Some steps need a rule thought through, or a short supposition.",
    "Several patterns or suppositions, and longer ones.",
    "Long chains, or many of them.",
    "Suppositions inside suppositions.",
];

/// What each level of the scale asks of a player who makes moves.
const MOVE_LEVELS: [&str; SCALE.len()] = [
    "Short, and hardly any move goes wrong.",
    "A few moves have to be planned ahead.",
    "Some moves lead into dead ends.",
    "Many moves lead into dead ends, and the plan is long.",
    "Most moves lose, and mistakes show late.",
    "Hardly any plan works.",
];

/// A technique of explanations.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TechniqueInfo {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub summary: Option<&'static str>,
}

/// A puzzle to try.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExampleInfo {
    /// Its name.
    pub name: &'static str,
    /// The notation it is written in.
    pub notation: &'static str,
    /// The puzzle.
    pub text: &'static str,
    /// What the solver says about it.
    pub verdict: &'static str,
    /// What people call it; `null` where it is the same as another one, in another notation.
    pub title: Option<&'static str>,
}

/// How a front end should ask for an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum OptionKind {
    /// It is there or not.
    Flag,
    /// One of the choices.
    Choice,
    /// Any number of the choices.
    Choices,
    /// The content of a file.
    File,
    /// Any text.
    Text,
}

/// Something that a generator can be asked for.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// What stands for its value in the help.
    pub value: Option<&'static str>,
    /// What it does.
    pub summary: &'static str,
    /// How to ask for it.
    pub kind: OptionKind,
    /// The values that are accepted, where they can be listed.
    pub choices: Vec<&'static str>,
    /// What is assumed where it is not given.
    pub default: Option<&'static str>,
    /// The options that it needs; empty where it needs none.
    pub requires: &'static [&'static str],
    /// Values that people often want; not all that are accepted.
    pub usual: &'static [&'static str],
    /// What players call these, one for each; empty where they call them by the values.
    pub called: &'static [&'static str],
}

/// All families, or the one of this name.
pub fn catalogue(families: Families, name: Option<&str>) -> Result<Catalogue, Error> {
    let chosen = match name {
        None => families.iter().map(|&family| FamilyInfo::of(family)).collect(),
        Some(name) => vec![FamilyInfo::of(find(families, name)?)],
    };
    Ok(Catalogue { families: chosen })
}

/// The family of this name, or what could be chosen instead.
pub(super) fn find(families: Families, name: &str) -> Result<&'static dyn Family, Error> {
    families.iter().copied().find(|family| family.name() == name).ok_or_else(|| {
        let known: Vec<_> = families.iter().map(|family| family.name()).collect();
        Error::unprocessable(format!("there is no family called '{name}'"))
            .help(format!("choose one of: {}", known.join(", ")))
    })
}

impl FamilyInfo {
    /// What there is to know about a family.
    pub fn of(family: &dyn Family) -> Self {
        let example_of = |notation: &str| {
            family.examples().iter().find(|example| example.notation == notation).map(|example| example.text)
        };
        FamilyInfo {
            name: family.name(),
            title: family.title(),
            goal: family.goal(),
            limits: family.limits(),
            rules: family.rules().iter().map(|rule| RuleInfo { name: rule.name, summary: rule.summary }).collect(),
            notes: family.notes(),
            notations: family
                .notations()
                .into_iter()
                .map(|notation| NotationInfo {
                    name: notation.name(),
                    summary: notation.summary(),
                    writes: notation.writes(),
                    one_per_line: notation.packing() == Packing::Line,
                    example: example_of(notation.name()),
                })
                .collect(),
            algorithms: family
                .algorithms()
                .iter()
                .map(|algorithm| AlgorithmInfo {
                    name: algorithm.name,
                    summary: algorithm.summary,
                    replays: can_replay(algorithm.name),
                })
                .collect(),
            examples: family
                .examples()
                .iter()
                .map(|example| ExampleInfo {
                    name: example.name,
                    notation: example.notation,
                    text: example.text,
                    verdict: example.verdict,
                    title: title_of(family, example.name),
                })
                .collect(),
            first_example: family.first_example(),
            generator_options: generator_options(family),
            levels: levels(family),
            editor_sizes: family.editor().map(super::edit::sizes_of).unwrap_or_default(),
            editor_dimensions: family.editor().map(|editor| editor.dimensions()).unwrap_or_default(),
            techniques: techniques(family).into_iter().map(|name| TechniqueInfo::of(family, name)).collect(),
        }
    }
}

impl TechniqueInfo {
    fn of(family: &dyn Family, name: &'static str) -> Self {
        let known = family.technique_summaries().iter().find(|(known, _)| *known == name);
        TechniqueInfo { name, summary: known.map(|&(_, summary)| summary) }
    }
}

impl From<&GeneratorOption> for OptionInfo {
    fn from(option: &GeneratorOption) -> Self {
        OptionInfo {
            name: option.name,
            value: option.value,
            summary: option.summary,
            kind: match option.value {
                None => OptionKind::Flag,
                Some(_) if option.is_file() => OptionKind::File,
                Some(_) if !option.choices.is_empty() => OptionKind::Choice,
                Some(_) => OptionKind::Text,
            },
            choices: option.choices.to_vec(),
            default: option.default,
            requires: option.requires,
            usual: option.usual,
            called: option.called,
        }
    }
}

/// What can be asked for when a puzzle of the family is made: the generator's own options, and those that every family has
/// because they are about the explanation (`grade`, `needs`, `avoids`).
fn generator_options(family: &dyn Family) -> Vec<OptionInfo> {
    let Some(generator) = family.generator() else { return Vec::new() };
    let techniques = techniques(family);
    let about_explanation = |name, value, summary, kind, choices| OptionInfo {
        name,
        value: Some(value),
        summary,
        kind,
        choices,
        default: None,
        requires: &[],
        usual: &[],
        called: &[],
    };
    let grade = about_explanation(
        "grade",
        "WORD|A..B",
        "how hard, or a range such as easy..hard",
        OptionKind::Choice,
        SCALE.to_vec(),
    );
    let avoidable = techniques.iter().copied().filter(|name| !generator.unavoidable().contains(name)).collect();
    let needed = techniques.into_iter().filter(|name| !generator.hardly_needed().contains(name)).collect();
    let [needs, avoids] = [
        ("needs", "techniques that the explanation must use", needed),
        ("avoids", "techniques that the explanation must not use", avoidable),
    ]
    .map(|(name, summary, names)| about_explanation(name, "TECHNIQUE", summary, OptionKind::Choices, names));
    std::iter::once(grade).chain(generator.options().iter().map(OptionInfo::from)).chain([needs, avoids]).collect()
}

/// What people call an example.
fn title_of(family: &dyn Family, name: &str) -> Option<&'static str> {
    family.example_titles().iter().find(|(known, _)| *known == name).map(|&(_, title)| title)
}

/// How hard the family's puzzles may be, where they can be made to order.
fn levels(family: &dyn Family) -> Vec<LevelInfo> {
    let has_moves = usual(family).is_some_and(|puzzle| puzzle.moves().is_some());
    let Some(generator) = family.generator() else { return Vec::new() };
    let summaries = match family.level_summaries() {
        [] if has_moves => &MOVE_LEVELS[..],
        [] => &DEDUCTION_LEVELS[..],
        own => own,
    };
    let missing_sizes = |level: usize| -> Vec<&'static str> {
        let sizes = generator.missing_levels().iter().filter(|(_, missing)| missing.contains(&level));
        sizes.map(|&(size, _)| size).collect()
    };
    let levels = SCALE.iter().zip(summaries).enumerate();
    levels.map(|(level, (&name, &summary))| LevelInfo { name, summary, missing_sizes: missing_sizes(level) }).collect()
}

/// The names of the techniques that explanations of the family's usual boards may use.
fn techniques(family: &dyn Family) -> Vec<&'static str> {
    usual(family).map(|puzzle| puzzle.techniques()).unwrap_or_default()
}

/// The board that new players see first.
fn usual(family: &dyn Family) -> Option<Box<dyn Puzzle>> {
    let usual = |example: &&Example| family.first_example().is_none_or(|name| name == example.name);
    family.examples().iter().find(usual).and_then(|example| {
        let notation = family.notation(example.notation)?;
        notation.read(&Source::from_text(example.text)).ok()
    })
}
