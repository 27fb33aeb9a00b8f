// Allows only our own URLs as scripts or workers (W3C Trusted Types, required by the page's policy). Browsers without
// Trusted Types skip it.

type TrustedTypes = {
  createPolicy(name: "default", rules: { createScriptURL(address: string): string }): unknown;
};
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

const isSameOrigin = (address: string) => new URL(address, location.href).origin === location.origin;

// Libraries make their workers themselves: the default policy holds for them too.
trustedTypes?.createPolicy("default", {
  createScriptURL(address) {
    if (isSameOrigin(address)) return address;
    throw new TypeError("A script of another origin was refused.");
  },
});
