//! Mail templates, checked at compile time.

/// Declares `Values` and `Values::message`, which renders subject, text and HTML. The HTML escapes every value.
macro_rules! mail {
    ({ $($field:ident: $type:ty),+ $(,)? } $subject:tt $text:tt $html:tt) => {
        struct Values {
            $($field: $type,)+
        }

        #[derive(askama::Template)]
        #[template(path = $subject)]
        #[allow(dead_code)] // a template need not use every value
        struct Subject<'a> {
            $($field: &'a $type,)+
        }

        #[derive(askama::Template)]
        #[template(path = $text)]
        #[allow(dead_code)] // as above
        struct Text<'a> {
            $($field: &'a $type,)+
        }

        #[derive(askama::Template)]
        #[template(path = $html)]
        #[allow(dead_code)] // as above
        struct Html<'a> {
            $($field: &'a $type,)+
        }

        impl Values {
            fn message(&self) -> crate::error::Result<crate::email::Message> {
                use askama::Template as _;
                let Self { $($field),+ } = self;
                Ok(crate::email::Message {
                    subject: Subject { $($field),+ }.render()?.trim_end().to_owned(),
                    text: Text { $($field),+ }.render()?,
                    html: Html { $($field),+ }.render()?,
                    stop_url: None,
                })
            }
        }
    };
}

pub(super) use mail;
