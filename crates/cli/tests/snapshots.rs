//! What the commands write, compared with what is written in `tests/cmd`.
//!
//! `TRYCMD=overwrite cargo test -p tandem-cli --test snapshots` accepts what is written now.

#[test]
fn the_commands_write_what_they_should() {
    trycmd::TestCases::new()
        .env("COLUMNS", "100")
        .env("TANDEM_CACHE", "")
        .case("tests/cmd/*.trycmd");
}
