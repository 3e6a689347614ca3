/** The dialog of each decision about an order, with its fields. */
import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { client } from "../../../../api/client.ts";
import { money } from "../../../../parts/format.ts";
import { AmountInput } from "../../../money/price-lists/inputs.tsx";
import { text } from "../text.ts";
import { Decide, type DialogProps } from "./decide.tsx";
import type { Decision } from "./decisions.ts";
import { MeasureDialog } from "./measure-dialog.tsx";
import { QuoteDialog } from "./quote-dialog.tsx";
import { ReceiveDialog } from "./receive-dialog.tsx";
import { RepriceDialog } from "./reprice-dialog.tsx";

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
