//! The page's files, as they were when the program was built.

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its address, without the leading slash.
    pub path: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
}

/// Every file of the page.
pub static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The file at an address. Only addresses in the list exist: nothing is looked up on a disk.
pub fn asset(path: &str) -> Option<&'static Asset> {
    let path = if path.is_empty() { "index.html" } else { path };
    ASSETS.iter().find(|asset| asset.path == path)
}

impl Asset {
    /// What kind of file it is, for the Content-Type header.
    pub fn content_type(&self) -> &'static str {
        match self.path.rsplit('.').next() {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            Some("webmanifest") => "application/manifest+json",
            Some("wasm") => "application/wasm",
            _ => "application/octet-stream",
        }
    }

    /// A tag that changes when the file does (FNV-1a, which needs no table and no crate).
    pub fn tag(&self) -> String {
        let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        format!("\"{:016x}\"", self.bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_there_with_all_that_it_names() {
        let page = std::str::from_utf8(asset("").unwrap().bytes).unwrap();
        for name in
            ["style.css", "picture.css", "board.css", "print.css", "main.js", "icon.svg", "manifest.webmanifest"]
        {
            assert!(page.contains(name), "{name}");
            assert!(asset(name).is_some(), "{name}");
        }
    }

    /// The modules that a module needs before it can run, by their addresses.
    fn imports(module: &Asset) -> Vec<String> {
        let text = std::str::from_utf8(module.bytes).unwrap();
        let folder = module.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let is_import =
            |line: &&str| line.starts_with("import ") || (line.starts_with("export ") && line.contains(" from "));
        let address = |line: &str| {
            let name = line.split('"').nth(1).unwrap();
            match name.strip_prefix("../") {
                Some(up) => up.to_owned(),
                None => format!("{folder}/{}", name.trim_start_matches("./")).trim_start_matches('/').to_owned(),
            }
        };
        text.lines().filter(is_import).map(address).collect()
    }

    #[test]
    fn every_module_that_is_imported_exists() {
        for module in ASSETS.iter().filter(|asset| asset.path.ends_with(".js")) {
            for path in imports(module) {
                assert!(asset(&path).is_some(), "{}: {path}", module.path);
            }
        }
    }

    #[test]
    fn the_page_asks_at_once_for_every_module_that_the_first_board_needs() {
        let mut needed = vec!["main.js".to_owned()];
        let mut next = 0;
        while let Some(path) = needed.get(next) {
            let more = imports(asset(path).unwrap());
            needed.extend(more.into_iter().filter(|path| !needed.contains(path)).collect::<Vec<_>>());
            next += 1;
        }
        needed.sort();
        needed.dedup();
        let page = std::str::from_utf8(asset("").unwrap().bytes).unwrap();
        let preloaded = page.lines().filter_map(|line| line.strip_prefix("<link rel=\"modulepreload\" href=\""));
        let mut preloaded: Vec<&str> = preloaded.map(|rest| rest.trim_end_matches("\">")).collect();
        preloaded.sort_unstable();
        assert_eq!(preloaded, needed);
        // What is needed later only is not among them.
        assert!(!preloaded.contains(&"editor.js") && !preloaded.contains(&"new.js"));
    }

    /// Words that only a family would use.
    #[cfg(feature = "server")]
    const FAMILY_TERMS: &[&str] = &[
        "tank",
        "bottle",
        "water",
        "ball",
        "cage",
        "box",
        "thermometer",
        "killer",
        "windoku",
        "jigsaw",
        "knight",
        "tube",
        "pour",
        "flood",
    ];

    /// The words of a script, in lower case; a name such as `cageSum` is two words.
    #[cfg(feature = "server")]
    fn words(text: &str) -> Vec<String> {
        let mut words = vec![String::new()];
        for letter in text.chars() {
            if !letter.is_ascii_lowercase() {
                words.push(String::new());
            }
            if let (true, Some(word)) = (letter.is_ascii_alphabetic(), words.last_mut()) {
                word.push(letter.to_ascii_lowercase());
            }
        }
        words
    }

    /// A mention of a family in a script: its name, or one of its terms, also in the plural.
    #[cfg(feature = "server")]
    fn family_words(text: &str) -> Vec<String> {
        let names = quandary::ALL.iter().map(|family| family.name());
        let terms: Vec<&str> = names.chain(FAMILY_TERMS.iter().copied()).collect();
        let is_term = |word: &String| {
            let singular = word.strip_suffix("es").filter(|word| terms.contains(word)).or(word.strip_suffix('s'));
            terms.contains(&word.as_str()) || singular.is_some_and(|word| terms.contains(&word))
        };
        // Browsers have names of their own.
        let text = ["viewBox", "getBBox"].iter().fold(text.to_owned(), |text, name| text.replace(name, ""));
        words(&text).into_iter().filter(is_term).collect()
    }

    #[cfg(feature = "server")]
    #[test]
    fn no_script_of_the_page_names_a_family_or_knows_a_rule() {
        assert_eq!(
            family_words("const cageSum = boxes[0].getBBox(); // sudoku, checkbox"),
            ["cage", "boxes", "sudoku"]
        );
        for script in ASSETS.iter().filter(|asset| asset.path.ends_with(".js")) {
            let text = std::str::from_utf8(script.bytes).unwrap();
            assert_eq!(family_words(text), [""; 0], "{}", script.path);
        }
    }

    #[test]
    fn the_page_has_no_script_or_style_inside() {
        let page = std::str::from_utf8(asset("index.html").unwrap().bytes).unwrap();
        assert!(!page.contains("<style"));
        assert!(!page.contains("style="));
        assert!(!page.contains(" on") || !page.contains("onclick="));
        assert_eq!(page.matches("<script").count(), page.matches("<script type=\"module\" src=").count());
    }

    #[test]
    fn nothing_outside_of_the_list_has_an_address() {
        for path in ["../Cargo.toml", "/etc/passwd", "controls/../main.js", "page/main.js", "MAIN.JS", "."] {
            assert!(asset(path).is_none(), "{path}");
        }
    }

    #[test]
    fn files_that_differ_have_unlike_tags() {
        let tags: std::collections::BTreeSet<String> = ASSETS.iter().map(Asset::tag).collect();
        assert_eq!(tags.len(), ASSETS.len());
    }
}
