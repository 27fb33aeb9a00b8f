import { Circle, CircleCheck } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { Dashboard } from "#api/generated/client.ts";
import { note, recall } from "#lib/local-storage.ts";
import { isServerPage, routes } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { useClientScope, withScope } from "#areas/client/client-scope.ts";
import { takesNoVideos } from "./credit-state.ts";

/** A business with this many testimonials needs no introduction. */
const BEGUN = 5;

const hiddenKey = (clientId: string) => `sayso-first-steps-hidden:${clientId}`;

/** First steps of a new business. Hidden once all are done, once submissions arrive anyway, or by hand. */
export function FirstSteps({ dashboard }: { dashboard: Dashboard }) {
  const { client } = dashboard;
  const [isHidden, setHidden] = useState(() => recall(hiddenKey(client.id)) !== null);
  const steps = stepsOf(dashboard);
  const isOver = client.submissions_count >= BEGUN || steps.every(({ done }) => done);
  if (isHidden || isOver || takesNoVideos(client)) return null;
  const hide = () => {
    note(hiddenKey(client.id), "hidden");
    setHidden(true);
  };
  return (
    <Card
      title="First steps"
      aside={
        <Button variant="quiet" className="min-h-11 px-0!" onClick={hide}>
          Hide
        </Button>
      }
    >
      <ol className="grid gap-4 sm:grid-cols-2">
        {steps.map((step) => (
          <FirstStep key={step.title} {...step} />
        ))}
      </ol>
    </Card>
  );
}

type Step = { title: string; text: string; done: boolean; to: string };

function stepsOf({ client, recording_url: recordingUrl }: Dashboard): Step[] {
  return [
    {
      title: "Record one yourself",
      text: "See what your customers see. You can delete it afterwards.",
      done: client.submissions_count > 0,
      to: recordingUrl,
    },
    {
      title: "Add your review page",
      text: "After their video, customers can leave a written review there.",
      done: client.review_link_url !== null,
      to: routes.clientBusiness,
    },
    {
      title: "Connect your own drive",
      text: "Until you do, videos arrive in a folder that we hold for you.",
      done: client.drive_link !== null && !isServerPage(client.drive_link),
      to: routes.clientDrive,
    },
    {
      title: "Ask your customers",
      text: "Send your link, or print your QR code.",
      done: client.submissions_count > 1,
      to: routes.clientSharing,
    },
  ];
}

function FirstStep({ title, text, done, to }: Step) {
  const { search } = useClientScope();
  const Icon = done ? CircleCheck : Circle;
  return (
    <li className="flex gap-3">
      <Icon className={`mt-0.5 size-5 shrink-0 ${done ? "text-success" : "text-muted"}`} aria-hidden="true" />
      <div className="min-w-0">
        {done ? (
          <p className="font-semibold text-muted">
            {title}
            <span className="sr-only"> (done)</span>
          </p>
        ) : to.startsWith("/") ? (
          <Link
            to={withScope(to, search)}
            className="py-1 font-semibold underline decoration-control underline-offset-4 hover:decoration-ink"
          >
            {title}
          </Link>
        ) : (
          <TextLink href={to} newTab className="font-semibold text-ink">
            {title}
          </TextLink>
        )}
        <p className="text-[0.9375rem] leading-snug text-muted">{text}</p>
      </div>
    </li>
  );
}
