/**
 * Limits that the owner of an API token set: calls a minute, created orders a day and money a day.
 *
 * They hold over all processes: a call is counted in the database before it runs, in a window of 60 seconds that slides;
 * orders and money are counted in the transaction that creates or spends them, by calendar day of the business, and what
 * would exceed the limit is rolled back. What counts is declared by the events (`usage`): money by its
 * absolute amount, whichever way it moves. Money that is returned later does not count back. Tokens without limits cost nothing.
 */
import type pg from "pg";
import { type Db, systemDb } from "#platform/db/db.ts";
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import type { Actor } from "../caller/actor.ts";
import type { Emitted } from "../define/context.ts";
import type { EventCatalogue, Usage } from "../define/events.ts";
import { Refusal } from "../define/refusal.ts";
import { refusals } from "../response/platform-messages.ts";

/** The daily limits of a token. A job that the token started has those of the token. */
export interface DailyCaps {
  token_id: number;
  orders_per_day: number | null;
  money_minor_per_day: number | null;
}

interface LimitState {
  limit: number;
  left: number;
  /** When all of it is available again; of calls, when the next becomes available. Null when nothing is used. */
  frees_at: string | null;
}

/** What is left to a token; absent members have no limit. */
export interface TokenLimits {
  calls_per_minute?: LimitState;
  orders_per_day?: LimitState;
  money_per_day?: LimitState & { currency: string };
}

type Caller = Pick<Actor, "token_id" | "calls_per_minute" | "caps" | "business" | "business_id" | "link">;

export interface TokenCaps {
  /** Counts a call. Refuses `too_many_requests`; refused calls do not count. */
  takeCall(actor: Caller, now: Date): Promise<void>;
  /** What is left now; null for a caller without limits. */
  findLimits(actor: Caller, now: Date): Promise<TokenLimits | null>;
}

const WINDOW_S = 60;

export function createTokenCaps(system: pg.Pool): TokenCaps {
  const db = systemDb(system);
  return {
    async takeCall({ token_id, calls_per_minute, link }, now) {
      if (token_id === null || calls_per_minute === null || link) return;
      const second = Math.floor(now.getTime() / 1000);
      const row = await db.row<{ used: number; frees_s: number | null }>(
        "select used, frees_s from take_token_call($1, $2, $3)",
        [token_id, second, calls_per_minute],
      );
      const frees_s = row?.frees_s ?? null;
      if (frees_s === null) return;
      const wait_s = Math.max(1, Math.ceil(frees_s - now.getTime() / 1000));
      throw new Refusal("too_many_requests", "too_many", {
        message: refusals.token_calls_exceeded.with({ calls: calls_per_minute, wait: wait_s }),
        extra: {
          cap: "calls_per_minute",
          limit: calls_per_minute,
          left: 0,
          frees_at: new Date(frees_s * 1000).toISOString(),
          retry_after_s: wait_s,
        },
        headers: { "retry-after": String(wait_s) },
      });
    },

    async findLimits(actor, now) {
      const { token_id, calls_per_minute, link, business_id } = actor;
      const caps = actor.caps ?? null;
      if (token_id === null || link || (calls_per_minute === null && caps === null)) return null;
      const { time_zone, currency } = getClock(actor);
      const row = await db.row<{ calls: number; oldest: number | null; orders: number; money_minor: number }>(
        `select coalesce(c.calls, 0)::int as calls, c.oldest, coalesce(u.orders, 0) as orders,
           coalesce(u.money_minor, 0) as money_minor
         from (select sum(count) as calls, min(second) as oldest from token_call_count
             where token_id = $1 and second >= $2) c
           left join token_use_day u on u.business_id = $3 and u.token_id = $1 and u.day = $4`,
        [token_id, Math.floor(now.getTime() / 1000) - WINDOW_S, business_id, toLocalDate(now, time_zone)],
      );
      const { calls = 0, oldest = null, orders = 0, money_minor = 0 } = row ?? {};
      const midnight = findMidnight(now, time_zone).toISOString();
      const buildLimitState = (limit: number, used: number, frees_at: string | null): LimitState => ({
        limit,
        left: Math.max(0, limit - used),
        frees_at: used === 0 ? null : frees_at,
      });
      const call_frees_at = oldest === null ? null : new Date((oldest + WINDOW_S + 1) * 1000).toISOString();
      return {
        ...(calls_per_minute === null
          ? {}
          : { calls_per_minute: buildLimitState(calls_per_minute, calls, call_frees_at) }),
        ...(caps === null || caps.orders_per_day === null
          ? {}
          : { orders_per_day: buildLimitState(caps.orders_per_day, orders, midnight) }),
        ...(caps === null || caps.money_minor_per_day === null
          ? {}
          : {
              money_per_day: {
                ...buildLimitState(caps.money_minor_per_day, money_minor, midnight),
                currency,
              },
            }),
      };
    },
  };
}

/** In the words of HTTP: `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers). */
export function buildLimitHeaders(limits: TokenLimits | null, now: Date): Record<string, string> {
  const all = Object.entries(limits ?? {}) as [string, LimitState][];
  if (all.length === 0) return {};
  const wait_s = ({ frees_at }: LimitState) =>
    frees_at === null ? "" : `;t=${Math.max(0, Math.ceil((Date.parse(frees_at) - now.getTime()) / 1000))}`;
  return {
    "ratelimit-policy": all
      .map(([name, { limit }]) => `"${name}";q=${limit};w=${name === "calls_per_minute" ? WINDOW_S : 86_400}`)
      .join(", "),
    ratelimit: all.map(([name, one]) => `"${name}";r=${one.left}${wait_s(one)}`).join(", "),
  };
}

/**
 * Counts what the events of a write use, in its transaction. Refuses `token_cap_reached` when that would exceed a limit of
 * the token. Nothing else of the token passes until the transaction has ended.
 */
export async function takeDailyUse(
  { actor, now, events }: { actor: Actor; now: Date; events: EventCatalogue },
  db: Db,
  emitted: readonly Emitted[],
): Promise<void> {
  const caps = actor.caps ?? null;
  if (caps === null || emitted.length === 0) return;
  const { currency, time_zone } = getClock(actor);
  const used = sumUsage(events, emitted);
  if (used.orders === 0 && used.money.length === 0) return;
  const foreign = used.money.find((money) => money.currency !== currency);
  if (caps.money_minor_per_day !== null && foreign !== undefined) {
    throw new Refusal("token_cap_currency", "conflict", {
      message: refusals.other_currency_cap.with({ currency, other: foreign.currency }),
      extra: { cap: "money_per_day", currency },
    });
  }
  const money_minor = used.money.reduce((sum, money) => sum + money.amount_minor, 0);
  const day = toLocalDate(now, time_zone);
  const { business_id } = actor;
  await db.execute(
    "insert into token_use_day (business_id, token_id, day) values ($1, $2, $3) on conflict do nothing",
    [business_id, caps.token_id, day],
  );
  const changed_rows = await db.execute(
    `update token_use_day set orders = orders + $4, money_minor = money_minor + $5
      where business_id = $1 and token_id = $2 and day = $3
        and ($4 = 0 or $6::int is null or orders + $4 <= $6) and ($5 = 0 or $7::bigint is null or money_minor + $5 <= $7)`,
    [
      business_id,
      caps.token_id,
      day,
      used.orders,
      money_minor,
      caps.orders_per_day,
      caps.money_minor_per_day,
    ],
  );
  if (changed_rows > 0) return;
  const row = await db.row<{ orders: number; money_minor: number }>(
    "select orders, money_minor from token_use_day where business_id = $1 and token_id = $2 and day = $3",
    [business_id, caps.token_id, day],
  );
  const orders = row?.orders ?? 0;
  const is_orders =
    caps.orders_per_day !== null && used.orders > 0 && orders + used.orders > caps.orders_per_day;
  const frees_at = findMidnight(now, time_zone);
  throw is_orders
    ? capReached("orders_per_day", caps.orders_per_day ?? 0, orders, used.orders, { frees_at, now })
    : capReached("money_per_day", caps.money_minor_per_day ?? 0, row?.money_minor ?? 0, money_minor, {
        frees_at,
        now,
        currency,
      });
}

function sumUsage({ kinds }: EventCatalogue, emitted: readonly Emitted[]) {
  let orders = 0;
  const money: NonNullable<Usage["money"]>[] = [];
  for (const { kind, payload } of emitted) {
    const usage = kinds.get(kind)?.usage?.(payload as Record<string, unknown>);
    orders += usage?.orders ?? 0;
    if (usage?.money !== undefined && usage.money.amount_minor > 0) money.push(usage.money);
  }
  return { orders, money };
}

function capReached(
  cap: "orders_per_day" | "money_per_day",
  limit: number,
  used: number,
  requested: number,
  { frees_at, now, currency }: { frees_at: Date; now: Date; currency?: string },
): Refusal {
  const remaining_count = Math.max(0, limit - used);
  const values = { limit, left: remaining_count, requested, at: frees_at.toISOString() };
  const wait_s = Math.max(1, Math.ceil((frees_at.getTime() - now.getTime()) / 1000));
  return new Refusal("token_cap_reached", "too_many", {
    message:
      cap === "orders_per_day"
        ? refusals.orders_cap.with(values)
        : refusals.money_cap.with({ ...values, currency: currency ?? "" }),
    extra: {
      cap,
      limit,
      left: remaining_count,
      requested,
      ...(currency === undefined ? {} : { currency }),
      frees_at: frees_at.toISOString(),
      retry_after_s: wait_s,
    },
    headers: { "retry-after": String(wait_s) },
  });
}

function getClock({ business }: Pick<Actor, "business">): { time_zone: string; currency: string } {
  return { time_zone: business?.time_zone ?? "UTC", currency: business?.currency ?? "" };
}

function findMidnight(now: Date, time_zone: string): Date {
  return toInstant(addDays(toLocalDate(now, time_zone), 1), "00:00", time_zone);
}
