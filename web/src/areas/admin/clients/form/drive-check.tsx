import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { admin } from "../../../../api/portal-endpoints.ts";
import type { DriveAnswer } from "../../../../api/generated/DriveAnswer.ts";
import type { DriveCheck as Question } from "../../../../api/generated/DriveCheck.ts";
import { call } from "../../../../api/http.ts";
import { Button } from "../../../../ui/button.tsx";

/** Whether videos would arrive behind a link, before it is saved. */
export function DriveCheck({ clientId, link }: { clientId: string; link: string }) {
  const { mutate, isPending, data, error, variables } = useMutation({
    mutationFn: (question: Question) => call<DriveAnswer>("POST", admin.driveCheck, question),
  });
  const ask = (upload: boolean) => mutate({ client_id: clientId, drive_link: link.trim(), upload });
  // What was found of another link says nothing.
  const current = variables?.drive_link === link.trim() && !isPending;
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        look="outlined"
        className="min-h-11 px-4 text-sm"
        disabled={isPending}
        onClick={() => ask(false)}
      >
        {isPending && !variables?.upload ? "Checking" : "Check"}
      </Button>
      <Button
        look="outlined"
        className="min-h-11 px-4 text-sm"
        disabled={isPending}
        onClick={() => ask(true)}
      >
        {isPending && variables?.upload ? "Uploading" : "Test upload"}
      </Button>
      <output className="min-w-0 flex-1 basis-60 text-sm leading-snug">
        {current && data && <Found works={data.works} text={data.message} />}
        {current && error && <Found works={false} text={error.message} />}
      </output>
    </div>
  );
}

function Found({ works, text }: { works: boolean; text: string }) {
  const Icon = works ? CircleCheck : CircleX;
  return (
    <span className={`flex items-start gap-1.5 ${works ? "text-success" : "text-danger"}`}>
      <Icon className="mt-px size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </span>
  );
}
