/** Compares what carriers ask for a shipment, and buys the label at one of the prices. */
import { ActionIcon, Button, Checkbox, NumberInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { IconPlus, IconTrash } from "#icons";
import type { LabelserviceRateOutput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { isStaff, useMe } from "../../../api/session.ts";
import { AddressField } from "../../../parts/address/address-field.tsx";
import { CustomerSelect } from "../../../parts/customer-select.tsx";
import { OtherErrors, type SaveForm, useSaveForm } from "../../../parts/form.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { BackLink } from "../../../parts/links.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { useDepot } from "../../identity/settings/queries.ts";
import { Customs } from "./customs.tsx";
import "./labels.css";
import { type LabelOrder, labelQuery } from "./queries.ts";
import { Rates } from "./rates.tsx";
import {
  copyShipment,
  crossesBorder,
  emptyPackage,
  emptyShipment,
  type Home,
  type ShipmentValues,
  toRateInput,
} from "./shipment-values.ts";
import { text } from "./text.ts";

const RULES = getRules("labelserviceRate");
export type ShipmentForm = SaveForm<ShipmentValues, NonNullable<typeof RULES.member>>;

const route = getRouteApi("/inside/labels/new");

function Above() {
  return <BackLink to="/labels">{text.back}</BackLink>;
}

/** `return_of`: a label for its way back. `again`: a label whose purchase failed. */
export function NewLabel() {
  const { return_of, again } = route.useSearch();
  const copied = return_of ?? again;
  const query = useQuery({ ...labelQuery(copied ?? 0), enabled: copied !== undefined });
  if (copied === undefined) return <Compare initial={emptyShipment()} copied={null} />;
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  const { label_order } = query.data;
  const is_return = return_of !== undefined;
  return (
    <Compare
      key={copied}
      initial={copyShipment(label_order, { is_return })}
      copied={{ label: label_order, is_return }}
    />
  );
}

/** A label that another one is bought from. */
export interface Copied {
  label: LabelOrder;
  is_return: boolean;
}

/** Prices, and the shipment that they are for. */
interface Compared extends LabelserviceRateOutput {
  shipment: string;
}

function Compare({ initial, copied }: { initial: ShipmentValues; copied: Copied | null }) {
  const { business } = useMe();
  const { depot } = useDepot();
  const home: Home = {
    country: business?.country ?? "",
    currency: business?.currency ?? "",
    depot_country: depot?.country ?? "",
  };
  const [compared, setCompared] = useState<Compared | null>(null);
  const form = useSaveForm({
    rules: RULES,
    initial,
    run: async (values): Promise<Compared> => {
      const input = toRateInput(values, home);
      return { ...(await client.labelserviceRate(input)), shipment: JSON.stringify(input) };
    },
    keys: [],
    success_message: ({ rates }) => (rates.length === 0 ? null : text.rates.compared({ n: rates.length })),
    done: setCompared,
  });
  const { customer_id } = form.values;
  const is_stale = compared !== null && compared.shipment !== JSON.stringify(toRateInput(form.values, home));
  return (
    <Page
      title={
        copied === null
          ? text.create
          : copied.is_return
            ? `${text.actions.return_label}: ${copied.label.recipient}`
            : text.label_of({ recipient: copied.label.recipient })
      }
      above={<Above />}
      subtitle={text.rates.about}
    >
      <div className="split label-split">
        <form id="shipment" {...form.props} className="stack" style={{ gap: 16 }}>
          <OtherErrors errors={form.others} title={text.rates.not_compared} />
          <Shipment form={form} home={home} is_copied={copied !== null} />
        </form>
        <div className="stack label-prices" style={{ gap: 16 }}>
          <Button
            type="submit"
            form="shipment"
            variant={compared === null || is_stale ? "filled" : "default"}
            loading={form.is_saving}
          >
            {text.rates.compare}
          </Button>
          <Rates
            answer={compared}
            is_asking={form.is_saving}
            is_stale={is_stale}
            customer_id={customer_id === null ? null : Number(customer_id)}
            copied={copied}
          />
        </div>
      </div>
    </Page>
  );
}

function Shipment({ form, home, is_copied }: { form: ShipmentForm; home: Home; is_copied: boolean }) {
  const me = useMe();
  const { depot } = useDepot();
  const { values, set, field, own } = form;
  return (
    <>
      <Sheet>
        <AddressField
          label={text.rates.to}
          prefix="ship_to"
          value={values.ship_to}
          onChange={(ship_to) => set({ ship_to })}
          own={own}
          around={depot}
          is_first={!is_copied}
        />
        <Checkbox mt="md" label={text.rates.from} {...own("has_other_origin", { type: "checkbox" })} />
        {values.has_other_origin ? (
          <div style={{ marginTop: 12 }}>
            <AddressField
              label={text.rates.from_place}
              prefix="ship_from"
              value={values.ship_from}
              onChange={(ship_from) => set({ ship_from })}
              own={own}
              around={depot}
            />
          </div>
        ) : null}
      </Sheet>
      <Packages form={form} />
      {crossesBorder(values, home) ? <Customs form={form} currency={home.currency} /> : null}
      <Sheet title={text.rates.options}>
        <div className="stack">
          <div className="label-options">
            <Checkbox label={text.rates.signature} {...field("signature_required", { type: "checkbox" })} />
            <Checkbox label={text.rates.saturday} {...field("saturday_delivery", { type: "checkbox" })} />
            <Checkbox
              label={text.rates.is_return}
              {...field("is_return", { type: "checkbox" })}
              disabled={is_copied}
            />
          </div>
          <div className="form-grid">
            <TextInput type="date" label={text.rates.ship_date} {...field("ship_date")} />
            {isStaff(me) && me.permissions.includes("settings:read") ? (
              <CustomerSelect
                label={text.rates.for_customer}
                description={text.rates.for_customer_about}
                placeholder={text.own}
                {...form.field("customer_id")}
              />
            ) : null}
          </div>
        </div>
      </Sheet>
    </>
  );
}

const SIDES = ["length", "width", "height"] as const;

function Packages({ form: { values, set, field, getError } }: { form: ShipmentForm }) {
  const { packages } = values;
  return (
    <Sheet
      title={text.rates.packages}
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => set({ packages: [...packages, emptyPackage()] })}
        >
          {text.rates.add_package}
        </Button>
      }
    >
      <div className="stack">
        {packages.map(({ key }, index) => (
          <fieldset key={key} className="label-package" aria-label={text.rates.package({ n: index + 1 })}>
            <NumberInput
              label={text.rates.weight}
              hideControls
              {...field(`packages.${index}.weight_g`, { unit: null })}
            />
            {SIDES.map((side) => (
              <NumberInput
                key={side}
                label={text.rates[side]}
                hideControls
                {...field(`packages.${index}.${side}_mm`, { unit: null })}
              />
            ))}
            <NumberInput label={text.rates.pieces} hideControls {...field(`packages.${index}.quantity`)} />
            {packages.length > 1 ? (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={text.rates.remove_package({ n: index + 1 })}
                onClick={() => set({ packages: packages.filter((one) => one.key !== key) })}
              >
                <IconTrash size={16} />
              </ActionIcon>
            ) : null}
            {getError(`packages.${index}`) ? (
              <p className="note tone-bad label-package-error">{getError(`packages.${index}`)}</p>
            ) : null}
          </fieldset>
        ))}
      </div>
    </Sheet>
  );
}
