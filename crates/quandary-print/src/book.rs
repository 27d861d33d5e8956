//! Books of puzzles: a cover, puzzles with their numbers and grades, solutions at the end.
//!
//! Nothing here knows a puzzle: an [`Entry`] is a picture with some words and an answer. Every page has the same grid of slots,
//! the one in which the pictures are largest. The solutions are laid out first, because every puzzle says on which page its
//! solution is; the pages are put in order at the end.

mod flow;
mod slots;

use std::rc::Rc;

use crate::drawing::{Drawing, Item, Label, Rgb};
use crate::font::{self, Weight};
use crate::pdf::{Area, Pdf};

use flow::Flow;
use slots::Slots;

/// A book of puzzles.
#[derive(Clone, Debug)]
pub struct Book {
    /// Its name, at the foot of every page.
    pub title: String,
    /// What is on the cover; `None` for a book without one.
    pub cover: Option<Cover>,
    /// The size of its pages.
    pub paper: Paper,
    /// How many puzzles are on a page.
    pub per_page: usize,
    /// Whether puzzles that would be too small on such a page have one of their own.
    pub large_alone: bool,
    /// How many solutions are on a page.
    pub solutions_per_page: usize,
    /// Whether letters and boards are larger than usual.
    pub is_large: bool,
    /// The puzzles in order.
    pub entries: Vec<Entry>,
}

/// What is on the cover.
#[derive(Clone, Debug, Default)]
pub struct Cover {
    /// A line under the title.
    pub subtitle: String,
    /// Headings with what is said under them.
    pub paragraphs: Vec<(String, String)>,
}

/// A puzzle of a book.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What it is: "Aquarium, 6×6".
    pub name: String,
    /// How hard it is.
    pub grade: Option<String>,
    /// The board.
    pub picture: Drawing,
    /// The solution.
    pub answer: Option<Answer>,
    /// How to get there, step by step.
    pub steps: Vec<String>,
}

/// A solution.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The solved board.
    Board(Drawing),
    /// A plan, or why there is no solution.
    Text(String),
}

/// The size of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in points.
    pub fn size(self) -> (f32, f32) {
        match self {
            Paper::A4 => (595.28, 841.89),
            Paper::Letter => (612.0, 792.0),
        }
    }
}

const INK: Rgb = [0x1b, 0x1f, 0x24];
const GREY: Rgb = [0x5a, 0x63, 0x6e];

/// The fewest points to a unit at which puzzles share a page: a cell has 36 units and is then 3 mm wide.
const SMALLEST_SHARED: f32 = 0.24;
/// How much smaller than usual the name of a puzzle may be written.
const SMALLEST_NAME: f32 = 0.75;

/// The space around what is printed.
const MARGIN: f32 = 42.0;
/// The space for the number at the foot of a page.
const FOOT: f32 = 26.0;

impl Book {
    /// The PDF file and how many pages it has.
    pub fn finish(&self) -> (Vec<u8>, usize) {
        let pages = self.puzzle_pages();
        let first_puzzle = self.cover_pages().len();
        let first_answer = first_puzzle + pages.len();
        let mut press = Press { book: self, pdf: Pdf::new(&self.title), next: first_answer, part: "Solutions" };
        let answers = press.answers();
        let first_steps = press.next;
        press.part = "Worked solutions";
        press.steps();
        let (behind, all) = (press.pdf.pages(), press.next);
        (press.next, press.part) = (0, "");
        press.cover();
        press.puzzles(&pages, &answers);
        let mut pdf = press.pdf;
        pdf.put_last(behind);
        pdf.bookmark("Puzzles", first_puzzle);
        if first_steps > first_answer {
            pdf.bookmark("Solutions", first_answer);
        }
        if all > first_steps {
            pdf.bookmark("Worked solutions", first_steps);
        }
        let pages = pdf.pages();
        (pdf.finish(), pages)
    }

    /// How many pages the puzzles take.
    pub fn puzzle_page_count(&self) -> usize {
        self.puzzle_pages().len()
    }

    /// The puzzles page by page, in their order.
    fn puzzle_pages(&self) -> Vec<PuzzlePage> {
        let picture = |index: &usize| &self.entries[*index].picture;
        let slots_for = |indexes: &[usize]| Slots::best(self, self.per_page, indexes.iter().map(picture));
        let all: Vec<usize> = (0..self.entries.len()).collect();
        let together = slots_for(&all);
        let is_alone: Vec<bool> = all
            .iter()
            .map(|index| self.large_alone && together.place(0, picture(index)).scale < SMALLEST_SHARED)
            .collect();
        let shared: Vec<usize> = all.iter().copied().filter(|&index| !is_alone[index]).collect();
        let (shared, alone) = (Rc::new(slots_for(&shared)), Rc::new(Slots::best(self, 1, std::iter::empty())));
        let mut pages: Vec<PuzzlePage> = Vec::new();
        for index in all {
            let slots = if is_alone[index] { &alone } else { &shared };
            match pages.last_mut() {
                Some(page) if Rc::ptr_eq(&page.slots, slots) && page.puzzles.len() < slots.count() => {
                    page.puzzles.push(index);
                }
                _ => pages.push(PuzzlePage { slots: slots.clone(), puzzles: vec![index] }),
            }
        }
        pages
    }

    /// The lines of the cover, page by page: rules that are too long for one go on on the next.
    fn cover_pages(&self) -> Vec<Vec<CoverLine>> {
        let Some(cover) = &self.cover else { return Vec::new() };
        let area = self.area();
        let mut pages = vec![Vec::new()];
        let mut y = area.y + 0.16 * area.height;
        let title = Type { size: self.size(34.0), weight: Weight::Bold, fill: INK };
        let subtitle = Type { size: self.size(14.0), weight: Weight::Regular, fill: GREY };
        for (text, kind) in [(&self.title, title), (&cover.subtitle, subtitle)] {
            for text in flow::wrapped(text, kind, area.width) {
                pages[0].push(CoverLine { text, y, kind });
                y += 1.2 * kind.size;
            }
            y += 8.0;
        }
        let body = Type { size: self.size(10.5), weight: Weight::Regular, fill: INK };
        let step = 1.4 * body.size;
        y += 2.0 * body.size;
        for (heading, text) in &cover.paragraphs {
            let mut lines = vec![(heading.clone(), Type { weight: Weight::Bold, ..body })];
            lines.extend(flow::wrapped(text, body, area.width).into_iter().map(|line| (line, body)));
            for (number, (text, kind)) in lines.into_iter().enumerate() {
                // A heading stays with the lines below it.
                let needed = if number == 0 { 3.0 * step } else { 0.0 };
                if y + needed > area.y + area.height {
                    pages.push(Vec::new());
                    y = area.y + body.size;
                }
                if let Some(page) = pages.last_mut() {
                    page.push(CoverLine { text, y, kind });
                }
                y += step;
            }
            y += body.size;
        }
        pages
    }

    /// A font size, larger where everything is.
    fn size(&self, usual: f32) -> f32 {
        if self.is_large { usual * 1.6 } else { usual }
    }

    /// The part of a page that is printed on, without its foot.
    fn area(&self) -> Area {
        let (width, height) = self.paper.size();
        Area { x: MARGIN, y: MARGIN, width: width - 2.0 * MARGIN, height: height - 2.0 * MARGIN - FOOT }
    }
}

/// A page of puzzles.
struct PuzzlePage {
    slots: Rc<Slots>,
    /// The places of its puzzles in the book.
    puzzles: Vec<usize>,
}

/// A book being printed.
struct Press<'a> {
    book: &'a Book,
    pdf: Pdf,
    /// The place in the book of the next page that is begun.
    next: usize,
    /// The name of the part of the book that is printed, for the foot of its pages.
    part: &'static str,
}

/// A line of the cover.
struct CoverLine {
    text: String,
    /// The line that it stands on.
    y: f32,
    kind: Type,
}

/// How a line of text looks.
#[derive(Clone, Copy)]
struct Type {
    size: f32,
    weight: Weight,
    fill: Rgb,
}

impl Type {
    fn width(self, text: &str) -> f32 {
        font::width(text, self.weight, self.size)
    }
}

impl Press<'_> {
    fn begin_blank_page(&mut self) {
        let (width, height) = self.book.paper.size();
        self.pdf.begin_page(width, height);
        self.next += 1;
    }

    /// Begins a page with the title and the number at its foot.
    fn begin_page(&mut self) {
        self.begin_blank_page();
        let (width, height) = self.book.paper.size();
        let (y, size) = (height - MARGIN, self.book.size(8.0));
        let foot = Type { size, weight: Weight::Regular, fill: GREY };
        let number = self.next.to_string();
        let title = flow::cut(&self.book.title, foot, 0.6 * width);
        self.write(&if self.part.is_empty() { title } else { format!("{title} · {}", self.part) }, MARGIN, y, foot);
        let foot = Type { weight: Weight::Bold, ..foot };
        self.write(&number, width - MARGIN - foot.width(&number), y, foot);
    }

    /// Writes a line of text that stands on `y`.
    fn write(&mut self, text: &str, x: f32, y: f32, kind: Type) {
        let Type { size, weight, fill } = kind;
        self.pdf.item(&Item::Text(Label { text: text.to_owned(), x, y, size, weight, fill, halo: None }));
    }

    fn cover(&mut self) {
        for (number, page) in self.book.cover_pages().into_iter().enumerate() {
            if number == 0 {
                self.begin_blank_page();
            } else {
                self.begin_page();
            }
            let x = self.book.area().x;
            for CoverLine { text, y, kind } in page {
                self.write(&text, x, y, kind);
            }
        }
    }

    /// Prints the puzzles; `answers` has the places of their solutions.
    fn puzzles(&mut self, pages: &[PuzzlePage], answers: &[Option<usize>]) {
        for PuzzlePage { slots, puzzles } in pages {
            self.begin_page();
            for (slot, &index) in puzzles.iter().enumerate() {
                let picture = &self.book.entries[index].picture;
                let place = slots.place(slot, picture);
                self.pdf.draw(picture, place.x, place.y, place.scale);
                self.heading(index, &place, slots.heading, answers[index]);
            }
        }
    }

    /// Writes number, grade and name over a board, and where its solution is.
    fn heading(&mut self, index: usize, place: &slots::Placed, size: f32, answer: Option<usize>) {
        let entry = &self.book.entries[index];
        let number = (index + 1).to_string();
        let bold = Type { size, weight: Weight::Bold, fill: INK };
        let plain = Type { size: 0.8 * size, weight: Weight::Regular, fill: INK };
        let small = Type { size: 0.62 * size, weight: Weight::Regular, fill: GREY };
        let (left, right, line) = (place.left, place.slot.x + place.slot.width, place.slot.y + size);
        self.write(&number, left, line, bold);
        let mut x = left + bold.width(&number) + 0.45 * size;
        if let Some(grade) = &entry.grade {
            let grade = flow::cut(grade, plain, right - x);
            self.write(&grade, x, line, plain);
            x += plain.width(&grade) + 0.8 * size;
        }
        if let Some(page) = answer {
            let text = format!("solution: page {}", page + 1);
            let width = small.width(&text);
            // Over the right end of the board, or beside the grade where the board is narrow.
            let x = x.max(place.right - width);
            if x + width <= right {
                self.write(&text, x, line, small);
                let area = Area { x, y: place.slot.y, width, height: 1.2 * size };
                self.pdf.link(self.next - 1, area, page);
            }
        }
        // A name that is longer than a narrow board begins before it, and is written smaller where the slot is narrow, too.
        let room = place.slot.width;
        let name = Type { size: small.size * (room / small.width(&entry.name)).clamp(SMALLEST_NAME, 1.0), ..small };
        let text = flow::cut(&entry.name, name, room);
        let x = left.min(right - name.width(&text)).max(place.slot.x);
        self.write(&text, x, line + 1.5 * small.size, name);
    }

    /// Prints the solutions: boards first, then those that are told in words. Returns the place of each.
    fn answers(&mut self) -> Vec<Option<usize>> {
        let entries = &self.book.entries;
        let mut places = vec![None; entries.len()];
        let boards: Vec<(usize, &Drawing)> = entries
            .iter()
            .enumerate()
            .filter_map(|(index, entry)| match &entry.answer {
                Some(Answer::Board(board)) => Some((index, board)),
                _ => None,
            })
            .collect();
        let slots = Slots::best(self.book, self.book.solutions_per_page, boards.iter().map(|(_, board)| *board));
        for (slot, (index, board)) in boards.into_iter().enumerate() {
            if slot % slots.count() == 0 {
                self.begin_page();
            }
            let place = slots.place(slot % slots.count(), board);
            self.pdf.draw(board, place.x, place.y, place.scale);
            let bold = Type { size: 0.8 * slots.heading, weight: Weight::Bold, fill: INK };
            self.write(&(index + 1).to_string(), place.left, place.slot.y + slots.heading, bold);
            places[index] = Some(self.next - 1);
        }
        let mut flow = Flow::new(self, 1, 10.0);
        for (index, entry) in entries.iter().enumerate() {
            if let Some(Answer::Text(text)) = &entry.answer {
                places[index] = Some(flow.paragraph(&(index + 1).to_string(), text));
                flow.gap();
            }
        }
        places
    }

    /// Prints every step of the solutions, in words.
    fn steps(&mut self) {
        let entries = &self.book.entries;
        let columns = if self.book.is_large { 1 } else { 2 };
        let mut flow = Flow::new(self, columns, 8.0);
        for (index, entry) in entries.iter().enumerate().filter(|(_, entry)| !entry.steps.is_empty()) {
            flow.heading(&format!("{}  {}", index + 1, entry.name));
            for (number, step) in entry.steps.iter().enumerate() {
                flow.paragraph(&(number + 1).to_string(), step);
            }
            flow.gap();
        }
    }
}
