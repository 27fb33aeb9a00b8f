import "./login.css";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Wordmark } from "#brand/mark.tsx";
import { routes } from "#paths.ts";
import type { LoginConfig } from "#auth/login-config.ts";

const quiet = "underline decoration-control underline-offset-4 hover:decoration-ink";

/** Frame of a login page: a greeting on the left, the form in the bubble. */
export function LoginLayout({ config, children }: { config: LoginConfig; children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-svh max-w-6xl flex-col px-5 sm:px-8">
      <header className="py-5">
        <Link
          to={routes.portal}
          aria-label="Sayso, all logins"
          className="inline-flex min-h-11 items-center rounded-lg no-underline"
        >
          <Wordmark />
        </Link>
      </header>
      <main className="grid flex-1 content-start gap-8 pb-10 sm:pt-6 lg:pt-[6vh] lg:grid-cols-[1fr_28rem] lg:items-center lg:gap-20">
        <div className="mx-auto w-full max-w-md max-lg:hidden lg:mx-0 lg:max-w-none">
          <p className="font-display text-[clamp(3.5rem,6.4vw,5.75rem)] leading-[0.95] font-extrabold tracking-[-0.045em] text-balance">
            {config.greeting}
          </p>
          <p className="mt-6 max-w-[34ch] text-xl leading-snug text-muted">{config.welcome}</p>
        </div>
        <div className="mx-auto w-full max-w-md lg:mx-0">
          <div className="speech-bubble login-bubble p-6 sm:p-8">{children}</div>
          <p className="mt-5 text-center text-[0.9375rem] text-muted">
            Looking for a different login?{" "}
            <Link to={routes.portal} className={`text-ink ${quiet}`}>
              See all logins
            </Link>
          </p>
        </div>
      </main>
    </div>
  );
}
