/** What staff can decide about a ship-out now, each after what the service says it would do. */
import { Button, Menu, Switch, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { RunOptions } from "../../../api/bulk.ts";
import { client, type Written } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { money } from "../../../parts/format.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { RefundFields, useRefund } from "../shipping-orders/desk/refund-fields.tsx";
import { RepriceFields, useRepricing } from "../shipping-orders/desk/reprice-fields.tsx";
import { StaffLines, toStaffInput, useStaffLines } from "../shipping-orders/desk/staff-lines.tsx";
import type { CustomerShipout } from "./queries.ts";
import { text } from "./text.ts";

type Decision = "quote" | "begin" | "pack" | "ship" | "complete" | "reprice" | "settle" | "refund" | "cancel";

export function Actions({ shipout, unscanned }: { shipout: CustomerShipout; unscanned: number }) {
  const may_pay = useMe().permissions.includes("wallet:write");
  const [decision, setDecision] = useState<Decision | null>(null);
  const waits = shipout.status === "AWAITING_PAYMENT";
  const main: [Decision, string, boolean][] = [
    ["quote", text.quote, shipout.can_quote],
    ["begin", text.begin, shipout.can_process || waits],
    ["ship", text.ship, shipout.can_ship],
    ["pack", text.pack, shipout.can_pack],
    ["complete", text.complete, shipout.can_complete],
  ];
  const rest: [Decision, string, boolean][] = [
    ["reprice", text.reprice, shipout.can_reprice],
    ["settle", text.settle, shipout.can_settle && may_pay],
    ["refund", text.refund, shipout.can_refund && may_pay],
    ["cancel", text.cancel, shipout.can_be_cancelled],
  ];
  const [visible, further] = [main, rest].map((all) => all.filter(([, , is_possible]) => is_possible)) as [
    typeof main,
    typeof rest,
  ];
  // The last one is what usually comes next; a quote that was given before, and an unpaid one, is an exception.
  const usual = waits && !shipout.can_process ? undefined : visible.at(-1)?.[0];
  return (
    <>
      {further.length === 0 ? null : (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default">{text.more_actions}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {further.map(([one, label]) => (
              <Menu.Item key={one} onClick={() => setDecision(one)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {visible.map(([one, label]) => (
        <Button key={one} {...(one === usual ? {} : { variant: "default" })} onClick={() => setDecision(one)}>
          {label}
        </Button>
      ))}
      {decision === null ? null : (
        <Decide decision={decision} shipout={shipout} unscanned={unscanned} close={() => setDecision(null)} />
      )}
    </>
  );
}

interface DialogProps {
  shipout: CustomerShipout;
  close: () => void;
}

function Decide({ decision, unscanned, ...props }: DialogProps & { decision: Decision; unscanned: number }) {
  switch (decision) {
    case "quote":
      return <Quote {...props} />;
    case "begin":
      return <Begin {...props} />;
    case "ship":
      return <Ship {...props} />;
    case "reprice":
      return <Reprice {...props} />;
    case "refund":
      return <Refund {...props} />;
    case "pack":
      return (
        <Plain
          {...props}
          name="clientShipoutPack"
          title={text.pack_title}
          confirm={text.pack}
          run={client.clientShipoutPack}
          message={text.packed}
        >
          <p>{unscanned === 0 ? text.all_picked : text.pack_about({ n: unscanned })}</p>
        </Plain>
      );
    case "complete":
      return (
        <Plain
          {...props}
          name="clientShipoutComplete"
          title={text.complete}
          confirm={text.complete}
          run={client.clientShipoutComplete}
          message={text.completed}
        />
      );
    case "settle":
      return (
        <Plain
          {...props}
          name="clientShipoutSettle"
          title={text.settle}
          confirm={text.settle}
          run={client.clientShipoutSettle}
          message={text.settled}
        >
          <p>{text.settle_about}</p>
        </Plain>
      );
    case "cancel":
      return (
        <Plain
          {...props}
          name="clientShipoutCancel"
          title={text.cancel_title}
          confirm={text.cancel}
          danger
          run={client.clientShipoutCancel}
          message={text.cancelled}
        >
          <p>{text.cancel_about}</p>
        </Plain>
      );
  }
}

interface FormProps<Input extends object, Answer> extends DialogProps {
  name: string;
  title: string;
  confirm: string;
  danger?: boolean;
  /** Null while something is missing. */
  input: Input | null;
  run: (input: { shipout_id: number } & Input, options: RunOptions) => Promise<Written<Answer>>;
  outcome?: (answer: Answer) => ReactNode;
  message: string;
  children?: ReactNode;
}

function Form<Input extends object, Answer>(props: FormProps<Input, Answer>) {
  const { shipout, close, input, run, message, ...dialog_props } = props;
  const full_input = input === null ? null : { shipout_id: shipout.id, ...input };
  return (
    <ActionDialog
      {...dialog_props}
      opened
      close={close}
      input={full_input}
      run={(options) => run({ shipout_id: shipout.id, ...(input as Input) }, options)}
      done={() => {
        notifySuccess(message);
        close();
      }}
    />
  );
}

function Plain<Answer>(props: Omit<FormProps<object, Answer>, "input">) {
  return <Form {...props} input={{}} />;
}

function Quote(props: DialogProps) {
  const staff = useStaffLines(props.shipout);
  return (
    <Form
      {...props}
      name="clientShipoutQuote"
      title={text.quote_title}
      confirm={text.quote}
      input={toStaffInput(staff.values)}
      run={client.clientShipoutQuote}
      message={text.quoted}
    >
      <StaffLines {...staff} currency={props.shipout.currency ?? "EUR"} />
    </Form>
  );
}

function Begin(props: DialogProps) {
  const [allow_unpaid, setAllowUnpaid] = useState(false);
  return (
    <Form
      {...props}
      name="clientShipoutProcess"
      title={text.begin}
      confirm={text.begin}
      input={allow_unpaid ? { allow_unpaid } : {}}
      run={client.clientShipoutProcess}
      message={text.begun}
    >
      {props.shipout.can_process ? null : (
        <Switch
          label={text.begin_unpaid}
          checked={allow_unpaid}
          onChange={(event) => setAllowUnpaid(event.currentTarget.checked)}
        />
      )}
    </Form>
  );
}

const SHIP_RULES = getRules("clientShipoutShip");

function Ship(props: DialogProps) {
  const [values, setValues] = useState({ carrier: "", carrier_number: "", allow_unpaid: false });
  const carrier = values.carrier.trim().toLowerCase();
  const carrier_number = values.carrier_number.trim();
  return (
    <Form
      {...props}
      name="clientShipoutShip"
      title={text.ship_title}
      confirm={text.ship}
      input={
        carrier === ""
          ? null
          : {
              carrier,
              ...(carrier_number === "" ? {} : { carrier_number }),
              ...(values.allow_unpaid ? { allow_unpaid: true } : {}),
            }
      }
      run={client.clientShipoutShip}
      message={text.shipped}
    >
      <p>{text.ship_about}</p>
      <TextInput
        label={text.carrier_code}
        description={text.carrier_about}
        {...toMemberProps(SHIP_RULES, "carrier")}
        value={values.carrier}
        onChange={(event) => setValues({ ...values, carrier: event.currentTarget.value })}
      />
      <TextInput
        label={text.carrier_number}
        {...toMemberProps(SHIP_RULES, "carrier_number")}
        value={values.carrier_number}
        onChange={(event) => setValues({ ...values, carrier_number: event.currentTarget.value })}
      />
      <Switch
        label={text.allow_unpaid}
        checked={values.allow_unpaid}
        onChange={(event) => setValues({ ...values, allow_unpaid: event.currentTarget.checked })}
      />
    </Form>
  );
}

function Reprice(props: DialogProps) {
  const { shipout } = props;
  const repricing = useRepricing(shipout);
  return (
    <Form
      {...props}
      name="clientShipoutReprice"
      title={text.reprice_title}
      confirm={text.reprice}
      input={repricing.lines}
      run={client.clientShipoutReprice}
      outcome={({ is_changed, returned_minor, shipout: after }) =>
        is_changed ? (
          <div className="stack tight">
            <span className="strong">
              {text.new_price({
                before: money(shipout.total_minor, shipout.currency),
                after: money(after.total_minor, after.currency),
              })}
            </span>
            {returned_minor > 0 ? (
              <span>{text.returned({ amount: money(returned_minor, after.currency) })}</span>
            ) : null}
          </div>
        ) : (
          text.same_price
        )
      }
      message={text.repriced}
    >
      <RepriceFields
        repricing={repricing}
        currency={shipout.currency ?? "EUR"}
        words={{ by: text.reprice_title, measures: text.by_measures, staff: text.by_staff }}
      >
        <p>{text.reprice_about}</p>
      </RepriceFields>
    </Form>
  );
}

function Refund(props: DialogProps) {
  const { paid_minor } = props.shipout;
  const currency = props.shipout.currency ?? "EUR";
  const refund = useRefund();
  return (
    <Form
      {...props}
      name="clientShipoutRefund"
      title={text.refund_title}
      confirm={text.refund}
      input={refund.input}
      run={client.clientShipoutRefund}
      message={text.refunded}
    >
      <RefundFields
        refund={refund}
        currency={currency}
        words={{
          amount: text.refund_amount({ currency }),
          about: text.refund_about({ paid: money(paid_minor, currency) }),
          reason: text.reason,
          for_customer: text.for_customer,
        }}
      />
    </Form>
  );
}
