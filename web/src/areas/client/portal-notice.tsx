import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type Props = { icon: LucideIcon; tone: "warning" | "danger"; title: string; children: ReactNode };

/** An urgent notice above a screen's content, with what it means and what to do. */
export function PortalNotice({ icon: Icon, tone, title, children }: Props) {
  const [border, text] =
    tone === "danger" ? ["border-danger", "text-danger"] : ["border-warning", "text-warning"];
  return (
    <div role="alert" className={`mb-5 flex gap-4 rounded-card border bg-surface p-5 print:hidden ${border}`}>
      <Icon className={`mt-0.5 size-6 shrink-0 ${text}`} aria-hidden="true" />
      <div className="min-w-0">
        <p className="text-lg leading-snug font-semibold">{title}</p>
        {children}
      </div>
    </div>
  );
}
