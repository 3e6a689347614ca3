/** The dialog of each decision about an order, with its fields. */
import { Checkbox, Radio, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { client } from "../../../../api/client.ts";
import { getRules, toMemberProps } from "../../../../parts/form-rules.ts";
import { minorUnits, money } from "../../../../parts/format.ts";
import { AmountInput } from "../../../money/price-lists/inputs.tsx";
import { text } from "../text.ts";
import { Decide, type DialogProps } from "./decide.tsx";
import type { Decision } from "./decisions.ts";
import { MeasureDialog } from "./measure-dialog.tsx";
import { QuoteDialog } from "./quote-dialog.tsx";
import { ReceiveDialog } from "./receive-dialog.tsx";
import { RefundFields, useRefund } from "./refund-fields.tsx";
import { RepriceDialog } from "./reprice-dialog.tsx";

const CANCEL_RULES = getRules("clientCustomerOrderCancel");
const SHIP_RULES = getRules("clientCustomerOrderShip");
const EXCEPTION_RULES = getRules("clientCustomerOrderException");

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
    case "process":
      return <ProcessDialog {...props} />;
    case "cancel":
      return <CancelDialog {...props} />;
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
  complete: client.clientCustomerOrderComplete,
  resolve: client.clientCustomerOrderResolve,
  settle: client.clientCustomerOrderSettle,
} as const;

function PlainDialog({ decision, ...props }: DialogProps & { decision: keyof typeof PLAIN }) {
  return (
    <Decide decision={decision} {...props} input={{}} run={PLAIN[decision]}>
      <p>{text.desk.decisions[decision].about}</p>
    </Decide>
  );
}

/** Where the measures change the price: to keep it nevertheless. */
function Waive({
  order: { price_differs, difference_minor, currency },
  checked,
  change,
}: {
  order: DialogProps["order"];
  checked: boolean;
  change: (checked: boolean) => void;
}) {
  if (!price_differs) return null;
  const amount = difference_minor ?? null;
  return (
    <Checkbox
      label={amount === null ? text.desk.waive_unknown : text.desk.waive({ amount: money(amount, currency) })}
      checked={checked}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  );
}

function ProcessDialog(props: DialogProps) {
  const [waive_difference, setWaive] = useState(false);
  return (
    <Decide
      decision="process"
      {...props}
      input={props.order.price_differs && !waive_difference ? null : { waive_difference }}
      run={client.clientCustomerOrderProcess}
    >
      <p>{text.desk.decisions.process.about}</p>
      <Waive order={props.order} checked={waive_difference} change={setWaive} />
    </Decide>
  );
}

/** Of goods that have arrived staff say what becomes of them. */
function CancelDialog(props: DialogProps) {
  const { packages, paid_minor } = props.order;
  const currency = props.order.currency ?? "EUR";
  const is_here = packages.some(({ received_at }) => received_at !== null);
  const [goods, setGoods] = useState<"handed_back" | "disposed">("handed_back");
  const [reason, setReason] = useState("");
  const [retained_minor, setRetained] = useState<number>();
  const why = reason.trim();
  return (
    <Decide
      decision="cancel"
      {...props}
      input={
        is_here && why === ""
          ? null
          : {
              ...(is_here ? { goods } : {}),
              ...(why === "" ? {} : { reason: why }),
              ...(retained_minor === undefined || retained_minor === 0 ? {} : { retained_minor }),
            }
      }
      run={client.clientCustomerOrderCancel}
    >
      <p>{text.desk.decisions.cancel.about}</p>
      {is_here ? (
        <>
          <Radio.Group
            label={text.desk.goods}
            value={goods}
            onChange={(value) => setGoods(value === "disposed" ? "disposed" : "handed_back")}
          >
            <div className="stack tight">
              <Radio value="handed_back" label={text.desk.handed_back} />
              <Radio value="disposed" label={text.desk.disposed} />
            </div>
          </Radio.Group>
          <TextInput
            label={text.desk.reason}
            description={text.desk.for_customer}
            {...toMemberProps(CANCEL_RULES, "reason", { required: true })}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {(paid_minor ?? 0) > 0 ? (
            <AmountInput
              label={text.desk.retained({ currency })}
              description={text.desk.retained_about({ paid: money(paid_minor, currency) })}
              {...toMemberProps(CANCEL_RULES, "retained_minor", { scale: minorUnits(currency) })}
              value={retained_minor}
              onChange={setRetained}
            />
          ) : null}
        </>
      ) : null}
    </Decide>
  );
}

function ShipDialog(props: DialogProps) {
  const { remaining_minor, currency } = props.order;
  const is_unpaid = (remaining_minor ?? 0) > 0;
  const [values, setValues] = useState({
    carrier: "",
    carrier_number: "",
    allow_unpaid: false,
    waive_difference: false,
  });
  const carrier = values.carrier.trim().toLowerCase();
  const carrier_number = values.carrier_number.trim();
  return (
    <Decide
      decision="ship"
      {...props}
      input={
        carrier === ""
          ? null
          : {
              carrier,
              ...(carrier_number === "" ? {} : { carrier_number }),
              ...(values.allow_unpaid ? { allow_unpaid: true } : {}),
              ...(values.waive_difference ? { waive_difference: true } : {}),
            }
      }
      run={client.clientCustomerOrderShip}
    >
      <TextInput
        label={text.desk.carrier_number}
        description={text.desk.carrier_number_about}
        {...toMemberProps(SHIP_RULES, "carrier_number")}
        data-autofocus
        value={values.carrier_number}
        onChange={(event) => setValues({ ...values, carrier_number: event.currentTarget.value })}
      />
      <TextInput
        label={text.desk.carrier}
        description={text.desk.carrier_about}
        placeholder="ups"
        {...toMemberProps(SHIP_RULES, "carrier")}
        value={values.carrier}
        onChange={(event) => setValues({ ...values, carrier: event.currentTarget.value })}
      />
      {is_unpaid ? (
        <Checkbox
          label={text.desk.allow_unpaid({ amount: money(remaining_minor, currency) })}
          checked={values.allow_unpaid}
          onChange={(event) => setValues({ ...values, allow_unpaid: event.currentTarget.checked })}
        />
      ) : null}
      <Waive
        order={props.order}
        checked={values.waive_difference}
        change={(waive_difference) => setValues({ ...values, waive_difference })}
      />
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
        {...toMemberProps(EXCEPTION_RULES, "reason")}
        autosize
        minRows={2}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Decide>
  );
}

function RefundDialog(props: DialogProps) {
  const currency = props.order.currency ?? "EUR";
  const refund = useRefund();
  return (
    <Decide decision="refund" {...props} input={refund.input} run={client.clientCustomerOrderRefund}>
      <RefundFields
        refund={refund}
        currency={currency}
        words={{
          amount: text.desk.refund_amount({ currency }),
          about: text.desk.refund_about({ paid: money(props.order.paid_minor, currency) }),
          reason: text.desk.reason,
          for_customer: text.desk.for_customer,
        }}
      />
    </Decide>
  );
}
