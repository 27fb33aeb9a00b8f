import type { ComponentProps, MouseEvent } from "react";
import { goTo } from "./record-address.ts";

/** Client-side link between the two record pages; `onClick` can block it with `preventDefault`. */
export function RecordLink({ href, onClick, ...rest }: ComponentProps<"a"> & { href: string }) {
  const navigate = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (elsewhere || event.defaultPrevented) return;
    event.preventDefault();
    goTo(href);
  };
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- its content is in `rest`
  return <a href={href} onClick={navigate} {...rest} />;
}
