/** The business itself, its depot and its day. */
import { Alert, Button, MultiSelect, NumberInput, Select, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../api/client.ts";
import { useMe } from "../../api/session.ts";
import { type BusinessFacts, type BusinessSettings, settingsQuery } from "../../api/settings.ts";
import { AddressField } from "../../parts/address-field.tsx";
import { fieldErrors, otherErrors } from "../../parts/errors.ts";
import { PRICE_FAMILIES } from "../../parts/families.ts";
import { Sheet } from "../../parts/page.tsx";
import { PROOFS } from "../../parts/proofs.ts";
import { useSave } from "../../parts/save.ts";
import { Loaded } from "../../parts/states.tsx";

export default function Business() {
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
const SHOWN = [
  "name",
  "time_zone",
  "currency",
  "country",
  "locale",
  "settings/shift_start",
  "settings/shift_end",
  "settings/depot",
  "settings/speed_kmh",
  "settings/road_factor",
];

function Form({
  version,
  business,
  settings,
}: {
  version: number;
  business: BusinessFacts;
  settings: BusinessSettings;
}) {
  const may_write = useMe().permissions.includes("settings:write");
  const [facts, setFacts] = useState(business);
  const [kept, setKept] = useState(settings);
  const fact = (part: Partial<BusinessFacts>) => setFacts((was) => ({ ...was, ...part }));
  const set = (part: Partial<BusinessSettings>) => setKept((was) => ({ ...was, ...part }));
  const save = useSave(
    () => {
      const { name, time_zone, currency, country, locale } = facts;
      const changed = Object.fromEntries(
        Object.entries(kept).filter(
          ([key, value]) => JSON.stringify(value) !== JSON.stringify(settings[key as keyof BusinessSettings]),
        ),
      );
      return client.clientSettingsUpdate(
        { name, time_zone, currency, country, locale, settings: changed },
        { if_match: version },
      );
    },
    { keys: [["settings"], ["me"]], past: "Saved.", quiet: true },
  );
  const error = fieldErrors(save.error);
  const others = save.error ? otherErrors(save.error, SHOWN) : [];
  return (
    <form
      className="stack"
      style={{ gap: 16 }}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(undefined);
      }}
    >
      <Sheet title="Business">
        <div className="form-grid">
          <TextInput
            label="Name"
            required
            value={facts.name}
            disabled={!may_write}
            onChange={(event) => fact({ name: event.currentTarget.value })}
            error={error("name")}
          />
          <Select
            label="Time zone"
            searchable
            data={ZONES}
            value={facts.time_zone}
            disabled={!may_write}
            onChange={(value) => value && fact({ time_zone: value })}
            error={error("time_zone")}
            allowDeselect={false}
          />
          <TextInput
            label="Currency"
            value={facts.currency}
            maxLength={3}
            disabled={!may_write}
            onChange={(event) => fact({ currency: event.currentTarget.value.toUpperCase() })}
            error={error("currency")}
          />
          <TextInput
            label="Country"
            value={facts.country}
            maxLength={2}
            disabled={!may_write}
            onChange={(event) => fact({ country: event.currentTarget.value.toUpperCase() })}
            error={error("country")}
          />
          <TextInput
            label="Language"
            value={facts.locale}
            disabled={!may_write}
            onChange={(event) => fact({ locale: event.currentTarget.value })}
            error={error("locale")}
          />
        </div>
      </Sheet>
      <Sheet title="Depot and day">
        <div className="stack" style={{ gap: 16 }}>
          <AddressField
            label="Depot"
            prefix="settings/depot"
            value={kept.depot ?? { line1: "" }}
            onChange={(depot) => set({ depot })}
            error={error}
          />
          <div className="form-grid">
            <TextInput
              type="time"
              label="Day starts"
              description="08:00 when empty."
              value={kept.shift_start ?? ""}
              disabled={!may_write}
              onChange={(event) => set({ shift_start: event.currentTarget.value || null })}
              error={error("settings/shift_start")}
            />
            <TextInput
              type="time"
              label="Day ends"
              description="18:00 when empty."
              value={kept.shift_end ?? ""}
              disabled={!may_write}
              onChange={(event) => set({ shift_end: event.currentTarget.value || null })}
              error={error("settings/shift_end")}
            />
            <NumberInput
              label="Mean speed, km/h"
              description="30 when empty."
              min={1}
              max={150}
              value={kept.speed_kmh ?? ""}
              disabled={!may_write}
              onChange={(value) => set({ speed_kmh: value === "" ? null : Number(value) })}
              error={error("settings/speed_kmh")}
            />
            <NumberInput
              label="Road factor"
              description="Road kilometres for each straight one."
              min={1}
              max={5}
              step={0.1}
              decimalScale={2}
              value={kept.road_factor ?? ""}
              disabled={!may_write}
              onChange={(value) => set({ road_factor: value === "" ? null : Number(value) })}
              error={error("settings/road_factor")}
            />
          </div>
        </div>
      </Sheet>
      <Sheet title="At the door">
        <div className="stack">
          <MultiSelect
            label="Proofs asked for at every hand-over"
            data={PROOFS}
            value={kept.required_proofs ?? []}
            disabled={!may_write}
            onChange={(value) =>
              set({
                required_proofs: value.length > 0 ? (value as BusinessSettings["required_proofs"]) : null,
              })
            }
          />
          <Switch
            label="Public tracking shows proofs of delivery"
            checked={kept.public_proof ?? true}
            disabled={!may_write}
            onChange={(event) => set({ public_proof: event.currentTarget.checked })}
          />
          <Switch
            label="Goods are scanned onto the vehicle before a route starts"
            checked={kept.require_load_check ?? false}
            disabled={!may_write}
            onChange={(event) => set({ require_load_check: event.currentTarget.checked })}
          />
        </div>
      </Sheet>
      <Sheet title="Agents and prices">
        <div className="form-grid">
          <Select
            label="Who may approve a proposal"
            clearable
            clearButtonProps={{ "aria-label": "As usual" }}
            placeholder="As usual: another token for agents"
            data={[
              { value: "none", label: "Anybody who may" },
              { value: "different_token", label: "Another token" },
              { value: "different_user", label: "Another person" },
            ]}
            value={kept.approval_separation ?? null}
            disabled={!may_write}
            onChange={(value) =>
              set({ approval_separation: value as BusinessSettings["approval_separation"] })
            }
          />
          <MultiSelect
            label="Prices hidden from new customers"
            data={PRICE_FAMILIES}
            value={kept.price_hiding_defaults ?? []}
            disabled={!may_write}
            onChange={(value) =>
              set({
                price_hiding_defaults:
                  value.length > 0 ? (value as BusinessSettings["price_hiding_defaults"]) : null,
              })
            }
          />
        </div>
      </Sheet>
      {others.length > 0 ? (
        <Alert color="red" variant="outline" role="alert" title="It was not saved">
          {others.join(" ")}
        </Alert>
      ) : null}
      {may_write ? (
        <Button type="submit" loading={save.isPending} style={{ alignSelf: "flex-end" }}>
          Save
        </Button>
      ) : null}
    </form>
  );
}
