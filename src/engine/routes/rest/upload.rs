//! Bytes that are sent as they are, and the host that receives them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use bytes::Bytes;
use url::Url;

use super::runner::unfit;
use crate::Error;
use crate::card::route::{ByteForm, Source, Upload};
use crate::engine::routes::values::{Scope, Unfit, name_of};
use crate::error::Phase;

/// The largest file that GitHub accepts.
const MAX_BYTES: u64 = 2 * 1024 * 1024 * 1024;

/// The first source of bytes that has a value, and the value.
fn chosen<'u>(upload: &'u Upload, scope: &Scope<'_>) -> Result<(ByteForm, &'u Source, String), Unfit> {
    for (form, source) in upload.bytes {
        if let Some(text) = scope.text(source)? {
            return Ok((*form, source, text));
        }
    }
    Err(Unfit::Route("this route requires the bytes to send".to_owned()))
}

/// Checks that the bytes are given, and their media type.
pub(super) fn check(upload: &Upload, scope: &Scope<'_>) -> Result<String, Unfit> {
    if let (ByteForm::Base64, source, text) = chosen(upload, scope)? {
        BASE64.decode(text).map_err(|_| format!("{} is not base64", name_of(source)))?;
    }
    let content_type = scope.text(&upload.content_type)?.unwrap_or_else(|| "application/octet-stream".to_owned());
    match http::HeaderValue::from_str(&content_type) {
        Ok(_) => Ok(content_type),
        Err(_) => Err(Unfit::Route(format!("{} is not a media type", name_of(&upload.content_type)))),
    }
}

/// The bytes.
pub(super) async fn read(upload: &Upload, scope: &Scope<'_>) -> Result<Bytes, Error> {
    let (form, source, text) = chosen(upload, scope).map_err(unfit)?;
    match form {
        ByteForm::Text => Ok(text.into()),
        ByteForm::Base64 => {
            let bytes = BASE64.decode(text).map_err(|_| format!("{} is not base64", name_of(source)));
            bytes.map(Bytes::from).map_err(|why| unfit(why.into()))
        }
        ByteForm::File => {
            let path = text.clone();
            let read = tokio::task::spawn_blocking(move || read_file(&path)).await;
            let bytes = read.unwrap_or_else(|_| Err("the task that reads it was stopped".to_owned()));
            bytes.map_err(|why| {
                Error::validation(format!("the file `{text}` cannot be sent: {why}")).in_phase(Phase::Refused)
            })
        }
    }
}

fn read_file(path: &str) -> Result<Bytes, String> {
    let size = std::fs::metadata(path).map_err(|error| error.to_string())?;
    if !size.is_file() {
        return Err("it is not a file".to_owned());
    }
    if size.len() > MAX_BYTES {
        return Err(format!("it has {} bytes, and GitHub accepts {MAX_BYTES}", size.len()));
    }
    std::fs::read(path).map(Bytes::from).map_err(|error| error.to_string())
}

/// The URL to send bytes to, as GitHub gave it. The token is sent there, so it must be on the host that receives uploads for
/// this API.
pub(super) fn destination(api: &Url, given: Option<&str>) -> Result<Url, Error> {
    let refused = |why: String| Error::server(why).in_phase(Phase::Refused);
    let given = given.ok_or_else(|| refused("GitHub's response has no URL for uploads".to_owned()))?;
    // `https://uploads.github.com/repos/acme/widgets/releases/1/assets{?name,label}`
    let plain = given.split('{').next().unwrap_or_default();
    let allowed = uploads_root(api);
    let url = Url::parse(plain).ok().zip(allowed.as_ref()).and_then(|(mut url, allowed)| {
        url.set_query(None);
        url.set_fragment(None);
        let is_plain = url.username().is_empty() && url.password().is_none();
        let is_below = url.origin() == allowed.origin() && url.path().starts_with(allowed.path());
        (is_plain && is_below).then_some(url)
    });
    url.ok_or_else(|| {
        refused(format!("GitHub's URL for uploads is not on the host for uploads of {}", api.authority()))
    })
}

/// Where this API receives uploads.
fn uploads_root(api: &Url) -> Option<Url> {
    let mut root = api.clone();
    let cloud = api.host_str()?.strip_prefix("api.");
    match cloud.filter(|host| *host == "github.com" || host.ends_with(".ghe.com")) {
        Some(host) => {
            root.set_host(Some(&format!("uploads.{host}"))).ok()?;
            root.set_path("/");
        }
        None => root.set_path("/api/uploads/"),
    }
    Some(root)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(api: &str, given: &str) -> bool {
        destination(&Url::parse(api).unwrap(), Some(given)).is_ok()
    }

    #[test]
    fn only_the_host_for_uploads_gets_the_token() {
        let github = "https://api.github.com/";
        let target = "https://uploads.github.com/repos/acme/widgets/releases/1/assets{?name,label}";
        let url = destination(&Url::parse(github).unwrap(), Some(target)).unwrap();
        assert_eq!(url.as_str(), "https://uploads.github.com/repos/acme/widgets/releases/1/assets");
        for given in [
            "https://uploads.github.com.example.com/repos",
            "https://example.com/uploads.github.com/",
            "https://uploads.github.com@example.com/x",
            "https://token@uploads.github.com/x",
            "http://uploads.github.com/x",
            "https://uploads.github.com:444/x",
            "https://api.github.com/x",
            "https://uploads.acme.ghe.com/x",
            "file:///etc/passwd",
            "{?name}",
            "",
        ] {
            assert!(!allowed(github, given), "{given}");
        }
        assert!(destination(&Url::parse(github).unwrap(), None).is_err());
    }

    #[test]
    fn every_kind_of_server_has_a_host_for_uploads() {
        assert!(allowed("https://api.acme.ghe.com/", "https://uploads.acme.ghe.com/repos/x"));
        assert!(!allowed("https://api.acme.ghe.com/", "https://uploads.other.ghe.com/repos/x"));
        assert!(allowed("https://ghe.example.com/api/v3/", "https://ghe.example.com/api/uploads/repos/x"));
        assert!(!allowed("https://ghe.example.com/api/v3/", "https://ghe.example.com/api/v3/repos/x"));
        assert!(!allowed("https://ghe.example.com/api/v3/", "https://ghe.example.com/api/uploads/../v3/x"));
        assert!(!allowed("https://api.example.com/", "https://uploads.example.com/repos/x"));
    }
}
