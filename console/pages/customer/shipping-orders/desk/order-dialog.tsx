/** The dialog of one decision about an order of any service: a dry run says what would follow, before it is confirmed. */
import type { ReactNode } from "react";
import type { RunOptions } from "../../../../api/bulk.ts";
import type { Written } from "../../../../api/client.ts";
import { ActionDialog } from "../../../../parts/action-dialog.tsx";
import { type Badge, StatusBadge } from "../../../../parts/badge.tsx";
import { money } from "../../../../parts/format.ts";
import { notifySuccess } from "../../../../parts/toast.ts";
import { text } from "../text.ts";

/** What an outcome shows of an order. */
interface VersionedOrder {
  version: number;
  status: string;
  currency?: string | null;
  total_minor?: number | null;
  paid_minor?: number | null;
  remaining_minor?: number | null;
}

/** `input` names the order; null while something is missing. `store` keeps the order after it. */
export function OrderDialog<
  Order extends VersionedOrder,
  Input extends object,
  Answer extends { order: Order },
>({
  name,
  words,
  is_cancelling,
  order,
  findStatus,
  close,
  input,
  run,
  outcome,
  store,
  children,
}: {
  /** Names the order and the decision. */
  name: string;
  words: { title: string; label: string; done: string };
  is_cancelling: boolean;
  order: Order;
  findStatus: (status: Order["status"]) => Badge;
  close: () => void;
  input: Input | null;
  run: (input: Input, options: Omit<RunOptions, "progress">) => Promise<Written<Answer>>;
  outcome?: ((answer: Answer) => ReactNode) | undefined;
  store: (after: Order) => void;
  children?: ReactNode;
}) {
  return (
    <ActionDialog<Answer>
      // After a change by somebody else the preview is asked for again.
      name={`${name} ${order.version}`}
      opened
      close={close}
      title={words.title}
      confirm={words.label}
      danger={is_cancelling}
      input={input}
      run={({ progress: _progress, ...options }) => {
        if (input === null) throw new Error("The dialog was confirmed although something is missing.");
        return run(input, { ...options, if_match: order.version });
      }}
      outcome={
        outcome ?? ((answer) => <Outcome before={order} after={answer.order} findStatus={findStatus} />)
      }
      done={({ order: after }) => {
        store(after);
        notifySuccess(words.done);
        close();
      }}
    >
      {children}
    </ActionDialog>
  );
}

/** The status that follows, and what becomes of the money where it changes. */
export function Outcome<Order extends VersionedOrder>({
  before,
  after,
  findStatus,
}: {
  before: Order;
  after: Order;
  findStatus: (status: Order["status"]) => Badge;
}) {
  const currency = after.currency ?? undefined;
  const returned = (before.paid_minor ?? 0) - (after.paid_minor ?? 0);
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
      {before.total_minor === after.total_minor ? null : (
        <span>
          {before.total_minor === null || before.total_minor === undefined
            ? text.desk.total_becomes({ after: money(after.total_minor, currency) })
            : text.desk.total_changes({
                before: money(before.total_minor, currency),
                after: money(after.total_minor, currency),
              })}
        </span>
      )}
      {returned > 0 ? <span>{text.bill.returned({ amount: money(returned, currency) })}</span> : null}
      {(after.remaining_minor ?? 0) > 0 ? (
        <span>{text.pay.left_after({ amount: money(after.remaining_minor, currency) })}</span>
      ) : null}
    </div>
  );
}
