import type { ClientView, Dashboard } from "#api/generated/client.ts";
import { routes, isServerPage } from "#paths.ts";
import { TextLink } from "#ui/text-link.tsx";
import { ClientScreen } from "#areas/client/client-screen.tsx";
import { LeavingNotice } from "#areas/client/cancellation/leaving-notice.tsx";
import { AssetsCard } from "./assets-card.tsx";
import { AccountNotice, EmailNotice } from "./account-notice.tsx";
import { HoldNotice } from "#areas/client/submissions/hold-notice.tsx";
import { DriveNotice } from "#areas/client/drive/drive-notice.tsx";
import { Figures } from "./figures.tsx";
import { ExternalLink, Circle, CircleCheck, FolderOpen } from "lucide-react";
import { Link } from "react-router";
import { ButtonLink, Button, buttonClass } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { CopyAddress } from "#areas/client/copy-address.tsx";
import { useClientScope, withScope } from "#areas/client/client-scope.ts";
import { takesNoVideos } from "./credit-state.ts";
import { useState, useMemo } from "react";
import { storeItem, readItem } from "#lib/local-storage.ts";
import { SubmissionTable } from "#areas/client/submissions/submission-table.tsx";
import { Mark, BUBBLE } from "#brand/mark.tsx";
import { useSubmissions } from "#areas/client/submissions/use-submissions.ts";
import { Switch } from "#ui/fields/switch.tsx";
import { useDraft } from "#lib/use-draft.ts";
import { useWatermarkSwitch } from "./use-watermark.ts";
import { WatermarkForm } from "./watermark-form.tsx";
import { settingsOf, type WatermarkSettings, watermarkFrom } from "./watermark-settings.ts";
import { WatermarkOverlay } from "#media/watermark-overlay.tsx";

export default function DashboardScreen() {
  return <ClientScreen title="Dashboard">{(dashboard) => <Overview dashboard={dashboard} />}</ClientScreen>;
}

/** Figures, the recording link, recent submissions, then appearance. */
function Overview({ dashboard }: { dashboard: Dashboard }) {
  const { client } = dashboard;
  return (
    <>
      <h1 className="mb-5 text-4xl wrap-anywhere sm:text-5xl">{client.company_name}</h1>
      <LeavingNotice dashboard={dashboard} />
      <AccountNotice dashboard={dashboard} />
      <EmailNotice dashboard={dashboard} />
      <DriveNotice dashboard={dashboard} />
      <HoldNotice dashboard={dashboard} />
      <div className="flex flex-col gap-5">
        <FirstSteps dashboard={dashboard} />
        <Figures dashboard={dashboard} />
        <div className="grid gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <AddressCard client={client} address={dashboard.recording_url} />
          {/* Alone in its row, so that its height fits its lines. */}
          <div className="min-w-0 lg:col-span-2 lg:row-start-2">
            <RecentCard dashboard={dashboard} />
          </div>
          <div className="grid min-w-0 lg:col-start-2 lg:row-start-1">
            <AssetsCard client={client} address={dashboard.recording_url} />
          </div>
        </div>
        <WatermarkCard client={client} />
      </div>
      <p className="mt-8 text-sm text-muted">
        The{" "}
        <TextLink href={routes.terms} newTab>
          terms
        </TextLink>{" "}
        say how long videos are kept.
      </p>
    </>
  );
}

/** The address customers open: the one thing to take from here. */
function AddressCard({ client, address }: { client: ClientView; address: string }) {
  const closed = takesNoVideos(client);
  const scope = useClientScope();
  return (
    <Card title="Your recording link">
      <p className="rounded-control bg-sunken px-4 py-3 leading-snug font-semibold wrap-anywhere select-all">
        {address}
      </p>
      <div className="mt-3 flex gap-3">
        <CopyAddress address={address} variant={closed ? "outlined" : "signal"} className="flex-1" />
        <ButtonLink variant="outlined" href={address} target="_blank" rel="noopener" className="flex-1">
          <ExternalLink className="size-5" aria-hidden="true" />
          Open
          <span className="sr-only"> your recording page (opens in a new tab)</span>
        </ButtonLink>
      </div>
      <p className="mt-4 text-sm text-muted">
        {closed
          ? "Your page is not taking videos at the moment, and tells customers so."
          : "Send it to a customer. They record, you get the video."}{" "}
        There is also an{" "}
        <Link
          to={withScope(routes.clientSharing, scope.search)}
          className="underline decoration-control underline-offset-4 hover:decoration-ink"
        >
          invitation, a QR code and a table card
        </Link>
        .
      </p>
    </Card>
  );
}

/** A business with this many testimonials needs no introduction. */
const BEGUN = 5;

const hiddenKey = (clientId: string) => `sayso-first-steps-hidden:${clientId}`;

/** First steps of a new business. Hidden once all are done, once submissions arrive anyway, or by hand. */
function FirstSteps({ dashboard }: { dashboard: Dashboard }) {
  const { client } = dashboard;
  const [isHidden, setHidden] = useState(() => readItem(hiddenKey(client.id)) !== null);
  const steps = stepsOf(dashboard);
  const isOver = client.submissions_count >= BEGUN || steps.every(({ done }) => done);
  if (isHidden || isOver || takesNoVideos(client)) return null;
  const hide = () => {
    storeItem(hiddenKey(client.id), "hidden");
    setHidden(true);
  };
  return (
    <Card
      title="First steps"
      aside={
        <Button variant="quiet" className="min-h-11 px-0!" onClick={hide}>
          Hide
        </Button>
      }
    >
      <ol className="grid gap-4 sm:grid-cols-2">
        {steps.map((step) => (
          <FirstStep key={step.title} {...step} />
        ))}
      </ol>
    </Card>
  );
}

type Step = { title: string; text: string; done: boolean; to: string };

function stepsOf({ client, recording_url: recordingUrl }: Dashboard): Step[] {
  return [
    {
      title: "Record one yourself",
      text: "See what your customers see. You can delete it afterwards.",
      done: client.submissions_count > 0,
      to: recordingUrl,
    },
    {
      title: "Add your review page",
      text: "After their video, customers can leave a written review there.",
      done: client.review_link_url !== null,
      to: routes.clientBusiness,
    },
    {
      title: "Connect your own drive",
      text: "Until you do, videos arrive in a folder that we hold for you.",
      done: client.drive_link !== null && !isServerPage(client.drive_link),
      to: routes.clientDrive,
    },
    {
      title: "Ask your customers",
      text: "Send your link, or print your QR code.",
      done: client.submissions_count > 1,
      to: routes.clientSharing,
    },
  ];
}

function FirstStep({ title, text, done, to }: Step) {
  const { search } = useClientScope();
  const Icon = done ? CircleCheck : Circle;
  return (
    <li className="flex gap-3">
      <Icon className={`mt-0.5 size-5 shrink-0 ${done ? "text-success" : "text-muted"}`} aria-hidden="true" />
      <div className="min-w-0">
        {done ? (
          <p className="font-semibold text-muted">
            {title}
            <span className="sr-only"> (done)</span>
          </p>
        ) : to.startsWith("/") ? (
          <Link
            to={withScope(to, search)}
            className="py-1 font-semibold underline decoration-control underline-offset-4 hover:decoration-ink"
          >
            {title}
          </Link>
        ) : (
          <TextLink href={to} newTab className="font-semibold text-ink">
            {title}
          </TextLink>
        )}
        <p className="text-[0.9375rem] leading-snug text-muted">{text}</p>
      </div>
    </li>
  );
}

function RecentCard({ dashboard }: { dashboard: Dashboard }) {
  const { client, recent, recent_days: days, recent_count: count } = dashboard;
  const scope = useClientScope();
  return (
    <Card
      title={`Recent submissions, last ${days} days`}
      aside={
        <span className="flex flex-wrap items-center gap-x-5 text-[0.9375rem]">
          {client.drive_link && (
            <TextLink href={client.drive_link} newTab className="inline-flex min-h-6 items-center gap-1.5">
              <FolderOpen className="size-4" aria-hidden="true" />
              Your folder
            </TextLink>
          )}
          <Link
            to={withScope(routes.clientDrive, scope.search)}
            className="inline-flex min-h-6 items-center underline decoration-control underline-offset-4 hover:decoration-ink"
          >
            Change drive
          </Link>
        </span>
      }
    >
      {recent.length > 0 ? (
        <>
          <SubmissionTable clientId={client.id} caption="Recent submissions" lines={recent} />
          <p className="mt-2 flex flex-wrap items-center justify-between gap-x-6">
            <Link
              to={withScope(routes.clientSubmissions, scope.search)}
              className={buttonClass("quiet", "-ml-5")}
            >
              All submissions
            </Link>
            {recent.length < count && (
              <span className="text-sm text-muted tabular-nums">
                Newest {recent.length} of {count}
              </span>
            )}
          </p>
        </>
      ) : (
        <NothingRecent client={client} days={days} />
      )}
    </Card>
  );
}

const EVERYTHING = { q: "", status: "", tag: "", from: "", to: "", order: "" };

/** The card without a line: a business that never got anything is invited to ask for it. */
function NothingRecent({ client, days }: { client: ClientView; days: number }) {
  const scope = useClientScope();
  // The same answer that the list of all submissions opens with.
  const { items, isPending } = useSubmissions(client.id, EVERYTHING);
  const never = items?.length === 0;
  const closed = takesNoVideos(client);
  return (
    <div
      aria-busy={isPending}
      className={`flex flex-col items-center gap-4 px-4 py-8 text-center ${isPending ? "invisible" : ""}`}
    >
      <Mark className="size-14" />
      <p className="max-w-[34ch]">
        <b className="block text-lg">
          {never ? "No testimonials yet." : `Nothing in the last ${days} days.`}
        </b>
        {closed
          ? "Your recording page is not taking videos at the moment."
          : never
            ? "Share your recording link. The first video appears here within a minute of being sent."
            : "Share your recording link again. The next video appears here within a minute of being sent."}
      </p>
      <div className="flex flex-wrap justify-center gap-x-2">
        {!closed && (
          <Link to={withScope(routes.clientSharing, scope.search)} className={buttonClass("outlined")}>
            Share your link
          </Link>
        )}
        {!never && (
          <Link to={withScope(routes.clientSubmissions, scope.search)} className={buttonClass("quiet")}>
            All submissions
          </Link>
        )}
      </div>
    </div>
  );
}

/** Watermark settings with a preview on a sample picture. */
function WatermarkCard({ client }: { client: ClientView }) {
  const { turn } = useWatermarkSwitch(client);
  const draft = useDraft(client.id, "watermark", settingsOf(client));
  return (
    <Card
      title="Watermark"
      aside={
        <Switch
          label={client.watermark_enabled ? "Enabled" : "Disabled"}
          checked={client.watermark_enabled}
          onChange={turn}
        />
      }
    >
      <div className="grid items-start gap-6 md:grid-cols-[17rem_minmax(0,1fr)] md:gap-10">
        <WatermarkPreview
          settings={draft.value}
          companyName={client.company_name}
          enabled={client.watermark_enabled}
        />
        <WatermarkForm client={client} draft={draft} />
      </div>
    </Card>
  );
}

/** A phone's upright picture. Sizes are relative to its shorter side. */
const FRAME = { width: 480, height: 854 };

type WatermarkPreviewProps = { settings: WatermarkSettings; companyName: string; enabled: boolean };

/** The watermark on a sample picture, laid on by the code that burns it into videos. */
function WatermarkPreview({ settings, companyName, enabled }: WatermarkPreviewProps) {
  const watermark = useMemo(() => watermarkFrom(settings, companyName), [settings, companyName]);
  return (
    <figure className="mx-auto w-full max-w-68">
      <div className="relative aspect-[480/854] overflow-hidden rounded-card bg-stage">
        <SamplePicture />
        <WatermarkOverlay watermark={watermark} frame={FRAME} />
      </div>
      <figcaption className="mt-2 text-center text-sm text-muted">
        {enabled ? "How it will look in new videos." : "Disabled: new videos carry no watermark."}
      </figcaption>
    </figure>
  );
}

/** A sample picture of a person in a shop, with light and dark areas. Decorative. */
function SamplePicture() {
  return (
    <svg viewBox="0 0 480 854" className="absolute inset-0 size-full" aria-hidden="true">
      <rect width="480" height="854" className="fill-stage-raised" />
      {/* The window, and the street's light in it. */}
      <rect x="36" y="0" width="190" height="420" className="fill-stage-muted" />
      <path d="M131 0v420M36 200h190" className="stroke-stage-raised" strokeWidth="10" />
      {/* Shelves with goods. */}
      <path d="M270 150h210M270 300h210" className="stroke-stage" strokeWidth="12" />
      <path
        d="M290 144v-62h34v62zM336 144v-40h46v40zM396 144v-78h28v78zM436 144v-50h44v50zM286 294v-48h52v48zM352 294v-74h30v74zM396 294v-36h60v36z"
        className="fill-stage-muted"
        opacity="0.45"
      />
      {/* The customer. */}
      <path d="M18 854c0-176 96-262 222-262s222 86 222 262z" className="fill-stage" />
      <path d="M196 520h88v92c0 26-20 46-44 46s-44-20-44-46z" className="fill-stage-muted" />
      <ellipse cx="240" cy="446" rx="98" ry="116" className="fill-on-stage" />
      <path
        d="M140 462c-20-112 26-172 102-172 76 0 120 62 98 172-6-48-22-80-46-96-42 22-90 20-126 4-16 22-24 48-28 92z"
        className="fill-stage"
      />
      <circle cx="204" cy="448" r="8" className="fill-stage" />
      <circle cx="276" cy="448" r="8" className="fill-stage" />
      <path d="M206 496c20 22 48 22 68 0z" className="fill-signal-dot" />
      {/* The counter in front. */}
      <rect y="780" width="480" height="74" className="fill-on-stage" />
      <svg x="392" y="797" width="40" height="40" viewBox="0 0 32 32">
        <path d={BUBBLE} className="fill-stage" />
        <circle cx="16" cy="15.9" r="6.5" className="fill-signal-dot" />
      </svg>
    </svg>
  );
}
