/** Adds an account at a carrier, or changes one. */
import {
  ActionIcon,
  Button,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  TextInput,
} from "@mantine/core";
import { IconPlus, IconTrash } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import type { SaveForm } from "../../../parts/form.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules, type Rules } from "../../../parts/form-rules.ts";
import { minorUnits, toMinor } from "../../../parts/format.ts";
import { ACCOUNT_KEYS, type CarrierAccount } from "./queries.ts";
import { text } from "./text.ts";

const CREATE_RULES = getRules("labelserviceCarrierAccountCreate");
const UPDATE_RULES = getRules("labelserviceCarrierAccountUpdate");

type Path = NonNullable<(typeof CREATE_RULES | typeof UPDATE_RULES)["member"]>;
type Form = SaveForm<Values, Path>;

interface MarkupValues {
  key: number;
  service: string | null;
  percent: number | "";
  /** In the currency's main unit. */
  fixed_minor: number | "";
  minimum_minor: number | "";
}

interface Values {
  kind: "gateway" | "multi";
  code: string;
  name: string;
  api_key: string;
  base_url: string;
  preference: number | "";
  /** `HH:MM`; empty for none. */
  pickup_cut_off: string;
  services: string[];
  gs1_prefix: string;
  markups: MarkupValues[];
}

let keys = 0;
function nextKey(): number {
  keys += 1;
  return keys;
}

const emptyMarkup = (): MarkupValues => ({
  key: nextKey(),
  service: null,
  percent: "",
  fixed_minor: "",
  minimum_minor: "",
});

type Markup = CarrierAccount["markups"][number];

/** Members that the form does not show are kept. */
interface KnownMarkup extends MarkupValues {
  stored_markup?: Markup;
}

function readMarkup(markup: Markup, units: number): KnownMarkup {
  const { service = null, percent = "", fixed_minor, minimum_minor } = markup;
  return {
    key: nextKey(),
    service,
    percent,
    fixed_minor: fixed_minor === undefined ? "" : fixed_minor / units,
    minimum_minor: minimum_minor === undefined ? "" : minimum_minor / units,
    stored_markup: markup,
  };
}

function writeMarkup(
  { service, percent, fixed_minor, minimum_minor, stored_markup }: KnownMarkup,
  currency: string,
): Markup {
  return {
    ...(stored_markup?.rounding_minor === undefined ? {} : { rounding_minor: stored_markup.rounding_minor }),
    ...(service === null ? {} : { service }),
    ...(percent === "" ? {} : { percent }),
    ...(fixed_minor === "" ? {} : { fixed_minor: toMinor(fixed_minor, currency) }),
    ...(minimum_minor === "" ? {} : { minimum_minor: toMinor(minimum_minor, currency) }),
  };
}

export function AccountForm({ account, close }: { account: CarrierAccount | null; close: () => void }) {
  const currency = useMe().business?.currency ?? "EUR";
  const units = minorUnits(currency);
  const rules: Rules<Path> = account === null ? CREATE_RULES : UPDATE_RULES;
  return (
    <FormDrawer<Values, { carrier_account: CarrierAccount }, Path>
      rules={rules}
      close={close}
      size="lg"
      title={account === null ? text.add_title : text.edit_title({ name: account.name })}
      confirm={account === null ? text.create : text.save}
      refused={text.not_saved}
      initial={{
        kind: "gateway",
        code: "",
        name: account?.name ?? "",
        api_key: "",
        base_url: account?.base_url ?? "",
        preference: account?.preference ?? 100,
        pickup_cut_off: account?.pickup_cut_off ?? "",
        services: account?.services ?? [],
        gs1_prefix: account?.gs1_prefix ?? "",
        markups: account?.markups.map((one) => readMarkup(one, units)) ?? [],
      }}
      run={({
        kind,
        code,
        name,
        api_key,
        base_url,
        preference,
        pickup_cut_off,
        services,
        gs1_prefix,
        markups,
      }) => {
        const members = {
          name: name.trim(),
          services,
          pickup_cut_off: pickup_cut_off || null,
          markups: markups.map((one) => writeMarkup(one, currency)),
          ...(preference === "" ? {} : { preference }),
          ...(base_url.trim() === "" ? {} : { base_url: base_url.trim() }),
        };
        if (account === null)
          return client.labelserviceCarrierAccountCreate({ kind, code: code.trim(), ...members, api_key });
        return client.labelserviceCarrierAccountUpdate(
          {
            carrier_account_id: account.carrier_account_id,
            ...members,
            ...(api_key === "" ? {} : { api_key }),
            ...(account.kind === "house" ? { gs1_prefix: gs1_prefix.trim() || null } : {}),
          },
          { if_match: account.version },
        );
      }}
      keys={ACCOUNT_KEYS}
      success_message={({ carrier_account }) => text.saved({ name: carrier_account.name })}
    >
      {(form) => (
        <>
          {account === null ? <NewAccountFields form={form} /> : null}
          <TextInput label={text.name} {...form.field("name", { required: true })} />
          {account?.kind === "house" ? (
            <TextInput label={text.gs1_prefix} description={text.gs1_about} {...form.field("gs1_prefix")} />
          ) : (
            <>
              <TextInput
                label={text.base_url}
                description={text.base_url_about}
                placeholder="https://"
                {...form.field("base_url")}
              />
              <PasswordInput
                label={text.api_key}
                description={
                  account?.api_key.last_four == null
                    ? undefined
                    : text.api_key_about({ last_four: account.api_key.last_four })
                }
                autoComplete="off"
                {...form.field("api_key")}
              />
            </>
          )}
          {account === null ? null : (
            <MultiSelect
              label={text.services}
              description={text.services_about}
              data={listServices(account)}
              searchable
              clearable
              {...form.field("services")}
            />
          )}
          <NumberInput
            label={text.preference}
            description={text.preference_about}
            {...form.field("preference")}
          />
          <TextInput
            type="time"
            label={text.pickup_cut_off}
            description={text.pickup_cut_off_about}
            {...form.field("pickup_cut_off")}
          />
          <Markups form={form} units={units} services={account === null ? [] : listServices(account)} />
        </>
      )}
    </FormDrawer>
  );
}

/** Those of the carrier, and chosen ones that it no longer lists. */
function listServices({ methods, services }: CarrierAccount): { value: string; label: string }[] {
  const method_names = new Map(methods.map(({ code, name }) => [code, `${name} (${code})`]));
  for (const code of services) if (!method_names.has(code)) method_names.set(code, code);
  return [...method_names].map(([value, label]) => ({ value, label }));
}

const KINDS = ["gateway", "multi"] as const;

function NewAccountFields({ form }: { form: Form }) {
  return (
    <>
      <Select
        data-autofocus
        label={text.kind}
        description={text.about_kinds[form.values.kind]}
        data={KINDS.map((value) => ({ value, label: text.kinds[value] }))}
        allowDeselect={false}
        {...form.field("kind")}
      />
      <TextInput label={text.code} description={text.code_about} {...form.field("code")} />
    </>
  );
}

function Markups({
  form: { values, set, field },
  units,
  services,
}: {
  form: Form;
  units: number;
  services: { value: string; label: string }[];
}) {
  const { markups } = values;
  return (
    <section className="stack" aria-label={text.markups}>
      <div className="row apart">
        <h3>{text.markups}</h3>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => set({ markups: [...markups, emptyMarkup()] })}
        >
          {text.add_markup}
        </Button>
      </div>
      <p className="dim small">{text.markups_about}</p>
      {markups.map(({ key }, index) => (
        <fieldset key={key} className="carrier-markup" aria-label={text.markup({ n: index + 1 })}>
          <Select
            label={text.service}
            placeholder={text.every_service}
            data={services}
            clearable
            {...field(`markups.${index}.service`)}
          />
          <NumberInput label={text.percent} hideControls {...field(`markups.${index}.percent`)} />
          <NumberInput
            label={text.fixed}
            hideControls
            {...field(`markups.${index}.fixed_minor`, { factor: units })}
          />
          <NumberInput
            label={text.minimum}
            hideControls
            {...field(`markups.${index}.minimum_minor`, { factor: units })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={text.remove_markup({ n: index + 1 })}
            onClick={() => set({ markups: markups.filter((one) => one.key !== key) })}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </fieldset>
      ))}
    </section>
  );
}
