import type { Ref } from "react";
import type { ClientView } from "../../../api/generated/ClientView.ts";
import { QrPicture } from "./qr-picture.tsx";
import { useLogo } from "./use-logo.ts";

type Props = { client: ClientView; address: string; className?: string; ref?: Ref<SVGSVGElement> };

/** The code we make for a client: its logo in the middle, once that is here. */
export function ClientCode({ client, address, className = "", ref }: Props) {
  const logo = useLogo(client.logo_url);
  if (logo === undefined) return <div aria-hidden="true" className={className} />;
  return (
    <QrPicture
      {...(ref ? { ref } : {})}
      text={address}
      logo={logo}
      label={`QR code of ${client.company_name}`}
      className={className}
    />
  );
}
