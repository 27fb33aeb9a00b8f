import { Download } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import type { Archive } from "../../../api/generated/Archive.ts";
import type { ArchivePart } from "../../../api/generated/ArchivePart.ts";
import { call } from "../../../api/http.ts";
import { client as endpoints } from "../../../api/portal-endpoints.ts";
import { formatMegabytes } from "../../../lib/format.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

/** All videos, submissions and consents as ZIP files, to be kept elsewhere. */
export function DownloadEverything({ clientId }: { clientId: string }) {
  const { data, isError } = useQuery({
    queryKey: ["client", "archive", clientId],
    queryFn: ({ signal }) => call<Archive>("GET", endpoints.archive(clientId), undefined, signal),
  });
  // The page is of use without it, and asks again when it is opened again.
  if (isError) return null;
  return (
    <Card title="Download everything">
      <p className="max-w-[60ch]">
        All videos that Sayso keeps for you, the list of all submissions, and what your customers agreed to.
        If it breaks off, your browser can go on where it stopped.
      </p>
      {data ? <Parts clientId={clientId} archive={data} /> : <Skeleton className="mt-5 h-12" />}
    </Card>
  );
}

function Parts({ clientId, archive: { until, parts } }: { clientId: string; archive: Archive }) {
  if (parts.length === 0) return <p className="mt-3 text-muted">There is nothing to download yet.</p>;
  const elsewhere = parts.reduce((sum, part) => sum + part.elsewhere, 0);
  return (
    <>
      {elsewhere > 0 && (
        <p className="mt-2 max-w-[60ch] text-[0.9375rem] text-muted">
          {elsewhere === 1
            ? "One video is in a drive of your own, and stays"
            : `${elsewhere} videos are in a drive of your own, and stay`}{" "}
          there; the list says where.
        </p>
      )}
      <ul className="mt-5 flex flex-col gap-3">
        {parts.map((part, index) => (
          <li key={index} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <ButtonLink variant="outlined" href={endpoints.archivePart(clientId, until, index + 1)} download>
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
