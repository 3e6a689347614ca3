/**
 * Turns of the operations agent: a business has so many a day, counted by its own calendar. One row a business
 * and day; the last turn of a day goes to one of those who ask at once.
 */
import type { Db } from "#platform/db/db.ts";
import { addDays, dateIn, momentIn } from "#vocabulary/calendar.ts";
import { DAILY_TURNS } from "#vocabulary/features.ts";
import type { ActorBusiness } from "./actor.ts";
import { Refusal } from "./refusal.ts";

type Business = Pick<ActorBusiness, "id" | "time_zone" | "settings">;

export function dailyTurnsOf({ settings }: Pick<Business, "settings">): number {
  const own = settings["ai_daily_turns"];
  return typeof own === "number" ? own : DAILY_TURNS;
}

/** Takes a turn in the caller's transaction; refuses `daily_cap_reached` when there is none left. Answers how many are. */
export async function takeTurn(db: Db, business: Business, now: Date): Promise<number> {
  const cap = dailyTurnsOf(business);
  // The row's lock makes the second of two at once see what the first has counted.
  const row =
    cap < 1
      ? undefined
      : await db.row<{ turns: number }>(
          `insert into ai_turn_day (business_id, day, turns) values ($1, $2, 1)
           on conflict (business_id, day) do update set turns = ai_turn_day.turns + 1 where ai_turn_day.turns < $3
           returning turns`,
          [business.id, dateIn(now, business.time_zone), cap],
        );
  if (row === undefined) throw capReached(business, now);
  return cap - row.turns;
}

/** Refuses `daily_cap_reached` once the day's turns are used; takes none. */
export async function refuseWithoutTurns(db: Db, business: Business, now: Date): Promise<void> {
  const row = await db.row<{ turns: number }>(
    "select turns from ai_turn_day where business_id = $1 and day = $2",
    [business.id, dateIn(now, business.time_zone)],
  );
  if ((row?.turns ?? 0) >= dailyTurnsOf(business)) throw capReached(business, now);
}

function capReached({ time_zone }: Business, now: Date): Refusal {
  const tomorrow = momentIn(addDays(dateIn(now, time_zone), 1), "00:00", time_zone);
  const wait_s = Math.max(1, Math.ceil((tomorrow.getTime() - now.getTime()) / 1000));
  return new Refusal("daily_cap_reached", "too_many", {
    message: "The agent's turns of this day are used.",
    headers: { "retry-after": String(wait_s) },
  });
}
