//! Mail templates, checked at compile time.

/// Declares `Values` and `Values::message`, which renders subject, text and HTML. All are in one template: its blocks
/// `subject` and `text` are rendered alone and as they are, the HTML escapes every value.
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
        #[template(path = $template)]
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
