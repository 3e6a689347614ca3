/** Form of a surcharge: what triggers it, what it comes to, which prices it belongs to. */
import { Button, MultiSelect, Select, Switch, TagsInput, TextInput } from "@mantine/core";
import type { Surcharge } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { getLocale } from "../../../language/language.ts";
import type { SaveForm } from "../../../parts/form.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { minorUnits } from "../../../parts/format.ts";
import { listPriceFamilies } from "../../../parts/price-families.ts";
import { useSave } from "../../../parts/save.ts";
import { AmountInput, QuantityInput, ScaledInput } from "./inputs.tsx";
import { PRICE_LISTS_KEY, SURCHARGES_KEY } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("clientSurchargeCreate");
const KINDS = ["fixed", "percent", "per_unit", "per_day"] as const;
const KEYS = [SURCHARGES_KEY, PRICE_LISTS_KEY];

type Values = Pick<
  Surcharge,
  | "code"
  | "name"
  | "kind"
  | "trigger"
  | "currency"
  | "amount_minor"
  | "percent"
  | "minimum_minor"
  | "conditions"
  | "taxable"
  | "families"
  | "is_optional"
>;

function toValues(surcharge: Surcharge | null, currency: string): Values {
  return {
    code: surcharge?.code ?? "",
    name: surcharge?.name ?? "",
    kind: surcharge?.kind ?? "fixed",
    trigger: surcharge?.trigger ?? "fuel",
    currency: surcharge?.currency ?? currency,
    amount_minor: surcharge?.amount_minor ?? null,
    percent: surcharge?.percent ?? null,
    minimum_minor: surcharge?.minimum_minor ?? 0,
    conditions: surcharge?.conditions ?? {},
    taxable: surcharge?.taxable ?? true,
    families: surcharge?.families ?? ["local_delivery"],
    is_optional: surcharge?.is_optional ?? false,
  };
}

export function SurchargeForm({ surcharge, close }: { surcharge: Surcharge | null; close: () => void }) {
  const currency = useMe().business?.currency ?? "EUR";
  const end = useSave(
    ({ id, version }: Surcharge) => client.clientSurchargeClose({ surcharge_id: id }, { if_match: version }),
    { keys: KEYS, success_message: text.surcharges.closed, done: close },
  );
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={surcharge?.name ?? text.surcharges.create}
      confirm={surcharge ? text.surcharges.save : text.surcharges.create_submit}
      initial={toValues(surcharge, currency)}
      run={async ({ code, name, ...rest }) => {
        const members = { ...rest, name: name.trim() };
        return surcharge === null
          ? client.clientSurchargeCreate({ ...members, code: code.trim() })
          : client.clientSurchargeUpdate(
              { ...members, surcharge_id: surcharge.id },
              { if_match: surcharge.version },
            );
      }}
      keys={KEYS}
      success_message={surcharge ? text.surcharges.saved : text.surcharges.created}
    >
      {(form) => (
        <>
          <TextInput
            data-autofocus
            label={text.surcharges.name}
            description={text.surcharges.name_about}
            {...form.field("name")}
          />
          {surcharge ? null : (
            <TextInput
              label={text.surcharges.code}
              description={text.surcharges.code_about}
              classNames={{ input: "mono" }}
              {...form.field("code")}
            />
          )}
          <Trigger form={form} />
          <Amount form={form} />
          <MultiSelect
            label={text.surcharges.families}
            data={listPriceFamilies()}
            {...form.field("families")}
          />
          <Switch
            label={text.surcharges.optional}
            description={text.surcharges.optional_about}
            {...form.field("is_optional", { type: "checkbox" })}
          />
          <Switch label={text.surcharges.taxable} {...form.field("taxable", { type: "checkbox" })} />
          {surcharge ? (
            <Button
              variant="default"
              color="red"
              style={{ alignSelf: "flex-start" }}
              loading={end.isPending}
              onClick={() => end.mutate(surcharge)}
            >
              {text.surcharges.close}
            </Button>
          ) : null}
        </>
      )}
    </FormDrawer>
  );
}

type Form = SaveForm<Values, NonNullable<typeof RULES.member>>;

function Amount({ form: { field, values, set } }: { form: Form }) {
  const is_percent = values.kind === "percent";
  const scale = minorUnits(values.currency);
  return (
    <>
      <Select
        label={text.surcharges.kind}
        allowDeselect={false}
        data={KINDS.map((value) => ({ value, label: text.surcharges.kinds[value] }))}
        {...field("kind")}
        onChange={(kind) =>
          set({
            kind: (kind ?? "fixed") as Values["kind"],
            amount_minor: null,
            percent: null,
            minimum_minor: 0,
          })
        }
      />
      <div className="prices-fields">
        {is_percent ? (
          <QuantityInput label={text.surcharges.percent} {...field("percent", { required: true })} />
        ) : (
          <AmountInput label={text.surcharges.amount} {...field("amount_minor", { required: true, scale })} />
        )}
        <TextInput label={text.currency} {...field("currency", { required: true })} />
        {is_percent ? (
          <AmountInput label={text.surcharges.minimum} {...field("minimum_minor", { scale })} />
        ) : null}
      </div>
    </>
  );
}

/** Names of the days of the week, 1 is Monday: 2024-01-01 was one. */
function listWeekdays() {
  const format = new Intl.DateTimeFormat(getLocale(), { weekday: "long", timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, index) => ({
    value: String(index + 1),
    label: format.format(new Date(Date.UTC(2024, 0, index + 1))),
  }));
}

function Trigger({ form }: { form: Form }) {
  const { field, values, set } = form;
  const { trigger, conditions, kind } = values;
  const change = (part: Values["conditions"]) => set({ conditions: { ...conditions, ...part } });
  const listed = <T,>(items: T[]) => (items.length === 0 ? undefined : items);
  return (
    <>
      <Select
        label={text.surcharges.trigger}
        allowDeselect={false}
        data={Object.entries(text.surcharges.triggers).map(([value, label]) => ({ value, label }))}
        {...field("trigger")}
        onChange={(choice) => set({ trigger: (choice ?? "fuel") as Values["trigger"], conditions: {} })}
      />
      {trigger === "remote_area" ? (
        <>
          <TagsInput
            label={text.surcharges.prefixes}
            {...field("conditions.postal_prefixes")}
            value={conditions.postal_prefixes ?? []}
            onChange={(items) => change({ postal_prefixes: listed(items) })}
          />
          <TagsInput
            label={text.surcharges.countries}
            {...field("conditions.countries")}
            value={conditions.countries ?? []}
            onChange={(items) => change({ countries: listed(items.map((item) => item.toUpperCase())) })}
          />
        </>
      ) : null}
      {trigger === "oversize" ? (
        <QuantityInput label={text.surcharges.limit_mm} {...field("conditions.limit_mm", { unit: null })} />
      ) : null}
      {trigger === "overweight" ? (
        <ScaledInput label={text.surcharges.limit_kg} {...field("conditions.limit_g", { scale: 1000 })} />
      ) : null}
      {trigger === "stairs" ? (
        <QuantityInput label={text.surcharges.free_floors} {...field("conditions.free_floors")} />
      ) : null}
      {trigger === "weekend" ? (
        <MultiSelect
          label={text.surcharges.weekdays}
          data={listWeekdays()}
          {...field("conditions.weekdays")}
          value={(conditions.weekdays ?? [6, 7]).map(String)}
          onChange={(days) => change({ weekdays: listed(days.map(Number)) })}
        />
      ) : null}
      {trigger === "time_window" ? (
        <QuantityInput
          label={text.surcharges.limit_minutes}
          description={text.surcharges.limit_minutes_about}
          {...field("conditions.limit_minutes", { unit: null })}
        />
      ) : null}
      {(trigger === "cod" || trigger === "insurance") && kind === "per_unit" ? (
        <AmountInput
          label={text.surcharges.unit}
          {...field("conditions.unit_minor", { scale: minorUnits(values.currency) })}
        />
      ) : null}
    </>
  );
}
