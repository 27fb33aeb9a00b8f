import { useQuery } from "@tanstack/react-query";
import { qrProblem } from "#media/qr-problem.ts";
import { recordPath } from "#paths.ts";
import { useDebounced } from "#lib/use-debounced.ts";

/** Warning about a QR image that may not fit the client's slug; `clientId`: `null` for a new client. */
export function useQrProblem(file: File | null, slug: string, clientId: string | null): string | null {
  const debounced = useDebounced(slug.trim());
  const page = new URL(recordPath(debounced), location.origin).href;
  const { data } = useQuery({
    queryKey: ["admin", "qr-doubt", file?.name, file?.size, file?.lastModified, page, clientId],
    queryFn: () => (file ? qrProblem(file, page, clientId) : null),
    enabled: file !== null && debounced !== "",
  });
  return file && data ? `${data.title}. ${data.text} If you save, it is used anyway.` : null;
}
