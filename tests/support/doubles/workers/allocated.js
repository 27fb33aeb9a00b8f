// What the Worker has ever taken of JavaScript's memory for arrays of bytes. Has to be imported before it.
export const allocated = { bytes: 0 };

globalThis.Uint8Array = new Proxy(Uint8Array, {
  construct(target, values, newTarget) {
    if (typeof values[0] === "number") allocated.bytes += values[0];
    return Reflect.construct(target, values, newTarget);
  },
});
