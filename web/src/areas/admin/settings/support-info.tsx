import { Phone } from "lucide-react";
import { Link } from "react-router";
import { adminRoutes } from "#admin-paths.ts";
import { Card } from "#ui/card.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useSettings } from "./use-settings.ts";

const PHONE = "support_phone";

export function SupportInfo() {
  const { data, isError } = useSettings();
  const phone = data?.find(({ key }) => key === PHONE)?.value.trim() ?? "";
  return (
    <Card title="Support Info" className="max-w-xl">
      {phone !== "" ? (
        <p className="flex flex-wrap items-center gap-x-3">
          <Phone className="size-5 shrink-0" aria-hidden="true" />
          <span className="text-muted">Admin support</span>
          <a
            href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`}
            className="inline-flex min-h-11 items-center text-lg font-semibold underline decoration-control underline-offset-4 tabular-nums"
          >
            {phone}
          </a>
        </p>
      ) : data || isError ? (
        <p className="flex min-h-11 items-center text-[0.9375rem] text-muted">
          <span>
            {isError
              ? "The number could not be loaded. You will find it in the "
              : "No support number yet. Add one in the "}
            <Link
              to={adminRoutes.adminSettings}
              className="text-ink underline decoration-control underline-offset-4"
            >
              settings
            </Link>
            .
          </span>
        </p>
      ) : (
        <Skeleton className="h-11 max-w-72" />
      )}
    </Card>
  );
}
