/** An order with some of its members replaced, as a request names them. Pure. */
import { isSameBuilding } from "#domain/locations/addressbook/public.ts";
import type { Place } from "#vocabulary/place.ts";
import type { OrderRow, Requirements } from "../records/order.ts";
import type { ParcelRow } from "../records/parcel.ts";
import type { ChangeableMember } from "./locked-members.ts";

/** Members of a place that a request replaces; empty text and null remove one, an absent one stays. */
export type PlaceChange = { [Member in keyof Place]?: Place[Member] };

export type Side = "pickup" | "dropoff";
export const SIDES: readonly Side[] = ["pickup", "dropoff"];

const ADDRESS = [
  "line1",
  "line2",
  "city",
  "region",
  "postal_code",
  "country",
  "lat",
  "lng",
] as const satisfies readonly (keyof Place)[];
const CONTACT = ["name", "phone", "email", "instructions"] as const satisfies readonly (keyof Place)[];

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";
const isSame = (one: unknown, other: unknown) =>
  (isEmpty(one) && isEmpty(other)) || JSON.stringify(one) === JSON.stringify(other);

/**
 * The place after the change. A position belongs to a building: another street, city or country removes it, unless the
 * change names the new one.
 */
export function mergePlace(old: Place | null, change: PlaceChange): Place {
  const merged = { ...old, ...change } as Record<string, unknown>;
  const has_position = !isEmpty(change.lat) && !isEmpty(change.lng);
  if (!has_position && !isSameBuilding(old ?? {}, merged as Place)) {
    merged["lat"] = null;
    merged["lng"] = null;
  }
  return Object.fromEntries(
    Object.entries(merged).filter(([member, value]) => member === "line1" || !isEmpty(value)),
  ) as Place;
}

export const hasPosition = ({ lat, lng }: Place): boolean => !isEmpty(lat) && !isEmpty(lng);

/** A member that differs, and the name of the first value in the request that makes it so: `dropoff/line1`. */
export interface Difference {
  member: ChangeableMember;
  field: string;
}

/** What of a place differs, by the members whose changes have rules of their own. */
export function comparePlaces(side: Side, old: Place | null, merged: Place): Difference[] {
  const differs = (member: keyof Place) =>
    member === "window"
      ? !isSame(toInstants(old?.window), toInstants(merged.window))
      : !isSame(old?.[member], merged[member]);
  const find = (member: ChangeableMember, of: readonly (keyof Place)[]): Difference[] => {
    const first = of.find(differs);
    return first === undefined ? [] : [{ member, field: `${side}/${first}` }];
  };
  return [...find(side, ADDRESS), ...find("contact", CONTACT), ...find("window", ["window"])];
}

/** Two ways of writing one moment are the same window. */
function toInstants(window: Place["window"]): number[] | null {
  return window ? [Date.parse(window.start), Date.parse(window.end)] : null;
}

export interface RequirementsChange {
  skills?: string[];
  vehicle_type?: string | null;
  pod?: NonNullable<Requirements["pod"]>;
  /** Null: none is asked for any more. */
  pin?: string | null;
}

/** `pin_hash` is that of the PIN of the change. */
export function mergeRequirements(
  old: Requirements,
  { skills, vehicle_type, pod, pin }: RequirementsChange,
  pin_hash: string | null,
): Requirements {
  const merged: Record<string, unknown> = {
    ...old,
    ...(skills === undefined ? {} : { skills }),
    ...(pod === undefined ? {} : { pod }),
    ...(vehicle_type === undefined ? {} : { vehicle_type }),
    ...(pin === undefined ? {} : { pin_hash }),
  };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => !isEmpty(value))) as Requirements;
}

/** An empty list is the same as none. */
export function areRequirementsSame(one: Requirements, other: Requirements): boolean {
  const normal = ({ skills = [], vehicle_type = "", pod = [], pin_hash = "" }: Requirements) =>
    JSON.stringify([skills, vehicle_type, [...pod].sort(), pin_hash]);
  return normal(one) === normal(other);
}

export type ParcelMeasures = Pick<
  ParcelRow,
  "id" | "weight_g" | "length_mm" | "width_mm" | "height_mm" | "contents"
>;

export const toMeasures = ({
  id,
  weight_g,
  length_mm,
  width_mm,
  height_mm,
  contents,
}: ParcelMeasures): ParcelMeasures => ({
  id,
  weight_g,
  length_mm,
  width_mm,
  height_mm,
  contents,
});

/** Cubic centimetres, rounded; a parcel without all three measures counts as none. */
export function computeVolume(
  parcels: readonly { length_mm?: number | null; width_mm?: number | null; height_mm?: number | null }[],
): number {
  return Math.round(
    parcels.reduce(
      (sum, { length_mm, width_mm, height_mm }) =>
        sum + ((length_mm ?? 0) * (width_mm ?? 0) * (height_mm ?? 0)) / 1000,
      0,
    ),
  );
}

/**
 * Weight and volume of an order after its parcels changed. A volume that was given for the order as a whole, and is not
 * that of its parcels, stays.
 */
export function computeAmounts(
  { volume_cm3 }: Pick<OrderRow, "volume_cm3">,
  before: readonly ParcelMeasures[],
  after: readonly ParcelMeasures[],
): Pick<OrderRow, "weight_g" | "volume_cm3"> {
  return {
    weight_g: after.reduce((sum, parcel) => sum + parcel.weight_g, 0),
    volume_cm3: volume_cm3 === computeVolume(before) ? computeVolume(after) : volume_cm3,
  };
}
