import { Download } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import type { Archive, ArchivePart } from "#api/generated/client.ts";
import * as api from "#api/generated/calls/client.ts";
import { formatMegabytes } from "#lib/format.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { ErrorState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** All videos, submissions and consents as ZIP files, to be kept elsewhere. */
export function DownloadEverything({
  clientId,
  keepsOwnDrive,
}: {
  clientId: string;
  keepsOwnDrive: boolean;
}) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["client", "archive", clientId],
    queryFn: ({ signal }) => api.archiveGet(clientId, signal),
  });
  return (
    <Card title="Download everything" className="max-lg:order-1">
      <p className="max-w-[60ch]">
        All videos that Sayso keeps for you, the list of all submissions, and what your customers agreed to.
        If the download breaks off, your browser can resume it.
      </p>
      {data ? (
        <Parts clientId={clientId} archive={data} keepsOwnDrive={keepsOwnDrive} />
      ) : error && !isFetching ? (
        <ErrorState subject="what there is to download" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="mt-5 h-12" />
      )}
    </Card>
  );
}

type PartsProps = { clientId: string; archive: Archive; keepsOwnDrive: boolean };

function Parts({ clientId, archive: { until, parts }, keepsOwnDrive }: PartsProps) {
  if (parts.length === 0) return <p className="mt-3 text-muted">There is nothing to download yet.</p>;
  const elsewhere = parts.reduce((sum, part) => sum + part.elsewhere, 0);
  return (
    <>
      {elsewhere > 0 && (
        <p className="mt-2 max-w-[60ch] text-[0.9375rem] text-muted">
          {elsewhere === 1
            ? "1 video is in a drive of your own, not in the ZIP file."
            : `${elsewhere} videos are in a drive of your own, not in the ZIP file.`}
          {!keepsOwnDrive &&
            " Sayso deletes videos there too when their time is up, so copy what you want to keep."}
        </p>
      )}
      <ul className="mt-5 flex flex-col gap-3">
        {parts.map((part, index) => (
          <li key={index} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <ButtonLink
              variant="outlined"
              href={api.archiveDownloadAddress(clientId, { until: String(until), part: String(index + 1) })}
              download
            >
              <Download className="size-5" aria-hidden="true" />
              {parts.length === 1 ? "Download ZIP file" : `Download part ${index + 1} of ${parts.length}`}
            </ButtonLink>
            <span className="text-[0.9375rem] text-muted tabular-nums">{contents(part)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

const contents = ({ videos, bytes }: ArchivePart) =>
  videos === 1 ? `1 video, ${formatMegabytes(bytes)}` : `${videos} videos, ${formatMegabytes(bytes)}`;
