import type { ClientView } from "../../../api/generated/ClientView.ts";
import { Card } from "../../../ui/card.tsx";
import { ClientCode } from "../sharing/client-code.tsx";
import { AssetTile } from "./asset-tile.tsx";

/** The logo that customers see, and the code that leads them here. */
export function AssetsCard({ client, address }: { client: ClientView; address: string }) {
  return (
    <Card title="Logo and QR code">
      <div className="grid grid-cols-2 gap-4 sm:gap-6">
        <AssetTile
          client={client}
          type="logo"
          name="Logo"
          note={
            client.logo_url
              ? "On your record page and in your QR code."
              : "Your name stands there until you have one."
          }
        >
          {client.logo_url ? (
            <img
              src={client.logo_url}
              alt={`Logo of ${client.company_name}`}
              className="size-full object-contain p-4"
            />
          ) : (
            <p className="line-clamp-3 px-4 text-center font-display text-xl leading-tight font-bold wrap-anywhere">
              {client.company_name}
            </p>
          )}
        </AssetTile>
        <AssetTile
          client={client}
          type="qr"
          name="QR code"
          note={client.qr_code_url ? "Your own image." : "Made by us. It opens your link."}
        >
          {client.qr_code_url ? (
            <img
              src={client.qr_code_url}
              alt={`QR code of ${client.company_name}`}
              className="size-full object-contain p-2"
            />
          ) : (
            <ClientCode client={client} address={address} className="size-full" />
          )}
        </AssetTile>
      </div>
    </Card>
  );
}
