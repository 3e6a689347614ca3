/**
 * The reference firmware between a person, a service in memory, and everything that goes wrong: messages lost, repeated and
 * out of order, power cut between any two effects, a clock that drifts and jumps, latches that stick, boards that are
 * silent, memory that is full. `LOCKER_RUNS` sets how many runs.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { buildCode, deriveSecret } from "./codes.ts";
import { formatTime } from "./device-clock.ts";
import type { Input } from "./firmware/device-state.ts";
import { createServiceModel, receiveMessage, type ServiceModel } from "./service-model.ts";
import { CODE_SECRET, DeviceWorld } from "./testing/device-world.ts";
import { ARBITRARIES, buildHappening, HAPPENINGS, happen } from "./testing/happenings.ts";

class World extends DeviceWorld {
  readonly service: ServiceModel;

  constructor(drift?: number, queue_size?: number) {
    const service = createServiceModel(7, 1);
    super((message, now_ms) => receiveMessage(service, message, now_ms), {
      ...(drift !== undefined && { drift }),
      ...(queue_size !== undefined && { queue_size }),
    });
    this.service = service;
  }

  /** What holds at the end, after everything was delivered. */
  check(): void {
    const { service, device } = this;
    assert.equal(service.applied_seq, device.flash.queue.next_seq - 1, "every operation is accounted for");
    assert.equal(service.head, device.flash.queue.head, "the chains agree");
    assert.deepEqual(
      service.log.map(({ seq }) => seq),
      [...this.service.stored.keys()].sort((one, other) => one - other),
      "each operation took effect once, in order",
    );
    for (const [seq, operation] of this.written) {
      if (service.stored.has(seq)) assert.deepEqual(service.stored.get(seq), operation);
      else {
        assert.ok(service.lost.has(seq), `operation ${seq} is neither stored nor lost`);
        assert.doesNotMatch(
          operation.action,
          /^(door|code|deposit|collect)_(?!stuck|refused)/,
          "an event was dropped",
        );
      }
    }
    for (const { nonce, kind } of this.commands) {
      const moves = this.pulses.get(nonce) ?? 0;
      const status = service.acks.get(nonce);
      if (status === "expired" || status === "refused") assert.equal(moves, 0, `${status}, but it moved`);
      if (status === "done" && kind === "open") assert.equal(moves, 1, "done, but it did not move");
    }
    for (const { nonce, ack } of device.flash.transactions)
      assert.equal(service.acks.get(nonce), ack?.status, "the service has every answer");
    const accepted_codes = service.log
      .filter(({ action }) => action === "code_accepted")
      .map(({ compartment, details }) => `${compartment} ${details?.["use"]} ${details?.["counter"]}`);
    assert.equal(new Set(accepted_codes).size, accepted_codes.length, "a code was accepted twice");
  }
}

// One thing at a time

function start(queue_size?: number): World {
  const world = new World(0, queue_size).start();
  world.settle();
  return world;
}

const readActions = (world: World, from = 0) =>
  world.service.log.filter(({ seq }) => seq > from).map(({ action }) => action);
const DAY_MS = 86_400_000;

function openAgain(world: World): void {
  HAPPENINGS.again(world);
}

function restart(world: World): void {
  world.cutPower();
  world.restorePower();
}

function waitForStuckDoor(world: World): void {
  world.now_ms += 11_000;
  world.give({ kind: "tick" });
}

function allow(world: World, compartment: string, counter: number): void {
  world.revision += 1;
  const uses = [{ use: "collect" as const, counter }];
  world.issue("set_use", compartment, { revision: world.revision, uses, not_after: null }, DAY_MS);
  world.settle();
}

test("power cut after the latch moved: the result is unknown, and the command never moves it again", () => {
  const world = start();
  world.issue("open", "A-1", { use: "deposit" }, 60_000);
  // The write and the latch; neither the display nor the answer.
  world.cut_after = 2;
  world.deliverDown(0, { stays: true, lost: false });
  assert.equal(world.pulses.size, 1);
  world.restorePower();
  world.sendCommand(0);
  world.settle();
  world.check();
  assert.equal(world.service.acks.get(world.commands[0]!.nonce), "unknown");
  const opening = world.service.log.find(({ action }) => action === "door_opened");
  assert.partialDeepStrictEqual(opening, { result: "unknown", details: { cause: "command" } });
});

test("a command waits until the device knows the time, and may have expired by then", () => {
  const world = start();
  world.cutPower();
  // The clock of the device is lost: it begins at 1970.
  world.clock_start -= world.clock;
  world.issue("open", "A-1", { use: "deposit" }, 60_000);
  world.issue("open", "A-2", { use: "deposit" }, 1000);
  world.restorePower();
  world.give({ kind: "network", connected: true });
  while (world.down.length > 0) world.deliverDown(0, { stays: false, lost: false });
  assert.equal(world.pulses.size, 0);
  world.now_ms += 2000;
  world.settle();
  world.check();
  assert.deepEqual(
    world.commands.map(({ nonce }) => world.service.acks.get(nonce)),
    ["done", "expired"],
  );
  assert.ok(readActions(world).includes("clock_set"));
});

test("a code opens without a network, once, and ends the codes before it", () => {
  const world = start();
  allow(world, "A-1", 3);
  world.give({ kind: "network", connected: false });
  const before = world.service.applied_seq;
  for (const counter of [2, 14, 4, 4, 3]) world.typeCode("A-1", "collect", counter);
  world.typeCode("A-1", "deposit", 0);
  world.move("A-1", { door: "CLOSED", contents: "EMPTY" });
  world.settle();
  world.check();
  assert.deepEqual([...world.pulses.keys()], ["code A-1 collect 4"]);
  const log = world.service.log
    .filter(({ seq }) => seq > before + 1)
    .map(({ action, details }) => [action, details?.["why"]]);
  assert.deepEqual(log.slice(0, 9), [
    ["code_refused", "wrong"],
    ["code_refused", "wrong"],
    ["code_accepted", undefined],
    ["door_opened", undefined],
    ["code_refused", "wrong"],
    ["code_refused", "wrong"],
    ["code_refused", "not_allowed"],
    ["door_closed", undefined],
    ["collect_confirmed", undefined],
  ]);
});

test("five wrong codes lock the device for a minute", () => {
  const world = start();
  allow(world, "A-1", 3);
  for (let round = 0; round < 5; round++) world.typeCode("A-1", "collect", 100);
  world.typeCode("A-1", "collect", 3);
  assert.equal(world.pulses.size, 0);
  world.settle();
  const refusals = world.service.log.filter(({ action }) => action === "code_refused");
  assert.deepEqual(
    refusals.map(({ details }) => details?.["why"]),
    ["wrong", "wrong", "wrong", "wrong", "locked_out"],
  );
  world.now_ms += 61_000;
  world.typeCode("A-1", "collect", 3);
  assert.equal(world.pulses.size, 1);
});

test("wrong codes do not fill the memory against those who have a right one", () => {
  const world = start(6);
  allow(world, "A-1", 3);
  world.give({ kind: "network", connected: false });
  for (let round = 0; round < 40; round++) {
    world.now_ms += 20_000;
    world.typeCode("A-1", "collect", 100);
  }
  world.now_ms += 61_000;
  world.typeCode("A-1", "collect", 3);
  assert.equal(world.pulses.size, 1);
  world.settle();
  world.check();
});

test("two consecutive codes open the compartment that a person chose, when the device missed too many", () => {
  const world = start();
  allow(world, "A-1", 3);
  const secret = deriveSecret(CODE_SECRET, "A-1", "collect");
  for (const counter of [40, 41])
    world.give({ kind: "code", code: buildCode(secret, counter), compartment: "A-1" });
  assert.equal(world.pulses.size, 1);
  assert.equal(world.device.flash.compartments["A-1"]!.next_counters.collect, 42);
});

test("a door that stuck opens again for whoever typed the code, until it opened, three times were in vain, or the person left", () => {
  const world = start();
  allow(world, "A-1", 3);
  world.stuck.add("A-1");
  world.typeCode("A-1", "collect", 3);
  openAgain(world);
  assert.equal(world.pulses.size, 1, "the latch has just moved");
  waitForStuckDoor(world);
  world.stuck.clear();
  openAgain(world);
  assert.equal(world.pulses.size, 2);
  world.move("A-1", { door: "CLOSED", contents: "FULL" });
  openAgain(world);
  assert.equal(world.pulses.size, 2, "it opened");
  world.settle();
  assert.deepEqual(readActions(world).slice(-5), [
    "code_accepted",
    "door_stuck",
    "door_opened",
    "door_closed",
    "collect_aborted",
  ]);

  for (const [counter, end] of [
    [4, () => {}],
    [5, () => world.give({ kind: "leave" })],
    [6, () => HAPPENINGS.wait(world, 121_000)],
    [7, () => restart(world)],
  ] as const) {
    world.stuck.add("A-1");
    world.typeCode("A-1", "collect", counter);
    waitForStuckDoor(world);
    end();
    const before: number = world.pulses.size;
    for (let round = 0; round < 4; round++) {
      openAgain(world);
      waitForStuckDoor(world);
    }
    assert.equal(world.pulses.size - before, counter === 4 ? 2 : 0, `code ${counter}`);
  }
  world.settle();
  world.check();
});

test("what a person says of the door that the code opened is reported once, and of no other door", () => {
  const world = start();
  allow(world, "A-1", 3);
  const say = (statement: Omit<Input & { kind: "statement" }, "kind" | "clock">) =>
    world.give({ kind: "statement", ...statement });
  say({ outcome: "confirmed" });
  world.typeCode("A-1", "collect", 3);
  const before = world.device.flash.queue.next_seq - 1;
  for (let round = 0; round < 3; round++) say({ outcome: "aborted", problem: "damaged" });
  world.move("A-1", { door: "CLOSED", contents: "NONE" });
  say({ outcome: "confirmed" });
  world.give({ kind: "leave" });
  say({ problem: "empty" });
  world.settle();
  world.check();
  assert.deepEqual(
    world.service.log
      .filter(({ seq }) => seq > before)
      .map(({ action, details }) => [action, details?.["by"] ?? details?.["problem"]]),
    [
      ["collect_aborted", "person"],
      ["problem_reported", "damaged"],
      ["door_closed", undefined],
      ["collect_confirmed", "person"],
    ],
  );
});

test("a message that is refused is sent again after ten seconds, not at once", () => {
  const world = start();
  world.move("A-1", { door: "OPEN" });
  const push = world.up.find(({ message }) => message.type === "operations")!.message;
  world.up = [];
  const server_time = formatTime(world.now_ms);
  const refusal = { type: "refusal", answers: push.message_id, error_code: "TOO_MANY", server_time } as const;
  world.give({ kind: "message", message: refusal });
  world.give({ kind: "tick" });
  assert.deepEqual(world.up, []);
  world.settle();
  world.check();
});

test("codes that were issued again end, and an older set_use does not bring them back", () => {
  const world = start();
  allow(world, "A-1", 3);
  world.issue("invalidate_codes", "A-1", { use: "collect", up_to: 3 }, DAY_MS);
  allow(world, "A-1", 4);
  const uses = [{ use: "deposit" as const, counter: 0 }];
  world.issue("set_use", "A-1", { revision: 1, uses, not_after: null }, DAY_MS);
  world.settle();
  world.typeCode("A-1", "collect", 3);
  world.typeCode("A-1", "deposit", 0);
  assert.equal(world.pulses.size, 0);
  assert.equal(world.service.acks.get(world.commands.at(-1)!.nonce), "refused");
  world.typeCode("A-1", "collect", 4);
  assert.equal(world.pulses.size, 1);
});

test("a sensor that says open does not block a command", () => {
  const world = start();
  world.move("A-1", { door: "OPEN" });
  world.issue("open", "A-1", { use: "operator" }, 60_000);
  world.settle();
  assert.equal(world.pulses.size, 1);
  assert.equal(world.service.acks.get(world.commands[0]!.nonce), "done");
});

test("a latch that sticks and a board that is silent are failures", () => {
  const world = start();
  world.stuck.add("A-1");
  world.issue("open", "A-1", { use: "deposit" }, 60_000);
  HAPPENINGS.silence(world, "A-2");
  world.issue("open", "A-2", { use: "deposit" }, 60_000);
  while (world.down.length > 0) world.deliverDown(0, { stays: false, lost: false });
  world.settle();
  world.check();
  assert.deepEqual(
    world.commands.map(({ nonce }) => world.service.acks.get(nonce)),
    ["failed", "failed"],
  );
  assert.deepEqual(
    readActions(world, 2).filter((action) => /stuck|fault/.test(action)),
    ["fault", "fault_cleared", "door_stuck"],
  );
});

test("a board that is silent after its latch moved leaves the result unknown", () => {
  const world = start();
  world.stuck.add("A-1");
  world.issue("open", "A-1", { use: "deposit" }, 60_000);
  while (world.down.length > 0) world.deliverDown(0, { stays: false, lost: false });
  HAPPENINGS.silence(world, "A-1");
  world.settle();
  world.check();
  assert.equal(world.service.acks.get(world.commands[0]!.nonce), "unknown");
});

test("a door that was closed without power is reported as such, with what is inside", () => {
  const world = start();
  world.issue("open", "A-1", { use: "deposit" }, 60_000);
  world.settle();
  world.cutPower();
  world.move("A-1", { door: "CLOSED", contents: "FULL" });
  const before = world.service.applied_seq;
  world.settle();
  world.check();
  assert.deepEqual(
    world.service.log
      .filter(({ seq }) => seq > before + 1)
      .map(({ action, result }) => [action, result])
      .slice(0, 2),
    [
      ["door_closed", "unknown"],
      ["deposit_confirmed", "unknown"],
    ],
  );
});

test("a full memory drops telemetry and says so, keeps doors, and opens nothing more", () => {
  const world = start(6);
  allow(world, "A-1", 3);
  world.give({ kind: "network", connected: false });
  for (let round = 0; round < 8; round++)
    world.give({ kind: "temperature", compartment: "A-1", celsius: round });
  for (let round = 0; round < 8; round++) world.move("A-2", { door: round % 2 === 0 ? "OPEN" : "CLOSED" });
  world.typeCode("A-1", "collect", 3);
  assert.equal(world.pulses.size, 0);
  world.give({ kind: "network", connected: true });
  world.issue("open", "A-1", { use: "operator" }, 60_000);
  world.deliverUp(0, { stays: false, lost: false });
  world.down.reverse();
  world.deliverDown(0, { stays: false, lost: false });
  while (world.down.length > 0) world.deliverDown(0, { stays: false, lost: false });
  assert.equal(world.pulses.size, 0);
  world.settle();
  world.check();
  assert.equal(world.service.acks.get(world.commands.at(-1)!.nonce), "refused");
  assert.ok(world.service.lost.size >= 8);
  assert.equal(readActions(world).filter((action) => action.startsWith("door_")).length, 8);
});

test("what the service lost after it was acknowledged is reported as lost, not invented", () => {
  const world = start();
  world.give({ kind: "temperature", compartment: "A-1", celsius: 4 });
  world.settle();
  const last = world.service.applied_seq;
  // A copy of yesterday is restored.
  Object.assign(world.service, createServiceModel(7, 1));
  world.move("A-1", { door: "OPEN" });
  world.settle();
  assert.deepEqual(
    [...world.service.lost.keys()],
    Array.from({ length: last }, (_, at) => at + 1),
  );
  assert.equal(world.service.head, world.device.flash.queue.head);
});

// What happens, at random

const RUNS = Number(process.env["LOCKER_RUNS"] ?? 60);

test("whatever is lost, repeated, cut and full: a nonce and a code move a latch once, and every operation arrives once", (context) => {
  const tally: Record<string, number> = {};
  const count = (what: string) => {
    tally[what] = (tally[what] ?? 0) + 1;
  };
  fc.assert(
    fc.property(
      fc.double({ min: -400e-6, max: 400e-6, noNaN: true }),
      fc.array(buildHappening(ARBITRARIES), {
        minLength: RUNS > 1000 ? 200 : 0,
        maxLength: 200,
        size: "max",
      }),
      (drift, happenings) => {
        const world = new World(drift).start();
        for (const one of happenings) happen(HAPPENINGS, world, one);
        world.settle();
        world.check();
        for (const status of world.service.acks.values()) count(status);
        for (const { action } of world.service.log) count(action);
        for (const _ of world.service.lost.keys()) count("lost");
      },
    ),
    { numRuns: RUNS },
  );
  context.diagnostic(JSON.stringify(tally));
});
