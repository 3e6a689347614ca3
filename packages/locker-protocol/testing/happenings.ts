/** What may happen to a device, its network and its doors, and how often it does in random runs. */
import fc from "fast-check";
import type { Input } from "../firmware/device-state.ts";
import type { Use } from "../messages.ts";
import { COMPARTMENTS, type DeviceWorld, START_MS } from "./device-world.ts";

const toggle = (set: Set<string>, code: string) => (set.has(code) ? set.delete(code) : set.add(code));

interface Delivery {
  at: number;
  stays: boolean;
  lost: boolean;
}

/** What may happen; each takes plain values, so that a run that fails can be read. */
export const HAPPENINGS = {
  deliver_up: (world: DeviceWorld, delivery: Delivery) => world.deliverUp(delivery.at, delivery),
  deliver_down: (world: DeviceWorld, delivery: Delivery) => world.deliverDown(delivery.at, delivery),
  wait: (world: DeviceWorld, ms: number) => world.wait(ms),
  tick: (world: DeviceWorld) => world.give({ kind: "tick" }),
  cut_within: (world: DeviceWorld, effects: number) => {
    world.cut_after = effects;
  },
  cut: (world: DeviceWorld) => world.cutPower(),
  restore: (world: DeviceWorld, jump: number) => {
    if (world.device.memory === null) world.clock_start += Math.max(jump, -world.clock);
    world.restorePower();
  },
  network: (world: DeviceWorld, connected: boolean) => world.give({ kind: "network", connected }),
  open: (world: DeviceWorld, [code, use, life_ms]: readonly [string, Use, number]) =>
    world.issue("open", code, { use }, life_ms),
  send_again: (world: DeviceWorld, at: number) => world.sendCommand(at),
  set_use: (world: DeviceWorld, [code, counter]: readonly [string, number]) => {
    world.revision += 1;
    const uses = (["deposit", "collect"] as const).map((use) => ({ use, counter }));
    world.issue("set_use", code, { revision: world.revision, uses, not_after: null }, 86_400_000);
  },
  invalidate: (world: DeviceWorld, [code, use, up_to]: readonly [string, Use, number]) =>
    world.issue("invalidate_codes", code, { use, up_to }, 86_400_000),
  resend: (world: DeviceWorld, [from, length]: readonly [number, number]) =>
    world.issue("resend", "A-1", { ranges: [{ from: from + 1, to: from + 1 + length }] }, 60_000),
  code: (world: DeviceWorld, [code, use, counter]: readonly [string, Use, number]) =>
    world.typeCode(code, use, counter),
  again: (world: DeviceWorld) => {
    // Each is another movement; where it may be is looked at when the latch moves.
    world.typed_code = `again ${world.pulses.size}`;
    world.give({ kind: "open_again" });
  },
  statement: (world: DeviceWorld, statement: Pick<Input & { kind: "statement" }, "outcome" | "problem">) =>
    world.give({ kind: "statement", ...statement }),
  leave: (world: DeviceWorld) => world.give({ kind: "leave" }),
  door: (
    world: DeviceWorld,
    [code, door, contents]: readonly [string, "OPEN" | "CLOSED", "EMPTY" | "FULL"],
  ) => {
    if (world.doors.get(code)!.door === "OPEN") world.move(code, { door, contents });
  },
  force: (world: DeviceWorld, code: string) => world.move(code, { door: "OPEN" }),
  stick: (world: DeviceWorld, code: string) => {
    toggle(world.stuck, code);
  },
  silence: (world: DeviceWorld, code: string) => {
    toggle(world.silent, code);
    world.give({ kind: "fault", compartment: code, code: "no_board", active: world.silent.has(code) });
    // A board that answers again is read.
    if (!world.silent.has(code)) world.give({ kind: "sensor", board: world.doors.get(code)! });
  },
  temperature: (world: DeviceWorld, code: string) =>
    world.give({ kind: "temperature", compartment: code, celsius: 4 }),
};

/** A happening by its name, with its value. */
export type Happening = readonly [name: string, value: unknown];

type Happenings<World> = Readonly<Record<string, (world: World, value: never) => void>>;
type Weights = Readonly<Record<string, readonly [weight: number, value: fc.Arbitrary<unknown>]>>;

/** Happenings at random, by their weights. */
export const buildHappening = (weights: Weights): fc.Arbitrary<Happening> =>
  fc.oneof(
    ...Object.entries(weights).map(([name, [weight, value]]) => ({
      weight,
      arbitrary: fc.tuple(fc.constant(name), value),
    })),
  );

export function happen<World>(happenings: Happenings<World>, world: World, [name, value]: Happening): void {
  (happenings[name] as (world: World, value: unknown) => void)(world, value);
}

export const compartment = fc.constantFrom(...COMPARTMENTS);
const use = fc.constantFrom<Use>("deposit", "collect", "operator");
const delivery = fc.record({
  at: fc.nat(8),
  stays: fc.boolean(),
  lost: fc.constantFrom(false, false, false, false, true),
});

export const ARBITRARIES: {
  [Name in keyof typeof HAPPENINGS]: [weight: number, fc.Arbitrary<Parameters<(typeof HAPPENINGS)[Name]>[1]>];
} = {
  deliver_up: [12, delivery],
  deliver_down: [12, delivery],
  wait: [4, fc.constantFrom(50, 1000, 5000, 12_000, 70_000)],
  tick: [5, fc.constant(undefined)],
  cut_within: [2, fc.nat(6)],
  cut: [1, fc.constant(undefined)],
  restore: [10, fc.constantFrom(0, 0, 0, -START_MS, 3_600_000, -40_000)],
  network: [5, fc.constantFrom(true, true, true, false)],
  open: [8, fc.tuple(compartment, use, fc.constantFrom(1000, 30_000, 30_000))],
  send_again: [4, fc.nat(20)],
  set_use: [4, fc.tuple(compartment, fc.nat(12))],
  invalidate: [1, fc.tuple(compartment, use, fc.nat(12))],
  resend: [1, fc.tuple(fc.nat(40), fc.nat(40))],
  code: [5, fc.tuple(compartment, use, fc.nat(25))],
  again: [5, fc.constant(undefined)],
  statement: [
    3,
    fc.record({
      outcome: fc.constantFrom("confirmed", "aborted", undefined),
      problem: fc.constantFrom("damaged", "empty", undefined),
    }),
  ],
  leave: [1, fc.constant(undefined)],
  door: [10, fc.tuple(compartment, fc.constantFrom("OPEN", "CLOSED"), fc.constantFrom("EMPTY", "FULL"))],
  force: [1, compartment],
  stick: [1, compartment],
  silence: [1, compartment],
  temperature: [3, compartment],
};
