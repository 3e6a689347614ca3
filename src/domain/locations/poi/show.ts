/** Points of interest as a caller sees them. */
import type { Context } from "#operation/define/context.ts";
import { type PoiRow, seesInternals, toPoi } from "./records/poi.ts";
import { loadHolidays } from "./records/poi-holiday.ts";
import type { Poi } from "./shapes.ts";

type Reader = Pick<Context<never>, "db" | "business_id" | "business" | "actor" | "now">;

export async function showPois(
  context: Reader,
  rows: readonly (PoiRow & { distance_m?: number | null })[],
  at: Date = context.now,
): Promise<Poi[]> {
  const isHoliday = await loadHolidays(
    context,
    rows.flatMap(({ hours }) => hours?.holidays?.calendar ?? []),
  );
  const viewing = {
    now: at,
    isHoliday,
    business_time_zone: context.business.time_zone,
    shows_internals: seesInternals(context.actor.role),
  };
  return rows.map((row) => toPoi(row, viewing));
}

export async function answerPoi(context: Reader, row: PoiRow) {
  const [poi] = await showPois(context, [row]);
  return { result: true, version: row.version, poi: poi as Poi };
}
