/** A new order. The service judges it; its words appear beside the fields. */
import {
  Alert,
  Button,
  Drawer,
  Group,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { client as packhorse } from "../../api/client.ts";
import type { OrderDraft, Place } from "../../api/orders.ts";
import { useMe } from "../../api/session.ts";
import { depotQuery } from "../../api/settings.ts";
import { AddressField } from "../../parts/address-field.tsx";
import { fieldErrors, otherErrors } from "../../parts/errors.ts";
import { useTimes } from "../../parts/times.ts";
import { said } from "../../parts/toast.ts";

type Proofs = NonNullable<NonNullable<OrderDraft["requirements"]>["pod"]>;

const NOWHERE: Place = { line1: "" };
const SHOWN = [
  "ref",
  "scheduled_date",
  "parcels",
  "parcels/0/weight_g",
  "service",
  "note",
  "delivery_instruction",
  "pickup",
  "dropoff",
  ...["pickup", "dropoff"].flatMap((side) =>
    ["name", "phone", "line1", "postal_code", "city", "lat", "lng"].map((member) => `${side}/${member}`),
  ),
];

/** Members left empty are not sent. */
function placeOf({ ...place }: Place, country: string | undefined): Place {
  const said_members = Object.entries(place).filter(
    ([, value]) => value !== "" && value !== undefined && value !== null,
  );
  return {
    ...(country ? { country } : {}),
    ...(Object.fromEntries(said_members) as Partial<Place>),
    line1: place.line1,
  };
}

export function CreateOrder({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Drawer opened={opened} onClose={close} title="New order" size="lg">
      {opened ? <Form close={close} /> : null}
    </Drawer>
  );
}

function Form({ close }: { close: () => void }) {
  const times = useTimes();
  const client = useQueryClient();
  const navigate = useNavigate();
  const country = useMe().business?.country || undefined;
  const depot = useQuery({ ...depotQuery, retry: false }).data;
  const [type, setType] = useState<"D" | "P" | "P2P">("D");
  const [pickup, setPickup] = useState(NOWHERE);
  const [dropoff, setDropoff] = useState(NOWHERE);
  const [date, setDate] = useState(times.today());
  const [ref, setRef] = useState("");
  const [parcels, setParcels] = useState<number | string>(1);
  const [weight, setWeight] = useState<number | string>("");
  const [service, setService] = useState<string | null>("standard");
  const [pod, setPod] = useState<Proofs>([]);
  const [instruction, setInstruction] = useState("");
  const [note, setNote] = useState("");

  const create = useMutation({
    mutationFn: () => {
      const parcel = weight === "" ? {} : { weight_g: Math.round(Number(weight) * 1000) };
      const draft: OrderDraft = {
        type,
        scheduled_date: date,
        service: service as OrderDraft["service"],
        parcels: Array.from({ length: Math.max(1, Number(parcels) || 1) }, () => parcel),
        ...(type === "P" ? {} : { dropoff: placeOf(dropoff, country) }),
        ...(type === "D" ? {} : { pickup: placeOf(pickup, country) }),
        ...(ref.trim() ? { ref: ref.trim() } : {}),
        ...(pod.length > 0 ? { requirements: { pod } } : {}),
        ...(instruction.trim() ? { delivery_instruction: instruction.trim() } : {}),
        ...(note.trim() ? { note: note.trim() } : {}),
      };
      return packhorse.clientOrderCreate(draft);
    },
    onSuccess: ({ order_id, tracking_number }) => {
      void client.invalidateQueries({ queryKey: ["orders"] });
      said(`Order ${tracking_number} was created.`);
      close();
      void navigate({ to: "/orders/$order_id", params: { order_id: String(order_id) } });
    },
  });
  const error = fieldErrors(create.error);
  const others = create.error ? otherErrors(create.error, SHOWN) : [];
  return (
    <form
      className="stack"
      style={{ gap: 18 }}
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      {others.length > 0 ? (
        <Alert color="red" variant="outline" role="alert" title="The order was not created">
          {others.join(" ")}
        </Alert>
      ) : null}
      <SegmentedControl
        aria-label="Type"
        value={type}
        onChange={(value) => setType(value as typeof type)}
        data={[
          { value: "D", label: "Delivery" },
          { value: "P", label: "Pickup" },
          { value: "P2P", label: "Peer to peer" },
        ]}
      />
      {type === "D" ? null : (
        <AddressField
          label="Pickup"
          prefix="pickup"
          value={pickup}
          onChange={setPickup}
          error={error}
          around={depot}
        />
      )}
      {type === "P" ? null : (
        <AddressField
          label="Drop-off"
          prefix="dropoff"
          value={dropoff}
          onChange={setDropoff}
          error={error}
          around={depot}
        />
      )}
      <Group grow gap={8} align="start">
        <TextInput
          label="Day"
          type="date"
          value={date}
          onChange={(event) => setDate(event.currentTarget.value)}
          error={error("scheduled_date")}
        />
        <TextInput
          label="Your reference"
          value={ref}
          onChange={(event) => setRef(event.currentTarget.value)}
          error={error("ref")}
        />
      </Group>
      <Group grow gap={8} align="start">
        <NumberInput
          label="Parcels"
          min={1}
          max={50}
          value={parcels}
          onChange={setParcels}
          error={error("parcels")}
        />
        <NumberInput
          label="Kg each"
          min={0}
          decimalScale={3}
          value={weight}
          onChange={setWeight}
          error={error("parcels/0/weight_g")}
        />
        <Select
          label="Service"
          data={[
            { value: "standard", label: "Standard" },
            { value: "express", label: "Express" },
            { value: "economy", label: "Economy" },
          ]}
          value={service}
          onChange={setService}
          allowDeselect={false}
          error={error("service")}
        />
      </Group>
      <MultiSelect
        label="Proof at hand-over"
        placeholder={pod.length ? undefined : "None required"}
        data={[
          { value: "photo", label: "Photo" },
          { value: "signature", label: "Signature" },
          { value: "scan", label: "Scan" },
          { value: "id_check", label: "Identity check" },
        ]}
        value={pod}
        onChange={(value) => setPod(value as Proofs)}
      />
      <Textarea
        label="Instruction for the driver"
        autosize
        minRows={2}
        maxLength={500}
        value={instruction}
        onChange={(event) => setInstruction(event.currentTarget.value)}
        error={error("delivery_instruction")}
      />
      <Textarea
        label="Internal note"
        description="Customers never see it."
        autosize
        minRows={2}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        error={error("note")}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Discard
        </Button>
        <Button type="submit" loading={create.isPending}>
          Create order
        </Button>
      </Group>
    </form>
  );
}
