//! The build of the program that made a measurement.

use std::env;
use std::fmt;
use std::fs;
use std::hash::{DefaultHasher, Hasher as _};
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// A build of the program.
///
/// The executable identifies a build. Commit and compiler tell people where the build comes from: a
/// commit with `-dirty` can stand for many builds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// A hash of the executable.
    pub executable: String,
    /// The version of the program.
    pub version: String,
    /// The commit, with `-dirty` if the sources differed from the commit; `unknown` in debug builds
    /// and outside the repository.
    pub commit: String,
    /// The version of the compiler.
    pub compiler: String,
    /// Whether the program was compiled without debug assertions.
    pub release: bool,
}

impl Build {
    /// Returns the build that is running, or `None` if its executable cannot be read.
    pub fn this() -> Option<&'static Build> {
        static THIS: LazyLock<Option<Build>> = LazyLock::new(|| {
            let mut hasher = DefaultHasher::new();
            hasher.write(&fs::read(env::current_exe().ok()?).ok()?);
            Some(Build {
                executable: format!("{:016x}", hasher.finish()),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                commit: env!("YOMIKIRI_COMMIT").to_owned(),
                compiler: env!("YOMIKIRI_COMPILER").to_owned(),
                release: !cfg!(debug_assertions),
            })
        });
        THIS.as_ref()
    }
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Build { executable, version, commit, compiler, release } = self;
        let debug = if *release { "" } else { ", debug build" };
        write!(f, "yomikiri {version} (commit {commit}, {compiler}, executable {executable}{debug})")
    }
}

/// Returns a build in words; `None` is an unknown version.
pub(crate) fn describe(build: Option<&Build>) -> String {
    build.map_or_else(|| "an unknown version".to_owned(), Build::to_string)
}
