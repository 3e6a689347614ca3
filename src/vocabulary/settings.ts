/** The settings of a business: the type and the description of each, and the one place of their defaults. */
import Type from "typebox";
import { Id, Minor, Nullable, StringEnum } from "./basics.ts";
import { PRICE_FAMILIES } from "./features.ts";
import { Place } from "./place.ts";
import { Ref } from "./ref.ts";

/** Whether recipients may ask for something by a link, and whether it takes effect at once or a dispatcher decides. */
export const RECIPIENT_MODES = ["off", "confirm", "apply"] as const;
const RECIPIENT_OFF = RECIPIENT_MODES[0] as (typeof RECIPIENT_MODES)[number];

/** Null where a setting has no default, or one that depends on something else. */
export const SETTING_DEFAULTS = {
  depot: null,
  shift_start: "08:00",
  shift_end: "18:00",
  speed_kmh: 30,
  /** That of the installation. */
  road_factor: null,
  plan_without_vehicle: false,
  public_proof: true,
  number_range_id: null,
  public_carrier_numbers: false,
  public_aliases: false,
  require_load_check: false,
  required_proofs: [],
  /** By the profile of the token that proposed the write. */
  approval_separation: null,
  driver_pay: null,
  cost_fixed_minor: 0,
  cost_per_km_minor: 100,
  cost_per_hour_minor: 2000,
  ai_daily_turns: 200,
  min_driver_app_version: null,
  allowed_origins: [],
  price_hiding_defaults: [],
  recipient_note: RECIPIENT_OFF,
  recipient_day: RECIPIENT_OFF,
  recipient_safe_place: RECIPIENT_OFF,
  recipient_neighbour: RECIPIENT_OFF,
  recipient_contact: false,
  recipient_cutoff_h: null,
  recipient_days: 7,
};

const Clock = (description: string) =>
  Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$", maxLength: 5, description });

export const PROOFS = ["photo", "signature", "pin", "scan", "id_check", "note"] as const;
const SEPARATIONS = ["none", "different_token", "person", "different_user"] as const;

const RecipientMode = (what: string) =>
  Nullable(
    StringEnum(RECIPIENT_MODES, {
      description: `${what}: off, confirm (a dispatcher decides), apply (it takes effect at once); off by default.`,
    }),
  );

/** Every setting. `null` stands for the default given in the description. */
export const settingMembers = {
  depot: Nullable(Place),
  shift_start: Nullable(
    Clock(
      `Start of the working day in the business's time zone, HH:MM; ${SETTING_DEFAULTS.shift_start} by default.`,
    ),
  ),
  shift_end: Nullable(
    Clock(
      `End of the working day, HH:MM; ${SETTING_DEFAULTS.shift_end} by default. At or before the start it is the next day's.`,
    ),
  ),
  speed_kmh: Nullable(
    Type.Number({
      minimum: 1,
      maximum: 150,
      description: `Mean speed on the road; ${SETTING_DEFAULTS.speed_kmh} by default.`,
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
    Ref("number_range", {
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
        "Who may approve a queued write. By default a signed-in person for proposals of API tokens, anybody otherwise.",
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
      description: `What putting a vehicle on the road costs, for planning by cost; ${SETTING_DEFAULTS.cost_fixed_minor} by default.`,
    }),
  ),
  cost_per_km_minor: Nullable(
    Type.Integer({
      ...Minor,
      description: `What a kilometre costs, for planning by cost; ${SETTING_DEFAULTS.cost_per_km_minor} by default.`,
    }),
  ),
  cost_per_hour_minor: Nullable(
    Type.Integer({
      ...Minor,
      description: `What an hour costs, for planning by cost; ${SETTING_DEFAULTS.cost_per_hour_minor} by default.`,
    }),
  ),
  ai_daily_turns: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: 100_000,
      description: `Requests to the operations agent per day; ${SETTING_DEFAULTS.ai_daily_turns} by default.`,
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
  recipient_note: RecipientMode("Recipients leave a note to the driver"),
  recipient_day: RecipientMode("Recipients choose another day"),
  recipient_safe_place: RecipientMode("Recipients name a safe place where the goods may be left"),
  recipient_neighbour: RecipientMode("Recipients name a neighbour who takes the goods"),
  recipient_contact: Nullable(
    Type.Boolean({ description: "Recipients write to the business, which answers; false by default." }),
  ),
  recipient_cutoff_h: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 168,
      description:
        "Recipients change a delivery until this many hours before its window, or before the working day; until its route is released by default.",
    }),
  ),
  recipient_days: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 30,
      description: `Days ahead that recipients may choose; ${SETTING_DEFAULTS.recipient_days} by default.`,
    }),
  ),
};

export type SettingName = keyof typeof settingMembers;
export const SETTING_NAMES = Object.keys(settingMembers) as SettingName[];

export const Settings = Type.Object(settingMembers, { $id: "BusinessSettings" });
export type Settings = Type.Static<typeof Settings>;

/** Every setting with its value: null only where there is no default. */
export type BusinessSettings = {
  readonly [Name in SettingName]: (typeof SETTING_DEFAULTS)[Name] extends null
    ? Settings[Name]
    : NonNullable<Settings[Name]>;
} & {
  /** The warehouse that is the depot. */
  readonly depot_warehouse_id: number | null;
};

export const DEFAULT_SETTINGS: BusinessSettings = { depot_warehouse_id: null, ...SETTING_DEFAULTS };

/** `stored`: as `business_settings` of the database gives them, or their column; checked when they were stored. */
export function resolveSettings(stored_settings: Readonly<Record<string, unknown>> | null): BusinessSettings {
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS };
  for (const [name, value] of Object.entries(stored_settings ?? {}))
    if (value !== null) settings[name] = value;
  return settings as unknown as BusinessSettings;
}
