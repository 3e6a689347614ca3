/**
 * A gateway in the form of Karrio that fails as it likes, for tests: an HTTP server with books of its own, so that it
 * outlives the process that calls it. What it has sold stays sold, whatever it answers.
 */
import { randomInt } from "node:crypto";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { serve } from "./exchanges.ts";

/**
 * `refuses`: nothing is done, and the answer says so; `loses_request`: nothing arrives; `loses_answer`: it is done, and the
 * connection is lost; `malformed`: it is done, and the answer cannot be read; `fails`: nothing is done, with a 502;
 * `late`: it fails, and is done when `deliverLate` is called.
 */
type Mood = "works" | "slow" | "refuses" | "loses_request" | "loses_answer" | "malformed" | "fails" | "late";

const BUY: readonly Mood[] = [
  ...Array.from({ length: 9 }, () => "works" as const),
  "slow",
  "slow",
  "refuses",
  "loses_request",
  "loses_answer",
  "loses_answer",
  "malformed",
  "fails",
  "late",
];
/** Lookups and cancellations: what they ask for is not sold, so that a refusal would only end the test's writers. */
const ASK: readonly Mood[] = [
  ...Array.from({ length: 12 }, () => "works" as const),
  "slow",
  "loses_answer",
  "malformed",
  "fails",
];

interface Held {
  id: string;
  reference: string;
  status: "draft" | "purchased" | "cancelled";
  tracking_number: string;
  currency: string;
  parcels: unknown[];
}

interface HeldPickup {
  id: string;
  reference: string;
  status: "scheduled" | "cancelled";
}

export interface FlakyGateway {
  base_url: string;
  /** References of what it has sold, and not cancelled. */
  sold(): string[];
  /** How often it has sold something, whatever became of it. */
  purchases(): number;
  /** References of pickups that it comes for, once each: one that it was asked for twice is there twice. */
  pickups(): string[];
  /** Carries out the requests that were on their way. */
  deliverLate(): void;
  /** It works from now on. */
  settle(): void;
}

/** `charge`: of every shipment. Without `delays` no request arrives late. */
export async function startFlakyGateway({
  charge,
  delays,
}: {
  charge: number;
  delays: boolean;
}): Promise<FlakyGateway> {
  const shipments = new Map<string, Held>();
  const pickups = new Map<string, HeldPickup>();
  const late: (() => unknown)[] = [];
  let purchases = 0;
  let is_settled = false;

  const rate = (currency: string) => ({
    id: "rat_1",
    carrier_name: "flaky",
    carrier_id: "flaky",
    currency,
    service: "flaky_ground",
    total_charge: charge,
    transit_days: 2,
    extra_charges: [],
  });
  const show = (one: Held) => ({
    ...one,
    carrier_name: "flaky",
    carrier_id: "flaky",
    service: "flaky_ground",
    tracking_number: one.status === "draft" ? null : one.tracking_number,
    rates: [rate(one.currency)],
    selected_rate: one.status === "draft" ? null : rate(one.currency),
    meta: {},
  });
  type Answer = { status: number; body: unknown };
  const ok = (body: unknown, status = 200): Answer => ({ status, body });
  const stateError = ok({ errors: [{ code: "state_error", message: "It is in another state." }] }, 409);

  const createDraft = (payload: Record<string, unknown>): Answer => {
    const id = `shp_${shipments.size + 1}`;
    const created_shipment: Held = {
      id,
      reference: String(payload["reference"]),
      status: "draft",
      tracking_number: `FLK${id}`,
      currency: (payload["options"] as { currency: string }).currency,
      parcels: (payload["parcels"] as unknown[]).map(() => ({})),
    };
    shipments.set(id, created_shipment);
    return ok(show(created_shipment), 201);
  };
  const change = (id: string, from: Held["status"], to: Held["status"]): Answer => {
    const one = shipments.get(id);
    if (one === undefined) return ok({ errors: [{ code: "not_found", message: "There is none." }] }, 404);
    if (one.status !== from) return stateError;
    if (to === "purchased") purchases += 1;
    one.status = to;
    return ok(show(one));
  };

  const showPickup = ({ id, reference, status }: HeldPickup) => ({
    id,
    status,
    carrier_name: "flaky",
    carrier_id: "flaky",
    confirmation_number: `CONF-${id}`,
    pickup_charge: null,
    metadata: { reference },
  });
  const createPickup = (payload: Record<string, unknown>): Answer => {
    const id = `pck_${pickups.size + 1}`;
    const { reference } = payload["metadata"] as { reference: string };
    const created_pickup: HeldPickup = { id, reference, status: "scheduled" };
    pickups.set(id, created_pickup);
    return ok(showPickup(created_pickup), 201);
  };
  const cancelPickup = (id: string): Answer => {
    const one = pickups.get(id);
    if (one === undefined) return ok({ errors: [{ code: "not_found", message: "There is none." }] }, 404);
    if (one.status === "cancelled") return stateError;
    one.status = "cancelled";
    return ok(showPickup(one));
  };

  /** What a request asks for, and how it may end. */
  const read = (method: string, url: URL, body: string): { act: () => Answer; moods: readonly Mood[] } => {
    const path = url.pathname;
    const payload = body === "" ? {} : (JSON.parse(body) as Record<string, unknown>);
    const [, id = "", verb] = /^\/v1\/shipments\/([^/]+)\/(purchase|cancel)$/.exec(path) ?? [];
    if (verb === "purchase") return { act: () => change(id, "draft", "purchased"), moods: BUY };
    if (verb === "cancel") return { act: () => change(id, "purchased", "cancelled"), moods: ASK };
    if (method === "POST" && path === "/v1/shipments") return { act: () => createDraft(payload), moods: BUY };
    if (path === "/v1/shipments") {
      const reference = url.searchParams.get("reference");
      const findShipments = () =>
        [...shipments.values()].filter((one) => one.reference === reference).map(show);
      return { act: () => ok({ results: findShipments() }), moods: ASK };
    }
    const [, pickup_id] = /^\/v1\/pickups\/([^/]+)\/cancel$/.exec(path) ?? [];
    if (pickup_id !== undefined) return { act: () => cancelPickup(pickup_id), moods: ASK };
    if (method === "POST" && path === "/v1/pickups") return { act: () => createPickup(payload), moods: BUY };
    if (path === "/v1/pickups") {
      const reference = url.searchParams.get("metadata_value");
      const findPickups = () =>
        [...pickups.values()].filter((one) => one.reference === reference).map(showPickup);
      return { act: () => ok({ results: findPickups() }), moods: ASK };
    }
    if (path === "/v1/proxy/rates") {
      const { currency } = payload["options"] as { currency: string };
      return { act: () => ok({ rates: [rate(currency)], messages: [] }), moods: ["works"] };
    }
    return {
      act: () => ok({ errors: [{ code: "not_found", message: `There is no ${path}.` }] }, 404),
      moods: ["works"],
    };
  };

  const answer = (response: ServerResponse, { status, body }: Answer) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };

  const base_url = await serve(async (request, body, response) => {
    const { act, moods } = read(request.method ?? "GET", new URL(request.url ?? "/", "http://gateway"), body);
    const mood = is_settled ? "works" : (moods[randomInt(moods.length)] ?? "works");
    if (mood === "slow") await sleep(randomInt(40, 400));
    if (mood === "works" || mood === "slow") return answer(response, act());
    if (mood === "refuses")
      return answer(response, ok({ errors: [{ code: "refused", message: "It is not served." }] }, 422));
    if (mood === "late" && delays) late.push(act);
    if (mood === "loses_answer" || mood === "malformed") act();
    if (mood === "malformed") return void response.writeHead(200).end("<html>");
    if (mood === "fails" || mood === "late") return answer(response, ok({ errors: [] }, 502));
    response.destroy();
  });

  return {
    base_url,
    sold: () =>
      [...shipments.values()].filter(({ status }) => status === "purchased").map((one) => one.reference),
    purchases: () => purchases,
    pickups: () =>
      [...pickups.values()].filter(({ status }) => status === "scheduled").map((one) => one.reference),
    deliverLate() {
      for (const act of late.splice(0)) act();
    },
    settle() {
      is_settled = true;
    },
  };
}
