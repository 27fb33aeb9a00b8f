//! Validation messages, shared with the app through `rules.json`.

use serde_json::{Map, Value};

macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident $key:literal = $text:literal;)+) => {
        $($(#[$doc])* pub const $name: &str = $text;)+

        /// Returns every text by its name in the app.
        #[must_use]
        pub fn texts() -> Value {
            Value::Object(Map::from_iter([$(($key.to_owned(), $text.into())),+]))
        }
    };
}

texts! {
    /// Invalid email address.
    EMAIL "email" = "Please enter a valid email address.";
    /// Invalid email address in a partner application.
    AFFILIATE_EMAIL "affiliateEmail" = "Please enter a valid email address";
    /// Email address of an earlier application.
    APPLICATION_EXISTS "applicationExists" = "An application with this email already exists";
    /// Sponsor name shared by several partners.
    SPONSOR_AMBIGUOUS "sponsorAmbiguous" = "Several partners have this name. Please enter your sponsor’s promo code, or open their link for partners.";
    /// Unknown sponsor.
    SPONSOR_NOT_FOUND "sponsorNotFound" = "Sponsor not found. Please check the name or leave blank for Tier 1.";
    /// Missing promotion code.
    CODE_MISSING "codeMissing" = "Stripe Coupon Code is required";
    /// Promotion code with invalid characters.
    CODE_CHARACTERS "codeCharacters" = "Use letters A to Z, digits and hyphens only.";
    /// An empty required field of a public form.
    MISSING "missing" = "Please fill this in.";
    /// More characters than the limit.
    TOO_LONG "tooLong" = "That is too long.";
    /// Postal address without lines or with too many.
    ADDRESS_LINES "addressLines" = "Please write your address in one to six lines.";
    /// A line break or another control character.
    NOT_ONE_LINE "notOneLine" = "Please write it on one line.";
    /// Duplicate address in a list.
    ADDRESS_TWICE "addressTwice" = "This address is in the list already.";
    /// Too many added addresses today.
    ADDRESSES_TOO_MANY "addressesTooMany" = "You have added many addresses today. Please add this one tomorrow.";
    /// Too many tags of a submission.
    TAGS_TOO_MANY "tagsTooMany" = "Please use at most 10 tags.";
    /// A tag that is too long.
    TAG_TOO_LONG "tagTooLong" = "A tag may have at most 30 characters.";
    /// Date range with a missing date.
    DAYS_MISSING "daysMissing" = "Please choose two days.";
    /// Date range that ends before it begins.
    DAYS_REVERSED "daysReversed" = "The second day is before the first.";
    /// Date range that is too long.
    DAYS_TOO_MANY "daysTooMany" = "Please choose at most a year.";
    /// Invisible characters, or neither letters nor digits.
    NOT_LEGIBLE "notLegible" = "Please use letters, and no invisible characters.";
    /// Not `#rrggbb`.
    NOT_A_COLOR "notAColor" = "Please choose a colour such as #d92d20.";
    /// Radius out of range.
    WALL_RADIUS "wallRadius" = "Please choose a radius from 0 to 32.";
    /// More testimonials than a wall holds.
    WALL_ITEMS "wallItems" = "A wall has at most 200 testimonials.";
    /// A testimonial listed twice.
    WALL_ITEM_TWICE "wallItemTwice" = "Each testimonial can be on a wall once.";
    /// Unknown review platform.
    NO_SUCH_PLATFORM "noSuchPlatform" = "Please choose one of the platforms.";
    /// Unknown plan.
    NO_SUCH_PLAN "noSuchPlan" = "Please choose one of the plans.";
    /// Unknown client status.
    NO_SUCH_STATUS "noSuchStatus" = "Please choose one of the statuses.";
    /// An empty company name.
    COMPANY_MISSING "companyMissing" = "Please enter the company's name.";
    /// An empty contact name.
    CONTACT_MISSING "contactMissing" = "Please enter a contact name.";
    /// Credits per month out of range or not an integer.
    CREDITS_PER_MONTH "creditsPerMonth" = "Please enter a whole number from 1 to 1,000,000.";
    /// Remaining credits out of range or not an integer.
    CREDITS_REMAINING "creditsRemaining" = "Please enter a whole number from 0 to 1,000,000.";
    /// Malformed or non-existent date.
    DATE "date" = "Please enter a date as yyyy-MM-dd.";
    /// A URL that is not plain `https`.
    HTTPS_URL "httpsUrl" = "Please enter an address that begins with https://.";
    /// Drive link that nothing can be delivered to.
    DRIVE_LINK "driveLink" = "Sayso cannot deliver to this address. Leave it empty for the built-in drive, or connect the drive in the client's portal first.";
    /// A client's drive link that is not a drive.
    NO_DRIVE "noDrive" = "Your drive link does not lead to a drive we can deliver to. Connect a drive, or contact support.";
    /// Not the URL of a WebDAV folder.
    WEBDAV_ADDRESS "webdavAddress" = "Please enter the folder's WebDAV address. It begins with https:// and a name.";
    /// URL of a web page instead of the folder's WebDAV URL.
    WEBDAV_PAGE "webdavPage" = "This is the page you open in a browser. In Nextcloud and ownCloud, the WebDAV address is at the bottom left, under Files settings.";
    /// URL in a private network.
    PRIVATE_NETWORK "privateNetwork" = "This address leads into a private network, where Sayso cannot deliver. Please use one that works from anywhere.";
    /// Colon in a user name, which HTTP basic authentication does not allow.
    COLON "colon" = "A user name cannot hold a colon.";
    /// Not the link of a Google Drive folder.
    GOOGLE_FOLDER "googleFolder" = "Please paste the link of a folder in Google Drive. It begins with https://drive.google.com/drive/folders/.";
    /// Missing password or token.
    DRIVE_SECRET "driveSecret" = "Please enter the app password, or an access token.";
    /// A read-only column.
    NOT_EDITABLE "notEditable" = "This cannot be changed here.";
    /// JSON other than a string.
    NOT_A_TEXT "notAText" = "Please enter a text.";
    /// JSON other than a boolean.
    SWITCH "switch" = "Please send true or false.";
    /// Slug with invalid characters.
    SLUG "slug" = "Use 1 to 63 lower-case letters a to z, digits, and single hyphens between them.";
    /// A reserved slug.
    SLUG_RESERVED "slugReserved" = "This word is reserved. Please choose another one.";
    /// Slug of another client.
    SLUG_TAKEN "slugTaken" = "Another business has this address already.";
    /// Slug that resembles another client's.
    SLUG_LOOKS_ALIKE "slugLooksAlike" = "This looks too similar to another business's address.";
    /// Review platform without a URL.
    REVIEW_ADDRESS_MISSING "reviewAddressMissing" = "Please enter the address of your review page, or choose No review page.";
    /// Too many questions.
    QUESTIONS_TOO_MANY "questionsTooMany" = "Please keep to 3 questions, one on each line.";
    /// Question that is too long.
    QUESTION_TOO_LONG "questionTooLong" = "Please keep each question to 80 characters.";
    /// Slug change beyond the limit of former slugs, which all keep working.
    TOO_MANY_SLUGS "tooManySlugs" = "You have changed your link many times, and all old ones still lead to your page. Please contact support to change it again.";
    /// Slug of a built-in client.
    SLUG_BUILT_IN "slugBuiltIn" = "This address is built in and cannot be changed.";
    /// Email address of another account.
    EMAIL_TAKEN "emailTaken" = "This address already belongs to another account.";
    /// Plan or renewal of a client with a card subscription.
    PAID_BY_CARD "paidByCard" = "The client’s subscription decides this. Change that in Stripe.";
    /// Taking away more credits than there are.
    TOO_FEW_CREDITS "tooFewCredits" = "You can’t take away more credits than are left.";
    /// Too many credits.
    TOO_MANY_CREDITS "tooManyCredits" = "That is more credits than a client can have.";
    /// A password of fewer than 6 characters (clients).
    PASSWORD_TOO_SHORT_CLIENT "passwordTooShortClient" = "Password must be at least 6 characters long.";
    /// A password of fewer than 8 characters (admins and affiliates).
    PASSWORD_TOO_SHORT "passwordTooShort" = "Password must be at least 8 characters long";
    /// Password that is too long.
    PASSWORD_TOO_LONG "passwordTooLong" = "Password must be at most 200 characters long.";
    /// Common password.
    PASSWORD_TOO_COMMON "passwordTooCommon" = "This password is too easy to guess. Please choose another one.";
    /// Password made mostly of words related to the account.
    PASSWORD_OF_CONTEXT "passwordOfContext" = "This password is too easy to guess: it’s too close to your email address, your business’s name or Sayso’s own words. Please choose another one.";
    /// Accepted images, as a hint next to the field.
    IMAGE_HINT "imageHint" = "JPEG, PNG or WebP, up to 5 MB.";
    /// An image above the size limit.
    IMAGE_TOO_LARGE "imageTooLarge" = "Please select an image smaller than 5MB.";
    /// A file of another type than JPEG, PNG or WebP.
    NOT_AN_IMAGE "notAnImage" = "Please select an image file (JPEG, PNG, WebP)";
    /// An image with too long a side.
    IMAGE_DIMENSIONS "imageDimensions" = "Please select an image of at most 8000 px a side.";
    /// A watermark of more than two lines.
    WATERMARK_LINES "watermarkLines" = "The watermark has at most two lines.";
    /// A watermark of more than 120 characters.
    WATERMARK_LENGTH "watermarkLength" = "The watermark has at most 120 characters.";
    /// A watermark with control characters.
    WATERMARK_CHARACTERS "watermarkCharacters" = "The watermark has characters that cannot be drawn.";
    /// A font size outside the bounds.
    WATERMARK_FONT_SIZE "watermarkFontSize" = "The font size is 12 to 48 px.";
    /// Unknown watermark position.
    NO_SUCH_POSITION "noSuchPosition" = "There is no such position.";
    /// Unknown watermark alignment.
    NO_SUCH_ALIGNMENT "noSuchAlignment" = "There is no such alignment.";
    /// Malformed colour.
    WATERMARK_COLOR "watermarkColor" = "The colour is written as #rrggbb.";
}

#[cfg(test)]
mod tests {
    use media_wasm::watermark::{FONT_SIZE_MAX, FONT_SIZE_MIN, MAX_LINES};

    use super::*;
    use crate::limits::{
        MAX_CREDITS, MAX_IMAGE_BYTES, MAX_IMAGE_SIDE, MAX_QUESTION_CHARACTERS, MAX_QUESTIONS, MAX_WATERMARK_CHARACTERS,
        MEBIBYTE,
    };
    use crate::user::Area;
    use crate::{password, slug};

    #[test]
    fn inv09_texts_state_the_actual_limits() {
        let states = |text: &str, number: String| assert!(text.contains(&number), "{text} {number}");
        states(PASSWORD_TOO_SHORT_CLIENT, password::min_characters(Area::Client).to_string());
        states(PASSWORD_TOO_SHORT, password::min_characters(Area::Admin).to_string());
        states(PASSWORD_TOO_LONG, password::MAX_CHARACTERS.to_string());
        states(IMAGE_TOO_LARGE, format!("{}MB", MAX_IMAGE_BYTES / MEBIBYTE));
        states(IMAGE_HINT, format!("{} MB", MAX_IMAGE_BYTES / MEBIBYTE));
        states(IMAGE_DIMENSIONS, MAX_IMAGE_SIDE.to_string());
        states(WATERMARK_LENGTH, MAX_WATERMARK_CHARACTERS.to_string());
        states(WATERMARK_FONT_SIZE, format!("{FONT_SIZE_MIN} to {FONT_SIZE_MAX}"));
        states(QUESTIONS_TOO_MANY, MAX_QUESTIONS.to_string());
        states(QUESTION_TOO_LONG, MAX_QUESTION_CHARACTERS.to_string());
        states(SLUG, format!("1 to {}", slug::MAX_CHARACTERS));
        assert_eq!(MAX_CREDITS, 1_000_000, "{CREDITS_PER_MONTH} {CREDITS_REMAINING}");
        assert_eq!(MAX_LINES, 2, "{WATERMARK_LINES}");
    }
}
