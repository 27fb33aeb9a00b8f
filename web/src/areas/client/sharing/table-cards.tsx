import { Printer } from "lucide-react";
import { Link } from "react-router";
import type { ClientView } from "../../../api/generated/ClientView.ts";
import { routes } from "../../../paths.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { useStay } from "../use-stay.ts";
import { withClient } from "../which-client.ts";
import { SIZES, TableCard } from "./table-card.tsx";

/** The card for tables and counters, small, and the way to print it. */
export function TableCards({ client, address }: { client: ClientView; address: string }) {
  const stay = useStay();
  return (
    <Card title="Table card">
      <div className="grid items-center gap-8 sm:grid-cols-[auto_minmax(0,1fr)]">
        <div aria-hidden="true" className="table-card-thumbnail mx-auto">
          <TableCard client={client} address={address} size="a6" />
        </div>
        <div>
          <p className="max-w-[46ch]">
            For the counter, the table, the parcel: your name, your code, your address. Print it on card, or
            hand the PDF to a print shop.
          </p>
          <div className="mt-4 flex flex-wrap gap-3 *:flex-auto sm:*:flex-none">
            {Object.entries(SIZES).map(([size, { name, millimetres }]) => (
              <Link
                key={size}
                to={withClient(routes.clientCard, stay.search, { size })}
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
