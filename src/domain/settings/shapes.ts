/** The settings of a business: one typed list, each with what holds while nothing is said. */
import Type from "typebox";
import { Minor, Nullable, Words } from "#vocabulary/basics.ts";
import { FEATURE_FAMILIES, MODULES, PRICE_FAMILIES } from "#vocabulary/features.ts";
import { Place } from "#vocabulary/place.ts";

const Clock = (description: string) =>
  Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$", maxLength: 5, description });

export const PROOFS = ["photo", "signature", "pin", "scan", "id_check", "note"] as const;
export const SEPARATIONS = ["none", "different_token", "different_user"] as const;

/** Every setting there is. `null` stands for the default that the description tells. */
export const settingMembers = {
  depot: Nullable(Place),
  shift_start: Nullable(
    Clock("Start of the working day in the business's time zone, HH:MM; 08:00 by default."),
  ),
  shift_end: Nullable(
    Clock("End of the working day, HH:MM; 18:00 by default. At or before the start it is the next day's."),
  ),
  speed_kmh: Nullable(
    Type.Number({ minimum: 1, maximum: 150, description: "Mean speed on the road; 30 by default." }),
  ),
  road_factor: Nullable(
    Type.Number({
      minimum: 1,
      maximum: 5,
      description: "Straight-line distance times this stands for the road; the installation's by default.",
    }),
  ),
  public_proof: Nullable(
    Type.Boolean({ description: "Public tracking shows proofs of delivery; true by default." }),
  ),
  require_load_check: Nullable(
    Type.Boolean({
      description: "Goods are scanned onto the vehicle before a route starts; false by default.",
    }),
  ),
  required_proofs: Nullable(
    Type.Array(Words(PROOFS), {
      maxItems: 6,
      uniqueItems: true,
      description: "Asked for at every hand-over; none by default.",
    }),
  ),
  approval_separation: Nullable(
    Words(SEPARATIONS, {
      description:
        "Who may approve a queued write. By default another token for proposals of a token made with a profile, anybody otherwise.",
    }),
  ),
  driver_pay: Nullable(
    Type.Object(
      { per_stop_minor: Minor, per_km_minor: Minor },
      { description: "What drivers earn, minor units of the business's currency; unset by default." },
    ),
  ),
  cost_fixed_minor: Nullable(
    Type.Integer({
      ...Minor,
      description: "What putting a vehicle on the road costs, for planning by cost.",
    }),
  ),
  cost_per_km_minor: Nullable(
    Type.Integer({ ...Minor, description: "What a kilometre costs, for planning by cost." }),
  ),
  cost_per_hour_minor: Nullable(
    Type.Integer({ ...Minor, description: "What an hour costs, for planning by cost." }),
  ),
  ai_daily_turns: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: 100_000,
      description: "Turns of the operations agent in a day; 200 by default.",
    }),
  ),
  min_driver_app_version: Nullable(
    Type.String({
      pattern: "^[0-9]{1,5}(\\.[0-9]{1,5}){0,2}$",
      maxLength: 20,
      description: "Older driver apps are turned away; none by default.",
    }),
  ),
  price_hiding_defaults: Nullable(
    Type.Array(Words(PRICE_FAMILIES), {
      maxItems: 7,
      uniqueItems: true,
      description: "Families hidden from new customers; none by default.",
    }),
  ),
};

export type SettingName = keyof typeof settingMembers;
export const SETTING_NAMES = Object.keys(settingMembers) as SettingName[];

export const Settings = Type.Object(settingMembers, { $id: "BusinessSettings" });
export type Settings = Type.Static<typeof Settings>;

export const SettingsChange = Type.Partial(Type.Object(settingMembers), { $id: "BusinessSettingsChange" });

/** What is stored, and null where nothing is. */
export function settingsOf(stored: Readonly<Record<string, unknown>>): Settings {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, stored[name] ?? null])) as Settings;
}

export const BusinessFacts = Type.Object(
  {
    id: Type.Integer(),
    code: Type.String(),
    name: Type.String(),
    time_zone: Type.String(),
    currency: Type.String(),
    country: Type.String(),
    locale: Type.String(),
  },
  { $id: "BusinessFacts" },
);

export interface BusinessRow extends Type.Static<typeof BusinessFacts> {
  settings: Record<string, unknown>;
  feature_families: Record<string, boolean>;
  feature_gates: Record<string, boolean>;
  modules: Record<string, boolean>;
  version: number;
}

export const BUSINESS_COLUMNS =
  "id, code, name, time_zone, currency, country, locale, settings, feature_families, feature_gates, modules, version";

export const Features = Type.Array(
  Type.Object({
    family: Words(FEATURE_FAMILIES),
    own: Type.Boolean({ description: "The business's own switch." }),
    gate: Words(["open", "revoked"], {
      description: "The platform's; a revoked family is off whatever the switch says.",
    }),
    effective: Type.Boolean(),
  }),
);

export const Modules = Type.Array(Type.Object({ module: Words(MODULES), licensed: Type.Boolean() }));

export function featuresOf({ feature_families, feature_gates }: BusinessRow): Type.Static<typeof Features> {
  return FEATURE_FAMILIES.map((family) => {
    const own = feature_families[family] === true;
    const revoked = feature_gates[family] === false;
    return { family, own, gate: revoked ? "revoked" : "open", effective: own && !revoked };
  });
}

export function modulesOf({ modules }: BusinessRow): Type.Static<typeof Modules> {
  return MODULES.map((module) => ({ module, licensed: modules[module] === true }));
}

/** The row behind a run, locked when it is going to be changed. The caller's business is always there. */
export const LOCK_BUSINESS = `select ${BUSINESS_COLUMNS} from business where id = $1 for update`;
export const READ_BUSINESS = `select ${BUSINESS_COLUMNS} from business where id = $1`;
