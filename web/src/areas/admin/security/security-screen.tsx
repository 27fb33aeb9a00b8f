import { lazy, useRef, useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import type { EndSessions } from "#api/generated/admin.ts";
import { lengths } from "#api/generated/rules.json";
import { ApiError } from "#api/http.ts";
import * as admin from "#api/generated/calls/admin.ts";
import { queryClient, sessionsQuery } from "#auth/query-client.ts";
import { refusalText, toastUnlessSignedOut } from "#auth/toasts.ts";
import { focusField } from "#lib/use-form.ts";
import { useRestoreFocus } from "#lib/use-restore-focus.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { showToast } from "#ui/toasts/toast.ts";

// Its own chunk, as for the other portals: with a static import it and its imports would join the portals' shared
// chunk, which public pages would then load.
const SecurityScreen = lazy(() => import("#auth/security/security-screen.tsx"));

/** An admin's own account, and the way to sign any other one out. */
export default function AdminSecurityScreen() {
  return (
    <SecurityScreen>
      <AccountSessions />
    </SecurityScreen>
  );
}

/** Signs an account out everywhere: after a lost device, or if somebody else knows the password. */
function AccountSessions() {
  const [email, setEmail] = useState("");
  const [error, setError] = useState<string>();
  const [confirming, setConfirming] = useState(false);
  useRestoreFocus(confirming);
  const form = useRef<HTMLFormElement>(null);
  const showError = (message: string) => {
    setError(message);
    focusField(form.current, "email");
  };
  const end = useMutation({
    mutationFn: (account: EndSessions) => admin.sessionEnd(account),
    onSuccess: ({ ended }, account) => {
      setEmail("");
      if (ended === 0)
        void showToast("success", "No sessions to end", `${account.email} has no other open session.`);
      else
        void showToast(
          "success",
          "Sessions ended",
          `${ended} ${ended === 1 ? "session" : "sessions"} of ${account.email}.`,
        );
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
    onError: (failure) => {
      toastUnlessSignedOut("Failed to end the sessions")(failure);
      if (failure instanceof ApiError && failure.code === "not_found") showError(refusalText(failure));
    },
    onSettled: () => setConfirming(false),
  });
  return (
    <Card title="Sessions of an account">
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          setError(undefined);
          if (email.trim() === "") showError("Enter the email address");
          else setConfirming(true);
        }}
      >
        <p className="text-[0.9375rem] leading-snug text-muted">
          For a client, partner or admin with a lost device, or a password that somebody else knows.
        </p>
        <TextField
          label="Email the account signs in with"
          name="email"
          type="email"
          autoComplete="off"
          required
          maxLength={lengths.email}
          value={email}
          error={error}
          onChange={setEmail}
        />
        <Button type="submit" variant="danger" className="self-start">
          <LogOut className="size-5" aria-hidden="true" />
          End all sessions
        </Button>
      </form>
      {confirming && (
        <ConfirmDialog
          title="End all sessions?"
          cancelLabel="Leave them open"
          busy={end.isPending}
          icon={LogOut}
          verb="End all sessions"
          busyVerb="Ending"
          onConfirm={() => end.mutate({ email })}
          onClose={() => setConfirming(false)}
        >
          <p className="mt-3 text-[0.9375rem]">
            <b className="wrap-anywhere">{email}</b> will be signed out in every browser at once, except this
            one if it is your own account. The password does not change: if somebody else knows it, set a new
            one with <q>Forgot password?</q> too. The audit log records this.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
