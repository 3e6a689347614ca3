/** What a request to change an order comes to: the columns, the members that differ, and what is wrong with it. Pure. */
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { fields } from "#operation/response/platform-messages.ts";
import type { Place } from "#vocabulary/place.ts";
import { findAmountFaults, findDraftFaults } from "../intake/draft.ts";
import { messages } from "../messages.ts";
import type { OrderRow } from "../records/order.ts";
import type { ParcelRow } from "../records/parcel.ts";
import type { OrderChange } from "./change.ts";
import type { ChangeableMember } from "./locked-members.ts";
import {
  areRequirementsSame,
  comparePlaces,
  computeAmounts,
  type Difference,
  hasPosition,
  mergePlace,
  mergeRequirements,
  type ParcelMeasures,
  type PlaceChange,
  type RequirementsChange,
  SIDES,
  type Side,
  toMeasures,
} from "./merge-order.ts";
import { findAttemptFaults, moveWindow } from "./next-attempt.ts";
import type { WorkingDay } from "./window-day.ts";

/** Members of the request; an absent one stays as it is. */
export interface OrderUpdate {
  pickup?: PlaceChange;
  dropoff?: PlaceChange;
  scheduled_date?: string;
  customer_id?: number | null;
  ref?: string | null;
  parcels?: (Pick<ParcelMeasures, "id"> & Partial<ParcelMeasures>)[];
  requirements?: RequirementsChange;
  cod_minor?: number;
  insured_value_minor?: number;
  delivery_instruction?: string;
  note?: string;
}

/** The places of a request with the positions that were found for their addresses before the transaction. */
export type LocatedPlaces = { [Name in Side]?: Place | null };

export interface DecidedUpdate {
  set: OrderChange["set"];
  parcels: OrderChange["parcels"];
  differences: Difference[];
  faults: RefusalDetail[];
}

const PLAIN = [
  "customer_id",
  "ref",
  "cod_minor",
  "insured_value_minor",
  "delivery_instruction",
  "note",
] as const satisfies readonly (ChangeableMember & keyof OrderRow)[];

/** `pin_hash` is that of the PIN in the request, if it has one. */
export function decideUpdate(
  order: OrderRow,
  parcels: readonly ParcelRow[],
  update: OrderUpdate,
  {
    located,
    pin_hash,
    day,
  }: { located: LocatedPlaces; pin_hash: string | null; day: WorkingDay & { now: Date } },
): DecidedUpdate {
  const places = decidePlaces(order, update, { located, day });
  const measured = decideParcels(order, parcels, update.parcels);
  const decided: DecidedUpdate = {
    set: { ...places.set, ...measured.set },
    parcels: measured.parcels,
    differences: [...places.differences, ...measured.differences],
    faults: [...places.faults, ...measured.faults],
  };
  for (const member of PLAIN) {
    const value = update[member];
    if (value === undefined || value === order[member]) continue;
    Object.assign(decided.set, { [member]: value });
    decided.differences.push({ member, field: member });
  }
  if (update.requirements !== undefined) {
    const requirements = mergeRequirements(order.requirements, update.requirements, pin_hash);
    if (!areRequirementsSame(order.requirements, requirements)) {
      decided.set.requirements = requirements;
      const [first = "skills"] = Object.keys(update.requirements);
      decided.differences.push({ member: "requirements", field: `requirements/${first}` });
    }
  }
  return decided;
}

/** Places, their windows and the day: windows that the request does not name keep their times of the day on a new day. */
function decidePlaces(
  order: OrderRow,
  update: OrderUpdate,
  { located, day }: { located: LocatedPlaces; day: WorkingDay & { now: Date } },
): Pick<DecidedUpdate, "set" | "differences" | "faults"> {
  const set: OrderChange["set"] = {};
  const differences: Difference[] = [];
  const faults: RefusalDetail[] = [];
  const { scheduled_date = order.scheduled_date } = update;
  const is_moved = scheduled_date !== order.scheduled_date;
  if (is_moved) {
    set.scheduled_date = scheduled_date;
    differences.push({ member: "scheduled_date", field: "scheduled_date" });
    faults.push(...findAttemptFaults({ scheduled_date }, day));
  }
  for (const side of SIDES) {
    const old = order[side];
    const change = update[side];
    if (change !== undefined) {
      const merged = locate(toUtcWindow(mergePlace(old, change)), side, old, located[side]);
      const differing = comparePlaces(side, old, merged);
      if (differing.length > 0) set[side] = merged;
      differences.push(...differing);
      if (!merged.line1) faults.push({ field: `${side}/line1`, message: fields.required });
      if (merged.window && differing.some(({ member }) => member === "window"))
        faults.push(
          ...findAttemptFaults({ window: merged.window }, day)
            .filter(({ field }) => field !== "scheduled_date")
            .map((fault) => ({ ...fault, field: `${side}/${fault.field}` })),
        );
    }
    const place = set[side] ?? old;
    if (is_moved && faults.length === 0 && place?.window && change?.window === undefined)
      set[side] = {
        ...place,
        window: moveWindow(place.window.start, place.window.end, scheduled_date, day.time_zone),
      };
  }
  const { pickup, dropoff } = { ...order, ...set };
  const changes_window = differences.some(({ member }) => member === "window" || member === "scheduled_date");
  if (set.pickup !== undefined || set.dropoff !== undefined)
    faults.push(
      ...findDraftFaults(
        { type: order.type, pickup, dropoff, scheduled_date },
        { has_depot: true, has_pin: true, ...(changes_window ? { day } : {}) },
      ).filter(({ field }) => !faults.some((fault) => fault.field === field)),
    );
  return { set, differences, faults };
}

/** A new address gets the position that was found for it, if that is still the address that was looked up. */
function locate(merged: Place, side: Side, old: Place | null, located: Place | null | undefined): Place {
  const is_new = comparePlaces(side, old, merged).some(({ member }) => member === side);
  if (!is_new || hasPosition(merged) || !located || !hasPosition(located)) return merged;
  const { lat, lng } = located;
  const { lat: _lat, lng: _lng, ...located_place } = located;
  const is_same = comparePlaces(side, located_place, merged).every(({ member }) => member !== side);
  return is_same ? { ...merged, lat, lng } : merged;
}

function toUtcWindow(place: Place): Place {
  if (!place.window) return place;
  const { start, end } = place.window;
  return {
    ...place,
    window: { start: new Date(start).toISOString(), end: new Date(end).toISOString() },
  };
}

function decideParcels(
  order: OrderRow,
  rows: readonly ParcelRow[],
  changes: OrderUpdate["parcels"] = [],
): DecidedUpdate {
  const before = rows.map(toMeasures);
  const after = new Map(before.map((parcel) => [parcel.id, parcel]));
  const faults: RefusalDetail[] = [];
  const seen_ids = new Set<number>();
  changes.forEach((change, index) => {
    const parcel = after.get(change.id);
    if (parcel === undefined || seen_ids.has(change.id))
      faults.push({
        field: `parcels/${index}/id`,
        message: parcel === undefined ? messages.no_parcel_of_order : fields.named_twice,
      });
    else after.set(change.id, toMeasures({ ...parcel, ...change }));
    seen_ids.add(change.id);
  });
  const measured = [...after.values()];
  const changed = measured.filter(
    (parcel, index) => JSON.stringify(parcel) !== JSON.stringify(before[index]),
  );
  const [first] = changed;
  if (first === undefined || faults.length > 0)
    return { set: {}, parcels: undefined, differences: [], faults };
  const at = changes.findIndex(({ id }) => id === first.id);
  return {
    set: computeAmounts(order, before, measured),
    parcels: { before, after: changed },
    differences: [{ member: "parcels", field: `parcels/${at}` }],
    faults: findAmountFaults(measured),
  };
}
