/**
 * Daily quota of agent turns. Each business has a number of turns per calendar day in its own time zone, stored as
 * one row per business and day. Of concurrent requests for the last turn of a day, one gets it.
 */
import Type from "typebox";
import type { Db } from "#platform/db/db.ts";
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import type { ActorBusiness } from "../caller/actor.ts";
import { Refusal } from "../define/refusal.ts";
import { defineSettings, type SettingsIn } from "../define/settings.ts";
import { refusals } from "../response/platform-messages.ts";

export const quotaSettings = defineSettings({
  ai_daily_turns: {
    order: 180,
    default: 200,
    schema: Type.Integer({
      minimum: 0,
      maximum: 100_000,
      description: "Requests to the operations agent per day; 200 by default.",
    }),
  },
});

declare module "../define/settings.ts" {
  interface DeclaredSettings extends SettingsIn<typeof quotaSettings> {}
}

type Business = Pick<ActorBusiness, "id" | "time_zone" | "settings">;

export function getDailyTurnLimit({ settings }: Pick<Business, "settings">): number {
  return settings.ai_daily_turns;
}

/**
 * Consumes a turn in the caller's transaction and returns how many are left. Refuses `daily_cap_reached` when none
 * is left.
 */
export async function consumeTurn(db: Db, business: Business, now: Date): Promise<number> {
  const cap = getDailyTurnLimit(business);
  // The row lock makes the second of two concurrent requests see the count of the first.
  const row =
    cap < 1
      ? undefined
      : await db.row<{ turns: number }>(
          `insert into ai_turn_day (business_id, day, turns) values ($1, $2, 1)
           on conflict (business_id, day) do update set turns = ai_turn_day.turns + 1 where ai_turn_day.turns < $3
           returning turns`,
          [business.id, toLocalDate(now, business.time_zone), cap],
        );
  if (row === undefined) throw dailyCapReached(business, now);
  return cap - row.turns;
}

/** Refuses `daily_cap_reached` when the day's turns are used up. Consumes none. */
export async function requireAgentQuota(db: Db, business: Business, now: Date): Promise<void> {
  const row = await db.row<{ turns: number }>(
    "select turns from ai_turn_day where business_id = $1 and day = $2",
    [business.id, toLocalDate(now, business.time_zone)],
  );
  if ((row?.turns ?? 0) >= getDailyTurnLimit(business)) throw dailyCapReached(business, now);
}

function dailyCapReached({ time_zone }: Business, now: Date): Refusal {
  const tomorrow = toInstant(addDays(toLocalDate(now, time_zone), 1), "00:00", time_zone);
  const wait_s = Math.max(1, Math.ceil((tomorrow.getTime() - now.getTime()) / 1000));
  return new Refusal("daily_cap_reached", "too_many", {
    message: refusals.agent_turns_used,
    headers: { "retry-after": String(wait_s) },
  });
}
