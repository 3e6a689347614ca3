/**
 * What triggers a surcharge and what it comes to, and which surcharges are valid. Pure.
 *
 * A surcharge applies wherever its trigger counts something; an optional one where it was chosen, and then counts one at
 * least.
 */
import type { RefusalDetail } from "#operation/define/refusal.ts";
import type { Message } from "#operation/response/messages.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { isCurrency } from "#vocabulary/basics.ts";
import { hasPostalPrefix } from "#vocabulary/postal-code.ts";
import { messages } from "./messages.ts";
import type { SurchargeRow } from "./records/surcharge.ts";
import type { Conditions, Trigger } from "./shapes.ts";
import type { Measures, Shipment } from "./shipment.ts";

type Counts = Record<Trigger, (shipment: Shipment, conditions: Conditions, measures: Measures) => number>;

function countPieces(
  { parcels = [] }: Shipment,
  is_counted: (piece: NonNullable<Shipment["parcels"]>[number]) => boolean,
): number {
  return parcels.filter(is_counted).reduce((sum, { quantity = 1 }) => sum + quantity, 0);
}

function isRemote(place: Shipment["pickup"], { countries, postal_prefixes }: Conditions): boolean {
  if (countries !== undefined && !countries.includes(place?.country ?? "")) return false;
  return postal_prefixes === undefined || hasPostalPrefix(place?.postal_code, postal_prefixes);
}

function countMinutes(window: NonNullable<Shipment["pickup"]>["window"]): number {
  if (!window) return Number.POSITIVE_INFINITY;
  return (Date.parse(window.end) - Date.parse(window.start)) / 60_000;
}

/** ISO 8601: 1 is Monday. */
const getWeekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;

const begun = (amount_minor = 0, unit_minor?: number): number =>
  unit_minor === undefined ? Math.sign(amount_minor) : Math.ceil(amount_minor / unit_minor);

/** How often a trigger counts: what `per_unit` multiplies, but for fuel, which is by the kilometre. Zero: not triggered. */
const COUNTS: Counts = {
  fuel: () => 1,
  residential: ({ is_residential }, _conditions, { pieces }) => (is_residential ? pieces : 0),
  remote_area: ({ pickup, dropoff }, conditions, { pieces }) =>
    [pickup, dropoff].some((place) => place && isRemote(place, conditions)) ? pieces : 0,
  oversize: (shipment, { limit_mm = 0 }) =>
    countPieces(
      shipment,
      ({ length_mm = 0, width_mm = 0, height_mm = 0 }) => Math.max(length_mm, width_mm, height_mm) > limit_mm,
    ),
  overweight: (shipment, { limit_g = 0 }) => countPieces(shipment, ({ weight_g = 0 }) => weight_g > limit_g),
  stairs: ({ floors = 0 }, { free_floors = 0 }) => Math.max(0, floors - free_floors),
  weekend: ({ date }, { weekdays = [6, 7] }, { pieces }) =>
    date !== undefined && weekdays.includes(getWeekday(date)) ? pieces : 0,
  time_window: ({ pickup, dropoff }, { limit_minutes = Number.MAX_VALUE }, { pieces }) =>
    [pickup, dropoff].some((place) => countMinutes(place?.window) <= limit_minutes) ? pieces : 0,
  redelivery: ({ redeliveries = 0 }) => redeliveries,
  cod: ({ cod_minor }, { unit_minor }) => begun(cod_minor, unit_minor),
  insurance: ({ insured_value_minor }, { unit_minor }) => begun(insured_value_minor, unit_minor),
  storage_overrun: ({ overrun_days = 0 }, _conditions, { pieces }) => (overrun_days > 0 ? pieces : 0),
  dangerous_goods: ({ has_dangerous_goods }, _conditions, { pieces }) => (has_dangerous_goods ? pieces : 0),
};

function computeAmount(
  { kind, trigger, amount_minor, percent, minimum_minor }: SurchargeRow,
  count: number,
  { shipment, measures, price_minor }: Priced,
): number {
  const { cod_minor = 0, insured_value_minor = 0, overrun_days = 0, days = 0 } = shipment;
  const amount = amount_minor ?? 0;
  const percent_of: Partial<Record<Trigger, number>> = { cod: cod_minor, insurance: insured_value_minor };
  const amounts = {
    fixed: amount,
    percent: ((percent_of[trigger] ?? price_minor) * (percent ?? 0)) / 100,
    per_unit: amount * (trigger === "fuel" ? (measures.distance_km ?? 0) : count),
    per_day: amount * (trigger === "storage_overrun" ? overrun_days : days),
  };
  const charged = Math.round(amounts[kind]);
  return charged === 0 ? 0 : Math.max(charged, minimum_minor);
}

interface SurchargeLine {
  code: string;
  label: string;
  amount_minor: number;
  trigger: Trigger;
}

interface Priced {
  shipment: Shipment;
  measures: Measures;
  currency: string;
  /** Before surcharges. */
  price_minor: number;
}

function isInCurrency({ kind, currency, minimum_minor }: SurchargeRow, priced: string): boolean {
  return currency === priced || (kind === "percent" && minimum_minor === 0);
}

/** Why a surcharge is no line of a price. */
export const NOT_APPLIED = ["not_chosen", "not_triggered", "currency", "zero"] as const;
type NotApplied = (typeof NOT_APPLIED)[number];

function evaluate(surcharge: SurchargeRow, priced: Priced): number | NotApplied {
  const { code, trigger, is_optional, conditions } = surcharge;
  const { shipment, measures, currency } = priced;
  const counted = COUNTS[trigger](shipment, conditions, measures);
  if (is_optional && !shipment.options?.includes(code)) return "not_chosen";
  if (!is_optional && counted === 0) return "not_triggered";
  if (!isInCurrency(surcharge, currency)) return "currency";
  return computeAmount(surcharge, Math.max(counted, is_optional ? 1 : 0), priced) || "zero";
}

interface AppliedSurcharges {
  lines: { line: SurchargeLine; taxable: boolean }[];
  skipped: { code: string; label: string; trigger: Trigger; reason: NotApplied }[];
}

/** Percentages are of the price before all of them. */
export function computeSurcharges(surcharges: readonly SurchargeRow[], priced: Priced): AppliedSurcharges {
  const applied: AppliedSurcharges = { lines: [], skipped: [] };
  for (const surcharge of surcharges) {
    const { code, name: label, trigger, taxable } = surcharge;
    const amount_minor = evaluate(surcharge, priced);
    if (typeof amount_minor === "string")
      applied.skipped.push({ code, label, trigger, reason: amount_minor });
    else applied.lines.push({ line: { code, label, amount_minor, trigger }, taxable });
  }
  return applied;
}

/** Chosen codes that are no optional surcharge. */
export function findUnknownOptions(
  surcharges: readonly SurchargeRow[],
  options: readonly string[],
): string[] {
  const optional_codes = new Set(surcharges.filter(({ is_optional }) => is_optional).map(({ code }) => code));
  return options.filter((code) => !optional_codes.has(code));
}

/** Codes of the other lines of a price. */
const LINE_CODES = new Set([
  "base",
  "carriage",
  "weight_break",
  "distance",
  "weight",
  "parcels",
  "volume",
  "days",
  "service",
  "minimum",
  "rounding",
  "tax",
]);

/** The conditions of each trigger: those it needs, then those it may have. */
const CONDITIONS_OF: Partial<Record<Trigger, (keyof Conditions)[]>> = {
  remote_area: ["postal_prefixes", "countries"],
  oversize: ["limit_mm"],
  overweight: ["limit_g"],
  stairs: ["free_floors"],
  weekend: ["weekdays"],
  time_window: ["limit_minutes"],
  cod: ["unit_minor"],
  insurance: ["unit_minor"],
};

type Checked = Pick<
  SurchargeRow,
  "code" | "kind" | "trigger" | "currency" | "amount_minor" | "percent" | "conditions"
>;

/** What the schema cannot check. */
export function findSurchargeFaults({
  code,
  kind,
  trigger,
  currency,
  amount_minor,
  percent,
  conditions,
}: Checked): RefusalDetail[] {
  const faults: RefusalDetail[] = [];
  const has = (member: keyof Conditions) => conditions[member] !== undefined;
  const needs = (member: keyof Conditions, message: Message) =>
    faults.push({ field: `conditions/${member}`, message });
  if (LINE_CODES.has(code)) faults.push({ field: "code", message: messages.code_of_other_line });
  if (!isCurrency(currency)) faults.push({ field: "currency", message: fields.no_currency });
  const [wanted_member, other] =
    kind === "percent" ? (["percent", "amount_minor"] as const) : (["amount_minor", "percent"] as const);
  const values = { amount_minor, percent };
  if (values[wanted_member] === null)
    faults.push({ field: wanted_member, message: messages.required_for_kind.with({ kind }) });
  if (values[other] !== null) faults.push({ field: other, message: messages.not_with_kind.with({ kind }) });
  for (const member of Object.keys(conditions) as (keyof Conditions)[])
    if (has(member) && !CONDITIONS_OF[trigger]?.includes(member))
      faults.push({ field: `conditions/${member}`, message: messages.no_condition_of.with({ trigger }) });
  if (trigger === "remote_area" && !has("postal_prefixes") && !has("countries"))
    needs("postal_prefixes", messages.required_without_countries);
  if (trigger === "oversize" && !has("limit_mm"))
    needs("limit_mm", messages.required_for_trigger.with({ trigger }));
  if (trigger === "overweight" && !has("limit_g"))
    needs("limit_g", messages.required_for_trigger.with({ trigger }));
  if (["cod", "insurance"].includes(trigger) && kind === "per_unit" && !has("unit_minor"))
    needs("unit_minor", messages.required_per_unit.with({ trigger }));
  return faults;
}
