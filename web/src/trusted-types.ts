// Text becomes a script or a worker on this page only where it is an address of our own (W3C Trusted Types; the page's policy asks for
// it). Browsers that do not know them yet go without.

type TrustedTypes = {
  createPolicy(name: "default", rules: { createScriptURL(address: string): string }): unknown;
};
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

const isOurs = (address: string) => new URL(address, location.href).origin === location.origin;

// Libraries make their workers themselves: the default policy holds for them too.
trustedTypes?.createPolicy("default", {
  createScriptURL(address) {
    if (isOurs(address)) return address;
    throw new TypeError("A script of another origin was refused.");
  },
});
