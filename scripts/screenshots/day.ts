/**
 * Data for the screenshots: a day that is planned and half delivered, and a contractor with orders for the next
 * day.
 */
import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { drive } from "../drive/drive.ts";
import { type Ask, PASSWORD } from "./product.ts";

/** How many orders of the next day are assigned to the contractor. */
const HANDED_OVER = 24;
/** Share of the day's orders that is delivered in the screenshots. */
const DRIVEN = 0.55;

/** Today, in the time zone of the business. */
export async function findToday(ask: Ask): Promise<string> {
  const { business } = await ask<{ business: { time_zone: string } }>("GET", "/api/v1/user/me");
  return new Intl.DateTimeFormat("en-CA", { timeZone: business.time_zone }).format(new Date());
}

export async function planDay(ask: Ask, date: string): Promise<void> {
  const { plan_run_id } = await ask<{ plan_run_id: number }>("POST", "/api/v3/client/build-route", {
    date,
    async: true,
    time_limit_s: 20,
  });
  for (let state = "QUEUED"; state !== "COMPLETED"; await wait(250)) {
    const { plan_run } = await ask<{ plan_run: { state: string; failure: string | null } }>(
      "GET",
      `/api/v1/client/plan-runs/${plan_run_id}`,
    );
    assert(!["FAILED", "CANCELLED"].includes(plan_run.state), plan_run.failure ?? plan_run.state);
    state = plan_run.state;
  }
}

export async function driveHalf(ask: Ask, base_url: string, date: string): Promise<void> {
  await ask("POST", "/api/v1/client/routes/release", { date });
  const { total } = await ask<{ total: number }>(
    "GET",
    `/api/v1/client/orders?date_from=${date}&date_to=${date}&per_page=1`,
  );
  let resolved = 0;
  await drive({
    base_url,
    date,
    password: PASSWORD,
    drivers: Array.from({ length: 40 }, (_, index) => `driver${index + 1}@rounds.example`),
    speed: Number.POSITIVE_INFINITY,
    failing: 0.02,
    stopped: () => resolved >= total * DRIVEN,
    onProgress: ({ delivered, failed }) => {
      resolved = delivered + failed;
    },
  });
}

/** Tracking number of an order that was delivered. */
export async function findDelivered(ask: Ask, date: string): Promise<string> {
  const { orders } = await ask<{ orders: { tracking_number: string }[] }>(
    "GET",
    `/api/v1/client/orders?status=DELIVERED&date_from=${date}&date_to=${date}&per_page=1`,
  );
  assert(orders[0] !== undefined, "Nothing was delivered.");
  return orders[0].tracking_number;
}

/** Creates a contractor with two rules and assigned orders of the next day; returns its id. */
export async function assignToContractor(ask: Ask, today: string): Promise<number> {
  const next = new Date(`${today}T12:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  const date = next.toISOString().slice(0, 10);
  const { contractors } = await ask<{
    contractors: { id: number; rules: object[]; people: { broker_id: number }[] }[];
  }>("GET", "/api/v1/client/contractors");
  const one = contractors[0];
  assert(one !== undefined, "The demo has no contractor.");
  await ask("PATCH", `/api/v1/client/contractors/${one.id}`, {
    rules: [...one.rules, { name: "Weekends", weekdays: [6, 7], capacity_per_day: 100 }],
  });
  const { orders } = await ask<{ orders: { id: number }[] }>(
    "GET",
    `/api/v1/client/orders?date_from=${date}&date_to=${date}&per_page=${HANDED_OVER}`,
  );
  await ask("POST", "/api/v1/broker-order-assignments", {
    order_ids: orders.map(({ id }) => id),
    broker_id: one.people[0]?.broker_id,
  });
  return one.id;
}
