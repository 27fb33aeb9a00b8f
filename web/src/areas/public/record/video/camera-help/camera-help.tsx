import { Camera, ChevronDown, ExternalLink } from "lucide-react";
import { useEffect, useEffectEvent, useState, type Ref } from "react";
import { Mark } from "#brand/mark.tsx";
import { thisBrowser, type App, type Browser } from "#media/browser.ts";
import type { CameraProblem } from "#media/camera/camera.ts";
import { buttonClass } from "#ui/button.tsx";
import { explain } from "./camera-problem-text.ts";
import { FilePicker, type OnFile } from "#areas/public/record/video/recorder/file-picker.tsx";
import { stageButton } from "#areas/public/record/video/recorder/stage-frame.tsx";
import { watchPermissions, type Permissions } from "#media/camera/camera-permission.ts";
import { openInBrowserUrl, pageUrl } from "#media/open-in-browser.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { lazyModule, useLazyModule } from "#lib/use-lazy-module.ts";

type Props = OnFile & {
  problem: CameraProblem;
  heading: Ref<HTMLHeadingElement>;
  note: string;
  onGrant: () => void;
};

/**
 * Shown when the camera gives no picture: the reason, a fix for this browser, and the other ways to make a video.
 */
export function CameraHelp({ problem, heading, note, onGrant, onFile }: Props) {
  const [browser] = useState(thisBrowser);
  const [qrCodeShown, setQrCodeShown] = useState(false);
  const permissions = usePermissions(problem === "refused", onGrant);
  const { title, text, steps } = explain(problem, browser, permissions);
  const { handheld } = browser;
  const unsupported = problem === "unsupported";
  const needsOtherBrowser = browser.app !== null || unsupported;
  const codeFirst = !handheld && (unsupported || problem === "missing");

  const retry = !unsupported && (
    <button
      type="button"
      onClick={onGrant}
      className={handheld && needsOtherBrowser ? stageButton : buttonClass("signal", "min-h-14")}
    >
      <Camera className="size-5" aria-hidden="true" />
      Try the camera again
    </button>
  );
  const cameraApp = handheld && (
    <FilePicker camera signal={needsOtherBrowser} label="Record with your camera app" onFile={onFile} />
  );

  return (
    <>
      {/* The QR code includes the mark. */}
      {!codeFirst && <Mark className="size-16 [&_path]:fill-on-stage" />}
      <h2 ref={heading} tabIndex={-1} className="text-[clamp(1.75rem,6vw,2.5rem)]">
        {title}
      </h2>
      <p className="text-stage-muted">{text}</p>
      {steps && <Steps steps={steps} />}
      {codeFirst && <PageQrCode copyLink />}
      <div className="flex w-full flex-col gap-3 sm:w-auto sm:min-w-80">
        {needsOtherBrowser && cameraApp}
        {retry}
        {!needsOtherBrowser && cameraApp}
        <FilePicker label="Upload a video instead" onFile={onFile} />
      </div>
      {handheld && needsOtherBrowser && <OpenInBrowser browser={browser} />}
      {!codeFirst && (!handheld || needsOtherBrowser) && (
        <details className="group w-full" onToggle={(event) => setQrCodeShown(event.currentTarget.open)}>
          <summary className="mx-auto flex min-h-12 w-fit list-none items-center gap-2 rounded-control px-3 font-semibold underline decoration-stage-muted underline-offset-4 hover:decoration-on-stage [&::-webkit-details-marker]:hidden">
            {handheld ? "Continue on another device" : "Continue on your phone"}
            <ChevronDown className="size-5 transition-transform group-open:rotate-180" aria-hidden="true" />
          </summary>
          <div className="pt-3">{qrCodeShown && <PageQrCode copyLink={!handheld} />}</div>
        </details>
      )}
      <p className="text-sm text-stage-muted">{note}</p>
    </>
  );
}

const UNKNOWN: Permissions = { camera: null, microphone: null };

const allowed = ({ camera, microphone }: Permissions) => camera === "granted" && microphone !== "denied";

/** The page's permissions while `watched`; calls `onAllowed` when the user has just granted them. */
function usePermissions(watched: boolean, onAllowed: () => void): Permissions {
  const [permissions, setPermissions] = useState(UNKNOWN);
  const allow = useEffectEvent(onAllowed);

  useEffect(() => {
    if (!watched) return undefined;
    let before: Permissions | null = null;
    return watchPermissions((now) => {
      setPermissions(now);
      if (before && !allowed(before) && allowed(now)) allow();
      before = now;
    });
  }, [watched]);

  return permissions;
}

const qrCode = lazyModule(() => import("#ui/qr-code.tsx"));

/** QR code and address for opening this page on another device. */
function PageQrCode({ copyLink }: { copyLink: boolean }) {
  const address = pageUrl();
  const { module } = useLazyModule(qrCode);
  return (
    <figure className="flex flex-col items-center gap-3">
      {/* The space is reserved while the QR code loads; if it fails, the text remains. */}
      <div className="grid size-52 place-items-center">
        {module && (
          <module.QrCode text={address} label="QR code with the address of this page" className="size-full" />
        )}
      </div>
      <figcaption className="flex flex-col items-center">
        <span className="text-sm text-balance wrap-anywhere text-stage-muted select-all">{address}</span>
        {copyLink && (
          <CopyButton
            text={address}
            label="Copy link"
            copied="Link copied"
            className={buttonClass("quiet", "text-on-stage")}
          />
        )}
      </figcaption>
    </figure>
  );
}

/** Ways from an in-app browser without a camera to a real browser on the same phone. */
function OpenInBrowser({ browser }: { browser: Browser }) {
  const address = pageUrl();
  const inApp = browser.app !== null;
  const browserUrl = openInBrowserUrl(browser, address);
  const steps = inApp
    ? openInBrowserSteps(browser)
    : [
        "Copy the link.",
        `Open ${browser.system === "ios" ? "Safari" : "Chrome"} and paste it into the address bar.`,
      ];
  return (
    <section
      aria-labelledby="leave-app"
      className="flex w-full flex-col gap-3 border-t border-stage-raised pt-5"
    >
      <h3 id="leave-app" className="text-xl">
        Or open this page in {inApp ? "your" : "another"} browser
      </h3>
      <div className="flex flex-col gap-3 sm:flex-row sm:justify-center">
        {browserUrl && (
          <a href={browserUrl} className={stageButton}>
            <ExternalLink className="size-5" aria-hidden="true" />
            {browserUrl.startsWith("x-safari-") ? "Open in Safari" : "Open in your browser"}
          </a>
        )}
        <CopyButton text={address} label="Copy link" copied="Link copied" className={stageButton} />
      </div>
      {browserUrl && <p className="text-sm text-stage-muted">If nothing happens:</p>}
      <Steps steps={steps} />
    </section>
  );
}

/**
 * Label of each app's menu entry that opens a real browser. Apps rename it now and then; these words occur in every
 * version.
 */
const ENTRIES: Partial<Record<App, string>> = {
  Facebook: "Open in external browser",
  Instagram: "Open in external browser",
  Messenger: "Open in external browser",
  Threads: "Open in external browser",
  LINE: "Open in default browser",
};

/** How to leave an app's own browser by hand. */
function openInBrowserSteps({ app, system }: Browser): string[] {
  const menu = system === "android" ? "⋮ or •••" : "•••";
  const safari = system === "ios" ? " or Open in Safari" : "";
  const entry = (app !== null && app !== "unknown" && ENTRIES[app]) || `Open in browser${safari}`;
  return [`Tap ${menu} in a corner of this window.`, `Choose ${entry}.`];
}

function Steps({ steps }: { steps: string[] }) {
  return (
    <ol className="w-full list-decimal space-y-1.5 rounded-card bg-stage-raised py-4 pr-5 pl-11 text-left marker:font-semibold marker:text-stage-muted">
      {steps.map((step) => (
        <li key={step} className="pl-1">
          {step}
        </li>
      ))}
    </ol>
  );
}
