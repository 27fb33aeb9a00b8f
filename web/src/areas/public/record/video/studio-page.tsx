import { ArrowLeft } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import type { PublicClient } from "#api/generated/public.ts";
import { limits } from "#media/generated/fallback.json";
import { recordPath } from "#paths.ts";
import { ClientLogo } from "#areas/public/record/client-logo.tsx";
import { RecordFooter } from "#areas/public/record/record-footer.tsx";
import { RecordLink } from "#areas/public/record/record-link.tsx";

type Props = {
  client: PublicClient;
  onBack?: (event: MouseEvent<HTMLAnchorElement>) => void;
  /** The camera and, beside or beneath it, the form. */
  children: ReactNode;
};

/** The page that everything is recorded and sent on: the business above, us beneath. */
export function StudioPage({ client, onBack, children }: Props) {
  return (
    <div className="mx-auto flex min-h-svh max-w-6xl flex-col px-4 sm:px-8">
      <header className="flex items-center gap-4 py-4 sm:py-6">
        <RecordLink
          href={recordPath(client.custom_slug)}
          {...(onBack && { onClick: onBack })}
          aria-label={`Back to ${client.company_name}`}
          className="-ml-2 grid size-12 shrink-0 place-items-center rounded-full transition-colors hover:bg-sunken"
        >
          <ArrowLeft className="size-6" aria-hidden="true" />
        </RecordLink>
        <ClientLogo client={client} className="h-10" />
      </header>
      <main className="grid flex-1 content-start items-start gap-8 pb-12 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-12">
        <h1 className="sr-only">Record a testimonial for {client.company_name}</h1>
        {children}
      </main>
      <footer className="border-t border-hairline py-6 text-sm text-muted">
        <RecordFooter />
      </footer>
    </div>
  );
}

export const invitationOf = (client: PublicClient) => ({
  title: `Your words about ${client.company_name}`,
  text: `Look into the camera and say what you would tell a friend. ${limits.maxRecordingSeconds} seconds at most, and you can record it again as often as you like.`,
  note: "Nothing is sent until you press submit.",
  questions: client.questions,
});
