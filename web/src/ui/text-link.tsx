import type { ComponentProps } from "react";

/** The padding makes it high enough for a finger; lines of text stay where they are. */
const underline =
  "py-1 underline decoration-control underline-offset-4 transition-colors hover:decoration-ink";

/** A link in running text. With `newTab` nothing on this page is lost, and screen readers are told. */
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
