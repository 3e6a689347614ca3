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
import { useMe } from "../../../api/session.ts";
import { depotQuery } from "../../../api/settings.ts";
import { useWarehouses } from "../../../api/warehouses.ts";
import { AddressField } from "../../../parts/address-field.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { useTimes } from "../../../parts/times.ts";

type Proofs = NonNullable<NonNullable<OrderDraft["requirements"]>["pod"]>;

interface Values {
  type: "D" | "P" | "P2P";
  pickup: Place;
  dropoff: Place;
  scheduled_date: string;
  /** Empty: the depot. */
  origin_warehouse_id: string;
  ref: string;
  parcels: number | string;
  kg_each: number | string;
  service: OrderDraft["service"];
  requirements: { pod: Proofs; pin: string };
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

function toDraft(values: Values, country: string | undefined): OrderDraft {
  const { type, scheduled_date, origin_warehouse_id, service, requirements } = values;
  const pin = requirements.pin.trim();
  const ref = values.ref.trim();
  const delivery_instruction = values.delivery_instruction.trim();
  const note = values.note.trim();
  const parcel = values.kg_each === "" ? {} : { weight_g: Math.round(Number(values.kg_each) * 1000) };
  return {
    type,
    scheduled_date,
    service,
    parcels: Array.from({ length: Math.max(1, Number(values.parcels) || 1) }, () => parcel),
    ...(type === "P" ? {} : { dropoff: toPlaceInput(values.dropoff, country) }),
    ...(type === "D" ? {} : { pickup: toPlaceInput(values.pickup, country) }),
    ...(origin_warehouse_id ? { origin_warehouse_id: Number(origin_warehouse_id) } : {}),
    ...(ref ? { ref } : {}),
    ...(requirements.pod.length > 0 || pin
      ? { requirements: { pod: requirements.pod, ...(pin ? { pin } : {}) } }
      : {}),
    ...(delivery_instruction ? { delivery_instruction } : {}),
    ...(note ? { note } : {}),
  };
}

export function CreateOrder({ close }: { close: () => void }) {
  const times = useTimes();
  const navigate = useNavigate();
  const country = useMe().business?.country || undefined;
  const depot = useQuery({ ...depotQuery, retry: false }).data;
  const warehouses = useWarehouses();
  const initial: Values = {
    type: "D",
    pickup: { line1: "" },
    dropoff: { line1: "" },
    scheduled_date: times.today(),
    origin_warehouse_id: "",
    ref: "",
    parcels: 1,
    kg_each: "",
    service: "standard",
    requirements: { pod: [], pin: "" },
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
      toPath={(path) => (path === "parcels.0.weight_g" ? "kg_each" : path)}
      run={(values) => client.clientOrderCreate(toDraft(values, country))}
      keys={[["orders"]]}
      past={({ tracking_number }) => `Order ${tracking_number} was created.`}
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
          <Group grow gap={8} align="start">
            <TextInput label="Day" type="date" {...field("scheduled_date")} />
            <TextInput label="Your reference" {...field("ref")} />
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
