/** The dialog of each decision about an order: its fields, and what a dry run says would follow. */
import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { RunOptions } from "../../../../api/bulk.ts";
import { client, type Written } from "../../../../api/client.ts";
import { ActionDialog } from "../../../../parts/action-dialog.tsx";
import { State } from "../../../../parts/badge.tsx";
import { money } from "../../../../parts/format.ts";
import { notifySuccess } from "../../../../parts/toast.ts";
import { AmountInput } from "../../../money/price-lists/inputs.tsx";
import { type CustomerOrder, SHIPPING_KEY } from "../queries.ts";
import { findStatus } from "../status.ts";
import { text } from "../text.ts";
import type { Decision } from "./decisions.ts";
import { MeasureDialog } from "./measure-dialog.tsx";
import { QuoteDialog } from "./quote-dialog.tsx";
import { ReceiveDialog } from "./receive-dialog.tsx";
import { RepriceDialog } from "./reprice-dialog.tsx";

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
            <State word={findStatus(before.status)} /> →
          </>
        )}
        <State word={findStatus(after.status)} />
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

export function DecisionDialog({ decision, ...props }: DialogProps & { decision: Decision }) {
  switch (decision) {
    case "quote":
      return <QuoteDialog {...props} />;
    case "receive":
      return <ReceiveDialog {...props} />;
    case "measure":
      return <MeasureDialog {...props} />;
    case "reprice":
      return <RepriceDialog {...props} />;
    case "ship":
      return <ShipDialog {...props} />;
    case "exception":
      return <ExceptionDialog {...props} />;
    case "refund":
      return <RefundDialog {...props} />;
    default:
      return <PlainDialog decision={decision} {...props} />;
  }
}

const PLAIN = {
  confirm: client.clientCustomerOrderConfirm,
  process: client.clientCustomerOrderProcess,
  complete: client.clientCustomerOrderComplete,
  resolve: client.clientCustomerOrderResolve,
  settle: client.clientCustomerOrderSettle,
  cancel: client.clientCustomerOrderCancel,
} as const;

function PlainDialog({ decision, ...props }: DialogProps & { decision: keyof typeof PLAIN }) {
  return (
    <Decide decision={decision} {...props} input={{}} run={PLAIN[decision]}>
      <p>{text.desk.decisions[decision].about}</p>
    </Decide>
  );
}

function ShipDialog(props: DialogProps) {
  const { remaining_minor, currency } = props.order;
  const is_unpaid = (remaining_minor ?? 0) > 0;
  const [values, setValues] = useState({ carrier: "", carrier_number: "", allow_unpaid: false });
  const carrier = values.carrier.trim().toLowerCase();
  const carrier_number = values.carrier_number.trim();
  return (
    <Decide
      decision="ship"
      {...props}
      input={{
        ...(carrier === "" ? {} : { carrier }),
        ...(carrier_number === "" ? {} : { carrier_number }),
        ...(values.allow_unpaid ? { allow_unpaid: true } : {}),
      }}
      run={client.clientCustomerOrderShip}
    >
      <TextInput
        label={text.desk.carrier_number}
        description={text.desk.carrier_number_about}
        data-autofocus
        value={values.carrier_number}
        onChange={(event) => setValues({ ...values, carrier_number: event.currentTarget.value })}
      />
      <TextInput
        label={text.desk.carrier}
        description={text.desk.carrier_about}
        placeholder="ups"
        maxLength={40}
        value={values.carrier}
        onChange={(event) => setValues({ ...values, carrier: event.currentTarget.value })}
      />
      {is_unpaid ? (
        <Checkbox
          label={text.desk.allow_unpaid(money(remaining_minor, currency))}
          checked={values.allow_unpaid}
          onChange={(event) => setValues({ ...values, allow_unpaid: event.currentTarget.checked })}
        />
      ) : null}
    </Decide>
  );
}

function ExceptionDialog(props: DialogProps) {
  const [reason, setReason] = useState("");
  return (
    <Decide
      decision="exception"
      {...props}
      input={reason.trim() === "" ? null : { reason: reason.trim() }}
      run={client.clientCustomerOrderException}
    >
      <Textarea
        label={text.desk.exception_reason}
        description={text.desk.for_customer}
        required
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Decide>
  );
}

function RefundDialog(props: DialogProps) {
  const currency = props.order.currency ?? "EUR";
  const [amount_minor, setAmount] = useState<number>();
  const [reason, setReason] = useState("");
  const is_missing = amount_minor === undefined || amount_minor <= 0 || reason.trim() === "";
  return (
    <Decide
      decision="refund"
      {...props}
      input={is_missing ? null : { amount_minor, reason: reason.trim() }}
      run={client.clientCustomerOrderRefund}
    >
      <AmountInput
        label={text.desk.refund_amount(currency)}
        description={text.desk.refund_about(money(props.order.paid_minor, currency))}
        required
        data-autofocus
        currency={currency}
        minor={amount_minor}
        onChange={setAmount}
      />
      <TextInput
        label={text.desk.reason}
        description={text.desk.for_customer}
        required
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Decide>
  );
}
