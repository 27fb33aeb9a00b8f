//! Signs consent records: JWS (RFC 7515) with Ed25519 (RFC 8037) by the platform's implementation. Each version of the
//! key `consent-records` has its RFC 7638 thumbprint as `kid`, and all accepted ones are published.

use data_encoding::BASE64URL_NOPAD;
use domain::api::client::SignedConsent;
use domain::keys::KeyPurpose;
use js_sys::{Object, Promise, Reflect};
use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::app::App;
use crate::error::{Error, Result};
use crate::web_crypto;

/// The algorithm.
const ED25519: &str = "Ed25519";

/// Start of a private key in PKCS #8 (RFC 8410); its 32 bytes follow.
const PKCS8_START: [u8; 16] = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["crypto", "subtle"], js_name = exportKey, catch)]
    fn export_key(format: &str, key: &JsValue) -> std::result::Result<Promise, JsValue>;
}

/// A public key as a JWK.
#[derive(Serialize)]
pub struct PublicKey {
    kty: &'static str,
    crv: &'static str,
    x: String,
    kid: String,
    #[serde(rename = "use")]
    purpose: &'static str,
    alg: &'static str,
}

/// A key pair of the platform.
struct KeyPair {
    key: JsValue,
    public: PublicKey,
}

/// Signs a document with the current key.
///
/// # Errors
/// If the platform refuses the key.
pub async fn sign_document(app: &App, document: &impl Serialize) -> Result<SignedConsent> {
    let KeyPair { key, public } = pair(app.config.keys.current(KeyPurpose::ConsentRecords)).await?;
    let encode = |bytes: &[u8]| BASE64URL_NOPAD.encode(bytes);
    let payload = encode(&serde_json::to_vec(document)?);
    let protected = encode(json!({ "alg": "EdDSA", "kid": public.kid }).to_string().as_bytes());
    let message = format!("{protected}.{payload}");
    let signature = web_crypto::sign(&ED25519.into(), &key, message.as_bytes()).await.map_err(failed)?;
    Ok(SignedConsent { payload, protected, signature: encode(&signature) })
}

/// Returns the public keys, the current one first.
///
/// # Errors
/// If the platform refuses a key.
pub async fn public_keys(app: &App) -> Result<Vec<PublicKey>> {
    let mut all = Vec::new();
    for key in app.config.keys.accepted(KeyPurpose::ConsentRecords) {
        all.push(pair(key).await?.public);
    }
    Ok(all)
}

async fn pair(private: &[u8]) -> Result<KeyPair> {
    let made = async {
        let pkcs8 = [PKCS8_START.as_slice(), private].concat();
        let key = web_crypto::signing_key(&pkcs8, &ED25519.into(), true).await?;
        let jwk: Object = JsFuture::from(export_key("jwk", &key)?).await?.unchecked_into();
        let x = Reflect::get(&jwk, &"x".into())?.as_string().unwrap_or_default();
        Ok((key, x))
    };
    let (key, x) = made.await.map_err(failed)?;
    // The members in this order, without blanks.
    let thumbprint = Sha256::digest(format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}"#));
    let kid = BASE64URL_NOPAD.encode(&thumbprint);
    Ok(KeyPair { key, public: PublicKey { kty: "OKP", crv: "Ed25519", x, kid, purpose: "sig", alg: "EdDSA" } })
}

fn failed(cause: JsValue) -> Error {
    Error::from(worker::Error::from(cause))
}
