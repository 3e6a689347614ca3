/** The dialog of each action on a storage order: a dry run says what would follow, before it is confirmed. */
import { Alert, Checkbox, FileInput, Select, Switch, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { IconCamera } from "#icons";
import type { RunOptions } from "../../../../api/bulk.ts";
import { client, type Written } from "../../../../api/client.ts";
import { getRules, toMemberProps } from "../../../../parts/form-rules.ts";
import { minorUnits, money } from "../../../../parts/format.ts";
import { uploadImage } from "../../../../parts/photo.tsx";
import { AmountInput } from "../../../money/price-lists/inputs.tsx";
import { binsQuery, useWarehouses, warehouseQuery } from "../../../warehouse/warehouses/queries.ts";
import {
  getDeclared,
  getMeasured,
  isWhole,
  listEntered,
  MEASURES,
  MeasureFields,
  type Measures,
} from "../../shipping-orders/desk/measures.tsx";
import { OrderDialog, Outcome } from "../../shipping-orders/desk/order-dialog.tsx";
import { RefundFields, useRefund } from "../../shipping-orders/desk/refund-fields.tsx";
import { RepriceFields, useRepricing } from "../../shipping-orders/desk/reprice-fields.tsx";
import { StaffLines, toStaffInput, useStaffLines } from "../../shipping-orders/desk/staff-lines.tsx";
import { text as shipping_text } from "../../shipping-orders/text.ts";
import { describeMeasures, namePackage } from "../package-card.tsx";
import { type CustomerStorageOrder, STORAGE_KEY } from "../queries.ts";
import { findStatus } from "../status.ts";
import { text } from "../text.ts";
import type { Action } from "./actions.ts";

interface FormProps {
  order: CustomerStorageOrder;
  close: () => void;
}

interface Answer {
  order: CustomerStorageOrder;
}

const PLAIN = {
  confirm: client.clientStorageOrderConfirm,
  process: client.clientStorageOrderProcess,
  complete: client.clientStorageOrderComplete,
  settle: client.clientStorageOrderSettle,
  cancel: client.clientStorageOrderCancel,
} as const;

export function ActionForm({ action, ...props }: FormProps & { action: Action }) {
  switch (action) {
    case "quote":
      return <Quote {...props} />;
    case "receive":
      return <Receive {...props} />;
    case "measure":
      return <Measure {...props} />;
    case "reprice":
      return <Reprice {...props} />;
    case "release":
      return <Release {...props} />;
    case "refund":
      return <Refund {...props} />;
    default:
      return (
        <Form {...props} action={action} input={{}} run={PLAIN[action]}>
          <p>{text.desk.actions[action].about}</p>
        </Form>
      );
  }
}

/** `input` without the order; null while something is missing. */
function Form<Input extends object, Output extends Answer>({
  action,
  order,
  close,
  input,
  run,
  outcome,
  children,
}: FormProps & {
  action: Action;
  input: Input | null;
  run: (
    input: Input & { storage_order_id: number },
    options: Omit<RunOptions, "progress">,
  ) => Promise<Written<Output>>;
  outcome?: (answer: Output) => ReactNode;
  children?: ReactNode;
}) {
  const queries = useQueryClient();
  return (
    <OrderDialog<CustomerStorageOrder, Input & { storage_order_id: number }, Output>
      name={`storage order ${order.id} ${action}`}
      words={text.desk.actions[action]}
      is_cancelling={action === "cancel"}
      order={order}
      findStatus={findStatus}
      close={close}
      input={input === null ? null : { ...input, storage_order_id: order.id }}
      run={run}
      outcome={outcome}
      store={(after) => {
        queries.setQueryData([...STORAGE_KEY, "one", order.id], after);
        void queries.invalidateQueries({ queryKey: STORAGE_KEY });
        void queries.invalidateQueries({ queryKey: ["stored-packages"] });
      }}
    >
      {children}
    </OrderDialog>
  );
}

const QUOTE_RULES = getRules("clientStorageOrderQuote");

function Quote(props: FormProps) {
  const currency = props.order.currency ?? "EUR";
  const staff = useStaffLines(props.order);
  const [day_price_minor, setDayPrice] = useState<number>();
  const lines = toStaffInput(staff.values);
  return (
    <Form
      {...props}
      action="quote"
      input={lines === null || day_price_minor === undefined ? null : { ...lines, day_price_minor }}
      run={client.clientStorageOrderQuote}
    >
      <StaffLines {...staff} currency={currency} />
      <AmountInput
        label={text.desk.day_price({ currency })}
        description={text.desk.day_price_about}
        {...toMemberProps(QUOTE_RULES, "day_price_minor", { scale: minorUnits(currency) })}
        value={day_price_minor}
        onChange={setDayPrice}
      />
    </Form>
  );
}

function Reprice(props: FormProps) {
  const { order } = props;
  const repricing = useRepricing(order);
  return (
    <Form
      {...props}
      action="reprice"
      input={repricing.lines}
      run={client.clientStorageOrderReprice}
      outcome={({ is_changed, order: after }) =>
        is_changed ? (
          <Outcome before={order} after={after} findStatus={findStatus} />
        ) : (
          shipping_text.desk.same_price
        )
      }
    >
      <RepriceFields
        repricing={repricing}
        currency={order.currency ?? "EUR"}
        words={{
          by: shipping_text.desk.reprice_by,
          measures: shipping_text.desk.by_measures,
          staff: shipping_text.desk.by_staff,
        }}
      >
        <p>{text.desk.actions.reprice.about}</p>
      </RepriceFields>
    </Form>
  );
}

function Release(props: FormProps) {
  const { order } = props;
  const here = order.packages.filter(({ status }) => status === "RECEIVED");
  const [chosen_ids, setChosenIds] = useState<readonly number[]>([]);
  const [allow_unpaid, setAllowUnpaid] = useState(false);
  return (
    <Form
      {...props}
      action="release"
      input={
        chosen_ids.length === 0
          ? null
          : { stored_package_ids: [...chosen_ids], ...(allow_unpaid ? { allow_unpaid } : {}) }
      }
      run={client.clientStorageOrderRelease}
    >
      <fieldset className="stack tight">
        <legend className="small strong">{text.desk.to_hand_over}</legend>
        {here.map((one) => (
          <Checkbox
            key={one.id}
            label={[namePackage(one), one.code, one.bin?.code].filter(Boolean).join(" · ")}
            checked={chosen_ids.includes(one.id)}
            onChange={(event) =>
              setChosenIds(
                event.currentTarget.checked
                  ? [...chosen_ids, one.id]
                  : chosen_ids.filter((id) => id !== one.id),
              )
            }
          />
        ))}
      </fieldset>
      {order.billing === "overdue" ? (
        <Switch
          label={text.desk.allow_unpaid}
          checked={allow_unpaid}
          onChange={(event) => setAllowUnpaid(event.currentTarget.checked)}
        />
      ) : null}
    </Form>
  );
}

function Refund(props: FormProps) {
  const currency = props.order.currency ?? "EUR";
  const refund = useRefund();
  return (
    <Form {...props} action="refund" input={refund.input} run={client.clientStorageOrderRefund}>
      <RefundFields
        refund={refund}
        currency={currency}
        words={{
          amount: shipping_text.desk.refund_amount({ currency }),
          about: shipping_text.desk.refund_about({ paid: money(props.order.paid_minor, currency) }),
          reason: shipping_text.desk.reason,
          for_customer: shipping_text.desk.for_customer,
        }}
      />
    </Form>
  );
}

function Measure(props: FormProps) {
  const here = props.order.packages.filter(({ status }) => status === "RECEIVED" || status === "HELD");
  const [values, setValues] = useState<ReadonlyMap<number, Measures>>(
    () => new Map(here.map((one) => [one.id, getMeasured(one)])),
  );
  const entered = listEntered(here, values);
  const packages = entered.flatMap(({ one, measures }) =>
    isWhole(measures) ? [{ stored_package_id: one.id, ...measures }] : [],
  );
  return (
    <Form
      {...props}
      action="measure"
      // A package that was begun must be whole.
      input={packages.length === 0 || packages.length < entered.length ? null : { packages }}
      run={client.clientStorageOrderMeasure}
    >
      <ol className="stack" aria-label={text.packages_title}>
        {here.map((one) => (
          <li key={one.id} className="form-entry">
            <span className="small strong">{namePackage(one)}</span>
            <MeasureFields
              values={values.get(one.id) ?? getMeasured(one)}
              change={(measures) => setValues(new Map(values).set(one.id, measures))}
            />
          </li>
        ))}
      </ol>
    </Form>
  );
}

const RECEIVE_RULES = getRules("clientStorageOrderReceive");

interface Arrival {
  code: string;
  damaged: boolean;
  measures: Measures;
  file_ids: number[];
}

function Receive(props: FormProps) {
  const { order } = props;
  const expected = order.packages.filter(({ received_at }) => received_at === null);
  const [bin_id, setBin] = useState<number | null>(null);
  const [arrived, setArrived] = useState<ReadonlyMap<number, Arrival>>(new Map());
  const set = (id: number, value: Arrival | null) => {
    const next = new Map(arrived);
    if (value === null) next.delete(id);
    else next.set(id, value);
    setArrived(next);
  };
  // The sides are entered together, or not at all.
  const hasOddSides = ({ measures }: Arrival) => {
    const measured_count = MEASURES.slice(1).filter((side) => measures[side] !== null).length;
    return measured_count > 0 && measured_count < 3;
  };
  const packages = expected.flatMap(({ id }) => {
    const one = arrived.get(id);
    if (one === undefined) return [];
    const measures = Object.fromEntries(Object.entries(one.measures).filter(([, value]) => value !== null));
    const code = one.code.trim();
    return [
      {
        stored_package_id: id,
        ...measures,
        damaged: one.damaged,
        ...(code === "" ? {} : { code }),
        ...(one.file_ids.length === 0 ? {} : { file_ids: one.file_ids }),
      },
    ];
  });
  const is_missing = bin_id === null || packages.length === 0 || [...arrived.values()].some(hasOddSides);
  return (
    <Form
      {...props}
      action="receive"
      input={is_missing ? null : { bin_id, packages }}
      run={client.clientStorageOrderReceive}
    >
      <BinSelect warehouse_id={order.warehouse?.id ?? null} bin_id={bin_id} choose={setBin} />
      <ol className="stack" aria-label={text.packages_title}>
        {expected.map((one) => {
          const arrival = arrived.get(one.id);
          return (
            <li key={one.id} className="form-entry">
              <Checkbox
                label={[text.desk.arrived({ seq: one.seq }), one.contents].filter(Boolean).join(" · ")}
                description={describeMeasures(one)}
                checked={arrival !== undefined}
                onChange={(event) =>
                  set(
                    one.id,
                    event.currentTarget.checked
                      ? { code: "", damaged: false, measures: getDeclared(one), file_ids: [] }
                      : null,
                  )
                }
              />
              {arrival === undefined ? null : (
                <ArrivalFields arrival={arrival} change={(part) => set(one.id, { ...arrival, ...part })} />
              )}
            </li>
          );
        })}
      </ol>
    </Form>
  );
}

const PHOTO_BYTES = 8 * 1024 * 1024;

function ArrivalFields({ arrival, change }: { arrival: Arrival; change: (part: Partial<Arrival>) => void }) {
  const [photo, setPhoto] = useState<"none" | "sending" | "refused">("none");
  const [name, setName] = useState("");
  const send = async (file: File | null) => {
    if (file === null) {
      setName("");
      setPhoto("none");
      return change({ file_ids: [] });
    }
    setPhoto("sending");
    try {
      if (file.size > PHOTO_BYTES) throw new RangeError("The photo is too large.");
      change({ file_ids: [await uploadImage(file)] });
      setName(file.name);
      setPhoto("none");
    } catch {
      // The photo is refused beside its field; the package can be received without it.
      setPhoto("refused");
    }
  };
  return (
    <div className="stack tight">
      <MeasureFields values={arrival.measures} change={(measures) => change({ measures })} />
      <div className="row" style={{ alignItems: "flex-end" }}>
        <TextInput
          className="grow"
          label={text.desk.code}
          placeholder={text.desk.code_about}
          {...toMemberProps(RECEIVE_RULES, "packages.0.code")}
          value={arrival.code}
          onChange={(event) => change({ code: event.currentTarget.value })}
        />
        <FileInput
          className="grow"
          label={text.desk.photo}
          placeholder={photo === "sending" ? text.desk.uploading : name}
          leftSection={<IconCamera size={16} />}
          accept="image/*"
          clearable
          disabled={photo === "sending"}
          error={photo === "refused" ? text.desk.not_photo : undefined}
          onChange={(file) => void send(file)}
        />
        <Checkbox
          label={text.damaged}
          checked={arrival.damaged}
          onChange={(event) => change({ damaged: event.currentTarget.checked })}
        />
      </div>
    </div>
  );
}

/** Where the packages go: warehouse, zone, bin, each chosen where there is only one. */
function BinSelect({
  warehouse_id: preferred,
  bin_id,
  choose,
}: {
  warehouse_id: number | null;
  bin_id: number | null;
  choose: (bin_id: number | null) => void;
}) {
  const warehouses = useWarehouses();
  const [picked, setPicked] = useState<{ warehouse_id: number | null; zone_id: number | null }>({
    warehouse_id: preferred,
    zone_id: null,
  });
  const warehouse_id = picked.warehouse_id ?? warehouses[0]?.id ?? null;
  const warehouse = useQuery({ ...warehouseQuery(warehouse_id ?? 0), enabled: warehouse_id !== null });
  const zones = (warehouse.data?.zones ?? []).filter(({ status }) => status === "open");
  const zone_id = picked.zone_id ?? (zones.find(({ kind }) => kind === "storage") ?? zones[0])?.id ?? null;
  const bins = useQuery({
    ...binsQuery(warehouse_id ?? 0, zone_id ?? 0, 1),
    enabled: warehouse_id !== null && zone_id !== null,
  });
  const open = (bins.data?.bins ?? []).filter(({ status }) => status === "open");
  const error = warehouse.error ?? bins.error;
  if (error !== null) return <Alert color="red">{error.message}</Alert>;
  return (
    <div className="service-fields">
      {warehouses.length > 1 ? (
        <Select
          className="half"
          label={text.desk.warehouse}
          allowDeselect={false}
          data={warehouses.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(warehouse_id)}
          onChange={(id) => {
            setPicked({ warehouse_id: Number(id), zone_id: null });
            choose(null);
          }}
        />
      ) : null}
      {zones.length > 1 ? (
        <Select
          className="half"
          label={text.desk.zone}
          allowDeselect={false}
          data={zones.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(zone_id)}
          onChange={(id) => {
            setPicked({ warehouse_id, zone_id: Number(id) });
            choose(null);
          }}
        />
      ) : null}
      <Select
        className="half"
        label={text.desk.bin}
        placeholder={text.desk.pick_bin}
        nothingFoundMessage={text.desk.no_bin}
        required
        searchable
        data={open.map(({ id, code }) => ({ value: String(id), label: code }))}
        value={bin_id === null ? null : String(bin_id)}
        onChange={(id) => choose(id === null ? null : Number(id))}
      />
    </div>
  );
}
