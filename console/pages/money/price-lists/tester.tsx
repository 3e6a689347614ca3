/** A shipment of the family, and what it costs with the rules beside it. */

import { Alert, Checkbox, MultiSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ClientPriceListTestOutput, PricedShipment } from "../../../../packages/client/client.gen.ts";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { kilograms, minorUnits, money } from "../../../parts/format.ts";
import { Sheet } from "../../../parts/page.tsx";
import type { PriceFamily } from "../../../parts/price-families.ts";
import { AmountInput, QuantityInput, ScaledInput } from "./inputs.tsx";
import { surchargesQuery } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("clientPriceListTest");

type Change = (part: Partial<PricedShipment>) => void;

interface Fields {
  price_family: PriceFamily;
  currency: string;
  shipment: PricedShipment;
  change: Change;
}

export function Tester({
  price_family,
  currency,
  shipment,
  setShipment,
  result,
  error,
  is_stale,
}: Omit<Fields, "change"> & {
  setShipment: (shipment: PricedShipment) => void;
  result: ClientPriceListTestOutput | undefined;
  error: Error | null;
  /** What is shown is the price of an earlier shipment. */
  is_stale: boolean;
}) {
  const change: Change = (part) => setShipment({ ...shipment, ...part });
  const fields = { price_family, currency, shipment, change };
  return (
    <Sheet title={text.test.title}>
      <div className="stack">
        <p className="dim small">{text.test.about}</p>
        {price_family === "storage_services" || price_family === "device_orders" ? null : (
          <Places {...fields} />
        )}
        <Sizes {...fields} />
        {price_family === "label_service" ? <Carrier {...fields} /> : null}
        <More {...fields} />
        {error !== null ? (
          <Alert color="red" variant="outline" role="alert" title={text.test.failed}>
            {error.message}
          </Alert>
        ) : (
          <div
            className={is_stale ? "prices-result is-stale" : "prices-result"}
            role="status"
            aria-live="polite"
          >
            {result === undefined ? null : <Result result={result} currency={currency} />}
          </div>
        )}
      </div>
    </Sheet>
  );
}

function Places({ price_family, shipment, change }: Fields) {
  const side = (member: "pickup" | "dropoff", label: string) => {
    const place = shipment[member] ?? {};
    return (
      <fieldset className="prices-group">
        <legend>{label}</legend>
        <div className="row nowrap" style={{ alignItems: "flex-start" }}>
          <TextInput
            style={{ width: 84 }}
            aria-label={`${label}: ${text.test.country}`}
            placeholder={text.test.country}
            {...toMemberProps(RULES, `shipment.${member}.country`)}
            value={place.country ?? ""}
            onChange={({ currentTarget: { value } }) => {
              const country = value.trim().toUpperCase();
              change({ [member]: { ...place, country: country.length === 2 ? country : undefined } });
            }}
          />
          <TextInput
            className="grow"
            aria-label={`${label}: ${text.test.postal_code}`}
            placeholder={text.test.postal_code}
            {...toMemberProps(RULES, `shipment.${member}.postal_code`)}
            value={place.postal_code ?? ""}
            onChange={({ currentTarget: { value } }) =>
              change({ [member]: { ...place, postal_code: value || undefined } })
            }
          />
        </div>
      </fieldset>
    );
  };
  return (
    <>
      {side("pickup", text.test.place_from)}
      {side("dropoff", text.test.place_to)}
      {price_family === "label_service" || price_family === "shipping_service" ? null : (
        <QuantityInput
          label={text.test.km}
          {...toMemberProps(RULES, "shipment.distance_km", { unit: null })}
          value={shipment.distance_km}
          onChange={(distance_km) => change({ distance_km })}
        />
      )}
    </>
  );
}

const SIDES = [
  ["length_mm", "length"],
  ["width_mm", "width"],
  ["height_mm", "height"],
] as const;

function Sizes({ price_family, shipment, change }: Fields) {
  const piece = shipment.parcels?.[0] ?? {};
  const edit = (part: typeof piece) => change({ parcels: [{ ...piece, ...part }] });
  if (price_family === "moving_services")
    return (
      <QuantityInput
        label={text.test.m3}
        {...toMemberProps(RULES, "shipment.volume_cm3", { factor: 1_000_000 })}
        value={shipment.volume_cm3 === undefined ? undefined : shipment.volume_cm3 / 1_000_000}
        onChange={(m3) => change({ volume_cm3: m3 === undefined ? undefined : Math.round(m3 * 1_000_000) })}
      />
    );
  return (
    <>
      <div className="row nowrap" style={{ alignItems: "flex-end" }}>
        <QuantityInput
          className="grow"
          label={text.test.pieces}
          {...toMemberProps(RULES, "shipment.parcels.0.quantity")}
          value={piece.quantity ?? 1}
          onChange={(quantity = 1) => edit({ quantity: Math.max(1, quantity) })}
        />
        <ScaledInput
          className="grow"
          label={text.test.kg}
          {...toMemberProps(RULES, "shipment.parcels.0.weight_g", { scale: 1000 })}
          value={piece.weight_g}
          onChange={(weight_g) => edit({ weight_g })}
        />
      </div>
      <div className="row nowrap" style={{ alignItems: "flex-end" }}>
        {SIDES.map(([member, label]) => (
          <ScaledInput
            key={member}
            className="grow"
            label={text.test[label]}
            {...toMemberProps(RULES, `shipment.parcels.0.${member}`, { scale: 10 })}
            value={piece[member]}
            onChange={(mm) => edit({ [member]: mm })}
          />
        ))}
      </div>
      {price_family === "storage_services" || price_family === "device_orders" ? (
        <QuantityInput
          label={text.test.days}
          {...toMemberProps(RULES, "shipment.days")}
          value={shipment.days}
          onChange={(days) => change({ days })}
        />
      ) : null}
    </>
  );
}

function Carrier({ shipment, currency, change }: Fields) {
  return (
    <div className="row nowrap" style={{ alignItems: "flex-end" }}>
      <AmountInput
        className="grow"
        label={text.test.charge}
        {...toMemberProps(RULES, "shipment.carrier_charge.amount_minor", {
          scale: minorUnits(currency),
          required: false,
        })}
        value={shipment.carrier_charge?.amount_minor}
        onChange={(amount_minor) =>
          change({ carrier_charge: amount_minor === undefined ? undefined : { amount_minor, currency } })
        }
      />
      <TextInput
        className="grow"
        label={text.test.carrier_account}
        {...toMemberProps(RULES, "shipment.carrier_account")}
        value={shipment.carrier_account ?? ""}
        onChange={({ currentTarget: { value } }) => change({ carrier_account: value.trim() || undefined })}
      />
    </div>
  );
}

/** The service, and what only surcharges look at: open when asked for. */
function More({ price_family, shipment, currency, change }: Fields) {
  const surcharges = useQuery(surchargesQuery).data ?? [];
  const optional = surcharges.filter(
    ({ is_optional, families }) => is_optional && families.includes(price_family),
  );
  const [open, setOpen] = useState(false);
  return (
    <>
      <TextInput
        label={text.test.service}
        placeholder="standard"
        {...toMemberProps(RULES, "shipment.service")}
        value={shipment.service ?? ""}
        onChange={({ currentTarget: { value } }) => change({ service: value.trim() || undefined })}
      />
      <Checkbox
        label={text.test.more}
        checked={open}
        onChange={({ currentTarget }) => setOpen(currentTarget.checked)}
      />
      {open ? (
        <div className="stack">
          {optional.length > 0 ? (
            <MultiSelect
              label={text.test.options}
              data={optional.map(({ code, name }) => ({ value: code, label: name }))}
              value={shipment.options ?? []}
              onChange={(options) => change({ options })}
            />
          ) : null}
          <TextInput
            type="date"
            label={text.test.date}
            value={shipment.date ?? ""}
            onChange={({ currentTarget: { value } }) => change({ date: value || undefined })}
          />
          <div className="prices-fields">
            <AmountInput
              label={text.test.cod}
              {...toMemberProps(RULES, "shipment.cod_minor", { scale: minorUnits(currency) })}
              value={shipment.cod_minor}
              onChange={(cod_minor) => change({ cod_minor })}
            />
            <AmountInput
              label={text.test.insured}
              {...toMemberProps(RULES, "shipment.insured_value_minor", { scale: minorUnits(currency) })}
              value={shipment.insured_value_minor}
              onChange={(insured_value_minor) => change({ insured_value_minor })}
            />
            <QuantityInput
              label={text.test.floors}
              {...toMemberProps(RULES, "shipment.floors")}
              value={shipment.floors}
              onChange={(floors) => change({ floors })}
            />
            <QuantityInput
              label={text.test.redeliveries}
              {...toMemberProps(RULES, "shipment.redeliveries")}
              value={shipment.redeliveries}
              onChange={(redeliveries) => change({ redeliveries })}
            />
            {price_family === "storage_services" ? (
              <QuantityInput
                className="wide"
                label={text.test.overrun_days}
                {...toMemberProps(RULES, "shipment.overrun_days")}
                value={shipment.overrun_days}
                onChange={(overrun_days) => change({ overrun_days })}
              />
            ) : null}
          </div>
          <Checkbox
            label={text.test.residential}
            checked={shipment.is_residential ?? false}
            onChange={({ currentTarget }) => change({ is_residential: currentTarget.checked })}
          />
          <Checkbox
            label={text.test.dangerous}
            checked={shipment.has_dangerous_goods ?? false}
            onChange={({ currentTarget }) => change({ has_dangerous_goods: currentTarget.checked })}
          />
        </div>
      ) : null}
    </>
  );
}

/** Why a surcharge applies, where its name does not say it. */
function describeTrigger(label: string, trigger: keyof typeof text.surcharges.triggers | undefined): string {
  const why = trigger === undefined ? "" : text.surcharges.triggers[trigger];
  return why.toLowerCase().includes(label.toLowerCase()) ? "" : why;
}

function Result({ result, currency }: { result: ClientPriceListTestOutput; currency: string }) {
  const { price, skipped_surcharges } = result;
  if (price === null)
    return (
      <Alert color="yellow" variant="outline" title={text.test.no_rule}>
        {text.test.no_rule_about}
      </Alert>
    );
  return (
    <div className="look-ahead">
      {price.lines.map(({ code, label, amount_minor, trigger }) => (
        <div key={code} className="prices-line">
          <span className="grow">
            {label}
            <span className="dim small"> {describeTrigger(label, trigger)}</span>
          </span>
          <span className="nowrap">{money(amount_minor, currency)}</span>
        </div>
      ))}
      <div className="prices-line prices-total">
        <span>{text.test.total}</span>
        <span className="nowrap">{money(price.total_minor, currency)}</span>
      </div>
      <p className="dim small">
        {[
          text.test.by_rule({ rule: price.rule }),
          price.billable_weight_g > 0 ? text.test.weighs({ weight: kilograms(price.billable_weight_g) }) : "",
          price.markup_minor === null
            ? ""
            : text.test.markup({ amount: money(price.markup_minor, currency) }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {skipped_surcharges.length > 0 ? (
        <details className="small" style={{ marginTop: 8 }}>
          <summary>{text.test.skipped}</summary>
          <ul>
            {skipped_surcharges.map(({ code, label, reason }) => (
              <li key={code} className="dim">
                {label}: {text.not_applied[reason]}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}
