/** The dialog of one decision about an order: a dry run says what would follow, before it is confirmed. */
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { RunOptions } from "../../../../api/bulk.ts";
import type { Written } from "../../../../api/client.ts";
import { ActionDialog } from "../../../../parts/action-dialog.tsx";
import { StatusBadge } from "../../../../parts/badge.tsx";
import { money } from "../../../../parts/format.ts";
import { notifySuccess } from "../../../../parts/toast.ts";
import { type CustomerOrder, SHIPPING_KEY } from "../queries.ts";
import { findStatus } from "../status.ts";
import { text } from "../text.ts";
import type { Decision } from "./decisions.ts";

interface Answer {
  order: CustomerOrder;
}

export interface DialogProps {
  order: CustomerOrder;
  close: () => void;
}

/** `input` without the order; null while something is missing. */
export function Decide<Input extends object, Output extends Answer = Answer>({
  decision,
  order,
  close,
  input,
  run,
  outcome,
  children,
}: DialogProps & {
  decision: Decision;
  input: Input | null;
  run: (
    input: Input & { shipping_order_id: number },
    options: Omit<RunOptions, "progress">,
  ) => Promise<Written<Output>>;
  outcome?: (answer: Output) => ReactNode;
  children?: ReactNode;
}) {
  const queries = useQueryClient();
  const words = text.desk.decisions[decision];
  const whole = input === null ? null : { ...input, shipping_order_id: order.id };
  return (
    <ActionDialog<Output>
      // After a change by somebody else the preview is asked for again.
      name={`customer order ${order.id} ${order.version} ${decision}`}
      opened
      close={close}
      title={words.title}
      confirm={words.label}
      danger={decision === "cancel"}
      input={whole}
      run={({ progress: _progress, ...options }) => {
        if (whole === null) throw new Error("The dialog was confirmed although something is missing.");
        return run(whole, { ...options, if_match: order.version });
      }}
      outcome={outcome ?? ((answer) => <Outcome before={order} after={answer.order} />)}
      done={({ order: after }) => {
        queries.setQueryData([...SHIPPING_KEY, "one", order.id], after);
        void queries.invalidateQueries({ queryKey: SHIPPING_KEY });
        notifySuccess(words.done);
        close();
      }}
    >
      {children}
    </ActionDialog>
  );
}

/** The status that follows, and what becomes of the money where it changes. */
function Outcome({ before, after }: { before: CustomerOrder; after: CustomerOrder }) {
  const { currency } = after;
  const returned = (before.paid_minor ?? 0) - (after.paid_minor ?? 0);
  const is_other_total = before.total_minor !== after.total_minor;
  return (
    <div className="stack tight">
      <span className="row tight">
        {before.status === after.status ? null : (
          <>
            <StatusBadge badge={findStatus(before.status)} /> →
          </>
        )}
        <StatusBadge badge={findStatus(after.status)} />
      </span>
      {is_other_total ? (
        <span>
          {before.total_minor === null || before.total_minor === undefined
            ? text.desk.total_becomes(money(after.total_minor, currency))
            : text.desk.total_changes(
                money(before.total_minor, currency),
                money(after.total_minor, currency),
              )}
        </span>
      ) : null}
      {returned > 0 ? <span>{text.bill.returned(money(returned, currency))}</span> : null}
      {(after.remaining_minor ?? 0) > 0 ? (
        <span>{text.pay.left_after(money(after.remaining_minor, currency))}</span>
      ) : null}
    </div>
  );
}
