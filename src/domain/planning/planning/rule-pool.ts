/** The part of the business's unassigned orders that a contractor may plan by its rules. */
import {
  foldPostalCode,
  getIsoWeekday,
  type OrderRule,
  RuleCounter,
  type RuleOrder,
} from "#domain/fleet/contractors/public.ts";
import type { Db } from "#platform/db/db.ts";
import type { Point } from "#vocabulary/geo.ts";

export interface RulePool {
  /** The parameter for `inRulePool`: the rules of that day of the week, as JSON. */
  readonly serialised_rules: string;
  /** Counts the orders that each rule of the contractor has accepted. */
  readonly counter: RuleCounter;
}

/**
 * SQL condition on unassigned orders (`delivery_order o`) that the rules in the JSON parameter could
 * accept; `RuleCounter` decides. PostgreSQL's planar geometry agrees with `isInside` except on the border itself.
 */
export function rulePoolCondition(parameter: string): string {
  return `exists (select 1 from json_to_recordset(${parameter}::json) as r(types text[], prefixes text[], polygon text)
    where (r.types is null or o.type = any(r.types))
      and (r.prefixes is null or exists (select 1 from unnest(r.prefixes) as p
        where starts_with(regexp_replace(upper(o.postal_code), '[^[:alnum:]]', '', 'g'), p)))
      and (r.polygon is null or (o.lat is not null and o.lng is not null and point(o.lng, o.lat) <@ r.polygon::polygon)))`;
}

const toPolygonLiteral = (corners: readonly Point[]) =>
  `(${corners.map(({ lat, lng }) => `(${lng},${lat})`).join(",")})`;

function serialiseRules(rules: readonly OrderRule[], weekday: number): string {
  return JSON.stringify(
    rules
      .filter(({ weekdays }) => weekdays === undefined || weekdays.includes(weekday))
      .map(({ types, postcode_prefixes, polygon }) => ({
        types: types ?? null,
        prefixes: postcode_prefixes?.map(foldPostalCode) ?? null,
        polygon: polygon === undefined ? null : toPolygonLiteral(polygon),
      })),
  );
}

/**
 * The rules of a contractor for a date, with the orders counted that they have already accepted for it.
 * A disabled contractor has no rules. `lock`: locks the contractor, so that nobody else plans by these rules or
 * changes them before the transaction ends.
 */
export async function loadRulePool(
  db: Db,
  business_id: number,
  contractor_id: number,
  date: string,
  lock = false,
): Promise<RulePool> {
  const contractor = await db.row<{ rules: OrderRule[]; status: string }>(
    `select rules, status from contractor where business_id = $1 and id = $2${lock ? " for no key update" : ""}`,
    [business_id, contractor_id],
  );
  const rules = contractor?.status === "active" ? contractor.rules : [];
  const weekday = getIsoWeekday(date);
  const counter = new RuleCounter(rules, weekday);
  if (rules.length > 0) {
    for (const order of await findOrdersTakenByRules(db, business_id, contractor_id, date))
      counter.countIfAccepted(order);
  }
  return { serialised_rules: serialiseRules(rules, weekday), counter };
}

/** Unassigned orders on the contractor's routes of a day, accepted by its rules. */
async function findOrdersTakenByRules(
  db: Db,
  business_id: number,
  contractor_id: number,
  date: string,
): Promise<RuleOrder[]> {
  return db.rows<RuleOrder>(
    `select o.type, o.postal_code, o.lat, o.lng from route r
       join delivery_order o on o.business_id = r.business_id and o.route_id = r.id
      where r.business_id = $1 and r.contractor_id = $2 and r.date = $3::date and r.status <> 'CANCELLED'
        and o.assignment_id is null order by o.id`,
    [business_id, contractor_id, date],
  );
}
