/** Form for a new order. The service validates it; its errors appear beside the fields. */
import {
  Group,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { client } from "../../../api/client.ts";
import type { OrderDraft, Place } from "../../../api/orders.ts";
import { isStaff, useMe } from "../../../api/session.ts";
import { depotQuery } from "../../../api/settings.ts";
import { useWarehouses } from "../../../api/warehouses.ts";
import { AddressField } from "../../../parts/address-field.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { addDays, type Times, useTimes } from "../../../parts/times.ts";

type Proofs = NonNullable<NonNullable<OrderDraft["requirements"]>["pod"]>;

interface Values {
  type: "D" | "P" | "P2P";
  pickup: Place;
  dropoff: Place;
  scheduled_date: string;
  /** Empty: the depot. */
  origin_warehouse_id: string;
  ref: string;
  /** Of the stop that the driver visits; empty: any time. */
  from: string;
  until: string;
  email: string;
  /** Empty: none. */
  customer_id: string;
  parcels: number | string;
  kg_each: number | string;
  /** Of each parcel. */
  length_cm: number | string;
  width_cm: number | string;
  height_cm: number | string;
  service: OrderDraft["service"];
  requirements: { pod: Proofs; pin: string; skills: string[] };
  delivery_instruction: string;
  note: string;
}

/** Empty members are not sent. */
function toPlaceInput({ ...place }: Place, country: string | undefined): Place {
  const said_members = Object.entries(place).filter(
    ([, value]) => value !== "" && value !== undefined && value !== null,
  );
  return {
    ...(country ? { country } : {}),
    ...(Object.fromEntries(said_members) as Partial<Place>),
    line1: place.line1,
  };
}

const toMillimetres = (centimetres: number | string) => Math.round(Number(centimetres) * 10);

/** The place that the driver visits, with the window and the e-mail address of the form. */
function toVisitedPlace(
  place: Place,
  { from, until, email, scheduled_date }: Values,
  country: string | undefined,
  times: Times,
): Place {
  const day = scheduled_date || times.today();
  const window =
    from === "" && until === ""
      ? {}
      : {
          window: {
            start: times.at(day, from || "00:00"),
            // A window that ends before it starts ends on the next day.
            end: times.at(
              until !== "" && until > (from || "00:00") ? day : addDays(day, 1),
              until || "00:00",
            ),
          },
        };
  return { ...toPlaceInput({ ...place, email: email.trim() }, country), ...window };
}

function toDraft(values: Values, country: string | undefined, times: Times): OrderDraft {
  const { type, scheduled_date, origin_warehouse_id, service, requirements } = values;
  const pin = requirements.pin.trim();
  const ref = values.ref.trim();
  const delivery_instruction = values.delivery_instruction.trim();
  const note = values.note.trim();
  const parcel = {
    ...(values.kg_each === "" ? {} : { weight_g: Math.round(Number(values.kg_each) * 1000) }),
    ...(values.length_cm === "" ? {} : { length_mm: toMillimetres(values.length_cm) }),
    ...(values.width_cm === "" ? {} : { width_mm: toMillimetres(values.width_cm) }),
    ...(values.height_cm === "" ? {} : { height_mm: toMillimetres(values.height_cm) }),
  };
  const { skills } = requirements;
  return {
    type,
    scheduled_date,
    service,
    parcels: Array.from({ length: Math.max(1, Number(values.parcels) || 1) }, () => parcel),
    ...(type === "P" ? {} : { dropoff: toVisitedPlace(values.dropoff, values, country, times) }),
    ...(type === "D"
      ? {}
      : {
          pickup:
            type === "P"
              ? toVisitedPlace(values.pickup, values, country, times)
              : toPlaceInput(values.pickup, country),
        }),
    ...(values.customer_id ? { customer_id: Number(values.customer_id) } : {}),
    ...(origin_warehouse_id ? { origin_warehouse_id: Number(origin_warehouse_id) } : {}),
    ...(ref ? { ref } : {}),
    ...(requirements.pod.length > 0 || pin || skills.length > 0
      ? {
          requirements: {
            pod: requirements.pod,
            ...(pin ? { pin } : {}),
            ...(skills.length > 0 ? { skills } : {}),
          },
        }
      : {}),
    ...(delivery_instruction ? { delivery_instruction } : {}),
    ...(note ? { note } : {}),
  };
}

/** Members of the request that the form names otherwise. */
const PATHS: Record<string, string> = {
  "parcels.0.weight_g": "kg_each",
  "parcels.0.length_mm": "length_cm",
  "parcels.0.width_mm": "width_cm",
  "parcels.0.height_mm": "height_cm",
};

function toPath(path: string): string {
  if (/^(dropoff|pickup)\.window\.start$/.test(path)) return "from";
  if (/^(dropoff|pickup)\.window(\.end)?$/.test(path)) return "until";
  if (/^(dropoff|pickup)\.email$/.test(path)) return "email";
  return PATHS[path] ?? path;
}

export function CreateOrder({ close }: { close: () => void }) {
  const times = useTimes();
  const navigate = useNavigate();
  const me = useMe();
  const country = me.business?.country || undefined;
  const may_choose_customer = isStaff(me) && me.permissions.includes("settings:read");
  const customers =
    useQuery({
      queryKey: ["customers", "names"],
      queryFn: ({ signal }) => client.clientCustomers({ per_page: 200 }, { signal }),
      meta: { live: ["customer"] },
      enabled: may_choose_customer,
      retry: false,
    }).data?.customers ?? [];
  const skills =
    useQuery({
      queryKey: ["skills"],
      queryFn: ({ signal }) => client.skills({ per_page: 200 }, { signal }),
      meta: { live: ["skill"] },
      enabled: isStaff(me) && me.permissions.includes("drivers:read"),
      retry: false,
    }).data?.skills ?? [];
  const depot = useQuery({ ...depotQuery, retry: false }).data;
  const warehouses = useWarehouses();
  const initial: Values = {
    type: "D",
    pickup: { line1: "" },
    dropoff: { line1: "" },
    scheduled_date: times.today(),
    origin_warehouse_id: "",
    ref: "",
    from: "",
    until: "",
    email: "",
    customer_id: "",
    parcels: 1,
    kg_each: "",
    length_cm: "",
    width_cm: "",
    height_cm: "",
    service: "standard",
    requirements: { pod: [], pin: "", skills: [] },
    delivery_instruction: "",
    note: "",
  };
  return (
    <FormDrawer
      close={close}
      title="New order"
      size="lg"
      confirm="Create order"
      refused="The order was not created"
      initial={initial}
      toPath={toPath}
      run={(values) => client.clientOrderCreate(toDraft(values, country, times))}
      keys={[["orders"]]}
      past={({ tracking_number, order }) =>
        order.cannot_plan_reason === "no_location"
          ? `Order ${tracking_number} was created. Its address was not found: set its position on a map before it is planned.`
          : `Order ${tracking_number} was created.`
      }
      done={({ order_id }) => {
        close();
        void navigate({ to: "/orders/$order_id", params: { order_id: String(order_id) } });
      }}
    >
      {({ field, errorOf, values, set }) => (
        <>
          <SegmentedControl
            aria-label="Type"
            value={values.type}
            onChange={(type) => set({ type })}
            data={[
              { value: "D", label: "Delivery" },
              { value: "P", label: "Pickup" },
              { value: "P2P", label: "Peer to peer" },
            ]}
          />
          {values.type === "D" ? null : (
            <AddressField
              label="Pickup"
              prefix="pickup"
              value={values.pickup}
              onChange={(pickup) => set({ pickup })}
              error={errorOf}
              around={depot}
            />
          )}
          {values.type === "P" ? null : (
            <AddressField
              label="Drop-off"
              prefix="dropoff"
              value={values.dropoff}
              onChange={(dropoff) => set({ dropoff })}
              error={errorOf}
              around={depot}
            />
          )}
          {warehouses.length > 1 ? (
            <Select
              label={values.type === "P" ? "Brought to" : "Starts at"}
              data={warehouses.map(({ id, name }) => ({ value: String(id), label: name }))}
              allowDeselect={false}
              {...field("origin_warehouse_id")}
              value={
                values.origin_warehouse_id || String(warehouses.find(({ is_depot }) => is_depot)?.id ?? "")
              }
            />
          ) : null}
          <TextInput
            label={values.type === "P" ? "E-mail of the sender" : "E-mail of the recipient"}
            type="email"
            {...field("email")}
          />
          <Group grow gap={8} align="start">
            <TextInput label="Day" type="date" {...field("scheduled_date")} />
            <TextInput label="From" type="time" {...field("from")} />
            <TextInput label="Until" type="time" {...field("until")} />
          </Group>
          <Group grow gap={8} align="start">
            <TextInput label="Your reference" {...field("ref")} />
            {customers.length > 0 ? (
              <Select
                label="Customer"
                placeholder="None"
                searchable
                clearable
                clearButtonProps={{ "aria-label": "No customer" }}
                data={customers.map(({ id, name }) => ({ value: String(id), label: name }))}
                {...field("customer_id")}
                value={values.customer_id || null}
                onChange={(customer_id) => set({ customer_id: customer_id ?? "" })}
              />
            ) : null}
          </Group>
          <Group grow gap={8} align="start">
            <NumberInput label="Parcels" min={1} max={50} {...field("parcels")} />
            <NumberInput label="Kg each" min={0} decimalScale={3} {...field("kg_each")} />
            <Select
              label="Service"
              data={[
                { value: "standard", label: "Standard" },
                { value: "express", label: "Express" },
                { value: "economy", label: "Economy" },
              ]}
              allowDeselect={false}
              {...field("service")}
            />
          </Group>
          <Group grow gap={8} align="start">
            <NumberInput label="Length, cm" min={0.1} decimalScale={1} {...field("length_cm")} />
            <NumberInput label="Width, cm" min={0.1} decimalScale={1} {...field("width_cm")} />
            <NumberInput label="Height, cm" min={0.1} decimalScale={1} {...field("height_cm")} />
          </Group>
          {skills.length > 0 ? (
            <MultiSelect
              label="Skills"
              description="Only drivers and vehicles that have them get it."
              data={skills.map(({ code, name }) => ({ value: code, label: name }))}
              {...field("requirements.skills")}
            />
          ) : null}
          <MultiSelect
            label="Proof of delivery"
            placeholder={values.requirements.pod.length > 0 ? undefined : "None required"}
            data={[
              { value: "photo", label: "Photo" },
              { value: "signature", label: "Signature" },
              { value: "scan", label: "Scan" },
              { value: "id_check", label: "Identity check" },
            ]}
            {...field("requirements.pod")}
          />
          <TextInput
            label="PIN of the recipient"
            description="4 to 8 digits, if the driver is to ask for one."
            inputMode="numeric"
            autoComplete="off"
            maxLength={8}
            {...field("requirements.pin")}
          />
          <Textarea
            label="Instruction for the driver"
            autosize
            minRows={2}
            maxLength={500}
            {...field("delivery_instruction")}
          />
          <Textarea
            label="Internal note"
            description="Customers never see it."
            autosize
            minRows={2}
            maxLength={1000}
            {...field("note")}
          />
        </>
      )}
    </FormDrawer>
  );
}
