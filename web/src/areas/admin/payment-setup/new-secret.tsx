import { Card } from "#ui/card.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { buttonClass } from "#ui/button.tsx";

/** The signing secret of a new webhook endpoint: it is here, and after this screen nowhere but in Stripe. */
export function NewSecret({ secret }: { secret: string }) {
  return (
    <Card title="Store the signing secret now" className="border-signal">
      <p className="-mt-2 mb-4 max-w-[70ch] text-[0.9375rem]">
        Until this deployment has it, it rejects Stripe’s events. We show it only now and do not store it. Run
        this command in the project and paste the secret:
      </p>
      <Copied text={STORE_SECRETS} label="Copy command" />
      <Copied text={secret} label="Copy secret" />
      <p className="mt-4 max-w-[70ch] text-sm text-muted">
        If another endpoint of Sayso is still in use, paste both secrets with a space between them.
      </p>
    </Card>
  );
}

/** Command that stores the signing secrets. */
export const STORE_SECRETS = "npx wrangler secret put STRIPE_WEBHOOK_SECRETS";

/** Something to type elsewhere, to be selected or copied. */
export function Copied({ text, label }: { text: string; label: string }) {
  return (
    <div className="mt-3 grid items-center gap-3 sm:grid-cols-[minmax(0,1fr)_13rem]">
      <code className="min-w-0 rounded-control bg-sunken px-4 py-3 text-[0.9375rem] wrap-anywhere select-all">
        {text}
      </code>
      <CopyButton text={text} label={label} copied="Copied" className={buttonClass("outlined")} />
    </div>
  );
}
