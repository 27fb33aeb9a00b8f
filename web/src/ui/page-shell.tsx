import type { ReactNode } from "react";

export function PageShell({
  header,
  footer,
  children,
}: {
  header?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto flex min-h-svh max-w-6xl flex-col px-5 sm:px-8">
      {header && <header className="py-5">{header}</header>}
      <main className="flex flex-1 flex-col">{children}</main>
      {footer && <footer className="border-t border-hairline py-6 text-sm text-muted">{footer}</footer>}
    </div>
  );
}
