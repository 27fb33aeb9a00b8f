import { useRef, useState, type ReactNode } from "react";
import { ApiError } from "../../api/http.ts";
import { Button, type ButtonLook } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { focusField } from "../auth-form.tsx";
import { noticeEnd } from "../query-client.ts";
import { refusalText } from "../refusal-text.ts";
import { sayFailed } from "../say.ts";
import { useBusy } from "../use-busy.ts";

type Props = {
  look: ButtonLook;
  /** What the button does, with its icon. */
  action: ReactNode;
  /** The toast's title, should it not. */
  failed: string;
  onCode: (code: string) => Promise<void>;
  onKeep: () => void;
};

/** Asks for a code of the second factor that holds now, before anything about it changes. */
export function CodePrompt({ look, action, failed, onCode, onKeep }: Props) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [busy, run] = useBusy();
  const form = useRef<HTMLFormElement>(null);

  const submit = async () => {
    setError(undefined);
    try {
      await onCode(code.trim());
    } catch (failure) {
      noticeEnd(failure);
      sayFailed(failed, failure);
      if (!(failure instanceof ApiError) || failure.code !== "totp_wrong") return;
      setError(refusalText(failure));
      focusField(form.current, "code");
    }
  };

  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        run(submit);
      }}
    >
      <div className="max-w-72">
        <TextField
          label="Code, or a recovery code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          required
          value={code}
          error={error}
          onText={setCode}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look={look} aria-disabled={busy}>
          {action}
        </Button>
        <Button look="quiet" onClick={onKeep}>
          Leave it
        </Button>
      </div>
    </form>
  );
}
