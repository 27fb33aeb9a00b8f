import { ArrowLeft, Printer } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import type { Dashboard } from "#api/generated/client.ts";
import { routes } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { ClientScreen } from "#areas/client/client-screen.tsx";
import { AccountNotice } from "#areas/client/dashboard/account-notice.tsx";
import { takesNoVideos } from "#areas/client/dashboard/credit-state.ts";
import { useDraft } from "#lib/use-draft.ts";
import { useClientScope, withScope } from "#areas/client/client-scope.ts";
import { DEFAULT_LINE, SIZES, TableCard, type Size } from "./table-card.tsx";
import { useLogo } from "./use-logo.ts";

/** Fits on three lines. */
const MAX_LINE = 60;

export default function CardScreen() {
  return <ClientScreen title="Table card">{(dashboard) => <Printing dashboard={dashboard} />}</ClientScreen>;
}

/** Print preview of the card, with its options. */
function Printing({ dashboard }: { dashboard: Dashboard }) {
  const { client, recording_url: address } = dashboard;
  const scope = useClientScope();
  const [search, setSearch] = useSearchParams();
  const size: Size = search.get("size") === "a5" ? "a5" : "a6";
  const { value, change } = useDraft(client.id, "card", { line: DEFAULT_LINE });
  const ready = useLogo(client.logo_url) !== undefined;

  const choose = (chosen: string) => {
    const next = new URLSearchParams(search);
    next.set("size", chosen);
    setSearch(next, { replace: true });
  };

  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      <div>
        <Link
          to={withScope(routes.clientSharing, scope.search)}
          className="inline-flex min-h-6 items-center gap-1.5 text-[0.9375rem] underline decoration-control underline-offset-4 hover:decoration-ink"
        >
          <ArrowLeft className="size-4" aria-hidden="true" />
          Sharing
        </Link>
        <h1 className="mt-3 mb-5 text-4xl sm:text-5xl">Table card</h1>
        <AccountNotice dashboard={dashboard} />
        <SelectField
          label="Size"
          value={size}
          options={Object.entries(SIZES).map(([its, { name, millimetres }]) => ({
            value: its,
            label: `${name}, ${millimetres}`,
          }))}
          onChange={choose}
        />
        <div className="mt-5">
          <TextField
            label="Your line"
            maxLength={MAX_LINE}
            value={value.line}
            placeholder={DEFAULT_LINE}
            onChange={(line) => change({ line })}
          />
        </div>
        <Button
          variant={takesNoVideos(client) ? "outlined" : "signal"}
          className="mt-2 w-full sm:w-auto"
          disabled={!ready}
          onClick={() => window.print()}
        >
          <Printer className="size-5" aria-hidden="true" />
          Print
        </Button>
        <p className="mt-4 text-sm text-muted">
          In the print window choose {SIZES[size].name} as paper, no margins, and a scale of 100%. For a PDF,
          choose Save as PDF as the printer.
        </p>
      </div>
      <div className="to-print">
        <TableCard client={client} address={address} size={size} line={value.line.trim() || DEFAULT_LINE} />
      </div>
    </div>
  );
}
