/** Whether drivers may have routes: documents, vehicle, skills, capacity. */
import { findExpiredSkills } from "#domain/fleet/skills/public.ts";
import { listOfferedSkills, listRequiredSkills } from "#domain/planning/planning/public.ts";
import { findCapacities, findOverloads, type RouteRow } from "#domain/planning/routes/public.ts";
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import { findIneligibility, type Ineligible } from "./rules.ts";

type Reader = Pick<Context, "db" | "business_id">;

interface Equipped {
  status: string;
  vehicle_id: number | null;
  skills: string[];
  vehicle_skills: string[];
  vehicle_type: string | null;
  expired_date: string | null;
}

export interface Eligibility {
  reason: Ineligible | null;
  vehicle_id: number | null;
  /** Skills that are missing. */
  missing: string[];
}

async function loadEquipped(
  { db, business_id }: Reader,
  driver_id: number,
  date: string,
): Promise<Equipped | undefined> {
  return db.row<Equipped>(
    `select d.status, v.id as vehicle_id, d.skills, coalesce(v.skills, '{}') as vehicle_skills, v.type as vehicle_type,
       (select min(k.lasts) from (
          select max(coalesce(e.expires_date, 'infinity'::date)) as lasts from driver_document e
           where e.business_id = $1 and e.driver_id = d.id and e.status = 'accepted' group by e.kind) k
         where k.lasts < $3::date) as expired_date
       from driver d left join vehicle v on v.business_id = $1 and v.id = d.vehicle_id and v.status = 'active'
      where d.business_id = $1 and d.id = $2`,
    [business_id, driver_id, date],
  );
}

/** What the orders of routes require, by route. */
async function loadRequired(
  { db, business_id }: Reader,
  route_ids: readonly number[],
): Promise<Map<number, string[]>> {
  const rows = await db.rows<{ route_id: number; skills: string[] | null; vehicle_type: string | null }>(
    `select distinct s.route_id, o.requirements -> 'skills' as skills, o.requirements ->> 'vehicle_type' as vehicle_type
       from stop s join stop_task t on t.business_id = $1 and t.stop_id = s.id and t.status <> 'REMOVED'
       join delivery_order o on o.business_id = $1 and o.id = t.order_id
      where s.business_id = $1 and s.route_id = any($2::bigint[])`,
    [business_id, [...route_ids]],
  );
  const required = new Map<number, string[]>();
  for (const { route_id, skills, vehicle_type } of rows) {
    const more = listRequiredSkills({
      skills: skills ?? [],
      ...(vehicle_type === null ? {} : { vehicle_type }),
    });
    required.set(route_id, [...new Set([...(required.get(route_id) ?? []), ...more])]);
  }
  return required;
}

/** For each route, whether this driver may have it. */
export async function findEligibilities(
  context: Reader,
  driver_id: number,
  routes: readonly Pick<RouteRow, "id" | "date" | "load">[],
): Promise<Map<number, Eligibility>> {
  const { db, business_id } = context;
  const eligibilities = new Map<number, Eligibility>();
  const required = await loadRequired(
    context,
    routes.map(({ id }) => id),
  );
  for (const [date, of_day] of Map.groupBy(routes, (route) => route.date)) {
    const [driver, expired] = await Promise.all([
      loadEquipped(context, driver_id, date),
      findExpiredSkills(db, business_id, date),
    ]);
    if (driver === undefined) continue;
    const { vehicle_id } = driver;
    const capacity = (await findCapacities(db, business_id, [vehicle_id])).get(vehicle_id ?? 0) ?? null;
    const offered = listOfferedSkills(driver, expired);
    for (const route of of_day) {
      const needed_skills = required.get(route.id) ?? [];
      const reason = findIneligibility(
        {
          status: driver.status,
          expired_date: driver.expired_date,
          has_vehicle: vehicle_id !== null,
          offered,
          overloads: findOverloads(route.load, capacity).length,
        },
        needed_skills,
      );
      const missing = needed_skills
        .filter((one) => !offered.includes(one))
        .map((one) => one.replace(/^[a-z_]+:/, ""));
      eligibilities.set(route.id, { reason, vehicle_id, missing });
    }
  }
  return eligibilities;
}

/** Why, in the caller's language. */
export function sayReason({ say }: Pick<Context, "say">, { reason, missing }: Eligibility): string | null {
  return reason === null ? null : say(messages[reason], { skills: missing.join(", ") });
}

/** Refuses a driver who may not have the route; returns the vehicle. */
export async function requireEligible(
  context: Context<"not_eligible">,
  driver_id: number,
  route: RouteRow,
): Promise<number | null> {
  const eligibility = (await findEligibilities(context, driver_id, [route])).get(route.id);
  if (eligibility?.reason === null) return eligibility.vehicle_id;
  const reason = eligibility?.reason ?? "not_active";
  const text = sayReason(context, { reason, missing: eligibility?.missing ?? [], vehicle_id: null }) ?? "";
  throw context.refuse("not_eligible", {
    message: messages.not_eligible,
    values: { reason: text },
    extra: { reason },
  });
}
