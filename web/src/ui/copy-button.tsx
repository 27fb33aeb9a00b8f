import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { copyText } from "#lib/copy-text.ts";

type Props = {
  text: string;
  label: string;
  copied: string;
  className: string;
  /** Time until the label is reset. */
  resetMs?: number;
};

/** Copies a text and confirms it in its label; if the clipboard is unavailable, shows the text itself. */
export function CopyButton({ text, label, copied, className, resetMs }: Props) {
  const [done, setDone] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (done !== "copied" || resetMs === undefined) return undefined;
    const timer = setTimeout(setDone, resetMs, null);
    return () => clearTimeout(timer);
  }, [done, resetMs]);
  const Icon = done === "copied" ? Check : Copy;
  return (
    <>
      <button
        type="button"
        className={className}
        onClick={() => void copyText(text).then((worked) => setDone(worked ? "copied" : "failed"))}
      >
        <Icon className="size-5" aria-hidden="true" />
        {done === "copied" ? copied : label}
      </button>
      <output className={done === "failed" ? "text-sm" : "sr-only"}>
        {done === "copied" && copied}
        {done === "failed" && (
          <>
            Your browser blocked copying. Select this and copy it:{" "}
            <b className="wrap-anywhere select-all">{text}</b>
          </>
        )}
      </output>
    </>
  );
}
