/** The settings of a business: one typed list, with the default of each. */
import Type from "typebox";
import { Id, Minor, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { FEATURE_FAMILIES, MODULES, PRICE_FAMILIES } from "#vocabulary/features.ts";
import { Place } from "#vocabulary/place.ts";
import { PLANNING_DEFAULTS } from "./planning.ts";

const Clock = (description: string) =>
  Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$", maxLength: 5, description });

export const PROOFS = ["photo", "signature", "pin", "scan", "id_check", "note"] as const;
const SEPARATIONS = ["none", "different_token", "different_user"] as const;

/** Every setting. `null` stands for the default given in the description. */
const settingMembers = {
  depot: Nullable(Place),
  shift_start: Nullable(
    Clock(
      `Start of the working day in the business's time zone, HH:MM; ${PLANNING_DEFAULTS.shift_start} by default.`,
    ),
  ),
  shift_end: Nullable(
    Clock(
      `End of the working day, HH:MM; ${PLANNING_DEFAULTS.shift_end} by default. At or before the start it is the next day's.`,
    ),
  ),
  speed_kmh: Nullable(
    Type.Number({
      minimum: 1,
      maximum: 150,
      description: `Mean speed on the road; ${PLANNING_DEFAULTS.speed_kmh} by default.`,
    }),
  ),
  road_factor: Nullable(
    Type.Number({
      minimum: 1,
      maximum: 5,
      description:
        "Straight-line distance times this approximates the road distance, in plans and quotes; the installation's by default.",
    }),
  ),
  plan_without_vehicle: Nullable(
    Type.Boolean({
      description:
        "Planning also uses drivers who have no vehicle, with no limit of capacity; false by default.",
    }),
  ),
  public_proof: Nullable(
    Type.Boolean({ description: "Public tracking shows proofs of delivery; true by default." }),
  ),
  number_range_id: Nullable(
    Type.Integer({
      ...Id,
      description: "Range that new orders take their tracking numbers from; random numbers by default.",
    }),
  ),
  public_carrier_numbers: Nullable(
    Type.Boolean({
      description:
        "Anybody may track by the number that another carrier gave to a shipment; false by default, because such numbers can be guessed.",
    }),
  ),
  public_aliases: Nullable(
    Type.Boolean({
      description:
        "Anybody may track by the other numbers given to a shipment, such as a customer's reference; false by default.",
    }),
  ),
  require_load_check: Nullable(
    Type.Boolean({
      description: "Goods are scanned onto the vehicle before a route starts; false by default.",
    }),
  ),
  required_proofs: Nullable(
    Type.Array(StringEnum(PROOFS), {
      maxItems: 6,
      uniqueItems: true,
      description: "Required at every delivery; none by default.",
    }),
  ),
  approval_separation: Nullable(
    StringEnum(SEPARATIONS, {
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
      description: `What putting a vehicle on the road costs, for planning by cost; ${PLANNING_DEFAULTS.cost_fixed_minor} by default.`,
    }),
  ),
  cost_per_km_minor: Nullable(
    Type.Integer({
      ...Minor,
      description: `What a kilometre costs, for planning by cost; ${PLANNING_DEFAULTS.cost_per_km_minor} by default.`,
    }),
  ),
  cost_per_hour_minor: Nullable(
    Type.Integer({
      ...Minor,
      description: `What an hour costs, for planning by cost; ${PLANNING_DEFAULTS.cost_per_hour_minor} by default.`,
    }),
  ),
  ai_daily_turns: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: 100_000,
      description: "Requests to the operations agent per day; 200 by default.",
    }),
  ),
  min_driver_app_version: Nullable(
    Type.String({
      pattern: "^[0-9]{1,5}(\\.[0-9]{1,5}){0,2}$",
      maxLength: 20,
      description: "Minimum version of driver apps, older ones are refused; none by default.",
    }),
  ),
  allowed_origins: Nullable(
    Type.Array(
      Type.String({
        pattern: "^(\\*|https?://[a-z0-9.-]+(:[0-9]{1,5})?)$",
        maxLength: 255,
        description: "As browsers send it: scheme, host in lower case, port unless it is the default.",
      }),
      {
        maxItems: 50,
        uniqueItems: true,
        description:
          "Origins of web pages that may call with tokens of the business, * for all; none by default.",
      },
    ),
  ),
  price_hiding_defaults: Nullable(
    Type.Array(StringEnum(PRICE_FAMILIES), {
      maxItems: 7,
      uniqueItems: true,
      description: "Families hidden from new customers; none by default.",
    }),
  ),
};

type SettingName = keyof typeof settingMembers;
const SETTING_NAMES = Object.keys(settingMembers) as SettingName[];

export const Settings = Type.Object(settingMembers, { $id: "BusinessSettings" });
export type Settings = Type.Static<typeof Settings>;

export const SettingsChange = Type.Partial(Type.Object(settingMembers), { $id: "BusinessSettingsChange" });

/** The stored value, or null if there is none. */
export function buildSettings(stored: Readonly<Record<string, unknown>>): Settings {
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

const BUSINESS_COLUMNS =
  "id, code, name, time_zone, currency, country, locale, business_settings(b) as settings, feature_families, feature_gates, modules, version";

export const Features = Type.Array(
  Type.Object({
    family: StringEnum(FEATURE_FAMILIES),
    own: Type.Boolean({ description: "The business's own switch." }),
    gate: StringEnum(["open", "revoked"], {
      description: "The platform's; a revoked family is off whatever the switch says.",
    }),
    effective: Type.Boolean(),
  }),
);

export const Modules = Type.Array(Type.Object({ module: StringEnum(MODULES), licensed: Type.Boolean() }));

export function toFeatures({ feature_families, feature_gates }: BusinessRow): Type.Static<typeof Features> {
  return FEATURE_FAMILIES.map((family) => {
    const own = feature_families[family] === true;
    const revoked = feature_gates[family] === false;
    return { family, own, gate: revoked ? "revoked" : "open", effective: own && !revoked };
  });
}

export function toModules({ modules }: BusinessRow): Type.Static<typeof Modules> {
  return MODULES.map((module) => ({ module, licensed: modules[module] === true }));
}

/** The row of the caller's business, which always exists; locked if it is going to be changed. */
export const LOCK_BUSINESS = `select ${BUSINESS_COLUMNS} from business b where id = $1 for update`;
export const READ_BUSINESS = `select ${BUSINESS_COLUMNS} from business b where id = $1`;
