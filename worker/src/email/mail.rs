//! Mail templates, checked at compile time.

/// Declares `Values` and `Values::message`, which renders subject, text and HTML: blocks of one template, each rendered
/// alone. Subject and text are rendered as they are, the HTML escapes every value. `frame.html` must have each of these
/// blocks, because askama renders those of the root template only.
macro_rules! mail {
    ({ $($field:ident: $type:ty),+ $(,)? } $template:tt) => {
        struct Values {
            $($field: $type,)+
        }

        #[derive(askama::Template)]
        #[template(path = $template, block = "subject", escape = "none")]
        #[allow(dead_code)] // a template need not use every value
        struct Subject<'a> {
            $($field: &'a $type,)+
        }

        #[derive(askama::Template)]
        #[template(path = $template, block = "text", escape = "none")]
        #[allow(dead_code)] // as above
        struct Text<'a> {
            $($field: &'a $type,)+
        }

        #[derive(askama::Template)]
        #[template(path = $template, block = "page")]
        #[allow(dead_code)] // as above
        struct Html<'a> {
            $($field: &'a $type,)+
        }

        impl Values {
            fn message(&self) -> crate::error::Result<crate::email::Message> {
                use askama::Template as _;
                let Self { $($field),+ } = self;
                Ok(crate::email::Message {
                    subject: Subject { $($field),+ }.render()?,
                    text: Text { $($field),+ }.render()? + "\n",
                    html: Html { $($field),+ }.render()?,
                    stop_url: None,
                })
            }
        }
    };
}

pub(super) use mail;
