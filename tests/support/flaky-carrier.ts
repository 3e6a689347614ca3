/**
 * A carrier that fails on request, for tests: it stores what it sold, and each call takes the next of its behaviours. What it
 * has booked stays booked, whatever it answers.
 */
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Carrier,
  CarrierFailed,
  type CarrierFailure,
  type CarrierVendors,
  type PackageState,
  type Pickup,
  type Purchase,
  type TrackEvent,
} from "#providers/carriers/port.ts";

/**
 * `works`; `refuses`: certain, nothing is done; `changes_price`; `loses_request`: nothing arrives, and the caller cannot
 * know; `loses_answer`: it is done, and the caller cannot know; `malformed`: it is done, and the answer cannot be read;
 * `late`: the request arrives only when `deliverLate` is called; `cut_off`: the same, and the calling process dies while it waits;
 * `unreachable`: certain, nothing arrives.
 */
export type Behaviour =
  | "works"
  | "refuses"
  | "changes_price"
  | "loses_request"
  | "loses_answer"
  | "malformed"
  | "late"
  | "cut_off"
  | "unreachable";

const FAILURES: Partial<Record<Behaviour, [CarrierFailure, string]>> = {
  refuses: ["request_refused", "The address is not served."],
  changes_price: ["price_changed", "It costs more now."],
  loses_request: ["timeout", "No answer in time."],
  loses_answer: ["timeout", "No answer in time."],
  malformed: ["unreadable_answer", "The answer cannot be read."],
  late: ["timeout", "No answer in time."],
  unreachable: ["unreachable", "Nobody is there."],
};
const BEFORE: ReadonlySet<Behaviour> = new Set([
  "refuses",
  "changes_price",
  "loses_request",
  "late",
  "unreachable",
]);

const fail = (behaviour: Behaviour): never => {
  const [failure, text] = FAILURES[behaviour] ?? ["carrier_failed", "It failed."];
  throw new CarrierFailed(failure, text, behaviour.toUpperCase());
};

type Method =
  | "rate"
  | "buy"
  | "find"
  | "cancel"
  | "manifest"
  | "getLabels"
  | "schedulePickup"
  | "findPickup"
  | "cancelPickup";

export interface FlakyCarrier {
  carrier: Carrier;
  /** For `runtime.providers.carriers`: accounts with this key are this carrier, others as before. */
  vendors(others: CarrierVendors, key: string): CarrierVendors;
  /** The behaviours of the next calls of a method; it works after them. */
  next(method: Method, ...behaviours: Behaviour[]): void;
  /** What it holds. */
  purchases(): Purchase[];
  pickups(): Pickup[];
  /** Carries out the requests that were on their way. */
  deliverLate(): void;
  /** What it says of a number from now on. */
  track(tracking_number: string, ...events: TrackEvent[]): void;
  /** It works from now on. */
  settle(): void;
  /** How often a method was called. */
  calls(method: Method): number;
  /** Every rate takes this long. */
  slow_ms: number;
}

export function createFlakyCarrier(
  options: { charge_minor?: number; voids_packages?: boolean } = {},
): FlakyCarrier {
  const { charge_minor = 1000, voids_packages = true } = options;
  const behaviours = new Map<Method, Behaviour[]>();
  const counts = new Map<Method, number>();
  const held = new Map<string, Purchase>();
  const manifests = new Map<string, string[]>();
  const pickups = new Map<string, Pickup>();
  const late: (() => void)[] = [];
  const tracked = new Map<string, TrackEvent[]>();
  let last = 0;

  const does = async <T>(method: Method, act: () => T): Promise<T> => {
    counts.set(method, (counts.get(method) ?? 0) + 1);
    const behaviour = behaviours.get(method)?.shift() ?? "works";
    if (behaviour === "late" || behaviour === "cut_off") late.push(act);
    // No failure of the carrier: nothing of the caller's own goes on.
    if (behaviour === "cut_off") throw new Error("The process was killed.");
    if (BEFORE.has(behaviour)) return fail(behaviour);
    const answer = act();
    return behaviour === "works" ? structuredClone(answer) : fail(behaviour);
  };

  const cancelPackages = (purchase: Purchase, tracking_number: string | null): Purchase => {
    const state: PackageState = purchase.manifest_reference === null ? "voided" : "refunded";
    const packages = purchase.packages.map((one) =>
      one.state === "bought" && (tracking_number === null || one.tracking_number === tracking_number)
        ? { ...one, state }
        : one,
    );
    const changed = { ...purchase, packages };
    held.set(purchase.reference, changed);
    return changed;
  };

  const carrier: Carrier = {
    capabilities: {
      formats: ["pdf", "png", "zpl"],
      voids_packages,
      manifests: true,
      pickups: true,
      decides_later: true,
    },
    listServices: async () => [{ code: "ground", name: "Ground", carrier: "flaky" }],
    async rate(shipment) {
      if (flaky_carrier.slow_ms > 0) await sleep(flaky_carrier.slow_ms);
      return does("rate", () => ({
        rates: [
          {
            code: "ground",
            name: "Ground",
            carrier: "flaky",
            charge_minor: charge_minor * shipment.packages.length,
            currency: shipment.currency,
            lines: [{ code: "base", name: "Base", amount_minor: charge_minor * shipment.packages.length }],
            billed_weight_g: null,
            zone: null,
            delivery_days: 2,
            delivery_date: null,
          },
        ],
        faults: [],
      }));
    },
    buy: ({ reference, service, shipment }) =>
      does("buy", () => {
        const known_shipment = held.get(reference);
        if (known_shipment !== undefined) return known_shipment;
        const packages = shipment.packages.map(() => {
          last += 1;
          return {
            tracking_number: `FLK${process.pid}N${last}`,
            carrier_reference: String(last),
            charge_minor,
            state: "bought" as const,
          };
        });
        const purchase: Purchase = {
          reference,
          carrier_reference: `S${reference}`,
          carrier: "flaky",
          service,
          charge_minor: charge_minor * packages.length,
          currency: shipment.currency,
          tracking_number: packages[0]?.tracking_number ?? "",
          packages,
          manifest_reference: null,
        };
        held.set(reference, purchase);
        return purchase;
      }),
    find: (reference) => does("find", () => held.get(reference) ?? null),
    getLabels: ({ reference }, format) =>
      does("getLabels", () =>
        (held.get(reference)?.packages ?? []).map(({ tracking_number }) => ({
          tracking_number: tracking_number ?? "",
          format,
          bytes: Buffer.from(`label ${tracking_number}`),
        })),
      ),
    cancel: ({ reference, tracking_number }) =>
      does("cancel", () => {
        const purchase = held.get(reference);
        if (purchase === undefined) throw new CarrierFailed("unknown", "There is no such shipment.");
        return cancelPackages(purchase, tracking_number);
      }),
    manifest: ({ reference, purchases }) =>
      does("manifest", () => {
        const known_manifest = manifests.get(reference);
        const references = known_manifest ?? purchases.map((one) => one.reference);
        manifests.set(reference, references);
        for (const one of references) {
          const purchase = held.get(one);
          if (purchase !== undefined) held.set(one, { ...purchase, manifest_reference: reference });
        }
        return {
          reference,
          carrier_reference: `M${reference}`,
          state: "created" as const,
          purchases: references,
          file: null,
        };
      }),
    schedulePickup: ({ reference }) =>
      does("schedulePickup", () => {
        const known_pickup = pickups.get(reference);
        if (known_pickup !== undefined) return known_pickup;
        const pickup: Pickup = {
          reference,
          confirmation: `C${pickups.size + 1}`,
          carrier_reference: `P${reference}`,
          charge_minor: 250,
          currency: "BRL",
          state: "scheduled",
        };
        pickups.set(reference, pickup);
        return pickup;
      }),
    findPickup: (reference) => does("findPickup", () => pickups.get(reference) ?? null),
    cancelPickup: ({ reference }) =>
      does("cancelPickup", () => {
        const pickup = pickups.get(reference);
        if (pickup === undefined) throw new CarrierFailed("unknown", "There is no such pickup.");
        pickups.set(reference, { ...pickup, state: "cancelled" });
      }),
    track: async (tracking_number) => {
      const events = tracked.get(tracking_number) ?? [];
      const last = events.findLast(({ at }) => !Number.isNaN(Date.parse(at)));
      return { state: last?.state ?? "unknown", known_at: null, events };
    },
    checkAddress: async () => ({ is_deliverable: null, corrected: null, reasons: [] }),
  };

  const flaky_carrier: FlakyCarrier = {
    carrier,
    vendors: (others, key) => ({
      of: (account) => (account.kind !== "house" && account.api_key === key ? carrier : others.of(account)),
    }),
    next(method, ...some) {
      behaviours.set(method, [...(behaviours.get(method) ?? []), ...some]);
    },
    track: (tracking_number, ...events) => void tracked.set(tracking_number, events),
    purchases: () => structuredClone([...held.values()]),
    pickups: () => structuredClone([...pickups.values()]),
    deliverLate() {
      for (const act of late.splice(0)) act();
    },
    settle: () => behaviours.clear(),
    calls: (method) => counts.get(method) ?? 0,
    slow_ms: 0,
  };
  return flaky_carrier;
}
