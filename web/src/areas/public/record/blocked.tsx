import type { PublicClient } from "#api/generated/public.ts";
import { pageData } from "#api/page-data.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { useTitle } from "#lib/use-title.ts";
import gate from "#api/generated/gate.json";

const blocks: Partial<Record<string, string>> = gate;

/** Why a client accepts no testimonials, by its state or by a refusal's code; `null` if it accepts them. */
export const blockOf = (code: string | undefined): string | null => blocks[code ?? ""] ?? null;

/** Page of a business that accepts no testimonials now: the reason, and a contact. */
export function Blocked({ client, block }: { client: PublicClient; block: string }) {
  useTitle(client.company_name);
  return (
    <Notice title={client.company_name}>
      <div role="alert" className="flex flex-col gap-2">
        <p className="text-lg font-semibold">{block}</p>
        <p className="text-muted">Please contact support if you believe this is an error.</p>
      </div>
      <ButtonLink variant="outlined" href={pageData.support_url}>
        Contact Support
      </ButtonLink>
    </Notice>
  );
}
