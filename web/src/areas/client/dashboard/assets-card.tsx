import { image } from "#api/generated/rules.json";
import type { ClientView } from "#api/generated/client.ts";
import { Card } from "#ui/card.tsx";
import { ClientCode } from "#areas/client/sharing/client-qr-code.tsx";
import { ImageUp } from "lucide-react";
import { toastUnlessSignedOut } from "#auth/toasts.ts";
import * as api from "#api/generated/calls/client.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { type QrProblem, qrProblem } from "#media/qr-problem.ts";
import { type ReactNode, useId, useState } from "react";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { assetErrorText, imageError, replaceAsset } from "#api/replace-asset.ts";
import type { AssetType } from "#api/generated/enums.ts";
import { useMutation } from "@tanstack/react-query";
import { ApiError } from "#api/http.ts";
import { pause } from "#lib/pause.ts";
import { showToast } from "#ui/toasts/toast.ts";
import { useUpdateCachedClient } from "#areas/client/use-dashboard.ts";

/** The logo that customers see, and the code that leads them here. */
export function AssetsCard({ client, address }: { client: ClientView; address: string }) {
  return (
    <Card title="Logo and QR code">
      <div className="grid gap-6 sm:grid-cols-2 sm:grid-rows-[auto_auto_auto_1fr] sm:gap-y-0">
        <AssetTile
          client={client}
          type="logo"
          name="Logo"
          address={address}
          note={
            client.logo_url
              ? "On your recording page and in your QR code."
              : "Your name is shown until you add one."
          }
        >
          {client.logo_url ? (
            <img
              src={client.logo_url}
              alt={`Logo of ${client.company_name}`}
              className="size-full object-contain p-2.5"
            />
          ) : (
            <p className="line-clamp-3 px-2 text-center font-display text-lg leading-tight font-bold wrap-anywhere">
              {client.company_name}
            </p>
          )}
        </AssetTile>
        <AssetTile
          client={client}
          type="qr"
          name="QR code"
          address={address}
          note={client.qr_code_url ? "Your own image." : "Made by us. It opens your link."}
        >
          {client.qr_code_url ? (
            <img
              src={client.qr_code_url}
              alt={`QR code of ${client.company_name}`}
              className="size-full object-contain p-1"
            />
          ) : (
            <ClientCode client={client} address={address} className="size-full" />
          )}
        </AssetTile>
      </div>
    </Card>
  );
}

type Props = {
  client: ClientView;
  type: AssetType;
  name: string;
  note: string;
  /** URL of the client's recording page. */
  address: string;
  /** The current image. */
  children: ReactNode;
};

/** One picture of the business, and the way to another. */
function AssetTile({ client, type, name, note, address, children }: Props) {
  const id = useId();
  const { percent, replace } = useReplaceAsset(client, type);
  const { remove, isRemoving } = useRemoveAsset(client, type);
  const [qrWarning, setQrWarning] = useState<(QrProblem & { file: File }) | null>(null);
  const busy = percent !== null;
  const isOwn = client[FIELDS[type]] !== null;
  const choose = async (file: File) => {
    const words = await imageError(file);
    if (words) {
      void showToast("error", ...words);
      return;
    }
    const found = type === "qr" ? await qrProblem(file, address, client.id) : null;
    if (found) setQrWarning({ ...found, file });
    else replace(file);
  };
  return (
    <div className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4 sm:row-span-4 sm:grid-rows-subgrid">
      <h3 className="col-start-2 mb-0.5 font-sans text-[0.9375rem] font-semibold tracking-normal">{name}</h3>
      {/* White in both themes, like the print and the page that customers see. */}
      <div className="relative col-start-1 row-span-4 row-start-1 grid size-30 place-items-center self-start overflow-hidden rounded-control border border-hairline bg-white text-black">
        {children}
        {busy && (
          <div className="absolute inset-x-0 bottom-0 border-t border-hairline bg-surface p-2 text-ink">
            <ProgressBar label="Uploading" percent={percent} />
          </div>
        )}
      </div>
      <p className="col-start-2 mb-2.5 text-sm leading-5 text-muted">{note}</p>
      <label
        htmlFor={id}
        className="col-start-2 inline-flex min-h-11 items-center gap-2 place-self-start rounded-control border border-control bg-surface px-4 text-[0.9375rem] font-semibold transition-colors hover:bg-sunken has-disabled:border-hairline has-disabled:text-muted has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink"
      >
        <ImageUp className="size-5" aria-hidden="true" />
        <span>
          Replace <span className="sr-only">{name}</span>
        </span>
        <input
          id={id}
          type="file"
          accept={image.types.join(",")}
          disabled={busy}
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0];
            // Reset, or the same file could not be chosen again after a failure.
            event.target.value = "";
            if (file) void choose(file);
          }}
        />
      </label>
      {isOwn && (
        <Button
          variant="quiet"
          disabled={busy || isRemoving}
          onClick={() => remove()}
          className="col-start-2 min-h-11! place-self-start px-0! text-[0.9375rem]"
        >
          {type === "logo" ? "Remove logo" : "Use Sayso’s QR code"}
        </Button>
      )}
      {qrWarning && (
        <ConfirmDialog
          title={qrWarning.title}
          icon={ImageUp}
          verb="Use it anyway"
          cancelLabel="Choose another"
          busy={false}
          onConfirm={() => {
            setQrWarning(null);
            replace(qrWarning.file);
          }}
          onClose={() => setQrWarning(null)}
        >
          <p className="wrap-anywhere">{qrWarning.text}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Back to the name in place of a logo, or to the code that we make. */
function useRemoveAsset(client: ClientView, type: AssetType) {
  const show = useUpdateCachedClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.assetRemove(client.id, type),
    onSuccess: () => {
      show(client.id, { [FIELDS[type]]: null });
      void showToast("success", "Asset updated successfully");
    },
    onError: toastUnlessSignedOut("Error"),
  });
  return { remove: mutate, isRemoving: isPending };
}

const FIELDS = { logo: "logo_url", qr: "qr_code_url" } as const satisfies Record<AssetType, keyof ClientView>;

/** Long enough to be seen. */
const DONE_MS = 700;

/** Sends and shows another picture; `percent` while it is under way. */
function useReplaceAsset(client: ClientView, type: AssetType) {
  const [percent, setPercent] = useState<number | null>(null);
  const show = useUpdateCachedClient();
  const field = FIELDS[type];

  const { mutate } = useMutation({
    mutationFn: (file: File) =>
      replaceAsset({ clientId: client.id, assetType: type, file, currentUrl: client[field] }, setPercent),
    onMutate: () => setPercent(0),
    onSuccess: async ({ assetUrl }) => {
      show(client.id, { [field]: assetUrl });
      void showToast("success", "Asset updated successfully");
      await pause(DONE_MS);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === "signed_out") return;
      void showToast("error", ...assetErrorText(error));
    },
    onSettled: () => setPercent(null),
  });

  return { percent, replace: mutate };
}
