//! `yomikiri lab`: hands over to `yomikiri-lab`.
//!
//! The experiments take longer to compile than the rest of the command, and few people run them. So they are a binary of their
//! own, found beside this one or on the path.

use std::ffi::OsString;
use std::process::Command;

use anyhow::anyhow;

use crate::exit::ExitVerdict;
use crate::output::Output;
use crate::style::Style;

/// Run experiments that put the papers' tables and figures beside ours (needs `yomikiri-lab`)
#[derive(clap::Args, Debug)]
#[command(disable_help_flag = true)]
pub struct Lab {
    /// What `yomikiri-lab` is to do: `list`, or `run NAME… --out DIR`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENT")]
    arguments: Vec<OsString>,
}

impl Lab {
    /// Runs the command.
    pub fn run(self, out: &mut Output, _: Style) -> anyhow::Result<ExitVerdict> {
        out.flush()?;
        let beside = std::env::current_exe()
            .ok()
            .map(|path| path.with_file_name(format!("yomikiri-lab{}", std::env::consts::EXE_SUFFIX)))
            .filter(|path| path.is_file());
        let mut command = Command::new(beside.unwrap_or_else(|| "yomikiri-lab".into()));
        command.args(self.arguments);
        replace_by(command).map_err(|error| {
            anyhow!(
                "`yomikiri-lab` cannot be started ({error}); `cargo install --path crates/lab` installs it"
            )
        })
    }
}

/// Becomes the other program: it gets Ctrl-C itself, and its exit code is this one's.
#[cfg(unix)]
fn replace_by(mut command: Command) -> std::io::Result<ExitVerdict> {
    use std::os::unix::process::CommandExt as _;
    Err(command.exec())
}

#[cfg(not(unix))]
fn replace_by(mut command: Command) -> std::io::Result<ExitVerdict> {
    let code = command.status()?.code().unwrap_or(1);
    std::process::exit(code)
}
