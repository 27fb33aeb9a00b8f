import { Mail, QrCode } from "lucide-react";
import { useState } from "react";
import { buttonClass, Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { QrCode as QrCodeOf } from "#ui/qr-code.tsx";
import { TextLink } from "#ui/text-link.tsx";

/** The customer's private page, on which the consent can be withdrawn, and ways to keep its link. */
export function OwnPageLink({ href }: { href: string }) {
  const url = new URL(href, location.origin);
  const [hasCode, setHasCode] = useState(false);
  const quiet = buttonClass("quiet", "px-2.5! text-[0.9375rem]");
  return (
    <section aria-label="Your testimonial" className="mt-5 flex flex-col items-center gap-1 text-center">
      <p className="text-sm text-muted">
        <TextLink href={href} newTab>
          Your testimonial
        </TextLink>
        : keep this private link. There you see where your video is, and can take it back.
      </p>
      <div className="flex flex-wrap items-center justify-center gap-x-2">
        <CopyButton text={url.href} label="Copy link" copied="Copied" className={quiet} />
        <button type="button" className={quiet} aria-expanded={hasCode} onClick={() => setHasCode(!hasCode)}>
          <QrCode className="size-5" aria-hidden="true" />
          QR code
        </button>
        <MailButton to={`${url.pathname}/mail${url.search}`} />
      </div>
      {hasCode && (
        <div ref={(code) => code?.scrollIntoView({ block: "nearest" })}>
          <QrCodeOf text={url.href} label="QR code of your private link" className="mt-2 w-52" />
        </div>
      )}
    </section>
  );
}

type MailState = "idle" | "sending" | "sent" | "failed";

/** Mails the link to the customer's own address. */
function MailButton({ to }: { to: string }) {
  const [state, setState] = useState<MailState>("idle");
  const send = async () => {
    setState("sending");
    // The answer leads to the private page, which is not needed here.
    const answer = await fetch(to, { method: "POST", redirect: "manual" }).catch(() => null);
    setState(answer?.type === "opaqueredirect" || answer?.status === 303 ? "sent" : "failed");
  };
  return (
    <>
      {state !== "sent" && (
        <Button
          variant="quiet"
          className="px-2.5! text-[0.9375rem]"
          disabled={state === "sending"}
          onClick={() => void send()}
        >
          <Mail className="size-5" aria-hidden="true" />
          Email me this link
        </Button>
      )}
      <output className="text-sm">
        {state === "sent" && "Sent to your email address."}
        {state === "failed" && "That did not work. Copy the link instead, or try again."}
      </output>
    </>
  );
}
