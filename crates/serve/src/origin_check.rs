//! Who may talk to the server: pages that it served itself, and programs of this machine.
//!
//! A page of any site can send requests to this machine, and with *DNS rebinding* it can read the answers: its name then resolves to
//! the address of the server, and the browser takes both for the same site. But the browser says in `Host` which name it used, and in
//! `Origin` which page asks. So a request is refused if its host is a name that is not ours, or if it comes from another page.

use std::net::{IpAddr, Ipv6Addr};

use hyper::HeaderMap;
use hyper::header::{HOST, HeaderName, ORIGIN};
use yomikiri_service::Bilingual;

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Forbidden {
    #[error("the header `Host` is missing, or there are several")]
    NoHost,
    #[error("the header `Host` names another server; `--host NAME` allows a name")]
    ForeignHost,
    #[error("pages of other sites may not ask this server")]
    ForeignOrigin,
}

impl Bilingual for Forbidden {
    fn japanese(&self) -> String {
        match self {
            Forbidden::NoHost => "ヘッダー Host がないか、複数あります",
            Forbidden::ForeignHost => "ヘッダー Host が別のサーバーです。`--host NAME` で名前を許可できます",
            Forbidden::ForeignOrigin => "他のサイトのページはこのサーバーを使えません",
        }
        .to_owned()
    }
}

/// The names under which the server can be reached, beside `localhost` and addresses.
#[derive(Clone, Debug, Default)]
pub(crate) struct OriginCheck {
    names: Vec<String>,
}

impl OriginCheck {
    pub fn new(names: &[String]) -> OriginCheck {
        OriginCheck { names: names.iter().map(|name| name.to_ascii_lowercase()).collect() }
    }

    /// Checks the headers of a request. Links of other sites may lead to the page, but not to the interface.
    pub fn check(&self, headers: &HeaderMap, is_page: bool) -> Result<(), Forbidden> {
        let host = only(headers, &HOST).ok_or(Forbidden::NoHost)?.to_ascii_lowercase();
        if !self.is_ours(&host) {
            return Err(Forbidden::ForeignHost);
        }
        if headers.contains_key(ORIGIN) {
            let origin = only(headers, &ORIGIN).unwrap_or_default().to_ascii_lowercase();
            let site = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            if site != Some(&host) {
                return Err(Forbidden::ForeignOrigin);
            }
        }
        // Browsers say this also where there is no `Origin`. `none` is a person who typed the address or followed a bookmark.
        match only(headers, &FETCH_SITE) {
            Some("cross-site" | "same-site") if !is_page => Err(Forbidden::ForeignOrigin),
            _ => Ok(()),
        }
    }

    /// Whether a host is one of ours. The port does not matter: it may be forwarded, and another site cannot choose an address or
    /// `localhost` as its name.
    fn is_ours(&self, host: &str) -> bool {
        let name = without_port(host);
        let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
        let is_address = match address {
            Some(address) => address.parse::<Ipv6Addr>().is_ok(),
            None => name.parse::<IpAddr>().is_ok_and(|address| address.is_ipv4()),
        };
        name == "localhost" || is_address || self.names.iter().any(|known| known == name)
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

/// The value of a header that is there once.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?;
    if values.next().is_some() { None } else { first.to_str().ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(check: &OriginCheck, pairs: &[(&'static str, &'static str)]) -> Result<(), Forbidden> {
        let mut headers = HeaderMap::new();
        for &(name, value) in pairs {
            headers.append(HeaderName::from_static(name), value.parse().unwrap());
        }
        check.check(&headers, false)
    }

    #[test]
    fn hosts() {
        let check = OriginCheck::new(&["Shogi.example".to_owned()]);
        for ours in [
            "localhost",
            "LOCALHOST:8080",
            "127.0.0.1:8080",
            "127.0.0.1",
            "[::1]:8080",
            "[::1]",
            "192.168.1.5:80",
            "shogi.example",
        ] {
            assert_eq!(checked(&check, &[("host", ours)]), Ok(()), "{ours}");
        }
        for foreign in [
            "evil.example",
            "evil.example:8080",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "localhost:8080.evil.example",
            "",
            ":8080",
            "::1",
            "[evil]:80",
            "localhost@evil.example",
            "0x7f000001.example",
        ] {
            assert_eq!(checked(&check, &[("host", foreign)]), Err(Forbidden::ForeignHost), "{foreign}");
        }
        assert_eq!(checked(&check, &[]), Err(Forbidden::NoHost));
        assert_eq!(checked(&check, &[("host", "localhost"), ("host", "evil")]), Err(Forbidden::NoHost));
    }

    #[test]
    fn origins() {
        let check = OriginCheck::default();
        let host = ("host", "127.0.0.1:8080");
        assert_eq!(checked(&check, &[host, ("origin", "http://127.0.0.1:8080")]), Ok(()));
        for foreign in [
            "null",
            "http://evil.example",
            "http://127.0.0.1:8081",
            "http://localhost:8080",
            "file://",
            "http://127.0.0.1:8080.evil.example",
        ] {
            assert_eq!(
                checked(&check, &[host, ("origin", foreign)]),
                Err(Forbidden::ForeignOrigin),
                "{foreign}"
            );
        }
        assert_eq!(checked(&check, &[host, ("sec-fetch-site", "cross-site")]), Err(Forbidden::ForeignOrigin));
        assert_eq!(checked(&check, &[host, ("sec-fetch-site", "same-origin")]), Ok(()));
        assert_eq!(checked(&check, &[host, ("sec-fetch-site", "none")]), Ok(()));
    }
}
