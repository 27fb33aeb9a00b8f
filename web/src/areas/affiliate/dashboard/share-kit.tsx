import { Suspense, lazy } from "react";
import type { AffiliateDashboard } from "#api/generated/affiliate.ts";
import { recordingSeconds } from "#api/generated/facts.json";
import facts from "#api/generated/partner-facts.json";
import { buttonClass } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { CopyButton } from "#ui/copy-button.tsx";

const QrCode = lazy(() => import("#ui/qr-code.tsx").then(({ QrCode: code }) => ({ default: code })));

/** How long a button confirms the copy. */
const COPIED_MS = 2000;

export function ShareKit({ dashboard }: { dashboard: AffiliateDashboard }) {
  const { stripeCouponId: code, referralUrl: address } = dashboard;
  return (
    <Card title="Share Sayso">
      <div className="flex flex-wrap items-start gap-x-10 gap-y-6">
        <div className="grid min-w-0 flex-1 basis-72 gap-x-12 gap-y-6 lg:grid-cols-[auto_minmax(0,1fr)]">
          <div className="flex flex-col items-start gap-3">
            <div>
              <p className="text-sm text-muted">Your promo code</p>
              <p className="font-display text-3xl font-bold tracking-tight wrap-anywhere select-all">
                {code}
              </p>
            </div>
            <CopyButton
              text={code}
              label="Copy promo code"
              copied="Copied!"
              resetMs={COPIED_MS}
              className={buttonClass("outlined")}
            />
          </div>
          <div className="flex min-w-0 flex-col items-start justify-between gap-3">
            <div>
              <p className="text-sm text-muted">Your referral link</p>
              <p className="font-semibold wrap-anywhere select-all">{address}</p>
            </div>
            <CopyButton
              text={address}
              label="Copy link"
              copied="Copied!"
              resetMs={COPIED_MS}
              className={buttonClass()}
            />
          </div>
          <p className="max-w-[64ch] text-[0.9375rem] text-muted lg:col-span-2">
            Anyone who buys with your promo code pays {facts.discount} less every month:{" "}
            {facts.prices
              .map(({ name, usual, with: price }) => `${price} instead of ${usual} (${name})`)
              .join(", ")}
            .
          </p>
        </div>
        <Suspense fallback={<div className="size-40 lg:size-48" />}>
          <QrCode text={address} label="QR code of your referral link" className="size-40 lg:size-48" />
        </Suspense>
      </div>
    </Card>
  );
}

/** Texts that a partner sends with them. */
export function ReadyTexts({ dashboard }: { dashboard: AffiliateDashboard }) {
  const { stripeCouponId: code, referralUrl: address } = dashboard;
  return (
    <Card title="Ready texts">
      <ul
        aria-label="Ready texts"
        className="max-lg:divide-y max-lg:divide-hairline lg:grid lg:grid-cols-3 lg:gap-8"
      >
        {textsFor(code, address).map(({ name, text }) => (
          <li key={name} className="min-w-0 py-3 first:pt-0 last:pb-0 lg:py-0">
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <p className="text-sm font-semibold">{name}</p>
              <CopyButton
                text={text}
                label="Copy"
                copied="Copied!"
                resetMs={COPIED_MS}
                className={`${buttonClass("quiet")} min-h-11 px-2! text-[0.9375rem]`}
              />
            </div>
            <p className="text-[0.9375rem] whitespace-pre-line text-muted wrap-anywhere">{text}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The terms demand it with every recommendation. */
const DISCLOSURE = "I’m a Sayso partner and earn a commission.";

const textsFor = (code: string, address: string) => [
  {
    name: "A short message",
    text: `Video testimonials without an app or a login: your customers record them in the browser. With my promo code ${code} you pay ${facts.discount} less every month: ${address} (${DISCLOSURE})`,
  },
  {
    name: "An email",
    text: `Hello,\n\nI use Sayso to collect short video testimonials: customers open a link or scan a QR code, record up to ${recordingSeconds} seconds, and the video lands in my own drive. It might suit you too.\n\nWith the promo code ${code} you pay ${facts.discount} less every month:\n${address}\n\n${DISCLOSURE}`,
  },
  {
    name: "A post",
    text: `Nothing I write beats a customer on video. Sayso collects the videos for me. ${facts.discount} off every month with the promo code ${code}: ${address} (${DISCLOSURE})`,
  },
];
