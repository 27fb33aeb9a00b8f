// Replaces `react-dom/client`: tracks a page's roots, to unmount them when the page is left.
import * as client from "react-dom/client";

const rendered = new Set<client.Root>();

export const createRoot: typeof client.createRoot = (container, options) => {
  const root = client.createRoot(container, options);
  rendered.add(root);
  return root;
};

export function unmountAll(): void {
  for (const root of rendered) root.unmount();
  rendered.clear();
}
