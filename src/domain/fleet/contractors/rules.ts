/** Which unassigned orders a contractor may plan by its rules. Pure. */
import type { RefusalDetail } from "#operation/define/refusal.ts";
import type { Message } from "#operation/response/messages.ts";
import type { Point } from "#vocabulary/geo.ts";
import { messages } from "./messages.ts";

/** One of a contractor's rules; an order must meet every condition that it has. */
export interface OrderRule {
  name?: string;
  /** Area, as postal code prefixes or as corners in sequence; at most one of the two. */
  postcode_prefixes?: string[];
  polygon?: Point[];
  types?: ("D" | "P" | "P2P")[];
  /** Weekdays of the planned date: Monday 1, Sunday 7. */
  weekdays?: number[];
  /** Orders accepted by this rule per day. */
  capacity_per_day?: number;
}

/** The members of an order that rules check. `lat` and `lng` are where the driver goes. */
export interface RuleOrder {
  type: "D" | "P" | "P2P";
  postal_code: string;
  lat: number | null;
  lng: number | null;
}

/** Monday is 1, Sunday 7. */
export function getIsoWeekday(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

/** Postal codes are compared by their letters and digits: `70.040-010` and `70040 010` are equal. */
export function foldPostalCode(text: string): string {
  return text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Does the rule accept this order on a day of the week? All of its conditions must hold. */
export function isAcceptedBy(rule: OrderRule, order: RuleOrder, weekday: number): boolean {
  if (rule.weekdays !== undefined && !rule.weekdays.includes(weekday)) return false;
  if (rule.types !== undefined && !rule.types.includes(order.type)) return false;
  if (rule.postcode_prefixes !== undefined) {
    const code = foldPostalCode(order.postal_code);
    if (!rule.postcode_prefixes.some((prefix) => code.startsWith(foldPostalCode(prefix)))) return false;
  }
  if (rule.polygon === undefined) return true;
  return (
    order.lat !== null &&
    order.lng !== null &&
    isInsidePolygon(rule.polygon, { lat: order.lat, lng: order.lng })
  );
}

/** Even-odd rule on degrees: areas are those of a town or a region, and none spans the antimeridian or a pole. */
export function isInsidePolygon(polygon: readonly Point[], { lat, lng }: Point): boolean {
  let inside = false;
  polygon.forEach((corner, index) => {
    const before = polygon.at(index - 1) as Point;
    if (corner.lat > lat === before.lat > lat) return;
    const crossing =
      ((before.lng - corner.lng) * (lat - corner.lat)) / (before.lat - corner.lat) + corner.lng;
    if (lng < crossing) inside = !inside;
  });
  return inside;
}

export type RuleOutcome = "taken" | "no_rule" | "no_room";

/**
 * Counts orders against the capacities of rules. Each order counts for the first rule that accepts it and has capacity left;
 * `no_room` when some rule accepts it and none has capacity left.
 */
export class RuleCounter {
  private readonly rules: readonly OrderRule[];
  private readonly weekday: number;
  readonly counts: number[];

  constructor(rules: readonly OrderRule[], weekday: number) {
    this.rules = rules;
    this.weekday = weekday;
    this.counts = rules.map(() => 0);
  }

  countIfAccepted(order: RuleOrder): RuleOutcome {
    let is_accepted = false;
    for (const [index, rule] of this.rules.entries()) {
      if (!isAcceptedBy(rule, order, this.weekday)) continue;
      is_accepted = true;
      const taken_count = this.counts[index] ?? 0;
      if (rule.capacity_per_day !== undefined && taken_count >= rule.capacity_per_day) continue;
      this.counts[index] = taken_count + 1;
      return "taken";
    }
    return is_accepted ? "no_room" : "no_rule";
  }
}

/** Validates rules beyond their schema; one entry per error. */
export function findRuleErrors(rules: readonly OrderRule[]): RefusalDetail[] {
  return rules.flatMap((rule, index): RefusalDetail[] => {
    const field = `rules/${index}`;
    const { postcode_prefixes, polygon, types, weekdays, capacity_per_day } = rule;
    const faults: RefusalDetail[] = [];
    const conditions = [postcode_prefixes, polygon, types, weekdays, capacity_per_day];
    if (conditions.every((condition) => condition === undefined))
      faults.push({ field, message: messages.rule_without_content });
    if (postcode_prefixes !== undefined && polygon !== undefined)
      faults.push({
        field,
        message: messages.two_areas,
      });
    postcode_prefixes?.forEach((prefix, at) => {
      if (foldPostalCode(prefix) === "")
        faults.push({ field: `${field}/postcode_prefixes/${at}`, message: messages.no_letter_or_digit });
    });
    if (polygon !== undefined) {
      const fault = findPolygonError(polygon);
      if (fault !== null) faults.push({ field: `${field}/polygon`, message: fault });
    }
    return faults;
  });
}

function findPolygonError(polygon: readonly Point[]): Message | null {
  if (new Set(polygon.map(({ lat, lng }) => `${lat},${lng}`)).size !== polygon.length)
    return messages.corner_twice;
  const sides = polygon.map((corner, index) => [polygon.at(index - 1) as Point, corner] as const);
  for (const [one, [a, b]] of sides.entries()) {
    for (const [other, [c, d]] of sides.entries()) {
      const neighbours =
        (other - one + sides.length) % sides.length <= 1 || (one - other + sides.length) % sides.length <= 1;
      if (!neighbours && doSidesIntersect(a, b, c, d)) return messages.crosses_itself;
    }
  }
  const twice = sides.reduce((sum, [a, b]) => sum + (a.lng * b.lat - b.lng * a.lat), 0);
  return Math.abs(twice) < 1e-12 ? messages.encloses_nothing : null;
}

/** Do two sides cross or touch? */
function doSidesIntersect(a: Point, b: Point, c: Point, d: Point): boolean {
  const turn = (p: Point, q: Point, r: Point) =>
    Math.sign((q.lng - p.lng) * (r.lat - p.lat) - (q.lat - p.lat) * (r.lng - p.lng));
  const onSide = (p: Point, q: Point, r: Point) =>
    Math.min(p.lng, q.lng) <= r.lng &&
    r.lng <= Math.max(p.lng, q.lng) &&
    Math.min(p.lat, q.lat) <= r.lat &&
    r.lat <= Math.max(p.lat, q.lat);
  const [one, two, three, four] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (one !== two && three !== four) return true;
  return (
    (one === 0 && onSide(a, b, c)) ||
    (two === 0 && onSide(a, b, d)) ||
    (three === 0 && onSide(c, d, a)) ||
    (four === 0 && onSide(c, d, b))
  );
}
