import { Download } from "lucide-react";
import { Button, buttonClass } from "#ui/button.tsx";
import { saveFile } from "#lib/save-file.ts";
import { CopyButton } from "#ui/copy-button.tsx";

const FILE_NAME = "sayso-recovery-codes.txt";

/** Shown once, right after the second factor was set up. */
export function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const text = codes.join("\n");
  return (
    <div className="flex flex-col gap-4">
      <p className="text-[0.9375rem] leading-snug text-muted">
        If you lose your phone, each of these codes lets you in once. Keep them where you keep your passwords:
        they are not shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="flex flex-col gap-2.5 rounded-control bg-sunken px-4 py-3 font-mono text-[0.8125rem] select-all sm:text-[0.9375rem]"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="grid gap-3 sm:grid-cols-2">
        <CopyButton text={text} label="Copy" copied="Copied" className={buttonClass("outlined")} />
        <Button
          variant="outlined"
          onClick={() =>
            saveFile(new Blob([`Recovery codes for Sayso\n\n${text}\n`], { type: "text/plain" }), FILE_NAME)
          }
        >
          <Download className="size-5" aria-hidden="true" />
          Download
        </Button>
      </div>
      <Button onClick={onSaved}>I have saved them</Button>
    </div>
  );
}
