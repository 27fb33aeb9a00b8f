import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ClientSummary } from "#api/generated/admin.ts";
import type { ReferralEvidence, SelfReferral } from "#api/generated/enums.ts";
import type { ReferralRecord, ReferrerChange } from "#api/generated/affiliate.ts";
import { lengths } from "#api/generated/rules.json";
import * as admin from "#api/generated/calls/admin.ts";
import { isSignedOut } from "#auth/query-client.ts";
import { formatDate } from "#lib/format.ts";
import { DialogForm } from "#areas/admin/dialog-form.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { ErrorState } from "#ui/empty-state.tsx";
import { TextArea } from "#ui/fields/text-area.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { showToast } from "#ui/toasts/toast.ts";

const EVIDENCE: Record<ReferralEvidence, string> = {
  promotion_code: "the partner’s code was used at payment",
  link: "the purchase began with the partner’s link",
  admin: "settled by an admin",
};

const samePerson = (role: "partner" | "sponsor"): Record<SelfReferral, string> => ({
  email: `the client pays from the ${role}’s email address`,
  customer: `the ${role} pays as the same Stripe customer`,
  card: `the ${role} pays with the same card`,
});

/** A client's referrer with the evidence, and a form to change it. */
export function ReferralDialog({ client, onClose }: { client: ClientSummary; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "referral", client.id],
    queryFn: ({ signal }) => admin.commissionReferral(client.id, signal),
  });
  return (
    <Dialog title="Who referred this client?" alignsLeft onClose={onClose}>
      <p className="mb-4 text-muted wrap-anywhere">{client.company_name}</p>
      {data !== undefined ? (
        <Settlement key={data?.code ?? ""} clientId={client.id} record={data} />
      ) : error ? (
        <ErrorState subject="who referred this client" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-64 rounded-card" />
      )}
    </Dialog>
  );
}

function Settlement({ clientId, record }: { clientId: string; record: ReferralRecord | null }) {
  const [code, setCode] = useState(record?.code ?? "");
  const [note, setNote] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (request: ReferrerChange) => admin.commissionSettle(clientId, request),
    onSuccess: () => {
      void showToast("success", "Referral settled");
      form.current?.closest("dialog")?.close();
    },
    onError: (error) => {
      if (!isSignedOut(error)) void showToast("error", "Failed to settle the referral", error.message);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["admin"] }),
  });
  return (
    <>
      <p className="text-[0.9375rem] wrap-anywhere">{wordsOf(record)}</p>
      {record?.self_referral && (
        <p className="mt-2 border-l-2 border-warning pl-3 text-[0.9375rem]">
          The partner’s own purchase, which earns nothing: {samePerson("partner")[record.self_referral]}.
          Settling the referral removes this.
        </p>
      )}
      {record?.sponsors_own && (
        <p className="mt-2 border-l-2 border-warning pl-3 text-[0.9375rem]">
          A purchase by the partner’s sponsor, who earns nothing from it:{" "}
          {samePerson("sponsor")[record.sponsors_own]}. Settling the referral removes this.
        </p>
      )}
      <DialogForm
        ref={form}
        verb="Settle"
        busyVerb="Settling..."
        busy={isPending}
        disabled={note.trim() === ""}
        onSubmit={() => mutate({ code, seen_code: record?.code ?? "", note })}
      >
        <TextField
          label="Partner’s promo code (empty for nobody)"
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={lengths.promotionCode}
          value={code}
          onChange={(text) => setCode(text.toUpperCase())}
        />
        <TextArea label="Why" rows={3} required maxLength={lengths.notes} value={note} onChange={setNote} />
        <p className="text-sm text-muted">
          Future calculations use it, and adjustments correct past payouts. The audit log records who settled
          it and why.
        </p>
      </DialogForm>
    </>
  );
}

function wordsOf(record: ReferralRecord | null): string {
  if (!record) return "Nobody: no purchase used a partner’s code or link.";
  const { partner, code, evidence, referral_date: bought, settled_at: settled } = record;
  const referrer = partner ? `${partner} (${code ?? ""})` : "Nobody";
  const when = settled === null ? `bought ${formatDate(bought)}` : `on ${formatDate(settled)}`;
  return `${referrer}: ${EVIDENCE[evidence]}, ${when}.`;
}
