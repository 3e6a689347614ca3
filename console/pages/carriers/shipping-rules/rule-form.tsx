/** One rule: what must be true of a shipment, and what its label is bought with then. */
import { MultiSelect, SegmentedControl, Select, TagsInput, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { listCountries } from "../../../parts/countries.ts";
import type { SaveForm } from "../../../parts/form.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { QuantityInput, ScaledInput } from "../../money/price-lists/inputs.tsx";
import { type CarrierAccount, carrierAccountsQuery } from "../carrier-accounts/queries.ts";
import { customersQuery, type ShippingRule } from "./queries.ts";
import { text } from "./text.ts";

type When = ShippingRule["when"];
type Then = ShippingRule["then"];

const RULES = getRules("labelserviceRulesSet");

/** Without the members that were emptied: a condition that names nothing is none. */
const clean = (rule: ShippingRule): ShippingRule =>
  JSON.parse(
    JSON.stringify(rule, (_, value) =>
      value === null || (Array.isArray(value) && value.length === 0) ? undefined : value,
    ),
  );

/** A refusal of the bounds that are turned, as the service would give it. */
function checkBounds({ weight_g_min, weight_g_max, package_count_min, package_count_max }: When): void {
  const isTurned = (least = 0, most = Infinity) => least > most;
  const errors = [
    { field: "/when/weight_g_max", is_turned: isTurned(weight_g_min, weight_g_max) },
    { field: "/when/package_count_max", is_turned: isTurned(package_count_min, package_count_max) },
  ].flatMap(({ field, is_turned }) => (is_turned ? [{ field, message: text.form.turned }] : []));
  if (errors.length > 0) throw new ApiError(422, { errors });
}

export function RuleForm({
  rule,
  close,
  apply,
}: {
  rule: ShippingRule | null;
  close: () => void;
  apply: (rule: ShippingRule) => void;
}) {
  const { name = "", when, then, ...rest } = rule ?? {};
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      size="lg"
      title={rule === null ? text.form.create : text.form.edit({ name })}
      confirm={text.form.apply}
      initial={{
        ...rest,
        name,
        when: { to_countries: [], to_postal_prefixes: [], customer_ids: [], ...when } as When,
        // biome-ignore lint/suspicious/noThenProperty: a rule says when and then; nothing awaits it.
        then: { services: [], ...then } as Then,
      }}
      run={async (values) => {
        checkBounds(values.when);
        return clean({ ...values, name: values.name.trim() });
      }}
      keys={[]}
      success_message={() => null}
      done={apply}
    >
      {(form) => (
        <>
          <TextInput
            data-autofocus
            label={text.form.name}
            {...form.own("name", { member: "rules.0.name" })}
          />
          <fieldset className="shipping-rule-group">
            <legend>{text.form.conditions}</legend>
            <p className="dim small">{text.form.conditions_about}</p>
            <Conditions form={form} />
          </fieldset>
          <fieldset className="shipping-rule-group">
            <legend>{text.form.choice}</legend>
            <Choice form={form} />
          </fieldset>
          <p className="dim small">{text.form.about}</p>
        </>
      )}
    </FormDrawer>
  );
}

type Form = SaveForm<ShippingRule, NonNullable<typeof RULES.member>>;

const DISTANCES = ["any", "domestic", "abroad"] as const;
const DIRECTIONS = ["any", "returns", "outward"] as const;

/** A condition of yes, no, or whichever. */
function readSwitch<Word extends string>(value: boolean | undefined, yes: Word, no: Word): Word | "any" {
  return value === undefined ? "any" : value ? yes : no;
}

function Conditions({ form: { own, values, set } }: { form: Form }) {
  const { form } = text;
  const { when } = values;
  const change = (part: Partial<When>) => set({ when: { ...when, ...part } });
  const at = <Name extends keyof When>(name: Name, scale?: number) =>
    own(`when.${name}`, { member: `rules.0.when.${name}`, ...(scale === undefined ? {} : { scale }) });
  return (
    <div className="shipping-rule-fields">
      <MultiSelect
        className="wide"
        label={form.countries}
        placeholder={when.to_countries?.length ? undefined : form.any_country}
        data={listCountries().map(({ code, name }) => ({ value: code, label: name }))}
        searchable
        clearable
        {...at("to_countries")}
      />
      <TagsInput
        className="wide"
        label={form.postal}
        description={form.postal_about}
        splitChars={[",", ";"]}
        clearable
        {...at("to_postal_prefixes")}
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
      <ScaledInput label={form.weight_min} {...at("weight_g_min", 1000)} />
      <ScaledInput label={form.weight_max} {...at("weight_g_max", 1000)} />
      <QuantityInput label={form.packages_min} {...at("package_count_min")} />
      <QuantityInput label={form.packages_max} {...at("package_count_max")} />
      <Customers
        {...at("customer_ids")}
        ids={when.customer_ids ?? []}
        change={(ids) => change({ customer_ids: ids })}
      />
    </div>
  );
}

function Customers({ ids, change, ...field }: { ids: readonly number[]; change: (ids: number[]) => void }) {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 250);
  const customers = useQuery(customersQuery(q)).data?.customers ?? [];
  // Those that were chosen keep their names while others are searched.
  const usual = useQuery(customersQuery("")).data?.customers ?? [];
  const [chosen_names, setChosenNames] = useState<ReadonlyMap<number, string>>(new Map());
  const names = new Map([...usual, ...customers].map(({ id, name }) => [id, name]));
  const listed_ids = new Set([...ids, ...customers.map(({ id }) => id)]);
  return (
    <MultiSelect
      {...field}
      className="wide"
      label={text.form.customers}
      placeholder={ids.length === 0 ? text.form.any_customer : undefined}
      data={[...listed_ids].map((id) => ({
        value: String(id),
        label: names.get(id) ?? chosen_names.get(id) ?? text.when.unknown_customer({ id }),
      }))}
      searchable
      onSearchChange={setTyped}
      // The service has searched.
      filter={({ options }) => options}
      clearable
      value={ids.map(String)}
      onChange={(values) => {
        setChosenNames(new Map([...chosen_names, ...names]));
        change(values.map(Number));
      }}
    />
  );
}

const STRATEGIES = ["cheapest", "fastest", "preferred"] as const;

function Choice({ form: { own, values } }: { form: Form }) {
  const accounts = useQuery(carrierAccountsQuery).data ?? [];
  const { then } = values;
  const { form } = text;
  return (
    <div className="stack">
      <Select
        label={form.account}
        placeholder={form.any_account}
        data={listAccounts(accounts, then.carrier_account)}
        clearable
        {...own("then.carrier_account")}
        value={then.carrier_account ?? null}
      />
      <MultiSelect
        label={form.services}
        description={form.services_about}
        placeholder={then.services?.length ? undefined : form.any_service}
        data={listServices(accounts, then)}
        searchable
        clearable
        {...own("then.services", { member: "rules.0.then.services" })}
      />
      <div className="stack tight">
        <span className="small strong" id="shipping-rule-strategy">
          {form.strategy}
        </span>
        <SegmentedControl
          aria-labelledby="shipping-rule-strategy"
          data={STRATEGIES.map((value) => ({ value, label: form.strategies[value] }))}
          {...own("then.strategy")}
          value={then.strategy ?? "cheapest"}
        />
      </div>
    </div>
  );
}

/** Those that there are, and the one that a rule names, which may be gone. */
function listAccounts(accounts: readonly CarrierAccount[], account_code: string | undefined) {
  const names = new Map(accounts.map(({ code, name }) => [code, name]));
  if (account_code !== undefined && !names.has(account_code)) names.set(account_code, account_code);
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
