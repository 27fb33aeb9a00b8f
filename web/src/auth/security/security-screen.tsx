import { type ReactNode, useRef, useState } from "react";
import titles from "#api/generated/titles.json";
import { useTitle } from "#lib/use-title.ts";
import { useSession } from "#auth/use-session.ts";
import { SecondFactor } from "./second-factor.tsx";
import { useMutation, useQuery } from "@tanstack/react-query";
import { LogOut, Monitor, Smartphone } from "lucide-react";
import * as auth from "#api/generated/calls/auth.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { queryClient, sessionsQuery, markSignedOut } from "#auth/query-client.ts";
import { toastFailure, toastSuccess, refusalText, toastError } from "#auth/toasts.ts";
import { format, formatDistanceToNowStrict } from "date-fns";
import type { ActiveSession, NewPassword } from "#api/generated/auth.ts";
import { Badge } from "#ui/badge.tsx";
import { ApiError } from "#api/http.ts";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { focusField } from "#lib/use-form.ts";
import { broadcastSession } from "#auth/session-broadcast.ts";
import { loginAreas } from "#auth/login-config.ts";
import { errorText, passwordError } from "#auth/password-rules.ts";
import { useBusy } from "#lib/use-busy.ts";

/** Everything about one's own account: the same for clients, admins and affiliates. An area may add a card about others' sessions. */
export default function SecurityScreen({ children }: { children?: ReactNode }) {
  useTitle(titles.clientSecurity);
  const { email } = useSession();
  return (
    <main>
      <h1 className="text-4xl">Security</h1>
      <p className="mt-2 text-muted">
        Signed in as <b className="wrap-anywhere text-ink">{email}</b>
      </p>
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-2">
        <div className="grid min-w-0 gap-5">
          <SessionList />
          <SecondFactor />
        </div>
        <div className="grid min-w-0 gap-5">
          <ChangePassword />
          {children}
        </div>
      </div>
    </main>
  );
}

/** The account's sessions, with buttons to end the others. */
function SessionList() {
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery);
  const end = useMutation({
    /** One session, or `null` for all others. */
    mutationFn: (id: string | null) => (id === null ? auth.sessionEndOthers() : auth.sessionEnd(id)),
    onSuccess: (_, id) =>
      toastSuccess(
        id === null
          ? ["Signed out everywhere else", "Only this browser is still signed in."]
          : ["Signed out", "That browser will have to sign in again."],
      ),
    onError: (error) => toastFailure("Failed to sign out", error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const others = sessions?.filter(({ current }) => !current).length ?? 0;

  return (
    <Card title="Active sessions">
      {sessions && (
        <ul className="-my-1 divide-y divide-hairline">
          {sessions.map((session) => (
            <SessionLine
              key={session.id}
              session={session}
              busy={end.isPending}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </ul>
      )}
      {!sessions && !isError && <Waiting />}
      {!sessions && isError && (
        <div role="alert" className="flex flex-col items-start gap-3">
          <p>We could not load your active sessions.</p>
          <Button variant="outlined" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {others > 0 && (
        <Button variant="danger" disabled={end.isPending} className="mt-5" onClick={() => end.mutate(null)}>
          <LogOut className="size-5" aria-hidden="true" />
          Sign out everywhere else
        </Button>
      )}
    </Card>
  );
}

function Waiting() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  );
}

/** The server stores the time of use to the hour. */
const ONE_HOUR_MS = 3_600_000;

type SessionLineProps = { session: ActiveSession; busy: boolean; onEnd: () => void };

/** One browser that is signed in. */
function SessionLine({ session, busy, onEnd }: SessionLineProps) {
  const Icon = /android|iphone|ios|mobile/i.test(session.device) ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-4 py-3.5">
      <Icon className="size-6 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {session.device}
          {session.current && <Badge tone="success">This browser</Badge>}
        </p>
        <p className="text-sm text-muted tabular-nums">
          Since {format(session.created_at, "dd MMM yyyy")}. Last used {lastUse(session)}.
        </p>
      </div>
      {!session.current && (
        <Button
          variant="outlined"
          aria-disabled={busy}
          aria-label={`Sign out ${session.device}`}
          className="shrink-0 px-4 text-[0.9375rem]"
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function lastUse({ current, last_used_at }: ActiveSession): string {
  if (current) return "now";
  if (Date.now() - last_used_at < 2 * ONE_HOUR_MS) return "recently";
  return formatDistanceToNowStrict(last_used_at, { addSuffix: true });
}

const EMPTY = { current: "", password: "", repeat: "" };
const FIELDS = [
  { name: "current", label: "Current password", autoComplete: "current-password" },
  { name: "password", label: "New password", autoComplete: "new-password" },
  { name: "repeat", label: "Repeat new password", autoComplete: "new-password" },
] as const;

/** A new password for the account; every other browser is signed out with it. */
function ChangePassword() {
  const { area, email } = useSession();
  const { minLength } = loginAreas[area];
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<Record<keyof typeof EMPTY, string | undefined>>>({});
  const [busy, run] = useBusy();
  const form = useRef<HTMLFormElement>(null);

  const showError = (name: keyof typeof EMPTY, message: string | undefined) => {
    setErrors({ [name]: message });
    focusField(form.current, name);
  };

  const submit = () => {
    setErrors({});
    if (values.current === "") {
      toastError(["Password required", "Please enter your current password."]);
      showError("current", "Enter your current password");
      return;
    }
    const fault = passwordError(minLength, texts(minLength), values.password, values.repeat);
    if (fault) {
      toastError(fault.texts);
      showError(fault.field, errorText(fault));
      return;
    }
    run(async () => {
      const { current, password } = values;
      try {
        await auth.passwordSet({ current, password } satisfies NewPassword);
        setValues(EMPTY);
        broadcastSession();
        toastSuccess(["Password changed", "All your other browsers have been signed out."]);
        await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      } catch (error) {
        toastFailure("Failed to change password", error);
        markSignedOut(error);
        if (!(error instanceof ApiError)) return;
        if (error.code === "wrong_current_password") showError("current", refusalText(error));
        else showError("password", error.fields.password);
      }
    });
  };

  return (
    <Card title="Password">
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {/* Tells password managers which account the password is for. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        {FIELDS.map(({ name, ...field }) => (
          <PasswordField
            key={name}
            name={name}
            required
            {...field}
            {...(name === "password"
              ? { hint: `At least ${minLength} characters, and not easy to guess` }
              : {})}
            value={values[name]}
            error={errors[name]}
            onChange={(text) => setValues({ ...values, [name]: text })}
          />
        ))}
        <Button type="submit" variant="outlined" aria-disabled={busy} className="self-start">
          {busy ? "Saving" : "Change password"}
        </Button>
      </form>
    </Card>
  );
}

const texts = (minLength: number) =>
  ({
    differ: ["Passwords don't match", "Please make sure both passwords are the same."],
    short: ["Password too short", `Password must be at least ${minLength} characters long.`],
  }) as const;
