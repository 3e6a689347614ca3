/** The fields of an order, for a new one and for one that is corrected. */

import {
  Checkbox,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { client } from "../../../api/client.ts";
import { isStaff, useMe } from "../../../api/session.ts";
import { AddressField } from "../../../parts/address/address-field.tsx";
import { minorUnits } from "../../../parts/format.ts";
import { findWord } from "../../../parts/labels.ts";
import { listProofs } from "../../../parts/proofs.ts";
import { useSkills } from "../../fleet/skills/queries.ts";
import { useDepot } from "../../identity/settings/queries.ts";
import { useWarehouses } from "../../warehouse/warehouses/queries.ts";
import type { OrderForm } from "./order-form.ts";
import { getVisitedSide } from "./order-values.ts";
import { ParcelFields } from "./parcel-fields.tsx";
import { nameOrderType } from "./status.ts";
import { text } from "./text.ts";

/** What is locked, by the words of the service, and why. */
type Locks = ReadonlyMap<string, string>;

export interface OrderFieldsProps {
  form: OrderForm;
  /** Of amounts of money. */
  currency: string;
  /** Undefined for a new order. */
  editing?: {
    locks: Locks;
    /** What to do instead about an address that is locked. */
    instead: (side: "pickup" | "dropoff") => ReactNode;
    has_pin: boolean;
  };
}

export function OrderFields({ form, currency, editing }: OrderFieldsProps) {
  const { field, own, values, set } = form;
  const me = useMe();
  const { depot } = useDepot();
  const warehouses = useWarehouses();
  const is_staff = isStaff(me);
  const lock = (member: string) => {
    const reason = editing?.locks.get(member);
    return reason === undefined ? {} : { disabled: true, description: findWord(text.edit.locked, reason) };
  };
  const money = (member: "cod_minor" | "insured_value_minor") => ({
    thousandSeparator: true,
    hideControls: true,
    ...field(member, { factor: minorUnits(currency) }),
    ...lock(member),
  });
  const address = (side: "pickup" | "dropoff") => (
    <AddressField
      label={side === "pickup" ? text.form.pickup : text.form.dropoff}
      prefix={side}
      is_first={side === "pickup" || values.type === "D"}
      email={side === getVisitedSide(values.type) || values.type === "P2P"}
      value={values[side]}
      onChange={(place) => set({ [side]: place })}
      own={own}
      around={depot}
      locked={editing?.locks.has(side) ? editing.instead(side) : undefined}
    />
  );
  return (
    <>
      {editing === undefined ? (
        <SegmentedControl
          aria-label={text.form.type}
          value={values.type}
          onChange={(type) => set({ type })}
          data={(["D", "P", "P2P"] as const).map((value) => ({ value, label: nameOrderType(value) }))}
        />
      ) : null}
      {values.type === "D" ? null : address("pickup")}
      {values.type === "P" ? null : address("dropoff")}
      {editing === undefined && warehouses.length > 1 ? (
        <Select
          label={values.type === "P" ? text.form.brought_to : text.form.starts_at}
          data={warehouses.map(({ id, name }) => ({ value: String(id), label: name }))}
          allowDeselect={false}
          {...field("origin_warehouse_id")}
          value={values.origin_warehouse_id || String(warehouses.find(({ is_depot }) => is_depot)?.id ?? "")}
        />
      ) : null}
      <Section title={text.form.when}>
        <SimpleGrid cols={{ base: 2, xs: 3 }} spacing={8} verticalSpacing={8}>
          <TextInput
            label={text.form.day}
            type="date"
            {...field("scheduled_date", { required: true })}
            {...lock("scheduled_date")}
            className="wide-on-phone"
          />
          <TextInput label={text.form.from} type="time" {...own("from")} {...lock("window")} />
          <TextInput label={text.form.until} type="time" {...own("until")} {...lock("window")} />
        </SimpleGrid>
        <p className="dim small">{text.form.window_about}</p>
      </Section>
      <Section title={text.form.goods}>
        <ParcelFields form={form} is_new={editing === undefined} locked={editing?.locks.has("parcels")} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={8} verticalSpacing={8}>
          <NumberInput label={text.form.cod({ currency })} {...money("cod_minor")} />
          <NumberInput label={text.form.insured({ currency })} {...money("insured_value_minor")} />
        </SimpleGrid>
      </Section>
      <Section title={text.form.delivery}>
        {editing === undefined ? (
          <Select
            label={text.form.service}
            data={Object.entries(text.order.services).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            {...field("service")}
          />
        ) : null}
        {is_staff ? <Skills form={form} {...lock("requirements")} /> : null}
        <MultiSelect
          label={text.form.proof}
          placeholder={values.requirements.pod.length > 0 ? undefined : text.form.no_proof}
          data={listProofs().filter(({ value }) => value !== "note")}
          {...field("requirements.pod")}
          {...lock("requirements")}
        />
        <TextInput
          label={text.form.pin}
          description={editing?.has_pin ? text.form.pin_set : text.form.pin_about}
          inputMode="numeric"
          autoComplete="off"
          {...field("requirements.pin")}
          {...lock("requirements")}
          {...(values.without_pin ? { disabled: true } : {})}
        />
        {editing?.has_pin && !editing.locks.has("requirements") ? (
          <Checkbox label={text.form.pin_remove} {...own("without_pin", { type: "checkbox" })} />
        ) : null}
        <Textarea
          label={text.form.instruction}
          autosize
          minRows={2}
          {...field("delivery_instruction")}
          {...lock("delivery_instruction")}
        />
      </Section>
      <Section title={text.form.office}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={8} verticalSpacing={8}>
          <TextInput label={text.form.ref} {...field("ref")} {...lock("ref")} />
          <Customer form={form} {...lock("customer_id")} />
        </SimpleGrid>
        {is_staff ? (
          <Textarea
            label={text.form.note}
            description={text.form.note_about}
            autosize
            minRows={2}
            {...field("note")}
          />
        ) : null}
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="form-section stack">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

type Lock = { disabled?: boolean; description?: ReactNode };

function Skills({ form: { field, values }, ...lock }: { form: OrderForm } & Lock) {
  const skills = useSkills(true);
  const chosen_skills = values.requirements.skills;
  if (skills.length === 0 && chosen_skills.length === 0) return null;
  const known_codes = new Set(skills.map(({ code }) => code));
  return (
    <MultiSelect
      label={text.form.skills}
      description={text.form.skills_about}
      searchable
      // An order may ask for one that is not in the catalogue any more.
      data={[
        ...skills.map(({ code, name }) => ({ value: code, label: name })),
        ...chosen_skills
          .filter((code) => !known_codes.has(code))
          .map((code) => ({ value: code, label: code })),
      ]}
      {...field("requirements.skills")}
      {...lock}
    />
  );
}

function Customer({ form: { field, values, set }, ...lock }: { form: OrderForm } & Lock) {
  const me = useMe();
  const may_choose = isStaff(me) && me.permissions.includes("settings:read");
  const { data } = useQuery({
    queryKey: ["customers", "names"],
    queryFn: ({ signal }) => client.clientCustomers({ per_page: 200 }, { signal }),
    meta: { live: ["customer"] },
    enabled: may_choose,
    retry: false,
  });
  const customers = data?.customers ?? [];
  if (!may_choose || (customers.length === 0 && values.customer_id === "")) return null;
  const chosen_customer = values.customer_id;
  const is_listed = chosen_customer === "" || customers.some(({ id }) => String(id) === chosen_customer);
  return (
    <Select
      label={text.form.customer}
      placeholder={text.form.none}
      searchable
      clearable
      clearButtonProps={{ "aria-label": text.form.no_customer }}
      data={[
        ...customers.map(({ id, name }) => ({ value: String(id), label: name })),
        ...(is_listed ? [] : [{ value: chosen_customer, label: text.customer_id({ id: chosen_customer }) }]),
      ]}
      {...field("customer_id")}
      value={chosen_customer || null}
      onChange={(customer_id) => set({ customer_id: customer_id ?? "" })}
      {...lock}
    />
  );
}
