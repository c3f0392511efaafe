//! Layers import in one direction only. The table is the one place that says who may use whom; a new module without a row
//! fails here, and so does a row that is wrong.

use std::fs;
use std::path::{Path, PathBuf};

/// Each layer with those it may use, from the bottom up. Programs in `src/bin` stand outside, like the tests.
const LAYERS: [(&str, &[&str]); 9] = [
    ("json", &[]),
    ("kernel", &["json"]),
    ("metric", &["kernel"]),
    ("scenario", &["json", "kernel"]),
    ("theory", &["scenario"]),
    ("resource", &["kernel", "metric"]),
    ("actor", &["kernel", "metric", "scenario", "resource"]),
    ("sim", &["kernel", "metric", "scenario", "resource", "actor"]),
    ("ffi", &["metric", "scenario", "sim"]),
];

/// The layer of a file below `src`: the name of its folder, or its own for `theory.rs` and `ffi.rs`.
fn layer_of(file: &Path) -> String {
    let first = file.components().next().map(|part| part.as_os_str().to_string_lossy().into_owned());
    first.unwrap_or_default().trim_end_matches(".rs").to_owned()
}

/// Text without comments and string literals, in which a path would prove nothing.
fn code_of(source: &str) -> String {
    let mut code = String::new();
    for line in source.lines() {
        let parts: Vec<&str> = line.split('"').collect();
        let outside: String = parts.iter().step_by(2).copied().collect();
        code.push_str(outside.split("//").next().unwrap_or_default());
        code.push('\n');
    }
    code
}

/// Layers that a source text names: after `crate::`, alone or as the branches of `use crate::{…}`; and after `super::` as
/// often as leads out of the layer, which nobody may write.
fn named_layers(source: &str) -> Vec<String> {
    let code = code_of(source);
    let mut names = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        // `$crate::` and `mycrate::` are other paths.
        if code[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_' || before == '$') {
            continue;
        }
        let rest = &code[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(branches) => names.extend(top_level_names(branches)),
            None => names.push(first_name(rest)),
        }
    }
    names
}

/// First names of the branches of a `use` tree, up to its closing brace.
fn top_level_names(tree: &str) -> Vec<String> {
    let (mut depth, mut names, mut expects_name) = (0, Vec::new(), true);
    for (at, character) in tree.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => expects_name = true,
            c if expects_name && (c.is_alphanumeric() || c == '_') => {
                names.push(first_name(&tree[at..]));
                expects_name = false;
            }
            _ => {}
        }
    }
    names
}

fn first_name(path: &str) -> String {
    path.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// Whether a file names something above its layer's root through `super`. In a `mod.rs`, or a layer of one file, the
/// `super` of its unit tests is the file itself.
fn climbs_out(file: &Path, source: &str) -> bool {
    // kernel/mod.rs is its layer itself; kernel/time.rs is one below it; a folder deeper is one more.
    let depth = file.components().count() - usize::from(file.ends_with("mod.rs"));
    code_of(source).contains(&"super::".repeat(depth.max(1))) && !(depth == 1 && code_of(source).contains("mod tests"))
}

/// What is wrong with one file, in words.
fn bad_edges(file: &Path, source: &str) -> Vec<String> {
    let layer = layer_of(file);
    let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
        return vec![format!("{} belongs to no layer: give it a row in the table", file.display())];
    };
    let mut bad: Vec<String> = named_layers(source)
        .into_iter()
        .filter(|name| *name != layer && !allowed.contains(&name.as_str()))
        .map(|name| format!("{} uses {name}: {layer} may use {allowed:?} only", file.display()))
        .collect();
    if climbs_out(file, source) {
        bad.push(format!("{} leaves its layer through super", file.display()));
    }
    bad.dedup();
    bad
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the sources can be read") {
        let path = entry.expect("the sources can be read").path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

#[test]
fn modules_use_only_what_lies_below_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut bad = Vec::new();
    let mut seen = 0;
    for path in sources(&root) {
        let file = path.strip_prefix(&root).expect("it lies below src").to_owned();
        if file == Path::new("lib.rs") || file.starts_with("bin") {
            continue;
        }
        seen += 1;
        bad.extend(bad_edges(&file, &fs::read_to_string(&path).expect("sources are text")));
    }
    assert!(seen > 25, "only {seen} files were looked at");
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// The rows are in order: nobody uses what stands below it in the table, so there can be no cycle.
#[test]
fn the_table_has_no_cycle() {
    for (row, (layer, allowed)) in LAYERS.iter().enumerate() {
        for name in *allowed {
            let place = LAYERS.iter().position(|(other, _)| other == name);
            assert!(place.is_some_and(|place| place < row), "{layer} before {name}");
        }
    }
}

#[test]
fn a_bad_edge_is_found_however_it_is_written() {
    let check = |file: &str, source: &str| bad_edges(Path::new(file), source);
    assert_eq!(check("kernel/time.rs", "use crate::kernel::rng::Random;"), Vec::<String>::new());
    assert_eq!(
        check("kernel/time.rs", "use crate::metric::trace::Trace;"),
        ["kernel/time.rs uses metric: kernel may use [\"json\"] only"]
    );
    assert_eq!(check("resource/wire.rs", "fn f() { crate::sim::Simulation::new() }").len(), 1);
    assert_eq!(check("scenario/mod.rs", "use crate::{kernel::time, actor::{plan, world}};").len(), 1);
    assert_eq!(check("scenario/mod.rs", "use crate::{\n    kernel::{dist, rng},\n    sim,\n};").len(), 1);
    assert_eq!(check("actor/client/pool.rs", "use super::super::super::sim::Simulation;").len(), 1);
    assert_eq!(check("kernel/mod.rs", "use super::sim::Simulation;").len(), 1);
    assert_eq!(check("helper/mod.rs", "").len(), 1, "a folder nobody has thought about");
    // What is no edge.
    assert!(check("kernel/time.rs", "// crate::sim\nlet text = \"crate::sim\"; use mycrate::sim;").is_empty());
    assert!(check("actor/client/pool.rs", "use super::caller; use super::super::plan::Plan;").is_empty());
}
