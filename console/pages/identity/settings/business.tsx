/** The business, its depot and its working day. */
import { Button, MultiSelect, NumberInput, Select, Switch, TagsInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { AddressField } from "../../../parts/address/address-field.tsx";
import { OtherErrors, UnsavedChanges, useSaveForm } from "../../../parts/form.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { Sheet } from "../../../parts/page.tsx";
import { listPriceFamilies } from "../../../parts/price-families.ts";
import { listProofs } from "../../../parts/proofs.ts";
import { Loaded } from "../../../parts/states.tsx";
import { type BusinessFacts, type BusinessSettings, settingsQuery } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("clientSettingsUpdate");

export function Business() {
  const query = useQuery(settingsQuery);
  return (
    <Loaded query={query}>
      {({ version, business, settings }) => (
        <Form key={version} version={version} business={business} settings={settings} />
      )}
    </Loaded>
  );
}

const ZONES = Intl.supportedValuesOf("timeZone");

function toValues({ name, time_zone, currency, country, locale }: BusinessFacts, settings: BusinessSettings) {
  return {
    name,
    time_zone,
    currency,
    country,
    locale,
    settings: {
      ...settings,
      shift_start: settings.shift_start ?? "",
      shift_end: settings.shift_end ?? "",
      speed_kmh: settings.speed_kmh ?? ("" as number | string),
      road_factor: settings.road_factor ?? ("" as number | string),
      plan_without_vehicle: settings.plan_without_vehicle ?? false,
      public_proof: settings.public_proof ?? true,
      require_load_check: settings.require_load_check ?? false,
      required_proofs: settings.required_proofs ?? [],
      price_hiding_defaults: settings.price_hiding_defaults ?? [],
      allowed_origins: settings.allowed_origins ?? [],
    },
  };
}

type Settings = ReturnType<typeof toValues>["settings"];

/** The settings that were changed, so that nobody else's change is undone; empty ones as null. */
function toChange(now: Settings, was: Settings): Partial<BusinessSettings> {
  const changed = Object.entries(now).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(was[key as keyof Settings]),
  );
  return Object.fromEntries(
    changed.map(([key, value]) => [
      key,
      value === "" || (Array.isArray(value) && value.length === 0) ? null : value,
    ]),
  );
}

function Form({
  version,
  business,
  settings: stored_settings,
}: {
  version: number;
  business: BusinessFacts;
  settings: BusinessSettings;
}) {
  const may_write = useMe().permissions.includes("settings:write");
  const initial = toValues(business, stored_settings);
  const form = useSaveForm({
    rules: RULES,
    initial,
    run: ({ settings, ...facts }) =>
      client.clientSettingsUpdate(
        { ...facts, settings: toChange(settings, initial.settings) },
        { if_match: version },
      ),
    keys: [["settings"], ["me"]],
    success_message: text.saved,
    disabled: !may_write,
  });
  const { field, values, set } = form;
  const { settings } = values;
  const toCapitals = (code: string) => code.toUpperCase();
  return (
    <form className="stack" style={{ gap: 16 }} {...form.props}>
      <UnsavedChanges form={form} />
      <Sheet title={text.business}>
        <div className="form-grid">
          <TextInput label={text.name} {...field("name", { required: true })} />
          <Select
            label={text.time_zone}
            searchable
            data={ZONES}
            allowDeselect={false}
            {...field("time_zone")}
          />
          <TextInput
            label={text.currency}
            {...field("currency", { required: true })}
            onChange={(event) => set({ currency: toCapitals(event.currentTarget.value) })}
          />
          <TextInput
            label={text.country}
            {...field("country", { required: true })}
            onChange={(event) => set({ country: toCapitals(event.currentTarget.value) })}
          />
          <TextInput label={text.locale} {...field("locale")} />
        </div>
      </Sheet>
      <Sheet title={text.day}>
        <div className="stack" style={{ gap: 16 }}>
          <AddressField
            label={text.depot}
            prefix="settings.depot"
            value={settings.depot ?? { line1: "" }}
            onChange={(depot) => set({ settings: { ...settings, depot } })}
            own={(path) => form.own(path, { required: false })}
          />
          <div className="form-grid">
            <TextInput
              type="time"
              label={text.shift_start}
              description={text.shift_start_about}
              {...field("settings.shift_start")}
            />
            <TextInput
              type="time"
              label={text.shift_end}
              description={text.shift_end_about}
              {...field("settings.shift_end")}
            />
            <NumberInput label={text.speed} description={text.speed_about} {...field("settings.speed_kmh")} />
            <NumberInput
              label={text.road_factor}
              description={text.road_factor_about}
              step={0.1}
              {...field("settings.road_factor")}
            />
          </div>
        </div>
      </Sheet>
      <Sheet title={text.planning}>
        <Switch
          label={text.without_vehicle}
          {...field("settings.plan_without_vehicle", { type: "checkbox" })}
        />
      </Sheet>
      <Sheet title={text.delivery}>
        <div className="stack">
          <MultiSelect label={text.proofs} data={listProofs()} {...field("settings.required_proofs")} />
          <Switch label={text.public_proof} {...field("settings.public_proof", { type: "checkbox" })} />
          <Switch label={text.load_check} {...field("settings.require_load_check", { type: "checkbox" })} />
        </div>
      </Sheet>
      <Sheet title={text.agents}>
        <div className="form-grid">
          <Select
            label={text.approve}
            clearable
            clearButtonProps={{ "aria-label": text.default }}
            placeholder={text.default_separation}
            data={[
              { value: "none", label: text.separation.none },
              { value: "different_token", label: text.separation.token },
              { value: "person", label: text.separation.person },
              { value: "different_user", label: text.separation.user },
            ]}
            {...field("settings.approval_separation")}
          />
          <MultiSelect
            label={text.hidden_prices}
            data={listPriceFamilies()}
            {...field("settings.price_hiding_defaults")}
          />
        </div>
      </Sheet>
      <Sheet title={text.web}>
        <TagsInput
          label={text.origins}
          description={text.origins_about}
          placeholder={settings.allowed_origins.length > 0 ? undefined : text.none}
          {...field("settings.allowed_origins")}
        />
      </Sheet>
      <OtherErrors errors={form.others} />
      {may_write ? (
        <Button type="submit" loading={form.is_saving} style={{ alignSelf: "flex-end" }}>
          {text.save}
        </Button>
      ) : null}
    </form>
  );
}
