import type { ComponentProps } from "react";

export type ButtonVariant = "signal" | "outlined" | "quiet" | "danger";

const base =
  "inline-flex min-h-12 items-center justify-center gap-2.5 rounded-control px-5 py-2.5 text-center " +
  "font-semibold leading-tight no-underline transition-colors select-none " +
  "disabled:cursor-not-allowed aria-disabled:cursor-not-allowed " +
  "disabled:border-hairline disabled:text-muted disabled:no-underline";

const variants: Record<ButtonVariant, string> = {
  signal:
    "bg-signal text-on-signal hover:bg-signal-pressed forced-colors:border " +
    "disabled:bg-sunken disabled:ring-1 disabled:ring-inset disabled:ring-hairline",
  outlined: "border border-control bg-surface text-ink hover:bg-sunken disabled:bg-transparent",
  quiet: "text-ink underline decoration-control underline-offset-4 hover:decoration-ink",
  danger: "border border-danger bg-transparent text-danger hover:bg-sunken disabled:bg-transparent",
};

/** The one thing to do on a screen is `signal`; everything else is quieter. Links that look alike use it too. */
export function buttonClass(variant: ButtonVariant = "signal", className = ""): string {
  return `${base} ${variants[variant]} ${className}`;
}

export function Button({
  variant = "signal",
  className = "",
  type = "button",
  ...rest
}: ComponentProps<"button"> & { variant?: ButtonVariant }) {
  return <button type={type} className={buttonClass(variant, className)} {...rest} />;
}

/** A link out of the app that looks like a button. */
export function ButtonLink({
  variant = "signal",
  className = "",
  children,
  ...rest
}: ComponentProps<"a"> & { variant?: ButtonVariant }) {
  return (
    <a className={buttonClass(variant, className)} {...rest}>
      {children}
    </a>
  );
}
