import { ImageOff } from "lucide-react";
import * as admin from "#api/generated/calls/admin.ts";
import type { OnboardingRequestSummary } from "#api/generated/site.ts";

/** The buyer's logo, or a note that there is none. */
export function OnboardingLogo({ setup }: { setup: OnboardingRequestSummary }) {
  return (
    <div className="grid size-16 shrink-0 place-items-center self-start overflow-hidden rounded-control border border-hairline bg-sunken text-muted">
      {setup.has_logo ? (
        <img
          src={admin.onboardingRequestLogoAddress(setup.id)}
          alt={`Logo of ${setup.company}`}
          loading="lazy"
          className="size-full bg-white object-contain"
        />
      ) : (
        <>
          <ImageOff className="size-5" aria-hidden="true" />
          <span className="sr-only">No logo</span>
        </>
      )}
    </div>
  );
}
