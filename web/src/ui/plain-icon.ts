import { createElement, type ComponentProps } from "react";

type IconData = { node: [tag: string, attributes: Record<string, string>][] };

/**
 * Renders an icon from lucide-react's data. Replaces the library's own function (`vite/single-icons.ts`), most of which
 * handles size, colour and default props; we use classes instead.
 */
export default function plainIcon({ node }: IconData) {
  return (properties: ComponentProps<"svg">) =>
    createElement(
      "svg",
      {
        viewBox: "0 0 24 24",
        width: 24,
        height: 24,
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        "aria-hidden": true,
        ...properties,
      },
      // Children of their own need no keys, which the build leaves out.
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
