/**
 * Simulates a released day through the public API only: drivers sign in, load, start, move along their routes,
 * deliver with photo proofs, and fail some stops with reasons.
 */
import { hash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { parcelPicture } from "./picture.ts";

export interface DriveOptions {
  base_url: string;
  /** Business-local date. */
  date: string;
  password: string;
  drivers: readonly string[];
  /** Simulated seconds per second; Infinity for as fast as possible. */
  speed: number;
  /** Share of stops that fail, 0 to 1. */
  failing: number;
  onProgress?(progress: Progress): void;
  stopped?(): boolean;
}

export interface Progress {
  delivered: number;
  failed: number;
  stops: number;
  drivers_done: number;
  drivers: number;
}

interface Task {
  order_id: number;
  required_proofs: string[];
  status: string;
}

interface Stop {
  id: number;
  lat: number;
  lng: number;
  status: string;
  service_time_s: number;
  planned_arrival_at: string | null;
  tasks: Task[];
}

interface Route {
  id: number;
  status: string;
  date: string;
}

const REASONS = ["recipient_absent", "business_closed", "recipient_refused", "address_incorrect"];
/** Simulated seconds between two positions. */
const POSITION_EVERY_S = 30;
/** Maximum real interval between two positions, so that a slow simulation still moves smoothly. */
const POSITION_REAL_MS = 2000;

/** A number from 0 to 1 that depends only on the text, so that the simulation is repeatable. */
function chance(seed: string): number {
  return hash("sha256", seed, "buffer").readUInt32BE(0) / 0x1_0000_0000;
}

class Phone {
  private readonly base: string;
  private readonly device: string;
  private token = "";
  private seq = 0;
  lat: number | undefined;
  lng: number | undefined;

  constructor(base: string, device: string) {
    this.base = base;
    this.device = device;
  }

  async signIn(email: string, password: string): Promise<void> {
    const { access_token } = await this.call<{ access_token: string }>("POST", "/api/v1/driver/login", {
      email,
      password,
    });
    this.token = access_token;
  }

  /** Members of every command: device id and sequence number. */
  command(): { device_id: string; seq: number } {
    this.seq += 1;
    return { device_id: this.device, seq: this.seq };
  }

  async call<T>(method: string, path: string, body?: object): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      const answer = await fetch(this.base + path, {
        method,
        headers: {
          "content-type": "application/json",
          ...(this.token === "" ? {} : { authorization: `Bearer ${this.token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch((error: Error) => error);
      // The service restarts or the network is down: a phone retries.
      if (answer instanceof Error || answer.status === 503) {
        if (tries >= 20)
          throw answer instanceof Error ? answer : new Error(`${method} ${path} answered 503.`);
        await wait(250);
        continue;
      }
      const document = (await answer.json()) as T & { message?: string };
      if (!answer.ok)
        throw new Error(
          `${method} ${path} answered ${answer.status}: ${JSON.stringify(document).slice(0, 400)}`,
        );
      return document;
    }
  }

  async report(route_id: number, lat: number, lng: number, speed_mps: number): Promise<void> {
    this.lat = lat;
    this.lng = lng;
    this.seq += 1;
    await this.call("POST", "/api/v1/driver/positions", {
      device_id: this.device,
      route_id,
      positions: [
        {
          seq: this.seq,
          at: new Date().toISOString(),
          lat,
          lng,
          accuracy_m: 8,
          speed_mps,
          battery_percent: 80,
        },
      ],
    });
  }
}

/** Drive every released route of the date; resolves when all are completed or `stopped` returns true. */
export async function drive(options: DriveOptions): Promise<Progress> {
  const progress: Progress = {
    delivered: 0,
    failed: 0,
    stops: 0,
    drivers_done: 0,
    drivers: options.drivers.length,
  };
  const halted = () => options.stopped?.() === true;
  await Promise.all(
    options.drivers.map(async (email, index) => {
      // Drivers do not all sign in at the same instant.
      if (options.speed !== Number.POSITIVE_INFINITY) await wait((index % 10) * 150);
      const phone = new Phone(options.base_url, `demo-${email}-${Date.now()}`);
      await phone.signIn(email, options.password);
      const { routes } = await phone.call<{ routes: Route[] }>(
        "GET",
        `/api/v1/driver/routes?date=${options.date}`,
      );
      for (const route of routes) {
        if (["RELEASED", "LOADED", "IN_PROGRESS"].includes(route.status) && !halted()) {
          await driveRoute(phone, route, options, progress, halted);
        }
      }
      progress.drivers_done += 1;
      options.onProgress?.({ ...progress });
    }),
  );
  return progress;
}

async function driveRoute(
  phone: Phone,
  route: Route,
  options: DriveOptions,
  progress: Progress,
  halted: () => boolean,
): Promise<void> {
  const detail = await phone.call<{ stops: Stop[] }>("GET", `/api/v1/driver/routes/${route.id}`);
  await phone.call("POST", "/api/v1/driver/duty", { state: "on", ...phone.command() });
  if (route.status !== "IN_PROGRESS")
    await phone.call("POST", `/api/v1/driver/routes/${route.id}/start`, phone.command());
  let left_at: number | undefined;
  for (const stop of detail.stops) {
    if (halted()) return;
    if (stop.status !== "PENDING" && stop.status !== "ARRIVED") continue;
    const arrival = stop.planned_arrival_at === null ? undefined : Date.parse(stop.planned_arrival_at) / 1000;
    const travel_s = left_at === undefined || arrival === undefined ? 300 : Math.max(30, arrival - left_at);
    await move(phone, route.id, stop, travel_s, options, halted);
    if (halted()) return;
    if (stop.status === "PENDING")
      await phone.call("POST", `/api/v1/driver/stops/${stop.id}/arrive`, {
        lat: stop.lat,
        lng: stop.lng,
        ...phone.command(),
      });
    if (options.speed !== Number.POSITIVE_INFINITY) await wait((stop.service_time_s / options.speed) * 1000);
    await handOver(phone, stop, options, progress);
    left_at = arrival === undefined ? undefined : arrival + stop.service_time_s;
    progress.stops += 1;
    options.onProgress?.({ ...progress });
  }
}

/** Moves along the straight line, reporting positions. */
async function move(
  phone: Phone,
  route_id: number,
  to: Stop,
  travel_s: number,
  { speed }: DriveOptions,
  halted: () => boolean,
): Promise<void> {
  const from = { lat: phone.lat ?? to.lat, lng: phone.lng ?? to.lng };
  if (speed === Number.POSITIVE_INFINITY) {
    await phone.report(route_id, to.lat, to.lng, 0);
    return;
  }
  const real_ms = (travel_s / speed) * 1000;
  const steps = Math.max(
    1,
    Math.min(Math.ceil(travel_s / POSITION_EVERY_S), Math.ceil(real_ms / POSITION_REAL_MS)),
  );
  for (let step = 1; step <= steps && !halted(); step += 1) {
    await wait(real_ms / steps);
    const share = step / steps;
    await phone.report(
      route_id,
      from.lat + (to.lat - from.lat) * share,
      from.lng + (to.lng - from.lng) * share,
      9,
    );
  }
}

async function handOver(
  phone: Phone,
  stop: Stop,
  { failing }: DriveOptions,
  progress: Progress,
): Promise<void> {
  const first = stop.tasks[0]?.order_id ?? 0;
  const fails = chance(`fails ${first}`) < failing;
  const { file_id } = await phone.call<{ file_id: number }>("POST", "/api/v1/files", {
    name: `stop-${stop.id}.png`,
    content_type: "image/png",
    content_base64: parcelPicture(`order ${first}`).toString("base64"),
  });
  const proofs = [{ kind: "photo", file_id, lat: stop.lat, lng: stop.lng }];
  if (fails) {
    const return_reason = REASONS[Math.floor(chance(`reason ${first}`) * REASONS.length)] as string;
    await phone.call("POST", `/api/v1/driver/stops/${stop.id}/fail`, {
      return_reason,
      note: "Rang twice and called.",
      proofs,
      ...phone.command(),
    });
    progress.failed += stop.tasks.length;
    return;
  }
  const way = chance(`way ${first}`);
  await phone.call("POST", `/api/v1/driver/stops/${stop.id}/complete`, {
    handed_to: way < 0.8 ? "recipient" : way < 0.92 ? "neighbour" : "safe_place",
    proofs,
    ...phone.command(),
  });
  progress.delivered += stop.tasks.length;
}
