/** One rule: what must be true of a shipment, and what its label is bought with then. */
import { Button, Drawer, MultiSelect, SegmentedControl, Select, TagsInput, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listCountries } from "../../../parts/countries.ts";
import { QuantityInput, WeightInput } from "../../money/price-lists/inputs.tsx";
import { type CarrierAccount, carrierAccountsQuery } from "../carrier-accounts/queries.ts";
import { customersQuery, type ShippingRule } from "./queries.ts";
import { text } from "./text.ts";

type When = ShippingRule["when"];
type Then = ShippingRule["then"];

/** A condition that names nothing is none. */
const listed = <Value,>(values: Value[]) => (values.length === 0 ? undefined : values);

/** Without the members that were emptied. */
const clean = (rule: ShippingRule): ShippingRule => JSON.parse(JSON.stringify(rule)) as ShippingRule;

const isTurned = (least: number | undefined, most: number | undefined) =>
  least !== undefined && most !== undefined && least > most;

export function RuleForm({
  rule: given,
  close,
  apply,
}: {
  rule: ShippingRule | null;
  close: () => void;
  apply: (rule: ShippingRule) => void;
}) {
  // biome-ignore lint/suspicious/noThenProperty: a rule says when and then; nothing awaits it.
  const [rule, setRule] = useState<ShippingRule>(given ?? { name: "", when: {}, then: {} });
  const [is_checked, setChecked] = useState(false);
  const { name, when, then } = rule;
  const changeWhen = (part: Partial<When>) => setRule({ ...rule, when: { ...when, ...part } });
  // biome-ignore lint/suspicious/noThenProperty: as above.
  const changeThen = (part: Partial<Then>) => setRule({ ...rule, then: { ...then, ...part } });
  const faults = {
    name: name.trim() === "",
    weight: isTurned(when.weight_g_min, when.weight_g_max),
    packages: isTurned(when.package_count_min, when.package_count_max),
  };
  return (
    <Drawer
      opened
      onClose={close}
      size="lg"
      title={given === null ? text.form.create : text.form.edit({ name: given.name })}
    >
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (Object.values(faults).includes(true)) return;
          apply(clean({ ...rule, name: name.trim() }));
        }}
      >
        <TextInput
          data-autofocus
          label={text.form.name}
          required
          maxLength={120}
          value={name}
          error={is_checked && faults.name ? text.form.name_missing : undefined}
          onChange={(event) => setRule({ ...rule, name: event.currentTarget.value })}
        />
        <fieldset className="shipping-rule-group">
          <legend>{text.form.conditions}</legend>
          <p className="dim small">{text.form.conditions_about}</p>
          <Conditions
            when={when}
            change={changeWhen}
            weight_error={is_checked && faults.weight ? text.form.turned : undefined}
            packages_error={is_checked && faults.packages ? text.form.turned : undefined}
          />
        </fieldset>
        <fieldset className="shipping-rule-group">
          <legend>{text.form.choice}</legend>
          <Choice then={then} change={changeThen} />
        </fieldset>
        <p className="dim small">{text.form.about}</p>
        <div className="row drawer-foot">
          <Button variant="default" onClick={close}>
            {text.form.cancel}
          </Button>
          <Button type="submit">{text.form.apply}</Button>
        </div>
      </form>
    </Drawer>
  );
}

const DISTANCES = ["any", "domestic", "abroad"] as const;
const DIRECTIONS = ["any", "returns", "outward"] as const;

/** A condition of yes, no, or whichever. */
function readSwitch<Word extends string>(value: boolean | undefined, yes: Word, no: Word): Word | "any" {
  return value === undefined ? "any" : value ? yes : no;
}

function Conditions({
  when,
  change,
  weight_error,
  packages_error,
}: {
  when: When;
  change: (part: Partial<When>) => void;
  weight_error: string | undefined;
  packages_error: string | undefined;
}) {
  const { form } = text;
  return (
    <div className="shipping-rule-fields">
      <MultiSelect
        className="wide"
        label={form.countries}
        placeholder={when.to_countries === undefined ? form.any_country : undefined}
        data={listCountries().map(({ code, name }) => ({ value: code, label: name }))}
        searchable
        clearable
        value={when.to_countries ?? []}
        onChange={(codes) => change({ to_countries: listed(codes) })}
      />
      <TagsInput
        className="wide"
        label={form.postal}
        description={form.postal_about}
        maxTags={500}
        splitChars={[",", ";"]}
        clearable
        value={when.to_postal_prefixes ?? []}
        onChange={(prefixes) =>
          change({ to_postal_prefixes: listed(prefixes.map((prefix) => prefix.slice(0, 12))) })
        }
      />
      <Select
        label={form.distance}
        data={DISTANCES.map((value) => ({ value, label: form.distances[value] }))}
        allowDeselect={false}
        value={readSwitch(when.is_international, "abroad", "domestic")}
        onChange={(value) =>
          change({ is_international: value === "any" || value === null ? undefined : value === "abroad" })
        }
      />
      <Select
        label={form.direction}
        data={DIRECTIONS.map((value) => ({ value, label: form.directions[value] }))}
        allowDeselect={false}
        value={readSwitch(when.is_return, "returns", "outward")}
        onChange={(value) =>
          change({ is_return: value === "any" || value === null ? undefined : value === "returns" })
        }
      />
      <WeightInput
        label={form.weight_min}
        max={10_000_000}
        grams={when.weight_g_min}
        onChange={(weight_g_min) => change({ weight_g_min })}
      />
      <WeightInput
        label={form.weight_max}
        max={10_000_000}
        error={weight_error}
        grams={when.weight_g_max}
        onChange={(weight_g_max) => change({ weight_g_max })}
      />
      <QuantityInput
        label={form.packages_min}
        min={1}
        max={50}
        allowDecimal={false}
        value={when.package_count_min}
        onChange={(package_count_min) => change({ package_count_min })}
      />
      <QuantityInput
        label={form.packages_max}
        min={1}
        max={50}
        allowDecimal={false}
        error={packages_error}
        value={when.package_count_max}
        onChange={(package_count_max) => change({ package_count_max })}
      />
      <Customers ids={when.customer_ids ?? []} change={(ids) => change({ customer_ids: listed(ids) })} />
    </div>
  );
}

function Customers({ ids, change }: { ids: readonly number[]; change: (ids: number[]) => void }) {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 250);
  const found = useQuery(customersQuery(q)).data?.customers ?? [];
  // Those that were chosen keep their names while others are searched.
  const usual = useQuery(customersQuery("")).data?.customers ?? [];
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
  const names = new Map([...usual, ...found].map(({ id, name }) => [id, name]));
  const listed_ids = new Set([...ids, ...found.map(({ id }) => id)]);
  return (
    <MultiSelect
      className="wide"
      label={text.form.customers}
      placeholder={ids.length === 0 ? text.form.any_customer : undefined}
      data={[...listed_ids].map((id) => ({
        value: String(id),
        label: names.get(id) ?? chosen.get(id) ?? text.when.unknown_customer({ id }),
      }))}
      searchable
      onSearchChange={setTyped}
      // The service has searched.
      filter={({ options }) => options}
      clearable
      maxValues={200}
      value={ids.map(String)}
      onChange={(values) => {
        setChosen(new Map([...chosen, ...names]));
        change(values.map(Number));
      }}
    />
  );
}

const STRATEGIES = ["cheapest", "fastest", "preferred"] as const;

function Choice({ then, change }: { then: Then; change: (part: Partial<Then>) => void }) {
  const accounts = useQuery(carrierAccountsQuery).data ?? [];
  const { form } = text;
  return (
    <div className="stack">
      <Select
        label={form.account}
        placeholder={form.any_account}
        data={listAccounts(accounts, then.carrier_account)}
        clearable
        value={then.carrier_account ?? null}
        onChange={(code) => change({ carrier_account: code ?? undefined })}
      />
      <MultiSelect
        label={form.services}
        description={form.services_about}
        placeholder={then.services === undefined ? form.any_service : undefined}
        data={listServices(accounts, then)}
        searchable
        clearable
        maxValues={50}
        value={then.services ?? []}
        onChange={(codes) => change({ services: listed(codes) })}
      />
      <div className="stack tight">
        <span className="small strong" id="shipping-rule-strategy">
          {form.strategy}
        </span>
        <SegmentedControl
          aria-labelledby="shipping-rule-strategy"
          data={STRATEGIES.map((value) => ({ value, label: form.strategies[value] }))}
          value={then.strategy ?? "cheapest"}
          onChange={(value) => change({ strategy: STRATEGIES.find((one) => one === value) })}
        />
      </div>
    </div>
  );
}

/** Those that there are, and the one that a rule names, which may be gone. */
function listAccounts(accounts: readonly CarrierAccount[], named: string | undefined) {
  const names = new Map(accounts.map(({ code, name }) => [code, name]));
  if (named !== undefined && !names.has(named)) names.set(named, named);
  return [...names].map(([value, label]) => ({ value, label }));
}

/** Of the account, or of all; and those that a rule names, which the carrier may list no more. */
function listServices(accounts: readonly CarrierAccount[], { carrier_account, services = [] }: Then) {
  const names = new Map<string, string>();
  for (const { code: account, methods } of accounts)
    if (carrier_account === undefined || carrier_account === account)
      for (const { code, name } of methods) names.set(code, `${name} (${code})`);
  for (const code of services) if (!names.has(code)) names.set(code, code);
  return [...names].map(([value, label]) => ({ value, label }));
}
