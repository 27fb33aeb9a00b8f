// Stands in for `react-dom/client`: counts what a page has rendered, to unmount it as the page is left.
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
