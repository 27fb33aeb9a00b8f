import { useEffect } from "react";

/** The tab's title. On a page load the server has already written the same one. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
