import { useEffect } from "react";

/** Goes to the part that the address names: when the browser looked for it, the screen was not there yet. */
export function useFragment(): void {
  useEffect(() => {
    const place = document.getElementById(location.hash.slice(1));
    place?.scrollIntoView({ behavior: "instant" });
  }, []);
}
