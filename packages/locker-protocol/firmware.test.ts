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
import {
  applyEffects,
  type Board,
  buildFlash,
  type Device,
  type Effect,
  type Input,
  step,
} from "./firmware.ts";
import type {
  Command,
  CommandBody,
  CommandKind,
  DeviceMessage,
  Operation,
  ServiceMessage,
  Use,
} from "./messages.ts";
import { createServiceModel, receiveMessage } from "./service-model.ts";

const CODE_SECRET = Uint8Array.from({ length: 32 }, (_, at) => at);
const COMPARTMENTS = ["A-1", "A-2"] as const;
const START_MS = Date.UTC(2026, 10, 28, 12);
const QUEUE_SIZE = 12;

interface Packet<Message> {
  message: Message;
}

/** Everything around one device. */
class World {
  now_ms = START_MS;
  /** Of the device: what its clock shows at `now_ms` 0, and how fast it runs. */
  clock_start = 0;
  readonly drift: number;
  device: Device;
  readonly service = createServiceModel(7, 1);
  readonly doors = new Map<string, Board>(
    COMPARTMENTS.map((code) => [code, { code, door: "CLOSED", contents: "EMPTY" }]),
  );
  readonly stuck = new Set<string>();
  readonly silent = new Set<string>();
  up: Packet<DeviceMessage>[] = [];
  down: Packet<ServiceMessage>[] = [];
  readonly commands: Command[] = [];
  readonly pulses = new Map<string, number>();
  /** Every operation that was written. */
  readonly written = new Map<number, Operation>();
  readonly codes = new Map<string, number>();
  typed_code = "";
  revision = 0;
  packets = 0;
  cut_after: number | null = null;

  constructor(drift: number, queue_size = QUEUE_SIZE) {
    this.drift = drift;
    const flash = buildFlash(
      {
        type: "provision_answer",
        device_id: 7,
        epoch: 1,
        code_secret: CODE_SECRET.toBase64({ alphabet: "base64url", omitPadding: true }),
        server_time: formatTime(START_MS),
        heartbeat_s: 60,
        compartments: COMPARTMENTS.map((code, at) => ({ compartment_id: at + 1, code })),
      },
      "1.0.0",
      queue_size,
    );
    this.device = { flash, memory: null };
  }

  get clock() {
    return Math.round(this.clock_start + (this.now_ms - START_MS) * (1 + this.drift));
  }

  /** The device handles an input; power may be cut between its effects. */
  give(input: Input extends infer One ? (One extends Input ? Omit<One, "clock"> : never) : never): void {
    const result = step(this.device, { ...input, clock: this.clock } as Input);
    const count =
      this.cut_after === null ? result.effects.length : Math.min(this.cut_after, result.effects.length);
    const is_cut = this.cut_after !== null && result.memory !== null;
    for (const effect of result.effects.slice(0, count)) this.observe(effect);
    this.device = applyEffects(this.device, result, count);
    if (is_cut) this.device = { flash: this.device.flash, memory: null };
    this.cut_after = null;
    if (input.kind === "power_restored" || result.memory === null || is_cut) return;
    this.moveDoors();
  }

  /** Doors whose latch moved, and that the device has not seen open. */
  readonly sprung = new Set<string>();

  observe(effect: Effect): void {
    if (effect.kind === "send") this.up.push({ message: effect.message });
    if (effect.kind === "write")
      for (const { operation } of effect.flash.queue.entries) {
        const before = this.written.get(operation.seq);
        if (before === undefined) this.written.set(operation.seq, operation);
        else assert.deepEqual(operation, before, `operation ${operation.seq} is written twice`);
      }
    if (effect.kind !== "pulse") return;
    const { compartment, nonce } = effect;
    const key = nonce ?? `code ${this.typed_code}`;
    const count = (this.pulses.get(key) ?? 0) + 1;
    this.pulses.set(key, count);
    assert.equal(count, 1, `the latch moved ${count} times for ${key}`);
    const command = this.commands.find((one) => one.nonce === nonce);
    if (nonce !== null) {
      assert.equal(command?.compartment, compartment);
      assert.ok(this.now_ms < Date.parse(command!.expires_at), "the latch moved for an expired command");
    }
    if (key.includes("again"))
      assert.notEqual(this.doors.get(compartment)!.door, "OPEN", "an open door was opened again");
    if (!this.stuck.has(compartment) && !this.silent.has(compartment)) this.sprung.add(compartment);
  }

  moveDoors(): void {
    for (const code of this.sprung) {
      this.sprung.delete(code);
      this.move(code, { door: "OPEN" });
    }
  }

  move(code: string, change: Partial<Board>): void {
    const board = { ...this.doors.get(code)!, ...change };
    this.doors.set(code, board);
    if (!this.silent.has(code)) this.give({ kind: "sensor", board });
  }

  readBoards(): Board[] {
    for (const code of this.sprung) this.doors.set(code, { ...this.doors.get(code)!, door: "OPEN" });
    this.sprung.clear();
    return [...this.doors.values()].map((board) =>
      this.silent.has(board.code) ? { code: board.code, door: "UNKNOWN", contents: "UNKNOWN" } : board,
    );
  }

  cutPower(): void {
    this.device = { flash: this.device.flash, memory: null };
  }

  restorePower(): void {
    if (this.device.memory === null)
      this.give({ kind: "power_restored", cause: "power", boards: this.readBoards() });
  }

  issue<Kind extends CommandKind>(
    kind: Kind,
    compartment: string,
    body: CommandBody<Kind> & Record<string, unknown>,
    life_ms: number,
  ) {
    const nonce = buildUuid(this.commands.length + 1);
    const expires_at = formatTime(this.now_ms + life_ms);
    this.commands.push({ type: "command", packet_id: nonce, nonce, kind, compartment, expires_at, body });
    this.sendCommand(this.commands.length - 1);
  }

  sendCommand(at: number): void {
    const command = this.commands[at];
    if (command === undefined) return;
    this.packets += 1;
    this.down.push({ message: { ...command, packet_id: buildUuid(1_000_000 + this.packets) } });
  }

  /** A packet goes through, or is lost; one that stays comes again. */
  deliverUp(at: number, { stays, lost }: { stays: boolean; lost: boolean }): void {
    const packet = this.up[at % this.up.length];
    if (packet === undefined) return;
    if (!stays || lost) this.up = this.up.filter((one) => one !== packet);
    if (!lost) this.down.push({ message: receiveMessage(this.service, packet.message, this.now_ms) });
  }

  deliverDown(at: number, { stays, lost }: { stays: boolean; lost: boolean }): void {
    const packet = this.down[at % this.down.length];
    if (packet === undefined) return;
    if (!stays || lost) this.down = this.down.filter((one) => one !== packet);
    if (!lost) this.give({ kind: "message", message: packet.message });
  }

  typeCode(compartment: string, use: Use, counter: number): void {
    this.typed_code = `${compartment} ${use} ${counter}`;
    this.give({ kind: "code", code: buildCode(deriveSecret(CODE_SECRET, compartment, use), counter) });
  }

  /** Everything works again, until nothing is left to send. */
  settle(): void {
    this.cut_after = null;
    this.restorePower();
    for (const code of [...this.silent]) {
      this.silent.delete(code);
      this.give({ kind: "fault", compartment: code, code: "no_board", active: false });
      this.give({ kind: "sensor", board: this.doors.get(code)! });
    }
    this.give({ kind: "network", connected: true });
    for (let round = 0; round < 200 && !this.isSettled(); round++) {
      while (this.up.length > 0) this.deliverUp(0, { stays: false, lost: false });
      while (this.down.length > 0) this.deliverDown(0, { stays: false, lost: false });
      this.now_ms += 11_000;
      this.give({ kind: "tick" });
    }
    assert.ok(this.isSettled(), "the device comes to an end");
  }

  isSettled(): boolean {
    const { queue, transactions } = this.device.flash;
    return (
      this.up.length === 0 &&
      this.down.length === 0 &&
      queue.entries.length === 0 &&
      queue.lost.length === 0 &&
      transactions.every((one) => one.ack !== null && one.is_acknowledged)
    );
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

function buildUuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

// One thing at a time

function start(queue_size?: number): World {
  const world = new World(0, queue_size);
  world.clock_start = START_MS;
  world.restorePower();
  world.give({ kind: "network", connected: true });
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

const toggle = (set: Set<string>, code: string) => (set.has(code) ? set.delete(code) : set.add(code));

interface Delivery {
  at: number;
  stays: boolean;
  lost: boolean;
}

/** What may happen; each takes plain values, so that a run that fails can be read. */
const HAPPENINGS = {
  deliver_up: (world: World, delivery: Delivery) => world.deliverUp(delivery.at, delivery),
  deliver_down: (world: World, delivery: Delivery) => world.deliverDown(delivery.at, delivery),
  wait: (world: World, ms: number) => {
    world.now_ms += ms;
  },
  tick: (world: World) => world.give({ kind: "tick" }),
  cut_within: (world: World, effects: number) => {
    world.cut_after = effects;
  },
  cut: (world: World) => world.cutPower(),
  restore: (world: World, jump: number) => {
    if (world.device.memory === null) world.clock_start += Math.max(jump, -world.clock);
    world.restorePower();
  },
  network: (world: World, connected: boolean) => world.give({ kind: "network", connected }),
  open: (world: World, [code, use, life_ms]: readonly [string, Use, number]) =>
    world.issue("open", code, { use }, life_ms),
  send_again: (world: World, at: number) => world.sendCommand(at),
  set_use: (world: World, [code, counter]: readonly [string, number]) => {
    world.revision += 1;
    const uses = (["deposit", "collect"] as const).map((use) => ({ use, counter }));
    world.issue("set_use", code, { revision: world.revision, uses, not_after: null }, 86_400_000);
  },
  invalidate: (world: World, [code, use, up_to]: readonly [string, Use, number]) =>
    world.issue("invalidate_codes", code, { use, up_to }, 86_400_000),
  resend: (world: World, [from, length]: readonly [number, number]) =>
    world.issue("resend", "A-1", { ranges: [{ from: from + 1, to: from + 1 + length }] }, 60_000),
  code: (world: World, [code, use, counter]: readonly [string, Use, number]) =>
    world.typeCode(code, use, counter),
  again: (world: World) => {
    // Each is another movement; where it may be is looked at when the latch moves.
    world.typed_code = `again ${world.pulses.size}`;
    world.give({ kind: "open_again" });
  },
  statement: (world: World, statement: Pick<Input & { kind: "statement" }, "outcome" | "problem">) =>
    world.give({ kind: "statement", ...statement }),
  leave: (world: World) => world.give({ kind: "leave" }),
  door: (world: World, [code, door, contents]: readonly [string, "OPEN" | "CLOSED", "EMPTY" | "FULL"]) => {
    if (world.doors.get(code)!.door === "OPEN") world.move(code, { door, contents });
  },
  force: (world: World, code: string) => world.move(code, { door: "OPEN" }),
  stick: (world: World, code: string) => {
    toggle(world.stuck, code);
  },
  silence: (world: World, code: string) => {
    toggle(world.silent, code);
    world.give({ kind: "fault", compartment: code, code: "no_board", active: world.silent.has(code) });
  },
  temperature: (world: World, code: string) =>
    world.give({ kind: "temperature", compartment: code, celsius: 4 }),
};

type Happening = {
  [Name in keyof typeof HAPPENINGS]: readonly [Name, Parameters<(typeof HAPPENINGS)[Name]>[1]];
}[keyof typeof HAPPENINGS];

function happen(world: World, [name, value]: Happening): void {
  (HAPPENINGS[name] as (world: World, value: unknown) => void)(world, value);
}

const code = fc.constantFrom(...COMPARTMENTS);
const use = fc.constantFrom<Use>("deposit", "collect", "operator");
const delivery = fc.record({
  at: fc.nat(8),
  stays: fc.boolean(),
  lost: fc.constantFrom(false, false, false, false, true),
});

const ARBITRARIES: {
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
  open: [8, fc.tuple(code, use, fc.constantFrom(1000, 30_000, 30_000))],
  send_again: [4, fc.nat(20)],
  set_use: [4, fc.tuple(code, fc.nat(12))],
  invalidate: [1, fc.tuple(code, use, fc.nat(12))],
  resend: [1, fc.tuple(fc.nat(40), fc.nat(40))],
  code: [5, fc.tuple(code, use, fc.nat(25))],
  again: [5, fc.constant(undefined)],
  statement: [
    3,
    fc.record({
      outcome: fc.constantFrom("confirmed", "aborted", undefined),
      problem: fc.constantFrom("damaged", "empty", undefined),
    }),
  ],
  leave: [1, fc.constant(undefined)],
  door: [10, fc.tuple(code, fc.constantFrom("OPEN", "CLOSED"), fc.constantFrom("EMPTY", "FULL"))],
  force: [1, code],
  stick: [1, code],
  silence: [1, code],
  temperature: [3, code],
};

const happening = fc.oneof(
  ...Object.entries(ARBITRARIES).map(([name, [weight, value]]) => ({
    weight,
    arbitrary: fc.tuple(fc.constant(name), value as fc.Arbitrary<unknown>) as fc.Arbitrary<Happening>,
  })),
);

const RUNS = Number(process.env["LOCKER_RUNS"] ?? 60);

test("whatever is lost, repeated, cut and full: a nonce and a code move a latch once, and every operation arrives once", (context) => {
  const tally: Record<string, number> = {};
  const count = (what: string) => {
    tally[what] = (tally[what] ?? 0) + 1;
  };
  fc.assert(
    fc.property(
      fc.double({ min: -400e-6, max: 400e-6, noNaN: true }),
      fc.array(happening, { minLength: RUNS > 1000 ? 200 : 0, maxLength: 200, size: "max" }),
      (drift, happenings) => {
        const world = new World(drift);
        world.clock_start = START_MS;
        world.restorePower();
        world.give({ kind: "network", connected: true });
        for (const one of happenings) happen(world, one);
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
