import { Download } from "lucide-react";
import { useRef } from "react";
import type { ClientView } from "#api/generated/client.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { showToast } from "#ui/toasts/toast.ts";
import { ClientCode } from "./client-qr-code.tsx";
import { paintQr } from "./qr-drawing.ts";
import { saveFile } from "#lib/save-file.ts";
import { useLogo } from "./use-logo.ts";

const PNG_PX = 1024;

/** The code for shop windows, receipts and table cards, to save; with one of their own, that first. */
export function CodeCard({ client, address }: { client: ClientView; address: string }) {
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
