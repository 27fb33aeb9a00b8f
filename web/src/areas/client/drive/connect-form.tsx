import { useState, type ReactNode } from "react";
import { ApiError } from "#api/http.ts";
import { markSignedOut } from "#auth/query-client.ts";
import { refusalText } from "#auth/toasts.ts";
import { useForm } from "#lib/use-form.ts";
import { Button, type ButtonVariant } from "#ui/button.tsx";

/** A form that connects a drive. The server's errors are shown beside their field, or below all as `refusal`. */
export function useConnectForm<Values extends Record<string, string>>(
  empty: Values,
  connect: (values: Values) => Promise<void>,
) {
  const { setElement, values, errors, busy, set, reject, submit, reset } = useForm(empty);
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = () =>
    submit(async () => {
      setRefusal(null);
      try {
        await connect(values);
        reset(empty);
      } catch (error) {
        const fields = error instanceof ApiError ? error.fields : {};
        reject(fields, "submit");
        if (Object.keys(fields).length === 0) setRefusal(refusalText(error));
        markSignedOut(error);
      }
    });
  const field = (name: keyof Values & string) => ({
    name,
    value: values[name] ?? "",
    error: errors[name],
    disabled: busy,
    onChange: (text: string) => set(name, text as Values[typeof name]),
  });
  return { form: { setElement, busy, refusal, send }, field };
}

type Props = {
  form: ReturnType<typeof useConnectForm>["form"];
  submit: string;
  variant: ButtonVariant;
  children?: ReactNode;
};

/** Layout of such a form: its fields, the server's error, and the button. */
export function ConnectForm({ form: { setElement, busy, refusal, send }, submit, variant, children }: Props) {
  return (
    <form
      ref={setElement}
      noValidate
      className="flex max-w-xl flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {children}
      {refusal && (
        <p role="alert" className="font-medium text-danger">
          {refusal}
        </p>
      )}
      <div>
        <Button type="submit" variant={variant} disabled={busy}>
          {busy ? "Sending a test file" : submit}
        </Button>
      </div>
    </form>
  );
}
