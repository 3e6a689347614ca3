/**
 * Calls at the same time, on several connections. A family declares the races of its records in `races.ts`, found by folder:
 * how to make what they are about, which operations are called at once, and what must hold afterwards.
 */
import { glob } from "node:fs/promises";
import path from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Refusal } from "#operation/define/refusal.ts";
import type { Db } from "#platform/db/db.ts";
import { byName } from "../surface/fixture.ts";
import type { Caller, TestBusiness, TestService } from "./service.ts";

export const ROUNDS = 20;
export const DROPOFF = {
  line1: "Quadra 7",
  city: "Brasília",
  country: "BR",
  lat: -15.71,
  lng: -47.88,
};

type Call = () => Promise<unknown>;

/** For each call in order, the code of its refusal or `done`; any other error fails the test. */
export async function atOnce(...calls: Call[]): Promise<string[]> {
  return Promise.all(
    calls.map(async (call) => {
      try {
        await call();
        return "done";
      } catch (error) {
        if (error instanceof Refusal && error.code !== "busy") return error.code;
        throw error;
      }
    }),
  );
}

/** Repeats a race, each time with another call slightly ahead. */
async function race(round: number, ...calls: Call[]): Promise<string[]> {
  return atOnce(
    ...calls.map((call, index) => async () => {
      const wait = (round + index * 3) % 7;
      for (let turns = 0; turns < wait * 4; turns += 1) await turn();
      await call();
    }),
  );
}

/** A business of its own with people who call operations by name, and routes that are ready to drive. */
export type Course = Awaited<ReturnType<typeof openCourse>>;

export async function openCourse(service: TestService) {
  const business = await service.business();
  const call = (caller: Caller) => byName(service, caller);
  const admin = call(business.as("client_admin"));

  async function orders(count: number): Promise<number[]> {
    const answer = await admin("clientBatchOrderCreate", {
      orders: Array.from({ length: count }, (_none, index) => ({
        dropoff: { ...DROPOFF, lat: DROPOFF.lat - index / 1000 },
      })),
    });
    return answer.orders.map(({ order_id }: { order_id: number }) => order_id);
  }
  async function released(count: number) {
    const driver = await business.driver();
    const order_ids = await orders(count);
    const { route } = await admin("clientRouteCreate", { driver_id: driver.id, order_ids });
    await admin("clientRouteRelease", { route_id: route.id });
    return { phone: call(driver.person.call), order_ids, route_id: route.id, stops: route.stops };
  }
  return {
    service,
    business,
    call,
    admin,
    employee: call(business.as("employee")),
    /** Another administrator. */
    second: call(business.as("client_admin", "second")),
    race,
    atOnce,
    orders,
    released,
    async onRoad(count: number) {
      const route = await released(count);
      await route.phone("driverRouteStart", { route_id: route.route_id });
      return route;
    },
  };
}

export type Races = Record<string, (course: Course) => Promise<void>>;

export const defineRaces = (races: Races): Races => races;

/** What must hold after any race: a statement of the rows of a business, `$1`, that break it, or a check that finds them. */
export type Invariants = Record<string, (system: Db, business: TestBusiness) => Promise<readonly unknown[]>>;

export const defineInvariants = (invariants: Invariants): Invariants => invariants;

/** Of all families. */
export async function loadRaces(
  folders: readonly string[],
): Promise<{ races: Races; invariants: Invariants }> {
  const files: string[] = [];
  for (const folder of folders)
    for await (const file of glob("*/*/races.ts", { cwd: folder })) files.push(path.join(folder, file));
  const all = { races: {} as Races, invariants: {} as Invariants };
  for (const file of files.sort()) {
    const { races = {}, invariants = {} } = await import(pathToFileURL(file).href);
    Object.assign(all.races, races);
    Object.assign(all.invariants, invariants);
  }
  return all;
}
