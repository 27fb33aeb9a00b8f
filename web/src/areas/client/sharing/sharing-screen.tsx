import type { ClientView, Dashboard } from "#api/generated/client.ts";
import { ClientScreen } from "#areas/client/client-screen.tsx";
import { AccountNotice } from "#areas/client/dashboard/account-notice.tsx";
import { takesNoVideos } from "#areas/client/dashboard/credit-state.ts";
import { Card } from "#ui/card.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { CopyAddress } from "#areas/client/copy-address.tsx";
import { readable, invitationFor, mailAddress } from "./invitation.ts";
import { Printer, Copy, Mail, Download } from "lucide-react";
import { Link } from "react-router";
import { routes } from "#paths.ts";
import { buttonClass, Button, ButtonLink } from "#ui/button.tsx";
import { useClientScope, withScope } from "#areas/client/client-scope.ts";
import { SIZES, TableCard } from "./table-card.tsx";
import { copyText } from "#lib/copy-text.ts";
import { TextArea } from "#ui/fields/text-area.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { showToast } from "#ui/toasts/toast.ts";
import { useDraft } from "#lib/use-draft.ts";
import { useRef } from "react";
import { ClientCode } from "./client-qr-code.tsx";
import { paintQr } from "./qr-drawing.ts";
import { saveFile } from "#lib/save-file.ts";
import { useLogo } from "./use-logo.ts";

export default function SharingScreen() {
  return <ClientScreen title="Sharing">{(dashboard) => <WaysToShare dashboard={dashboard} />}</ClientScreen>;
}

/** Ways to share the recording page: link, QR code, email, table card. */
function WaysToShare({ dashboard }: { dashboard: Dashboard }) {
  const { client, recording_url: address } = dashboard;
  return (
    <>
      <h1 className="mb-3 text-4xl sm:text-5xl">Ask your customers</h1>
      <AccountNotice dashboard={dashboard} />
      <p className="mb-6 max-w-[52ch] text-lg text-muted">
        {takesNoVideos(client)
          ? "Your page is not taking videos at the moment. Keep your link for later: customers who open it cannot record."
          : "Anyone with your link can leave you a video. Send it, print it, put it on the counter."}
      </p>
      <div className="flex flex-col gap-5">
        <LinkCard client={client} address={address} />
        <div className="grid gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <CodeCard client={client} address={address} />
          <InvitationCard client={client} address={address} />
        </div>
        <TableCards client={client} address={address} />
      </div>
    </>
  );
}

/** The recording link, in large type. */
function LinkCard({ client, address }: { client: ClientView; address: string }) {
  return (
    <Card title="Link">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <TextLink
          href={address}
          newTab
          className="min-w-0 font-display text-2xl leading-tight font-bold tracking-tight wrap-anywhere sm:text-3xl"
        >
          {readable(address)}
        </TextLink>
        <CopyAddress
          address={address}
          variant={takesNoVideos(client) ? "outlined" : "signal"}
          className="flex-1 sm:flex-none"
        />
      </div>
    </Card>
  );
}

/** The card for tables and counters, small, and the way to print it. */
function TableCards({ client, address }: { client: ClientView; address: string }) {
  const scope = useClientScope();
  return (
    <Card title="Table card">
      <div className="grid items-center gap-8 sm:grid-cols-[auto_minmax(0,1fr)]">
        <div aria-hidden="true" className="table-card-thumbnail mx-auto">
          <TableCard client={client} address={address} size="a6" />
        </div>
        <div>
          <p className="max-w-[46ch]">
            For counters, tables and parcels, with your name, QR code and link. Print it on card, or send the
            PDF to a print shop.
          </p>
          <div className="mt-4 flex flex-wrap gap-3 *:flex-auto sm:*:flex-none">
            {Object.entries(SIZES).map(([size, { name, millimetres }]) => (
              <Link
                key={size}
                to={withScope(routes.clientCard, scope.search, { size })}
                className={buttonClass("outlined")}
              >
                <Printer className="size-5" aria-hidden="true" />
                {name}, {millimetres}
              </Link>
            ))}
          </div>
        </div>
      </div>
    </Card>
  );
}

/** An editable text for customers; sending it is up to the client. */
function InvitationCard({ client, address }: { client: ClientView; address: string }) {
  const { value, change, discard, dirty } = useDraft(
    client.id,
    "invitation",
    invitationFor(client.company_name, address),
  );
  const copy = async () => {
    if (await copyText(value.text)) await showToast("success", "Copied to clipboard");
    else await showToast("error", "Failed to copy", "Please select the text and copy it yourself.");
  };
  return (
    <Card
      title="Invitation by email"
      className="flex flex-col"
      aside={
        <Button
          variant="quiet"
          className={`-my-1 min-h-8! px-0! py-0! text-[0.9375rem] ${dirty ? "" : "invisible"}`}
          onClick={discard}
        >
          Start over
        </Button>
      }
    >
      <TextField label="Subject" value={value.subject} onChange={(subject) => change({ subject })} />
      <TextArea
        label="Text"
        rows={1}
        grows
        value={value.text}
        warning={value.text.includes(address) ? undefined : "Your link is missing from this text."}
        onChange={(text) => change({ text })}
      />
      <div className="mt-auto flex flex-wrap gap-3 pt-2 *:flex-auto sm:*:flex-none">
        <ButtonLink variant="outlined" href={mailAddress(value.subject, value.text)}>
          <Mail className="size-5" aria-hidden="true" />
          Open in your email app
        </ButtonLink>
        <Button variant="outlined" onClick={() => void copy()}>
          <Copy className="size-5" aria-hidden="true" />
          Copy text
        </Button>
      </div>
    </Card>
  );
}

const PNG_PX = 1024;

/** The code for shop windows, receipts and table cards, to save; with one of their own, that first. */
function CodeCard({ client, address }: { client: ClientView; address: string }) {
  const code = useRef<SVGSVGElement>(null);
  const logo = useLogo(client.logo_url);
  const name = `${client.custom_slug}-qr`;

  const saveSvg = () => {
    if (!code.current) return;
    const text = new XMLSerializer().serializeToString(code.current);
    saveFile(new Blob([text], { type: "image/svg+xml" }), `${name}.svg`);
  };

  const savePng = async () => {
    try {
      saveFile(await paintQr(address, logo ?? null, PNG_PX), `${name}.png`);
    } catch {
      await showToast("error", "The image could not be created", "Please download the SVG instead.");
    }
  };

  return (
    <Card title="QR code" className="flex flex-col">
      <div className={`grid flex-1 gap-x-6 gap-y-8 ${client.qr_code_url ? "sm:grid-cols-2" : ""}`}>
        {client.qr_code_url && <OwnCode address={client.qr_code_url} name={`${name}-own`} client={client} />}
        <div className={CODE}>
          <div className={PLATE}>
            <ClientCode ref={code} client={client} address={address} className="size-full" />
          </div>
          <p className="mt-3 text-[0.9375rem] text-muted">
            {client.qr_code_url ? "The one we made for you. " : ""}It opens your recording page
            {client.logo_url ? ", with your logo in the middle" : ""}. Use the SVG for print and the PNG for
            screens.
          </p>
          <div className="mt-auto flex flex-wrap gap-3 pt-4 *:flex-1">
            <Button variant="outlined" disabled={logo === undefined} onClick={saveSvg}>
              <Download className="size-5" aria-hidden="true" />
              SVG
            </Button>
            <Button variant="outlined" disabled={logo === undefined} onClick={() => void savePng()}>
              <Download className="size-5" aria-hidden="true" />
              PNG
            </Button>
          </div>
        </div>
      </div>
    </Card>
  );
}

const CODE = "flex min-w-0 flex-col";
const PLATE =
  "mx-auto grid aspect-square w-full max-w-96 place-items-center overflow-hidden rounded-card border border-hairline bg-white";

/** The client's uploaded image, which the table card shows. */
function OwnCode({ address, name, client }: { address: string; name: string; client: ClientView }) {
  return (
    <div className={CODE}>
      <div className={PLATE}>
        <img
          src={address}
          alt={`Your own QR code of ${client.company_name}`}
          className="size-full object-contain p-2"
        />
      </div>
      <p className="mt-3 text-[0.9375rem] text-muted">
        Your own image, as on your dashboard and your table card.
      </p>
      <div className="mt-auto flex flex-wrap pt-4 *:flex-1">
        <ButtonLink variant="outlined" href={address} download={name}>
          <Download className="size-5" aria-hidden="true" />
          Your image
        </ButtonLink>
      </div>
    </div>
  );
}
