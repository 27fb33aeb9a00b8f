import type { ComponentProps } from "react";

/** The padding makes it tall enough for a finger without moving the lines of text. */
const underline =
  "py-1 underline decoration-control underline-offset-4 transition-colors hover:decoration-ink";

/** A link in running text. `newTab` keeps this page open, and is announced to screen readers. */
export function TextLink({
  newTab = false,
  className = "",
  children,
  ...rest
}: ComponentProps<"a"> & { newTab?: boolean }) {
  return (
    <a
      className={`${underline} ${className}`}
      {...(newTab ? { target: "_blank", rel: "noopener" } : {})}
      {...rest}
    >
      {children}
      {newTab && <span className="sr-only"> (opens in a new tab)</span>}
    </a>
  );
}
