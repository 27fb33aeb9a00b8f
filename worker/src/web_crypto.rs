//! Signatures by the platform's Web Crypto.

use js_sys::{Array, Promise, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["crypto", "subtle"], js_name = importKey, catch)]
    fn import_key(
        format: &str,
        key: &Uint8Array,
        algorithm: &JsValue,
        extractable: bool,
        usages: &Array,
    ) -> Result<Promise, JsValue>;
    #[wasm_bindgen(js_namespace = ["crypto", "subtle"], js_name = sign, catch)]
    fn subtle_sign(algorithm: &JsValue, key: &JsValue, message: &Uint8Array) -> Result<Promise, JsValue>;
}

/// Imports a private key for signing.
///
/// # Errors
/// If the platform refuses the key.
pub async fn signing_key(pkcs8: &[u8], algorithm: &JsValue, is_extractable: bool) -> Result<JsValue, JsValue> {
    let usages = Array::of1(&"sign".into());
    JsFuture::from(import_key("pkcs8", &Uint8Array::from(pkcs8), algorithm, is_extractable, &usages)?).await
}

/// Signs a message.
///
/// # Errors
/// If the platform refuses the key.
pub async fn sign(algorithm: &JsValue, key: &JsValue, message: &[u8]) -> Result<Vec<u8>, JsValue> {
    let signature = JsFuture::from(subtle_sign(algorithm, key, &Uint8Array::from(message))?).await?;
    Ok(Uint8Array::new(&signature).to_vec())
}
