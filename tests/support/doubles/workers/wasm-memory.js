// Keeps the memory of the wasm instances that are made after this module was loaded.
const Instance = WebAssembly.Instance;

/** The newest one. */
export let memory;

WebAssembly.Instance = class extends Instance {
  constructor(...values) {
    super(...values);
    ({ memory } = this.exports);
  }
};
