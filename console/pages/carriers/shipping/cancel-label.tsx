/** Voids a label or one package of it, or asks for its refund; the dry run shows beforehand what is refused. */
import { useQueryClient } from "@tanstack/react-query";
import type { LabelserviceCancelShippingLabelOutput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { notifySuccess, notifyWarning } from "../../../parts/toast.ts";
import { nameCancellation } from "./cancellation.ts";
import { LABELS_KEY, type LabelOrder } from "./queries.ts";
import { text } from "./text.ts";

export function CancelLabel({
  label,
  tracking_number,
  close,
}: {
  label: LabelOrder;
  /** Of one package; the whole label if absent. */
  tracking_number?: string | null;
  close: () => void;
}) {
  const queries = useQueryClient();
  const { id, version, recipient, state } = label;
  const input = tracking_number ? { tracking_number } : { label_order_id: id };
  const is_refund = nameCancellation(label) === text.actions.refund;
  const is_bought = state !== "LABEL_PURCHASE_FAILED" && state !== "PURCHASING";
  return (
    <ActionDialog<LabelserviceCancelShippingLabelOutput>
      opened
      close={close}
      name={`cancel label ${id} ${version}`}
      title={is_refund ? text.actions.refund_title({ recipient }) : text.actions.void_title({ recipient })}
      confirm={nameCancellation(label)}
      danger
      input={input}
      run={(options) => client.labelserviceCancelShippingLabel(input, options)}
      done={({ pending }) => {
        void queries.invalidateQueries({ queryKey: LABELS_KEY });
        void queries.invalidateQueries({ queryKey: ["wallet"] });
        if (pending) notifyWarning(text.actions.cancelled_pending);
        else notifySuccess(text.actions.cancelled);
        close();
      }}
    >
      <p>
        {is_refund
          ? text.actions.refund_about
          : is_bought
            ? text.actions.void_about
            : text.actions.cancel_about}
      </p>
      {tracking_number ? <p className="mono">{tracking_number}</p> : null}
    </ActionDialog>
  );
}
