//! The `Link` header (RFC 8288), as far as lists need it.
//!
//! The crates that parse it are unmaintained or depend on a parser library, for about a hundred lines of code.

use http::HeaderMap;
use http::header::LINK;

/// The header does not follow the RFC.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Malformed;

/// The target of the first link whose relation is `next`.
pub(super) fn next(headers: &HeaderMap) -> Result<Option<String>, Malformed> {
    for header in headers.get_all(LINK) {
        let text = header.to_str().map_err(|_| Malformed)?;
        for link in parse(text)? {
            if link.is("next") {
                return Ok(Some(link.target.to_owned()));
            }
        }
    }
    Ok(None)
}

#[derive(Debug, PartialEq, Eq)]
struct Link<'t> {
    target: &'t str,
    /// The relations; the first parameter of that name counts.
    rel: Option<String>,
}

impl Link<'_> {
    fn is(&self, relation: &str) -> bool {
        let rel = self.rel.as_deref().unwrap_or_default();
        rel.split_ascii_whitespace().any(|name| name.eq_ignore_ascii_case(relation))
    }
}

fn parse(text: &str) -> Result<Vec<Link<'_>>, Malformed> {
    let mut reader = Reader { rest: text };
    let mut links = Vec::new();
    loop {
        reader.skip_space();
        if reader.rest.is_empty() {
            return Ok(links);
        }
        // An empty element of the list is allowed.
        if reader.take(',') {
            continue;
        }
        links.push(reader.link()?);
        reader.skip_space();
        if !reader.rest.is_empty() && !reader.take(',') {
            return Err(Malformed);
        }
    }
}

struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn link(&mut self) -> Result<Link<'t>, Malformed> {
        if !self.take('<') {
            return Err(Malformed);
        }
        let (target, rest) = self.rest.split_once('>').ok_or(Malformed)?;
        self.rest = rest;
        let mut rel = None;
        loop {
            self.skip_space();
            if !self.take(';') {
                return Ok(Link { target, rel });
            }
            self.skip_space();
            let name = self.token();
            let value = self.value()?;
            if name.eq_ignore_ascii_case("rel") && rel.is_none() {
                rel = value;
            } else if name.is_empty() && value.is_some() {
                return Err(Malformed);
            }
        }
    }

    /// The value of a parameter, where it has one.
    fn value(&mut self) -> Result<Option<String>, Malformed> {
        self.skip_space();
        if !self.take('=') {
            return Ok(None);
        }
        self.skip_space();
        if self.take('"') {
            return self.quoted().map(Some);
        }
        match self.token() {
            "" => Err(Malformed),
            token => Ok(Some(token.to_owned())),
        }
    }

    fn quoted(&mut self) -> Result<String, Malformed> {
        let mut text = String::new();
        let mut characters = self.rest.chars();
        loop {
            match characters.next().ok_or(Malformed)? {
                '"' => break,
                '\\' => text.push(characters.next().ok_or(Malformed)?),
                character => text.push(character),
            }
        }
        self.rest = characters.as_str();
        Ok(text)
    }

    fn token(&mut self) -> &'t str {
        let is_end = |character: char| character.is_ascii_whitespace() || ",;=\"<>".contains(character);
        let end = self.rest.find(is_end).unwrap_or(self.rest.len());
        let (token, rest) = self.rest.split_at(end);
        self.rest = rest;
        token
    }

    fn take(&mut self, wanted: char) -> bool {
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;
    use proptest::prelude::*;

    use super::*;

    fn of(text: &str) -> Result<Option<String>, Malformed> {
        next(&HeaderMap::from_iter([(LINK, HeaderValue::from_str(text).unwrap())]))
    }

    #[test]
    fn finds_the_next_page() {
        for text in [
            r#"<https://h/p?page=3&q=a,b;c>; rel="next", <https://h/p?page=9>; rel="last""#,
            r#"<https://h/p?page=1>; rel="prev",<https://h/p?page=3&q=a,b;c>;rel="next""#,
            r#"<https://h/p?page=3&q=a,b;c>;title="a \" > , b";REL=NEXT"#,
            r#" , <https://h/p?page=3&q=a,b;c> ; rel = "last next" ; rel="prev" , "#,
            r#"<https://h/p?page=3&q=a,b;c>; crossorigin; rel="next""#,
        ] {
            assert_eq!(of(text), Ok(Some("https://h/p?page=3&q=a,b;c".to_owned())), "{text}");
        }
        for text in ["", r#"<https://h/p>; rel="prev""#, "<x>", r#"<x>; title="next""#, r#"<x>; rel="nextish""#] {
            assert_eq!(of(text), Ok(None), "{text}");
        }
        assert_eq!(next(&HeaderMap::new()), Ok(None));
    }

    #[test]
    fn two_headers_are_one_list() {
        let mut headers = HeaderMap::new();
        headers.append(LINK, HeaderValue::from_static(r#"<a>; rel="prev""#));
        headers.append(LINK, HeaderValue::from_static(r#"<b>; rel="next""#));
        assert_eq!(next(&headers), Ok(Some("b".to_owned())));
    }

    #[test]
    fn a_malformed_header_is_an_error() {
        for text in
            ["https://h/p", "<https://h/p", r#"<a>; rel="next"#, "<a>; rel=", "<a> b", r#"<a>; ="x""#, "<a>; rel=\"x\\"]
        {
            assert_eq!(of(text), Err(Malformed), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_target_is_found(target in "[!-;=?-~]{0,40}", others in prop::collection::vec("[ -~&&[^\"\\\\]]{0,12}", 0..4)) {
            let others: Vec<String> =
                others.iter().map(|other| format!("<x>; title=\"{other}\"; rel=\"last\", ")).collect();
            let text = format!("{}<{target}>; rel=\"next\"", others.concat());
            prop_assert_eq!(of(&text), Ok(Some(target)));
        }

        #[test]
        fn nothing_panics(text in "[ -~\\t]{0,60}") {
            let _ = of(&text);
        }
    }
}
