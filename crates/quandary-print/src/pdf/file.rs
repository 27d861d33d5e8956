//! The objects of a PDF file: catalogue, pages, fonts, links, bookmarks.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{ActionType, AnnotationType, CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish, Name, Rect, Ref, Str, TextStr};

use super::{FONT_NAMES, Pdf, UsedFont};

const CATALOGUE: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const INFO: Ref = Ref::new(3);
const OUTLINE: Ref = Ref::new(4);
/// The first object of each font, which takes five.
const FONTS: [i32; 2] = [10, 20];
const FIRST_FREE: i32 = 30;

/// Gives out numbers for objects.
struct Numbers(i32);

impl Numbers {
    fn next(&mut self) -> Ref {
        self.0 += 1;
        Ref::new(self.0 - 1)
    }
}

pub(super) fn write(book: Pdf) -> Vec<u8> {
    let Pdf { title, pages, fonts, opacities, links, bookmarks } = book;
    let mut pdf = pdf_writer::Pdf::new();
    let mut numbers = Numbers(FIRST_FREE);
    let ids: Vec<Ref> = pages.iter().map(|_| numbers.next()).collect();
    let mut catalogue = pdf.catalog(CATALOGUE);
    catalogue.pages(PAGES).lang(TextStr("en"));
    catalogue.viewer_preferences().display_doc_title(true);
    if !bookmarks.is_empty() {
        catalogue.outlines(OUTLINE);
    }
    catalogue.finish();
    pdf.document_info(INFO).title(TextStr(&title)).creator(TextStr("Quandary")).producer(TextStr("Quandary"));
    pdf.pages(PAGES).kids(ids.iter().copied()).count(ids.len() as i32);
    let heights: Vec<f32> = pages.iter().map(|page| page.height).collect();
    for (number, page) in pages.into_iter().enumerate() {
        let content = numbers.next();
        let here: Vec<Ref> = links.iter().filter(|link| link.page == number).map(|_| numbers.next()).collect();
        let mut object = pdf.page(ids[number]);
        object.parent(PAGES).media_box(Rect::new(0.0, 0.0, page.width, page.height)).contents(content);
        if !here.is_empty() {
            object.annotations(here.iter().copied());
        }
        let mut resources = object.resources();
        let mut named = resources.fonts();
        for (name, first) in FONT_NAMES.into_iter().zip(FONTS) {
            named.pair(name, Ref::new(first));
        }
        named.finish();
        if !opacities.is_empty() {
            let mut states = resources.ext_g_states();
            for &opacity in &opacities {
                let mut state = states
                    .insert(Name(format!("G{opacity}").as_bytes()))
                    .start::<pdf_writer::writers::ExtGraphicsState<'_>>();
                let part = f32::from(opacity) / 100.0;
                state.non_stroking_alpha(part).stroking_alpha(part);
            }
        }
        resources.finish();
        object.finish();
        let packed = packed(&page.content.finish());
        pdf.stream(content, &packed).filter(Filter::FlateDecode);
        for (id, link) in here.into_iter().zip(links.iter().filter(|link| link.page == number)) {
            let Some(&target) = ids.get(link.target) else { continue };
            let top = page.height - link.area.y;
            let mut note = pdf.annotation(id);
            note.subtype(AnnotationType::Link).border(0.0, 0.0, 0.0, None);
            note.rect(Rect::new(link.area.x, top - link.area.height, link.area.x + link.area.width, top));
            note.action().action_type(ActionType::GoTo).destination().page(target).fit();
        }
    }
    for (font, first) in fonts.iter().zip(FONTS) {
        write_font(&mut pdf, font, first);
    }
    let entries: Vec<Ref> = bookmarks.iter().map(|_| numbers.next()).collect();
    if let (Some(&first), Some(&last)) = (entries.first(), entries.last()) {
        pdf.outline(OUTLINE).first(first).last(last).count(entries.len() as i32);
        for (place, (bookmark, &id)) in bookmarks.iter().zip(&entries).enumerate() {
            let mut entry = pdf.outline_item(id);
            entry.parent(OUTLINE).title(TextStr(&bookmark.title));
            if place > 0 {
                entry.prev(entries[place - 1]);
            }
            if let Some(&next) = entries.get(place + 1) {
                entry.next(next);
            }
            if let Some((&page, &height)) = ids.get(bookmark.page).zip(heights.get(bookmark.page)) {
                entry.dest().page(page).xyz(0.0, height, None);
            }
        }
    }
    pdf.finish()
}

/// Writes a font with the glyphs that were used.
fn write_font(pdf: &mut pdf_writer::Pdf, font: &UsedFont, first: i32) {
    let [whole, part, descriptor, file, letters] = [0, 1, 2, 3, 4].map(|offset| Ref::new(first + offset));
    let name = if first == FONTS[0] { Name(b"QUANDA+Inter-Regular") } else { Name(b"QUANDB+Inter-Bold") };
    let info = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
    let identity = Name(b"Identity-H");
    pdf.type0_font(whole).base_font(name).encoding_predefined(identity).descendant_font(part).to_unicode(letters);
    let mut object = pdf.cid_font(part);
    object.subtype(CidFontType::Type2).base_font(name).system_info(info).font_descriptor(descriptor);
    object.default_width(0.0).cid_to_gid_map_predefined(Name(b"Identity"));
    object.widths().consecutive(0, font.letters.iter().map(|&(_, width)| (width * 1000.0).round()));
    object.finish();
    let Some(face) = font.weight.face() else { return };
    let scale = |units: i16| (f32::from(units) * 1000.0 / f32::from(face.units_per_em())).round();
    let bounds = face.global_bounding_box();
    let mut object = pdf.font_descriptor(descriptor);
    object.name(name).flags(FontFlags::SYMBOLIC).italic_angle(0.0).stem_v(if first == FONTS[0] { 80.0 } else { 140.0 });
    object.bbox(Rect::new(scale(bounds.x_min), scale(bounds.y_min), scale(bounds.x_max), scale(bounds.y_max)));
    object.ascent(scale(face.ascender())).descent(scale(face.descender()));
    object.cap_height(scale(face.capital_height().unwrap_or(face.ascender()))).font_file2(file);
    object.finish();
    // The font is part of this crate, and a test cuts it down.
    let bytes = subsetter::subset(font.weight.file(), 0, &font.glyphs).unwrap_or_default();
    pdf.stream(file, &packed(&bytes)).filter(Filter::FlateDecode).pair(Name(b"Length1"), bytes.len() as i32);
    let mut table = UnicodeCmap::new(Name(b"Quandary"), info);
    for (code, &(letter, _)) in font.letters.iter().enumerate().skip(1) {
        table.pair(code as u16, letter);
    }
    let table = table.finish();
    pdf.stream(letters, &packed(&table)).filter(Filter::FlateDecode);
}

/// How hard to pack: beyond this, files get 3 % smaller and take three times as long to pack.
const EFFORT: u32 = 4;

/// The bytes, compressed.
fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::new(EFFORT));
    // Packing into memory cannot fail.
    let written = packer.write_all(bytes);
    written.and_then(|()| packer.finish()).unwrap_or_default()
}
