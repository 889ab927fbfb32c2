//! The heads of functions.

use super::{Parsed, Parser};
use crate::lexer::Token;
use crate::syntax::{Attributes, Exposure, Function, Linkage, Module, Name, Parameter, Type};

impl<'t> Parser<'t> {
    /// `define … { … }` or `declare …`.
    pub(super) fn function(&mut self, module: &mut Module<'t>) -> Parsed<()> {
        let at = self.start;
        let is_definition = self.is_word("define");
        self.advance();
        let mut metadata = Vec::new();
        while let Token::Metadata(kind) = self.token {
            metadata.push((kind, self.start));
            self.advance();
            self.metadata_reference()?;
        }
        let mut head = Head::default();
        let mut result_attributes = Attributes::default();
        while !self.begins_type() {
            if !self.head_word(&mut head)? && !self.attribute(&mut result_attributes)? {
                return self.error("a type is expected here");
            }
        }
        let result = self.ty()?;
        let Token::Global(name) = self.advance() else {
            return self.error("the name of a function is expected before this");
        };
        self.expect(b'(')?;
        let (parameters, variadic) = self.parameters()?;
        let tail = self.function_attributes(&mut metadata)?;
        let body = if is_definition && self.is(b'{') {
            let open = self.start;
            self.skip_bracket()?;
            Some(open + 1..self.behind - 1)
        } else if is_definition {
            return self.error("`{` is expected here");
        } else {
            None
        };
        // The first one that has a body counts, as in LLVM, where there is only one.
        let place = module.function_places.get(&name);
        if place.is_none_or(|place| !module.functions[*place].is_defined()) {
            module.function_places.insert(name, module.functions.len());
        }
        module.functions.push(Function {
            name,
            result,
            result_attributes,
            parameters,
            variadic,
            attributes: tail.attributes,
            linkage: head.linkage.unwrap_or(Linkage::External),
            exposure: Exposure {
                comdat: tail.comdat,
                section: tail.section,
                ..head.exposure
            },
            collector: tail.collector,
            personality: tail.personality,
            stays: head.stays || head.linkage.is_some_and(Linkage::is_local),
            unnamed: head.unnamed || tail.unnamed,
            convention: head.convention,
            has_data: tail.has_data,
            metadata,
            body,
            at,
            end: self.behind,
        });
        Ok(())
    }

    fn parameters(&mut self) -> Parsed<(Vec<Parameter<'t>>, bool)> {
        let mut parameters = Vec::new();
        let mut next = 0;
        let mut variadic = false;
        while !self.eat(b')') {
            if self.token == Token::Ellipsis {
                self.advance();
                variadic = true;
                self.expect(b')')?;
                break;
            }
            let ty = self.ty()?;
            let mut attributes = Attributes::default();
            while self.attribute(&mut attributes)? {}
            let name = match self.token {
                Token::Local(name) => {
                    self.advance();
                    name
                }
                _ => Name::Number(next),
            };
            if let Name::Number(number) = name {
                next = number + 1;
            }
            if let Type::Other("metadata") = ty
                && !self.is(b',')
                && !self.is(b')')
            {
                return self.error("a parameter of this type has no name");
            }
            parameters.push(Parameter {
                name,
                ty,
                attributes,
            });
            if !self.eat(b',') && !self.is(b')') {
                return self.error("`,` or `)` is expected here");
            }
        }
        Ok((parameters, variadic))
    }

    /// What follows the parameters of a function, up to its body or the next entity.
    fn function_attributes(&mut self, metadata: &mut Vec<(&'t str, usize)>) -> Parsed<Tail<'t>> {
        let mut attributes = Attributes::default();
        let mut has_data = false;
        let mut unnamed = false;
        let (mut comdat, mut section) = (None, None);
        let (mut collector, mut personality) = (None, None);
        loop {
            match self.token {
                Token::Word("define" | "declare" | "attributes" | "target" | "source_filename")
                | Token::Word("uselistorder" | "uselistorder_bb" | "module") => break,
                Token::Word(word @ ("personality" | "prefix" | "prologue")) => {
                    has_data |= word != "personality";
                    self.advance();
                    let start = self.start;
                    self.typed()?;
                    if word == "personality" {
                        personality = Some(&self.text[start..self.behind]);
                    }
                }
                Token::Word(word @ ("gc" | "section" | "partition")) => {
                    self.advance();
                    let start = self.start;
                    self.advance();
                    let text = Some(&self.text[start..self.behind]);
                    match word {
                        "section" => section = text,
                        "gc" => collector = text,
                        _ => {}
                    }
                }
                Token::Word("comdat") => comdat = Some(self.comdat()?),
                Token::Word(word @ ("unnamed_addr" | "local_unnamed_addr")) => {
                    unnamed |= word == "unnamed_addr";
                    self.advance();
                }
                Token::Word("addrspace") => {
                    let at = self.start;
                    if self.address_space()?.is_some() {
                        attributes.unknown = attributes.unknown.or(Some(("addrspace", at)));
                    }
                }
                // A piece of metadata, unless it begins the entity `!0 = …` of the module.
                Token::Metadata(kind) => {
                    let mut ahead = self.clone();
                    ahead.advance();
                    if ahead.is(b'=') {
                        break;
                    }
                    metadata.push((kind, self.start));
                    self.advance();
                    self.metadata_reference()?;
                }
                _ => {
                    if !self.attribute(&mut attributes)? {
                        break;
                    }
                }
            }
        }
        Ok(Tail {
            attributes,
            has_data,
            unnamed,
            comdat,
            section,
            collector,
            personality,
        })
    }

    /// `comdat` or `comdat($name)`, as it stands.
    pub(super) fn comdat(&mut self) -> Parsed<&'t str> {
        let start = self.start;
        self.advance();
        if self.is(b'(') {
            self.skip_bracket()?;
        }
        Ok(&self.text[start..self.behind])
    }

    /// A word of the head of a function or of a call that is no attribute: its linkage, who sees it, how
    /// it is called.
    pub(super) fn head_word(&mut self, head: &mut Head<'t>) -> Parsed<bool> {
        let Token::Word(word) = self.token else {
            return Ok(false);
        };
        if let Some(linkage) = Linkage::of(word) {
            head.linkage = Some(linkage);
        } else if is_convention(word) {
            head.convention = word;
        } else {
            head.exposure.note(word);
            match word {
                "dso_local" | "hidden" | "protected" => head.stays = true,
                "dso_preemptable" | "default" | "dllimport" | "dllexport" => {}
                "unnamed_addr" => head.unnamed = true,
                "local_unnamed_addr" => {}
                "cc" => {
                    self.advance();
                    let start = self.start;
                    self.number()?;
                    head.convention = &self.text[start..self.behind];
                    return Ok(true);
                }
                _ => return Ok(false),
            }
        }
        self.advance();
        Ok(true)
    }
}

/// Whether a word names a calling convention.
fn is_convention(word: &str) -> bool {
    let named = word.ends_with("cc") && word != "cc";
    named
        || ["amdgpu_", "ptx_", "spir_", "hhvm"]
            .iter()
            .any(|start| word.starts_with(start))
}

/// What follows the parameters of a function.
struct Tail<'t> {
    attributes: Attributes<'t>,
    /// Whether data stands in front of it or at its start.
    has_data: bool,
    /// Whether its address does not matter.
    unnamed: bool,
    comdat: Option<&'t str>,
    section: Option<&'t str>,
    collector: Option<&'t str>,
    personality: Option<&'t str>,
}

/// What the head of a function says beside its attributes.
pub(super) struct Head<'t> {
    linkage: Option<Linkage>,
    exposure: Exposure<'t>,
    stays: bool,
    unnamed: bool,
    pub(super) convention: &'t str,
}

impl Default for Head<'_> {
    fn default() -> Self {
        Head {
            linkage: None,
            exposure: Exposure::default(),
            stays: false,
            unnamed: false,
            convention: "ccc",
        }
    }
}
