// Removes features newer than the oldest supported browsers (docs/browsers.md): Chrome 99, Safari 15.4, Firefox 97.

/** Newer features by the object that has them. */
export const LATER_FEATURES: Record<string, string[]> = {
  // Chrome 110, Safari 16, Firefox 115; 117, 17.4, 119; 119, 17.4, 121; 121, 16.4, 115; 128, 18.2, 134
  "Array.prototype": ["toSorted", "toReversed", "toSpliced", "with"],
  Object: ["groupBy"],
  Map: ["groupBy"],
  Promise: ["withResolvers", "try"],
  Array: ["fromAsync"],
  // Chrome 103, Safari 16, Firefox 100; 116, 17.4, 124
  AbortSignal: ["timeout", "any"],
  // Chrome 120, Safari 17, Firefox 115
  URL: ["canParse", "parse"],
  // Chrome 122, Safari 17, Firefox 127; 122, 18.4, 131
  "Set.prototype": ["union", "intersection", "difference", "isSubsetOf"],
  "Iterator.prototype": ["map", "filter", "take", "toArray"],
  // Chrome 111, Safari 18, Firefox 144; 114, 17, 125; 105, 17.4, 106; 134, 18.4, 139
  "Document.prototype": ["startViewTransition"],
  "HTMLElement.prototype": ["popover", "showPopover", "hidePopover", "togglePopover"],
  "Element.prototype": ["checkVisibility"],
  "HTMLDialogElement.prototype": ["requestClose"],
  // Firefox 132; Safari 26.2 and Firefox 147; Chrome only
  "HTMLVideoElement.prototype": ["requestVideoFrameCallback"],
  window: ["navigation", "scheduler", "MediaStreamTrackProcessor", "CompressionStream"],
  Intl: ["Segmenter", "DurationFormat"],
  "Navigator.prototype": ["userActivation", "wakeLock", "deviceMemory", "connection"],
};

/** Runs in the page, and at the beginning of its workers. */
export const removeFeatures = (later: Record<string, string[]>) => {
  for (const [place, names] of Object.entries(later)) {
    const path = place === "window" ? [] : place.split(".");
    const holder = path.reduce((at: unknown, name) => (at as Record<string, unknown>)?.[name], globalThis);
    for (const name of names) if (holder) Reflect.deleteProperty(holder, name);
  }
};
