/** The fields of one rule: what it applies to, what it charges. Those that its family rarely has appear where they are set. */
import {
  ActionIcon,
  Button,
  MultiSelect,
  SegmentedControl,
  Select,
  TagsInput,
  TextInput,
} from "@mantine/core";
import { IconPlus, IconTrash } from "#icons";
import type { PriceRule } from "../../../../packages/client/client.gen.ts";
import { minorUnits } from "../../../parts/format.ts";
import type { PriceFamily } from "../../../parts/price-families.ts";
import type { ListForm } from "./editor.tsx";
import { AmountInput, QuantityInput, ScaledInput } from "./inputs.tsx";
import { START_RULE } from "./start.ts";
import { text } from "./text.ts";

type Change = (part: Partial<PriceRule>) => void;

interface Fields {
  form: ListForm;
  at: number;
  price_family: PriceFamily;
  rule: PriceRule;
  may_write: boolean;
  change: Change;
}

const DAY_UNITS = ["shipment", "piece", "kg", "m3"] as const;
const EVERYWHERE = ["services", "weight_g_max"] as const;
const ZONES = ["from_zones", "to_zones", "from_postal_prefixes", "to_postal_prefixes"] as const;

/** The members that a family usually has; others are shown where a rule has them. */
const USUAL: Record<PriceFamily, readonly (keyof PriceRule)[]> = {
  local_delivery: [
    "postal_prefixes",
    "km_max",
    "weight_g_max",
    "base_minor",
    "per_km_minor",
    "per_kg_minor",
    "per_parcel_minor",
    "service_factors",
  ],
  label_service: ["carrier_accounts", ...EVERYWHERE, "to_zones", "markup"],
  shipping_service: [...ZONES, ...EVERYWHERE, "base_minor", "weight_breaks"],
  ltl_service: [
    ...ZONES,
    ...EVERYWHERE,
    "base_minor",
    "weight_breaks",
    "per_km_minor",
    "per_kg_minor",
    "per_parcel_minor",
    "per_m3_minor",
  ],
  storage_services: [...EVERYWHERE, "base_minor", "per_day_minor", "per_parcel_minor"],
  moving_services: [
    ...ZONES,
    "km_max",
    "services",
    "base_minor",
    "per_km_minor",
    "per_m3_minor",
    "per_parcel_minor",
  ],
  device_orders: [...EVERYWHERE, "base_minor", "per_day_minor"],
};

const listed = (values: string[]) => (values.length === 0 ? undefined : values);

export function RuleFields(fields: Fields) {
  const { form, at, rule, price_family, change, may_write } = fields;
  const clear = Object.fromEntries(
    [
      "base_minor",
      "weight_breaks",
      "per_further_kg_minor",
      "per_km_minor",
      "per_kg_minor",
      "per_parcel_minor",
      "per_m3_minor",
      "per_day_minor",
    ].map((member) => [member, undefined]),
  ) as Partial<PriceRule>;
  const takes_charge = price_family === "label_service" || rule.markup !== undefined;
  return (
    <div className="stack" style={{ gap: 16 }}>
      <TextInput data-autofocus label={text.rule_name} {...form.field(`rules.${at}.name`)} />
      <Conditions {...fields} />
      <fieldset className="prices-group">
        <legend>{text.charges}</legend>
        <div className="stack">
          {takes_charge ? (
            <SegmentedControl
              aria-label={text.method}
              disabled={!may_write}
              value={rule.markup === undefined ? "amounts" : "markup"}
              data={[
                { value: "markup", label: text.by_markup },
                { value: "amounts", label: text.by_amounts },
              ]}
              onChange={(method) =>
                change(
                  method === "markup"
                    ? { ...clear, markup: { percent: 10 } }
                    : { ...START_RULE.shipping_service, markup: undefined },
                )
              }
            />
          ) : null}
          {rule.markup === undefined ? <Amounts {...fields} /> : <Markup {...fields} />}
          <Overrides {...fields} />
        </div>
      </fieldset>
    </div>
  );
}

/** Whether a field is shown: usual for the family, or set. */
const isShown =
  ({ price_family, rule }: Fields) =>
  (member: keyof PriceRule) =>
    USUAL[price_family].includes(member) || rule[member] !== undefined;

function Conditions(fields: Fields) {
  const { form, at, rule, change } = fields;
  const isVisible = isShown(fields);
  const zones = form.values.zones.map(({ name }) => name).filter(Boolean);
  const tags = (
    member:
      | "services"
      | "carrier_accounts"
      | "postal_prefixes"
      | "from_postal_prefixes"
      | "to_postal_prefixes",
    label: string,
  ) =>
    isVisible(member) ? (
      <TagsInput
        key={member}
        className="half"
        label={label}
        {...form.field(`rules.${at}.${member}`)}
        value={rule[member] ?? []}
        onChange={(values) => change({ [member]: listed(values) })}
      />
    ) : null;
  const in_zones = (member: "from_zones" | "to_zones", label: string) =>
    isVisible(member) && zones.length > 0 ? (
      <MultiSelect
        key={member}
        className="half"
        label={label}
        data={[...new Set([...zones, ...(rule[member] ?? [])])]}
        {...form.field(`rules.${at}.${member}`)}
        value={rule[member] ?? []}
        onChange={(values) => change({ [member]: listed(values) })}
      />
    ) : null;
  return (
    <fieldset className="prices-group">
      <legend>{text.applies}</legend>
      <div className="prices-fields">
        {tags("carrier_accounts", text.carrier_accounts)}
        {tags("services", text.services)}
        {in_zones("from_zones", text.from_zones)}
        {in_zones("to_zones", text.to_zones)}
        {tags("from_postal_prefixes", text.from_prefixes)}
        {tags("to_postal_prefixes", text.to_prefixes)}
        {tags("postal_prefixes", text.stop_prefixes)}
        {isVisible("km_max") ? (
          <QuantityInput label={text.km_max} {...form.field(`rules.${at}.km_max`)} />
        ) : null}
        {isVisible("weight_g_max") ? (
          <ScaledInput label={text.kg_max} {...form.field(`rules.${at}.weight_g_max`, { scale: 1000 })} />
        ) : null}
      </div>
    </fieldset>
  );
}

const PER = [
  ["per_km_minor", "per_km", "includes_km", "km"],
  ["per_kg_minor", "per_kg", "includes_kg", "kg"],
  ["per_parcel_minor", "per_parcel", "includes_parcels", "parcels"],
  ["per_m3_minor", "per_m3", "includes_m3", "m3"],
  ["per_day_minor", "per_day", "includes_days", "days"],
] as const;

function Amounts(fields: Fields) {
  const { form, at, rule, change, may_write } = fields;
  const scale = minorUnits(form.values.currency);
  const isVisible = isShown(fields);
  return (
    <>
      <div className="prices-fields">
        {isVisible("base_minor") ? (
          <AmountInput label={text.base} {...form.field(`rules.${at}.base_minor`, { scale })} />
        ) : null}
        {PER.flatMap(([member, label, included, unit]) =>
          isVisible(member)
            ? [
                <AmountInput
                  key={member}
                  label={text[label]}
                  {...form.field(`rules.${at}.${member}`, { scale })}
                />,
                <QuantityInput
                  key={included}
                  label={text.included[unit]}
                  placeholder={unit === "parcels" ? "1" : "0"}
                  {...form.field(`rules.${at}.${included}`)}
                />,
              ]
            : [],
        )}
        {isVisible("per_day_minor") ? (
          <Select
            label={text.day_unit}
            allowDeselect={false}
            data={DAY_UNITS.map((value) => ({ value, label: text.day_units[value] }))}
            {...form.field(`rules.${at}.day_unit`)}
            value={rule.day_unit ?? "shipment"}
            onChange={(day_unit) => change({ day_unit: (day_unit ?? "shipment") as PriceRule["day_unit"] })}
          />
        ) : null}
        {isVisible("service_factors")
          ? (["express", "economy"] as const).map((service) => (
              <QuantityInput
                key={service}
                label={text.factors[service]}
                {...form.field(`rules.${at}.service_factors.${service}`)}
              />
            ))
          : null}
      </div>
      {isVisible("weight_breaks") ? <Breaks {...{ form, at, rule, change, may_write }} /> : null}
    </>
  );
}

function Breaks({ form, at, rule, change, may_write }: Omit<Fields, "price_family">) {
  const scale = minorUnits(form.values.currency);
  const breaks = rule.weight_breaks ?? [];
  const set = (changed: typeof breaks) =>
    change(
      changed.length === 0
        ? { weight_breaks: undefined, per_further_kg_minor: undefined }
        : { weight_breaks: changed },
    );
  const last = breaks.at(-1);
  return (
    <fieldset className="prices-group">
      <legend>{text.breaks}</legend>
      <div className="stack" style={{ maxWidth: 420, gap: 6 }}>
        <p className="dim small">{text.breaks_about}</p>
        {breaks.map((_break, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: breaks have no identity but their index.
          <div key={index} className="row nowrap" style={{ alignItems: "flex-start" }}>
            <ScaledInput
              className="grow"
              aria-label={text.break_weight({ n: index + 1 })}
              prefix="≤ "
              {...form.field(`rules.${at}.weight_breaks.${index}.up_to_g`, { scale: 1000, unit: "kg" })}
            />
            <AmountInput
              className="grow"
              aria-label={text.break_amount({ n: index + 1 })}
              {...form.field(`rules.${at}.weight_breaks.${index}.amount_minor`, { scale })}
            />
            {may_write ? (
              <ActionIcon
                variant="subtle"
                size={34}
                aria-label={text.delete_break({ n: index + 1 })}
                onClick={() => set(breaks.filter((_, place) => place !== index))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            ) : null}
          </div>
        ))}
        {may_write ? (
          <Button
            size="xs"
            variant="default"
            style={{ alignSelf: "flex-start" }}
            leftSection={<IconPlus size={14} />}
            onClick={() =>
              set([
                ...breaks,
                { up_to_g: (last?.up_to_g ?? 0) * 2 || 1000, amount_minor: last?.amount_minor ?? 0 },
              ])
            }
          >
            {text.add_break}
          </Button>
        ) : null}
        {breaks.length > 0 ? (
          <AmountInput
            label={text.further_kg}
            description={text.further_kg_about}
            {...form.field(`rules.${at}.per_further_kg_minor`, { scale })}
          />
        ) : null}
      </div>
    </fieldset>
  );
}

function Markup({ form, at }: Fields) {
  const scale = minorUnits(form.values.currency);
  return (
    <div className="prices-fields">
      <QuantityInput label={text.percent} {...form.field(`rules.${at}.markup.percent`)} />
      <AmountInput label={text.fixed} {...form.field(`rules.${at}.markup.fixed_minor`, { scale })} />
      <AmountInput label={text.least_markup} {...form.field(`rules.${at}.markup.minimum_minor`, { scale })} />
    </div>
  );
}

/** Terms of the list that a rule may have otherwise. */
function Overrides({ form, at, rule }: Fields) {
  const scale = minorUnits(form.values.currency);
  return (
    <div className="prices-fields">
      {rule.markup === undefined ? (
        <AmountInput
          label={text.rule_minimum}
          placeholder={text.as_list}
          {...form.field(`rules.${at}.minimum_minor`, { scale })}
        />
      ) : null}
      <AmountInput
        label={text.rule_rounding}
        placeholder={text.as_list}
        {...form.field(`rules.${at}.rounding_minor`, { scale })}
      />
      <QuantityInput
        label={text.rule_tax}
        placeholder={text.as_list}
        {...form.field(`rules.${at}.tax_percent`)}
      />
    </div>
  );
}
