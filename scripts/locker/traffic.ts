/**
 * Couriers and recipients at simulated lockers: compartments are reserved and codes issued by the public operations of the
 * service; the codes are typed at the devices.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Service } from "../service.ts";
import { setNobodyThere } from "./commands.ts";
import type { SimulatedLocker } from "./simulated-locker.ts";

export interface TrafficOptions {
  service: Service;
  lockers: readonly { locker: SimulatedLocker; locker_id: number }[];
  /** Deposits a minute at all lockers together. */
  deposits_per_min: number;
  onProgress: (progress: TrafficProgress) => void;
  stopped: () => boolean;
}

interface TrafficProgress {
  deposited: number;
  collected: number;
  /** Codes that did not open a door, doors that stayed shut. */
  failed: number;
  /** Nothing was free. */
  full: number;
}

interface Reservation {
  id: number;
  status: string;
  compartment_code: string;
  compartment_status: string;
}

/** How long something lies in a compartment, milliseconds. */
const STORED_MS = [20_000, 90_000] as const;
const PATIENCE_MS = 60_000;

export async function runTraffic(options: TrafficOptions): Promise<void> {
  const progress: TrafficProgress = { deposited: 0, collected: 0, failed: 0, full: 0 };
  const running = new Set<Promise<void>>();
  for (let turn = 0; !options.stopped(); turn += 1) {
    const at = options.lockers[turn % options.lockers.length];
    if (at?.locker.has_power === true) {
      setNobodyThere(at.locker, false);
      const parcel = carryParcel(options, at, progress).finally(() => running.delete(parcel));
      running.add(parcel);
    }
    await wait((60_000 / options.deposits_per_min) * (0.6 + 0.8 * Math.random()));
  }
  await Promise.all(running);
}

async function carryParcel(
  { service, onProgress, stopped }: TrafficOptions,
  { locker, locker_id }: TrafficOptions["lockers"][number],
  progress: TrafficProgress,
): Promise<void> {
  const count = (what: keyof TrafficProgress) => {
    progress[what] += 1;
    onProgress({ ...progress });
  };
  const { free } = await findLocker(service, locker_id);
  const sizes = free.map(({ size }) => size);
  const size = sizes[Math.floor(Math.random() * sizes.length)];
  if (size === undefined) return count("full");
  const { reservation } = await service.call<{ reservation: Reservation }>(
    "POST",
    `/api/v1/lockers/${locker_id}/reservations`,
    { purpose: Math.random() < 0.8 ? "delivery" : "return", size, hold_min: 30, ref: "demo:locker" },
  );
  for (const use of ["deposit", "collect"] as const) {
    if (!(await typeCode(service, locker, reservation, use))) return count("failed");
    count(use === "deposit" ? "deposited" : "collected");
    const [least, most] = STORED_MS;
    if (use === "deposit" && !stopped()) await wait(least + Math.random() * (most - least));
  }
}

async function findLocker(service: Service, locker_id: number): Promise<{ free: { size: string }[] }> {
  const { lockers } = await service.call<{ lockers: { locker_id: number; free: { size: string }[] }[] }>(
    "GET",
    "/api/v1/lockers?per_page=100",
  );
  return lockers.find((one) => one.locker_id === locker_id) ?? { free: [] };
}

/** Whether it is in, or taken out. The device may have to hear of the code first, so it is typed again after a while. */
async function typeCode(
  service: Service,
  locker: SimulatedLocker,
  { id, compartment_code }: Reservation,
  use: "deposit" | "collect",
): Promise<boolean> {
  const { code } = await service.call<{ code: string }>("POST", `/api/v1/lockers/reservations/${id}/codes`, {
    use,
  });
  const isAllowed = () =>
    locker.flash.compartments[compartment_code]?.allowed.uses.some((one) => one.use === use) === true;
  if (!(await becomes(isAllowed))) return false;
  await locker.give({ kind: "code", code });
  return becomes(async () => {
    const { reservation } = await service.call<{ reservation: Reservation }>(
      "GET",
      `/api/v1/lockers/reservations/${id}`,
    );
    return use === "deposit" ? reservation.compartment_status === "OCCUPIED" : reservation.status === "ENDED";
  });
}

async function becomes(check: () => boolean | Promise<boolean>): Promise<boolean> {
  const ends_at = Date.now() + PATIENCE_MS;
  for (;;) {
    if (await check()) return true;
    if (Date.now() > ends_at) return false;
    await wait(1000);
  }
}
