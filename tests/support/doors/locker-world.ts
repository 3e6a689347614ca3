/**
 * A locker with everything around it, at random: the reference firmware, people, a network, power and a clock on one side, the
 * decisions of the service on the other. What must hold is checked at each step and at the end.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { isOpenCommand } from "#domain/lockers/devices/records/command.ts";
import type { Input } from "#domain/lockers/lockers/rules.ts";
import { findUse } from "#domain/lockers/lockers/rules.ts";
import type { Effect } from "#locker-protocol/firmware/device-state.ts";
import type { Command, Use } from "#locker-protocol/messages.ts";
import { COMPARTMENTS, DeviceWorld, START_MS } from "#locker-protocol/testing/device-world.ts";
import { ARBITRARIES, compartment, HAPPENINGS } from "#locker-protocol/testing/happenings.ts";
import { type Change, DoorService, describeService, type Outcome } from "./door-service.ts";

/** One call of the service, as it was made and answered. */
export interface Call {
  now_ms: number;
  name: CallName;
  values: readonly unknown[];
  answer: unknown;
  /** What the service says of its compartments, commands and log after it. */
  state: ReturnType<typeof describeService>;
}

type Methods = Pick<
  DoorService,
  | "receive"
  | "pull"
  | "passTime"
  | "reserve"
  | "release"
  | "extend"
  | "issueCode"
  | "issueOperatorCode"
  | "open"
  | "check"
  | "takeOut"
  | "putBack"
>;
export type CallName = keyof Methods;

/** A person of the business, or who collects with a code, was there. */
const TAKES_OUT = new Set<Input | null>([
  "opened_for_collect",
  "opened_by_operator",
  "checked_empty",
  "return_empty",
]);
const IN_HAND: Record<string, "HELD" | "IN_USE" | undefined> = {
  RESERVED: "HELD",
  LOADING: "HELD",
  OCCUPIED: "IN_USE",
  UNLOADING: "IN_USE",
  OVERDUE: "IN_USE",
};

export class LockerWorld extends DeviceWorld {
  readonly service: DoorService;
  /** Null where nobody compares them. */
  readonly calls: Call[] | null;
  readonly tally: Record<string, number> = {};
  /** Compartments whose latch moved, after the last deposit, for somebody who takes out; and whose reservation has seen it. */
  readonly #moved_for_taking = new Set<string>();
  readonly #reported_taking = new Set<string>();
  #visit_use: Use = "operator";

  constructor({ drift = 0, queue_size = 60, records = false } = {}) {
    super((message) => this.#call("receive", message), { drift, queue_size });
    this.calls = records ? [] : null;
    this.service = new DoorService({ device_id: 7, codes: COMPARTMENTS, now_ms: START_MS }, (change) =>
      this.#follow(change),
    );
  }

  count(what: string): void {
    this.tally[what] = (this.tally[what] ?? 0) + 1;
  }

  #call<Name extends CallName>(name: Name, ...values: Parameters<Methods[Name]>): ReturnType<Methods[Name]> {
    const { service, now_ms } = this;
    service.now_ms = now_ms;
    const answer = (service[name] as (...values: unknown[]) => ReturnType<Methods[Name]>)(...values);
    this.calls?.push({
      now_ms,
      name,
      values: structuredClone(values),
      answer,
      state: structuredClone(describeService(service)),
    });
    if (typeof answer === "string") this.count(`${name} ${answer}`);
    return answer;
  }

  /** After each decision of the service. */
  #follow({ compartment, input, before }: Change): void {
    const { code, status } = compartment;
    const open_reservations = this.service.reservations.filter(
      (one) => one.compartment_id === compartment.id && (one.status === "HELD" || one.status === "IN_USE"),
    );
    assert.ok(open_reservations.length <= 1, `${code} is granted twice`);
    const [reservation] = open_reservations;
    if (status !== "VERIFY" && status !== "OUT_OF_SERVICE")
      assert.equal(reservation?.status, IN_HAND[status], `${code} is ${status}`);
    if (input === "reserve") {
      assert.equal(before.status, "FREE", `${code} is granted while ${before.status}`);
      const { uses } = this.device.flash.compartments[code]!.allowed;
      assert.deepEqual(uses, [], `${code} is granted while its device accepts another code`);
    }
    if (reservation?.status === "IN_USE" && before.reservation?.status !== "IN_USE")
      this.#reported_taking.delete(code);
    if (TAKES_OUT.has(input)) this.#reported_taking.add(code);
    if (before.reservation?.status !== "IN_USE" || reservation !== undefined) return;
    this.count("freed");
    assert.ok(this.#reported_taking.has(code), `${input} freed ${code}, which is occupied`);
    const was_looked_into = input === "checked_empty" || input === "return_empty";
    assert.ok(
      was_looked_into || this.#moved_for_taking.has(code),
      `${input} freed ${code}, whose door nobody opened to take anything out`,
    );
  }

  override observe(effect: Effect): void {
    super.observe(effect);
    if (effect.kind !== "pulse") return;
    const { compartment: code, nonce } = effect;
    const [, typed_use] = this.typed_code.split(" ") as [string, Use?];
    const command_use = this.commands.find((one) => one.nonce === nonce)?.body["use"] as Use | undefined;
    if (nonce === null && !this.typed_code.startsWith("again")) this.#visit_use = typed_use!;
    const use = command_use ?? this.#visit_use;
    this.count(`latch ${use}`);
    // Whoever opened a door to take something out is still there until it is closed.
    if (use === "deposit" && this.doors.get(code)!.door !== "OPEN") this.#moved_for_taking.delete(code);
    if (use !== "deposit") this.#moved_for_taking.add(code);
  }

  /** What the device forgets because the service has it is in the log, once and as it was. */
  override deliverDown(at: number, how: { stays: boolean; lost: boolean }): void {
    const before = this.device.flash.queue.entries;
    super.deliverDown(at, how);
    const { entries, lost } = this.device.flash.queue;
    if (entries === before) return;
    const kept_seqs = new Set(entries.map(({ operation }) => operation.seq));
    for (const { operation } of before) {
      const { seq } = operation;
      if (kept_seqs.has(seq) || lost.some(({ from, to }) => from <= seq && seq <= to)) continue;
      const rows = this.service.log.filter((row) => row.seq === seq);
      assert.deepEqual(
        rows.map(({ sent }) => sent),
        [operation],
        `operation ${seq} was acknowledged`,
      );
    }
  }

  pull(): void {
    if (this.device.memory?.connected !== true) return;
    for (const { nonce, kind, compartment, body, expires_at } of this.#call("pull")) {
      this.packets += 1;
      const command: Command = {
        type: "command",
        packet_id: `00000000-0000-4000-9000-${String(this.packets).padStart(12, "0")}`,
        nonce,
        kind,
        ...(compartment !== null && { compartment }),
        expires_at,
        body,
      };
      if (!this.commands.some((one) => one.nonce === nonce)) this.commands.push(command);
      this.down.push({ message: command });
    }
  }

  passTime(): void {
    this.#call("passTime");
  }

  /** Where runs are compared, everything happens at its time: of what is late together nobody promises an order. */
  override wait(ms: number): void {
    const end_ms = this.now_ms + ms;
    if (this.calls !== null)
      for (let at = this.service.findNextTime(); at <= end_ms; at = this.service.findNextTime()) {
        this.now_ms = Math.max(at, this.now_ms);
        this.passTime();
      }
    this.now_ms = end_ms;
  }

  reserve(collect_ms: number): Outcome {
    return this.#call("reserve", collect_ms);
  }

  release(code: string): Outcome {
    return this.#call("release", code);
  }

  extend(code: string, ms: number): Outcome {
    return this.#call("extend", code, this.now_ms + ms);
  }

  issueCode(code: string, use: "deposit" | "collect", reissue: boolean): Outcome {
    return this.#call("issueCode", code, use, reissue);
  }

  issueOperatorCode(code: string): Outcome {
    return this.#call("issueOperatorCode", code);
  }

  open(code: string, by: "staff" | "holder"): Outcome {
    return this.#call("open", code, by);
  }

  /** Whoever has the last code of a use, or an earlier one, types it. */
  typeIssuedCode(code: string, use: Use, back: number): void {
    const counter = this.service.find(code)[`${use}_counter`] - back;
    if (counter > 0) this.typeCode(code, use, counter);
  }

  /** What somebody sees who looks into a compartment that is closed. The device may not have told yet what was before. */
  #lookInto(code: string): "EMPTY" | "FULL" | null {
    const { door, contents } = this.doors.get(code)!;
    return door === "CLOSED" && contents !== "UNKNOWN" && contents !== "NONE" ? contents : null;
  }

  check(code: string): void {
    const contents = this.#lookInto(code);
    if (contents !== null) this.#call("check", code, contents);
  }

  takeOut(code: string): Outcome {
    return this.#call("takeOut", code);
  }

  putBack(code: string): void {
    const contents = this.#lookInto(code);
    if (contents !== null) this.#call("putBack", code, contents);
  }

  override beforeRound(): void {
    this.passTime();
    this.pull();
  }

  override isSettled(): boolean {
    return (
      super.isSettled() &&
      !this.service.commands.some(isOpenCommand) &&
      this.service.applied_seq === this.device.flash.queue.next_seq - 1
    );
  }

  /** Everything works again and everybody has gone. */
  override settle(): void {
    this.stuck.clear();
    super.settle();
    for (const code of COMPARTMENTS)
      if (this.doors.get(code)!.door === "OPEN") this.move(code, { door: "CLOSED" });
    super.settle();
  }

  /** What holds at the end. */
  checkEnd(): void {
    const { service, device } = this;
    assert.deepEqual(service.changed_operations, [], "the device contradicts itself");
    assert.equal(service.head, device.flash.queue.head, "the chains agree");
    const seqs = service.log.flatMap(({ seq }) => seq ?? []);
    assert.equal(new Set(seqs).size, seqs.length, "an operation is in the log twice");
    for (const { seq, sent } of service.log)
      if (seq !== null) assert.deepEqual(sent, this.written.get(seq), `operation ${seq}`);
    const accepted_codes = service.log.flatMap(({ action, sent }) =>
      action === "code_accepted"
        ? [`${sent!.compartment} ${sent!.details?.["use"]} ${sent!.details?.["counter"]}`]
        : [],
    );
    assert.equal(new Set(accepted_codes).size, accepted_codes.length, "a code was accepted twice");
    for (const { nonce, kind, result } of service.commands) {
      const moves = this.pulses.get(nonce) ?? 0;
      const status = result?.["status"];
      if (status === "expired" || status === "refused") assert.equal(moves, 0, `${status}, but it moved`);
      if (status === "done" && kind === "open") assert.equal(moves, 1, "done, but it did not move");
    }
    for (const one of service.compartments) this.#checkCompartment(one.code);
    for (const { status } of service.compartments) this.count(status);
    for (const { action, sent } of service.log)
      this.count([action, sent?.details?.["why"]].filter(Boolean).join(" "));
  }

  /** What the service says of it is what is in it, or an operator can settle it. */
  #checkCompartment(code: string): void {
    const { contents } = this.doors.get(code)!;
    const one = this.service.find(code);
    const expected = { RESERVED: "EMPTY", FREE: "EMPTY", OCCUPIED: "FULL", OVERDUE: "FULL" };
    if (Object.hasOwn(expected, one.status))
      assert.equal(contents, expected[one.status as keyof typeof expected], `${code} is ${one.status}`);
    else assert.ok(one.status === "VERIFY" || one.status === "OUT_OF_SERVICE", `${code} stays ${one.status}`);
    if (one.status === "OUT_OF_SERVICE") this.putBack(code);
    if (one.status === "VERIFY") this.check(code);
    const is_unexplained = one.status === "VERIFY" && one.status_reason === "contents_without_reservation";
    assert.ok(
      is_unexplained || Object.hasOwn(expected, one.status),
      `${code} stays ${one.status} after a check`,
    );
  }
}

// What happens, at random

export const LOCKER_HAPPENINGS = {
  deliver_up: HAPPENINGS.deliver_up,
  deliver_down: HAPPENINGS.deliver_down,
  wait: HAPPENINGS.wait,
  tick: HAPPENINGS.tick,
  cut_within: HAPPENINGS.cut_within,
  cut: HAPPENINGS.cut,
  restore: HAPPENINGS.restore,
  network: HAPPENINGS.network,
  send_again: HAPPENINGS.send_again,
  again: HAPPENINGS.again,
  statement: HAPPENINGS.statement,
  leave: HAPPENINGS.leave,
  door: HAPPENINGS.door,
  force: HAPPENINGS.force,
  stick: HAPPENINGS.stick,
  silence: HAPPENINGS.silence,
  temperature: HAPPENINGS.temperature,
  exchange: (world: LockerWorld) => exchange(world),
  pull: (world: LockerWorld) => world.pull(),
  pass_time: (world: LockerWorld) => world.passTime(),
  reserve: (world: LockerWorld, collect_ms: number) => {
    world.reserve(collect_ms);
  },
  release: (world: LockerWorld, code: string) => {
    world.release(code);
  },
  extend: (world: LockerWorld, [code, ms]: readonly [string, number]) => {
    world.extend(code, ms);
  },
  issue_code: (
    world: LockerWorld,
    [code, use, reissue]: readonly [string, "deposit" | "collect", boolean],
  ) => {
    world.issueCode(code, use, reissue);
  },
  issue_operator_code: (world: LockerWorld, code: string) => {
    world.issueOperatorCode(code);
  },
  code: (world: LockerWorld, [code, use, back]: readonly [string, Use, number]) =>
    world.typeIssuedCode(code, use, back),
  open: (world: LockerWorld, [code, by]: readonly [string, "staff" | "holder"]) => {
    world.open(code, by);
  },
  check: (world: LockerWorld, code: string) => world.check(code),
  take_out: (world: LockerWorld, code: string) => {
    world.takeOut(code);
  },
  put_back: (world: LockerWorld, code: string) => world.putBack(code),
  /** Everything that usually follows works, so that runs get as far as a collection. */
  deposit: (world: LockerWorld, code: string) => use(world, code, "deposit"),
  collect: (world: LockerWorld, code: string) => use(world, code, "collect"),
};

/** A person with a code comes, opens, does what the code is for, and closes. What the network brings later is another matter. */
function use(world: LockerWorld, code: string, use: "deposit" | "collect"): void {
  if (findUse(world.service.find(code).status) !== use) return;
  world.issueCode(code, use, false);
  world.pull();
  exchange(world);
  world.typeIssuedCode(code, use, 0);
  if (world.doors.get(code)!.door === "OPEN")
    world.move(code, { door: "CLOSED", contents: use === "deposit" ? "FULL" : "EMPTY" });
}

export function exchange(world: LockerWorld): void {
  const all = { stays: false, lost: false };
  for (let round = 0; round < 5 && world.up.length + world.down.length > 0; round++) {
    while (world.up.length > 0) world.deliverUp(0, all);
    while (world.down.length > 0) world.deliverDown(0, all);
  }
}

const { deliver_up, deliver_down, tick, cut_within, cut, restore, network, send_again, again } = ARBITRARIES;
const { statement, leave, door, force, stick, silence, temperature } = ARBITRARIES;
const MINUTE_MS = 60_000;
const fcUse = fc.constantFrom("deposit", "collect");

export const LOCKER_ARBITRARIES: Record<
  keyof typeof LOCKER_HAPPENINGS,
  readonly [number, fc.Arbitrary<unknown>]
> = {
  deliver_up,
  deliver_down,
  wait: [5, fc.constantFrom(50, 1000, 5000, 12_000, 40_000, 70_000, 4 * MINUTE_MS, 16 * MINUTE_MS)],
  tick,
  cut_within,
  cut,
  restore,
  network,
  send_again,
  again: [2, again[1]],
  exchange: [6, fc.constant(undefined)],
  statement,
  leave,
  door,
  force,
  stick,
  silence,
  temperature: [1, temperature[1]],
  pull: [6, fc.constant(undefined)],
  pass_time: [6, fc.constant(undefined)],
  reserve: [8, fc.constantFrom(MINUTE_MS, 60 * MINUTE_MS)],
  release: [1, compartment],
  extend: [1, fc.tuple(compartment, fc.constantFrom(MINUTE_MS, 60 * MINUTE_MS))],
  issue_code: [3, fc.tuple(compartment, fcUse, fc.boolean())],
  issue_operator_code: [1, compartment],
  code: [
    4,
    fc.tuple(compartment, fc.constantFrom("deposit", "collect", "operator"), fc.constantFrom(0, 0, 0, 1)),
  ],
  open: [5, fc.tuple(compartment, fc.constantFrom("holder", "holder", "staff"))],
  check: [10, compartment],
  take_out: [1, compartment],
  put_back: [3, compartment],
  deposit: [14, compartment],
  collect: [14, compartment],
};
