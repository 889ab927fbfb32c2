//! From text to the tree: the entities of a module.

mod accesses;
mod attributes;
mod body;
mod functions;
mod instructions;
mod types;
mod values;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::Problem;
use crate::lexer::{Lexer, Token, behind_bracket, end_of_line, unescaped};
use crate::syntax::{Attributes, Exposure, Global, Linkage, Module, Name, UNREAD};

/// How deeply types and constants may be nested; deeper ones are an error, not a crash.
const DEEPEST: u32 = 200;

/// Reads a module, the bodies of its functions left for later.
///
/// # Errors
/// The first thing that is wrong with the text.
///
/// ```
/// let module = frontend_llvm::read("define i32 @id(i32 %x) {\n  ret i32 %x\n}\n").unwrap();
/// assert_eq!(module.function_names(), ["id"]);
/// ```
pub fn read(text: &str) -> Result<Module<'_>, Problem> {
    let mut parser = Parser::at(text, 0);
    let mut module = Module {
        text,
        layout: None,
        types: FxHashMap::default(),
        groups: FxHashMap::default(),
        group_strings: FxHashMap::default(),
        nodes: FxHashMap::default(),
        functions: Vec::new(),
        globals: Vec::new(),
        aliased: FxHashSet::default(),
        semantic_interposition: false,
        has_constructors: false,
        assembly: Vec::new(),
        comdats: FxHashMap::default(),
        function_places: FxHashMap::default(),
        global_places: FxHashMap::default(),
    };
    while parser.token != Token::End {
        parser.entity(&mut module)?;
    }
    Ok(module)
}

/// What went wrong, before lines are counted.
pub(super) type Parsed<T> = Result<T, Problem>;

/// A text, the current token, and where it starts.
#[derive(Clone, Debug)]
pub(super) struct Parser<'t> {
    text: &'t str,
    lexer: Lexer<'t>,
    token: Token<'t>,
    start: usize,
    /// Where the token before the current one ended.
    behind: usize,
    depth: u32,
}

/// A node of metadata as it stands, or [`UNREAD`] where there are comments in it.
fn uncommented(text: &str) -> &str {
    let mut in_string = false;
    let has_comment = text.bytes().any(|byte| {
        in_string ^= byte == b'"';
        byte == b';' && !in_string
    });
    if has_comment { UNREAD } else { text }
}

impl<'t> Parser<'t> {
    pub(super) fn at(text: &'t str, position: usize) -> Self {
        let mut lexer = Lexer::at(text, position);
        let (token, start) = lexer.next();
        Parser {
            text,
            lexer,
            token,
            start,
            behind: position,
            depth: 0,
        }
    }

    fn advance(&mut self) -> Token<'t> {
        let token = self.token;
        self.behind = self.lexer.position();
        (self.token, self.start) = self.lexer.next();
        token
    }

    /// Goes on at a byte.
    fn jump(&mut self, position: usize) {
        self.lexer = Lexer::at(self.text, position);
        self.behind = position;
        (self.token, self.start) = self.lexer.next();
    }

    fn error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        let rest = &self.text[self.start..];
        let is_name = ["@\"", "%\"", "$\""].iter().any(|it| rest.starts_with(it));
        let message = match self.token == Token::Bad && is_name {
            true => "this name is not written as LLVM writes it".to_owned(),
            false => message.into(),
        };
        Err(Problem::at(self.text, self.start, message))
    }

    fn is(&self, sign: u8) -> bool {
        self.token == Token::Sign(sign)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.token, Token::Word(found) if found == word)
    }

    fn eat(&mut self, sign: u8) -> bool {
        let found = self.is(sign);
        if found {
            self.advance();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, sign: u8) -> Parsed<()> {
        if self.eat(sign) {
            return Ok(());
        }
        self.error(format!("`{}` is expected here", char::from(sign)))
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) {
            return Ok(());
        }
        self.error(format!("`{word}` is expected here"))
    }

    /// A number that fits 64 bits.
    fn number(&mut self) -> Parsed<u64> {
        if let Token::Integer(digits) = self.token
            && let Ok(number) = digits.parse()
        {
            self.advance();
            return Ok(number);
        }
        self.error("a number is expected here")
    }

    /// Passes over a bracket and all that is in it; the current token opens it.
    fn skip_bracket(&mut self) -> Parsed<()> {
        match behind_bracket(self.text, self.start) {
            Some(end) => {
                self.jump(end);
                Ok(())
            }
            None => self.error("this bracket is never closed"),
        }
    }

    fn skip_line(&mut self) {
        self.jump(end_of_line(self.text.as_bytes(), self.start));
    }

    /// Runs a part of the parser one level deeper.
    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            return self.error("this is nested too deeply");
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn entity(&mut self, module: &mut Module<'t>) -> Parsed<()> {
        match self.token {
            Token::Word("define") => self.function(module),
            Token::Word("declare") => self.function(module),
            Token::Word("attributes") => self.attribute_group(module),
            Token::Word("target") => {
                self.advance();
                let is_layout = self.is_word("datalayout");
                self.advance();
                self.expect(b'=')?;
                match self.advance() {
                    Token::Text(text) if is_layout => module.layout = Some(text),
                    Token::Text(_) => {}
                    _ => return self.error("a string is expected before this"),
                }
                Ok(())
            }
            Token::Word("source_filename") => {
                self.advance();
                self.expect(b'=')?;
                self.advance();
                Ok(())
            }
            Token::Word("module") => {
                self.advance();
                self.expect_word("asm")?;
                let start = self.start;
                self.advance();
                module.assembly.push(&self.text[start..self.behind]);
                Ok(())
            }
            Token::Word("uselistorder" | "uselistorder_bb") => {
                while !self.is(b'{') && self.token != Token::End {
                    self.advance();
                }
                self.skip_bracket()
            }
            // An index of a summary for link-time optimisation, one a line.
            Token::Sign(b'^') => {
                self.skip_line();
                Ok(())
            }
            Token::Comdat(name) => {
                self.advance();
                self.expect(b'=')?;
                self.expect_word("comdat")?;
                let start = self.start;
                self.advance();
                module.comdats.insert(name, &self.text[start..self.behind]);
                Ok(())
            }
            Token::Local(name) => {
                self.advance();
                self.expect(b'=')?;
                self.expect_word("type")?;
                let ty = self.ty()?;
                module.types.insert(name, ty);
                Ok(())
            }
            Token::Global(name) => self.global(name, module),
            Token::Metadata(_) => self.metadata(module),
            _ => self.error("this begins no entity of a module"),
        }
    }

    /// `!0 = distinct !{…}` or `!name = !DIFile(…)`: passed over, but for a flag of the module.
    fn metadata(&mut self, module: &mut Module<'t>) -> Parsed<()> {
        let start = self.start;
        let name = self.advance();
        self.expect(b'=')?;
        let content = self.start;
        self.eat_word("distinct");
        if matches!(self.token, Token::Metadata(_) | Token::Sign(b'!')) {
            self.advance();
        }
        if self.is(b'{') || self.is(b'(') {
            self.skip_bracket()?;
            let node = &self.text[start..self.behind];
            if let Token::Metadata(name) = name {
                module
                    .nodes
                    .insert(name, uncommented(&self.text[content..self.behind]));
            }
            // Letters may be written as numbers.
            let node = String::from_utf8_lossy(&unescaped(node)).into_owned();
            let flag = node.split_once("!\"SemanticInterposition\"");
            let value = flag.map(|(_, value)| value.replace([' ', ',', '}'], ""));
            module.semantic_interposition |= value.is_some_and(|value| value != "i320");
            return Ok(());
        }
        self.error("a node of metadata is expected here")
    }

    fn attribute_group(&mut self, module: &mut Module<'t>) -> Parsed<()> {
        self.advance();
        let Token::Hash(name) = self.advance() else {
            return self.error("a group such as `#0` is expected before this");
        };
        self.expect(b'=')?;
        self.expect(b'{')?;
        let mut attributes = Attributes::default();
        let mut strings = Vec::new();
        while !self.is(b'}') {
            let (start, is_string) = (self.start, matches!(self.token, Token::Text(_)));
            if !self.attribute(&mut attributes)? {
                return self.error("an attribute is expected here");
            }
            if is_string {
                strings.push(&self.text[start..self.behind]);
            }
        }
        self.advance();
        // What is said of a group a second time is said as well.
        let all = module.group_strings.entry(name).or_default();
        all.extend(strings);
        all.sort_unstable();
        module.groups.entry(name).or_default().absorb(&attributes);
        Ok(())
    }

    fn global(&mut self, name: Name<'t>, module: &mut Module<'t>) -> Parsed<()> {
        let at = self.start;
        self.advance();
        self.expect(b'=')?;
        let mut global = Global {
            name,
            ty: None,
            constant: false,
            linkage: Linkage::External,
            exposure: Exposure::default(),
            starts_as_said: true,
            unnamed: false,
            thread_local: false,
            elsewhere: false,
            initial: None,
            align: 0,
            metadata: Vec::new(),
            at,
            end: at,
        };
        let mut is_declared = false;
        loop {
            match self.token {
                Token::Word("global" | "constant") => break,
                Token::Word("alias" | "ifunc") => {
                    // Whatever is mentioned is known under the alias as well.
                    self.advance();
                    self.ty()?;
                    while self.eat(b',') {
                        if self.eat_word("partition") {
                            self.advance();
                            continue;
                        }
                        let start = self.start;
                        match self.token {
                            // In old modules there is no type in front of an expression.
                            Token::Word(
                                "bitcast" | "getelementptr" | "addrspacecast" | "inttoptr",
                            ) => {
                                while !self.is(b'(') && self.token != Token::End {
                                    self.advance();
                                }
                                self.skip_bracket()?;
                            }
                            _ => drop(self.typed()?),
                        }
                        let mut lexer = Lexer::at(&self.text[start..self.behind], 0);
                        loop {
                            match lexer.next().0 {
                                Token::Global(name) => drop(module.aliased.insert(name)),
                                Token::End | Token::Bad => break,
                                _ => {}
                            }
                        }
                    }
                    global.end = self.behind;
                    module.global_places.insert(name, module.globals.len());
                    module.globals.push(global);
                    return Ok(());
                }
                Token::Word("externally_initialized") => global.starts_as_said = false,
                Token::Word("unnamed_addr") => global.unnamed = true,
                Token::Word("thread_local") => global.thread_local = true,
                Token::Word("addrspace") => {
                    global.elsewhere |= self.address_space()?.is_some();
                    continue;
                }
                Token::Word(word) => {
                    global.exposure.note(word);
                    if let Some(linkage) = Linkage::of(word) {
                        global.linkage = linkage;
                        is_declared |= matches!(linkage, Linkage::External | Linkage::ExternalWeak);
                    }
                }
                _ => return self.error("`global` or `constant` is expected here"),
            }
            self.advance();
            if self.is(b'(') {
                self.skip_bracket()?;
            }
        }
        module.has_constructors |= name == Name::Text("llvm.global_ctors");
        global.constant = self.is_word("constant");
        self.advance();
        let ty = self.ty()?;
        if !is_declared {
            global.initial = Some(self.value(&ty)?);
        }
        global.ty = Some(ty);
        while self.eat(b',') {
            if self.eat_word("align") {
                global.align = self.number()?;
            } else if self.is_word("comdat") {
                global.exposure.comdat = Some(self.comdat()?);
            } else if self.eat_word("section") {
                let start = self.start;
                self.advance();
                global.exposure.section = Some(&self.text[start..self.behind]);
            } else if let Token::Metadata(kind) = self.token {
                global.metadata.push((kind, self.start));
                self.attachment()?;
            } else {
                self.attachment()?;
            }
        }
        while let Token::Hash(_) = self.token {
            self.advance();
        }
        global.end = self.behind;
        module.global_places.insert(name, module.globals.len());
        module.globals.push(global);
        Ok(())
    }

    /// One of the things that follow a comma behind a global: a section, a comdat, metadata.
    fn attachment(&mut self) -> Parsed<()> {
        match self.advance() {
            Token::Word(_) => {
                if matches!(
                    self.token,
                    Token::Text(_) | Token::Integer(_) | Token::Word(_)
                ) {
                    self.advance();
                } else if self.is(b'(') {
                    self.skip_bracket()?;
                }
                Ok(())
            }
            Token::Metadata(_) => self.metadata_reference(),
            _ => self.error("this follows no global"),
        }
    }

    /// What follows the kind of a piece of metadata, as it stands: a node by its number or its name, or
    /// one that is written out, without the `!` in front of it.
    fn metadata_node(&mut self) -> Parsed<&'t str> {
        let start = self.start;
        self.metadata_reference()?;
        let text = &self.text[start..self.behind];
        let text = uncommented(text);
        let text = text.strip_prefix("distinct").unwrap_or(text).trim_start();
        Ok(text.strip_prefix('!').unwrap_or(text).trim_start())
    }

    /// What follows the kind of a piece of metadata: `!5`, `!{…}` or `!DILocation(…)`.
    fn metadata_reference(&mut self) -> Parsed<()> {
        self.eat_word("distinct");
        match self.token {
            Token::Metadata(_) => {
                self.advance();
                if self.is(b'(') && self.start == self.behind {
                    self.skip_bracket()?;
                }
                Ok(())
            }
            Token::Sign(b'!') => {
                self.advance();
                match self.token {
                    Token::Sign(b'{') => self.skip_bracket(),
                    Token::Text(_) => {
                        self.advance();
                        Ok(())
                    }
                    _ => self.error("metadata is expected here"),
                }
            }
            _ => self.error("metadata is expected here"),
        }
    }
}
