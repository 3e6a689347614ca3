/**
 * A complete search of the door protocol: the reference firmware, the decisions of the service, people, and a network that loses,
 * repeats and reorders what is in flight. Power may be cut between any two effects. `LOCKER_SEARCH=full` searches more
 * (README.md, "Proof").
 *
 * The clock is not part of it: devices know the time. `doors.test.ts` has what clocks do.
 */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { computeExpiry, isOpenCommand } from "#domain/lockers/devices/records/command.ts";
import { type Ending, readAck } from "#domain/lockers/devices/rules.ts";
import { formatTime } from "#locker-protocol/device-clock.ts";
import {
  type Board,
  buildFlash,
  type Device,
  type Input as DeviceInput,
  type Effect,
} from "#locker-protocol/firmware/device-state.ts";
import { applyEffects, step } from "#locker-protocol/firmware.ts";
import type {
  Ack,
  Command,
  DeviceMessage,
  Operation,
  OperationsPush,
  ServiceMessage,
  Snapshot,
} from "#locker-protocol/messages.ts";
import { readCommandEnd, readOperation } from "./read-operation.ts";
import {
  type CompartmentState,
  chooseCompartment,
  DEFAULT_DIMENSIONS,
  decide,
  findSnapshotInput,
  findUse,
  type Input,
  type Use,
} from "./rules.ts";

/** What one search is bounded by. */
interface Bounds {
  /** Compartments of each device. */
  devices: readonly (readonly string[])[];
  in_flight: number;
  /** Of each device. */
  commands: number;
  cuts: number;
  /** How often commands may expire. */
  times: number;
}

const ONE = [["A-1"]];
const TWO_DEVICES = [["A-1"], ["A-1"]];
const TWO_COMPARTMENTS = [["A-1", "A-2"]];
const SEARCHES: readonly Bounds[] = [{ devices: ONE, in_flight: 1, commands: 1, cuts: 1, times: 1 }];
const FULL_SEARCHES: readonly Bounds[] = [
  { devices: TWO_DEVICES, in_flight: 1, commands: 1, cuts: 0, times: 1 },
  { devices: ONE, in_flight: 3, commands: 2, cuts: 1, times: 1 },
  { devices: TWO_COMPARTMENTS, in_flight: 3, commands: 2, cuts: 0, times: 1 },
];
const START_MS = Date.UTC(2026, 10, 28, 12);
/** Long against what ticks take, which is not counted. */
const LIFE_MS = 1e9;

/** One compartment as the service sees it. */
type Cell = CompartmentState;

interface IssuedCommand {
  nonce: string;
  code: string;
  use: Use;
  /** The time, in lives of commands, at which it expires. */
  expires: number;
  status: "QUEUED" | "SENT" | "ACKED" | "DONE" | "FAILED" | "EXPIRED";
  result: Record<string, unknown> | null;
}

type Packet = { to_device: true; message: ServiceMessage } | { to_device: false; message: DeviceMessage };

/** One device and everything that concerns it alone. */
interface Site {
  device: Device;
  ticks: number;
  boards: Readonly<Record<string, Board>>;
  /** Why somebody stands before a door, by compartment. */
  visitors: Readonly<Record<string, Use>>;
  pulses: Readonly<Record<string, number>>;
  cells: Readonly<Record<string, Cell>>;
  commands: readonly IssuedCommand[];
  applied_seq: number;
  /** How often each may happen yet. */
  budget: Readonly<Pick<Bounds, "commands" | "cuts">>;
}

interface State {
  sites: readonly Site[];
  packets: readonly (Packet & { site: number })[];
  time: number;
  in_flight: number;
  times: number;
}

interface Successor {
  name: string;
  state: State;
}

/** What is looked for: each is a function of a state, or of a step. */
class Violation extends Error {}

function ensure(condition: boolean, what: string): void {
  if (!condition) throw new Violation(what);
}

function createState({ devices, in_flight, times, ...budget }: Bounds): State {
  const sites = devices.map((codes, at): Site => {
    const boards = codes.map((code): Board => ({ code, door: "CLOSED", contents: "EMPTY" }));
    const flash = buildFlash(
      {
        type: "provision_answer",
        device_id: at + 1,
        epoch: 1,
        code_secret: "A".repeat(43),
        server_time: formatTime(START_MS),
        heartbeat_s: 3600,
        compartments: codes.map((code, index) => ({ compartment_id: index + 1, code })),
      },
      "1.0.0",
      1000,
    );
    const records = Object.entries(flash.compartments).map(([code, record]) => [
      code,
      { ...record, door: "CLOSED", contents: "EMPTY" },
    ]);
    const site: Site = {
      device: { flash: { ...flash, compartments: Object.fromEntries(records) }, memory: null },
      ticks: 0,
      boards: Object.fromEntries(boards.map((board) => [board.code, board])),
      visitors: {},
      pulses: {},
      cells: Object.fromEntries(
        codes.map((code): [string, Cell] => [
          code,
          { status: "FREE", reason: null, door: "CLOSED", contents: "EMPTY", reservation: null },
        ]),
      ),
      commands: [],
      applied_seq: 0,
      budget,
    };
    // It starts with nothing to send.
    const { memory } = step(site.device, { kind: "power_restored", cause: "power", boards, clock: START_MS });
    return { ...site, device: { flash: site.device.flash, memory: { ...memory!, connected: true } } };
  });
  return { sites, packets: [], time: 0, in_flight, times };
}

// Devices

const getClock = (state: State, site: Site) => START_MS + state.time * 2 * LIFE_MS + site.ticks * 11_000;

type UntimedInput = DeviceInput extends infer One
  ? One extends DeviceInput
    ? Omit<One, "clock">
    : never
  : never;
type Steps = Map<string, { device: Device; effects: readonly Effect[]; is_cut: boolean }[]>;

/** One device is in many states: what it does with an input is computed once. Each keeps those after it, so they are forgotten at times. */
let known_steps = new WeakMap<Device, Steps>();
let known_count = 0;
const KNOWN_MAX = 200_000;
const message_numbers = new WeakMap<object, number>();
let messages_count = 0;

function nameInput(input: UntimedInput): string {
  if (input.kind !== "message") return JSON.stringify(input);
  const number = message_numbers.get(input.message) ?? messages_count++;
  message_numbers.set(input.message, number);
  return `message ${number}`;
}

/** The device after an input, for each moment at which power may be cut, and without a cut. */
function listSteps(before: Device, input: UntimedInput, clock: number) {
  const steps: Steps = known_steps.get(before) ?? new Map();
  known_steps.set(before, steps);
  const name = `${clock} ${nameInput(input)}`;
  const known_list = steps.get(name);
  if (known_list !== undefined) return known_list;
  known_count += 1;
  const memory = before.memory && {
    ...before.memory,
    reading: { offset_ms: 0, uncertainty_ms: 0, clock },
    heartbeat: clock,
  };
  const device = { flash: before.flash, memory };
  const result = step(device, { ...input, clock } as DeviceInput);
  const last = result.effects.length;
  const list = Array.from({ length: last + 1 }, (_, count) => ({
    device: applyEffects(device, result, count),
    effects: result.effects.slice(0, count),
    is_cut: count < last,
  }));
  steps.set(name, list);
  return list;
}

/** The states after an input, one for each moment at which power may be cut, and one without a cut. */
function give(state: State, at: number, name: string, input: UntimedInput): Successor[] {
  const site = state.sites[at]!;
  const may_cut = site.budget.cuts > 0 && site.device.memory !== null;
  const successors: Successor[] = [];
  for (const { device, effects, is_cut } of listSteps(site.device, input, getClock(state, site))) {
    // What is shown does not matter.
    if (is_cut && (!may_cut || effects.at(-1)?.kind === "display")) continue;
    let next = replaceSite(state, at, { device });
    for (const effect of effects) next = observe(next, at, effect);
    if (is_cut) next = spend(next, at, "cuts");
    successors.push({ name: is_cut ? `${name}, cut after ${effects.length}` : name, state: next });
  }
  return successors;
}

function observe(state: State, at: number, effect: Effect): State {
  const site = state.sites[at]!;
  if (effect.kind === "send") {
    const { message } = effect;
    // Heartbeats tell nothing that the operations do not.
    if (message.type !== "ack" && message.type !== "operations" && message.type !== "snapshot") return state;
    return send(state, { site: at, to_device: false, message });
  }
  if (effect.kind !== "pulse") return state;
  const { nonce, compartment: code } = effect;
  const command = site.commands.find((one) => one.nonce === nonce)!;
  const pulses = { ...site.pulses, [nonce!]: (site.pulses[nonce!] ?? 0) + 1 };
  ensure(pulses[nonce!] === 1, `double pulse: ${nonce}`);
  ensure(state.time < command.expires, `pulse of an expired command: ${nonce}`);
  const board: Board = { ...site.boards[code]!, door: "OPEN" };
  return replaceSite(state, at, {
    pulses,
    boards: { ...site.boards, [code]: board },
    visitors: { ...site.visitors, [code]: command.use },
  });
}

function replaceSite(state: State, at: number, change: Partial<Site>): State {
  return { ...state, sites: state.sites.with(at, { ...state.sites[at]!, ...change }) };
}

const spend = (state: State, at: number, what: "commands" | "cuts"): State => {
  const { budget } = state.sites[at]!;
  return replaceSite(state, at, { budget: { ...budget, [what]: budget[what] - 1 } });
};

// The service

function setCell(site: Site, code: string, cell: Cell): Site {
  return { ...site, cells: { ...site.cells, [code]: cell } };
}

function apply(site: Site, code: string, input: Input | null, observed: Partial<Cell> = {}): Site {
  const cell = { ...site.cells[code]!, ...observed };
  const decision = input === null ? cell : decide(cell, input);
  if ("refused" in decision) return site;
  const { status, reason, reservation } = decision;
  const is_open = reservation === "HELD" || reservation === "IN_USE";
  const was = site.cells[code]!;
  if (was.reservation === "IN_USE" && !is_open)
    ensure(input === "checked_empty" || was.status === "UNLOADING", `${input} freed ${code}`);
  return setCell(site, code, { ...cell, status, reason, reservation: is_open ? reservation : null });
}

/** What an operation means for its compartment. */
function applyOperation(site: Site, { compartment: code, action, result, details = {} }: Operation): Site {
  if (code === undefined) return site;
  const command = site.commands.find(({ nonce }) => nonce === details["nonce"]);
  const { status, contents } = site.cells[code]!;
  const { input, observed } = readOperation(
    { action, result, details },
    { status, contents, fault_code: null },
    command?.use,
  );
  const { door = site.cells[code]!.door, contents: reported_contents = contents } = observed;
  return apply(site, code, input, { door, contents: reported_contents });
}

function endCommand(
  site: Site,
  command: IssuedCommand,
  { status, outcome }: Ending,
  result: IssuedCommand["result"],
): Site {
  const commands = site.commands.map((one) => (one === command ? { ...one, status, result } : one));
  const next = { ...site, commands };
  const cell = site.cells[command.code]!;
  const { input, observed } = readCommandEnd({ body: { use: command.use }, result }, outcome, cell);
  const { door = cell.door, contents = cell.contents } = observed;
  return apply(next, command.code, input, { door, contents });
}

function applyAck(site: Site, { nonce, status, result }: Ack): Site {
  const command = site.commands.find((one) => one.nonce === nonce)!;
  const meaning = readAck(command, status);
  return meaning === null || meaning === "acked" ? site : endCommand(site, command, meaning, { ...result });
}

/** The door tells as well as the answer of the command does, which may come later. */
function endByDoor(site: Site, { action, details }: Operation): Site {
  const command =
    action === "door_opened" ? site.commands.find(({ nonce }) => nonce === details?.["nonce"]) : undefined;
  if (command === undefined || command.result !== null) return site;
  return endCommand(site, command, { status: "DONE", outcome: "done" }, { by: "door_opened" });
}

function observeSnapshot(site: Site, { seq, compartments }: Snapshot): Site {
  if (seq !== site.applied_seq) return site;
  return compartments.reduce((next, { code, door, contents }) => {
    const input = findSnapshotInput(next.cells[code]!, { door, contents });
    return apply(next, code, input, { door, contents });
  }, site);
}

function receive(site: Site, message: DeviceMessage, now_ms: number): { site: Site; answer: ServiceMessage } {
  const { message_id: answers } = message;
  const server_time = formatTime(now_ms);
  if (message.type === "ack")
    return { site: applyAck(site, message), answer: { type: "receipt", answers, server_time } };
  if (message.type === "snapshot")
    return { site: observeSnapshot(site, message), answer: { type: "receipt", answers, server_time } };
  let next = site;
  for (const operation of (message as OperationsPush).operations)
    if (operation.seq === next.applied_seq + 1)
      next = { ...endByDoor(applyOperation(next, operation), operation), applied_seq: operation.seq };
  const { applied_seq } = next;
  const answer: ServiceMessage = {
    type: "operations_answer",
    answers,
    epoch: 1,
    applied_seq,
    received_to: applied_seq,
    missing: [],
    server_time,
  };
  return { site: next, answer };
}

// Steps

function listSuccessors(state: State): Successor[] {
  return [
    ...state.packets.flatMap((_, index) => deliver(state, index)),
    ...state.sites.flatMap((site, at) => [
      ...actOfService(state, site, at),
      ...actOfDevice(state, site, at),
      ...actOfPeople(state, site, at),
    ]),
    ...passTime(state),
  ];
}

function deliver(state: State, index: number): Successor[] {
  const packet = state.packets[index]!;
  const { site: at, message } = packet;
  const rest: State = { ...state, packets: state.packets.toSpliced(index, 1) };
  // It is lost, or arrives, and may arrive again.
  const successors: Successor[] = [{ name: `lose ${message.type}`, state: rest }];
  const before = [
    { name: `deliver ${message.type}`, state: rest },
    { name: `deliver ${message.type}, which stays`, state },
  ];
  for (const one of before)
    if (packet.to_device) {
      if (state.sites[at]!.device.memory !== null)
        successors.push(...give(one.state, at, one.name, { kind: "message", message: packet.message }));
    } else {
      const before_site = state.sites[at]!;
      const { site, answer } = receive(before_site, packet.message, getClock(state, before_site));
      successors.push({
        name: one.name,
        state: send(replaceSite(one.state, at, site), { site: at, to_device: true, message: answer }),
      });
    }
  return successors;
}

/** What does not fit into the network is lost. */
function send(state: State, packet: State["packets"][number]): State {
  if (state.packets.length >= state.in_flight) return state;
  return { ...state, packets: [...state.packets, packet] };
}

function actOfService(state: State, site: Site, at: number): Successor[] {
  const successors: Successor[] = [];
  for (const code of Object.keys(site.cells)) {
    // While one command may be carried out there is no other.
    const is_pending = site.commands.some((one) => one.code === code && isOpenCommand(one));
    if (is_pending || site.budget.commands === 0 || state.time >= state.times) continue;
    const reserved_site = site.cells[code]!.status === "FREE" ? reserve(site, code) : site;
    const use = reserved_site === undefined ? null : findUse(reserved_site.cells[code]!.status);
    if (reserved_site === undefined || use === null) continue;
    const command: IssuedCommand = {
      nonce: `00000000-0000-4000-8000-${String(at * 100 + site.commands.length).padStart(12, "0")}`,
      code,
      use,
      expires: state.time + 1,
      status: "QUEUED",
      result: null,
    };
    const next = replaceSite(state, at, { ...reserved_site, commands: [...site.commands, command] });
    successors.push({ name: `issue ${use} ${code}`, state: spend(next, at, "commands") });
  }
  for (const command of site.commands) {
    if (!isAlive(state, command)) continue;
    const commands = site.commands.map((one) =>
      one === command && one.status === "QUEUED" ? { ...one, status: "SENT" as const } : one,
    );
    const message: Command = {
      type: "command",
      packet_id: command.nonce,
      nonce: command.nonce,
      kind: "open",
      compartment: command.code,
      expires_at: formatTime(START_MS + command.expires * 2 * LIFE_MS - LIFE_MS),
      body: { use: command.use },
    };
    successors.push({
      name: `send ${command.use} ${command.code}`,
      state: send(replaceSite(state, at, { commands }), { site: at, to_device: true, message }),
    });
  }
  return successors;
}

/** Undefined where the compartment cannot be granted. */
function reserve(site: Site, code: string): Site | undefined {
  const { status, door } = site.cells[code]!;
  // Nobody types codes here.
  const confirmation = { use_revision: 0, confirmed_revision: 0, confirmed_seq: 0 };
  const room = {
    id: 1,
    size: "S" as const,
    ...DEFAULT_DIMENSIONS.S,
    status,
    door,
    fault_code: null,
    ...confirmation,
  };
  if (chooseCompartment(site, [room], { size: "S" }) === undefined) return undefined;
  const board = site.boards[code]!;
  ensure(board.contents === "EMPTY", `double grant: ${code} has ${board.contents}`);
  ensure(site.cells[code]!.reservation === null, `double grant: ${code} is reserved`);
  return setCell(site, code, { ...apply(site, code, "reserve").cells[code]!, reservation: "HELD" });
}

const isAlive = (state: State, command: IssuedCommand) =>
  isOpenCommand(command) && state.time < command.expires;

function actOfDevice(state: State, site: Site, at: number): Successor[] {
  const { flash, memory } = site.device;
  const boards = Object.values(site.boards);
  if (memory === null)
    return give(state, at, "restore power", { kind: "power_restored", cause: "power", boards }).map(
      ({ name, state: next }) => {
        return { name, state: replaceSite(next, at, { device: connect(next.sites[at]!.device) }) };
      },
    );
  const changes = boards.filter(({ code, door, contents }) => {
    const record = flash.compartments[code]!;
    return record.door !== door || record.contents !== contents;
  });
  const successors = changes.flatMap((board) =>
    give(state, at, `read ${board.code}`, { kind: "sensor", board }),
  );
  const is_waiting = flash.queue.entries.length > 0 || flash.transactions.some((one) => !one.is_acknowledged);
  // Time for a door to open passes after its sensor was read.
  if (is_waiting && changes.length === 0)
    successors.push(...give(replaceSite(state, at, { ticks: site.ticks + 1 }), at, "tick", { kind: "tick" }));
  // One that has nothing to do loses nothing.
  if (site.budget.cuts > 0 && site.commands.length > 0)
    successors.push({
      name: "cut",
      state: spend(replaceSite(state, at, { device: { flash, memory: null } }), at, "cuts"),
    });
  return successors;
}

const connected_devices = new WeakMap<Device, Device>();

function connect(device: Device): Device {
  const connected = connected_devices.get(device) ?? {
    flash: device.flash,
    memory: device.memory && { ...device.memory, connected: true },
  };
  connected_devices.set(device, connected);
  return connected;
}

function actOfPeople(state: State, site: Site, at: number): Successor[] {
  const successors: Successor[] = [];
  for (const [code, board] of Object.entries(site.boards)) {
    if (board.door !== "OPEN") continue;
    const visitor = site.visitors[code];
    const after = visitor === "deposit" ? ("FULL" as const) : ("EMPTY" as const);
    for (const contents of new Set([board.contents, after]))
      successors.push({
        name: `close ${code} ${contents}`,
        state: replaceSite(state, at, {
          boards: { ...site.boards, [code]: { code, door: "CLOSED", contents } },
        }),
      });
  }
  for (const [code, { status }] of Object.entries(site.cells)) {
    if (status !== "VERIFY" || !canSettle(site, code)) continue;
    const input = site.boards[code]!.contents === "FULL" ? "checked_full" : "checked_empty";
    const next = apply(site, code, input);
    if (next.cells[code]!.status !== "VERIFY")
      successors.push({ name: `check ${code}`, state: replaceSite(state, at, next) });
  }
  return successors;
}

/** An operator looks into a compartment when no command may open it any more. */
const canSettle = (site: Site, code: string) =>
  site.boards[code]!.door === "CLOSED" &&
  !site.commands.some((command) => command.code === code && isOpenCommand(command));

/** Time passes: commands without a result end, and then what waits for a person. */
function passTime(state: State): Successor[] {
  const successors: Successor[] = [];
  if (state.time < state.times && state.sites.some(({ commands }) => commands.length > 0)) {
    const time = state.time + 1;
    const sites = state.sites.map((site) =>
      site.commands
        .filter((one) => isOpenCommand(one) && one.expires <= time)
        .reduce((next, command) => {
          const { outcome } = computeExpiry({ status: command.status, expires_at: "" });
          return endCommand(next, command, { status: "EXPIRED", outcome }, null);
        }, site),
    );
    successors.push({ name: "expire", state: { ...state, time, sites } });
  }
  for (const [at, site] of state.sites.entries())
    for (const [code, { status, door }] of Object.entries(site.cells)) {
      const waits = site.commands.some((one) => one.code === code && isOpenCommand(one));
      const input =
        status === "RESERVED" ? "hold_ended" : door === "OPEN" ? null : ("claim_missing" as const);
      if (waits || input === null || site.commands.length === 0) continue;
      const next = apply(site, code, input);
      if (next.cells[code]!.status !== status)
        successors.push({ name: `${input} ${code}`, state: replaceSite(state, at, next) });
    }
  return successors;
}

// Canonical states

/** Without messages that change nothing whenever they arrive, and each once: it may arrive again anyway. */
function dropIdlePackets(state: State): State {
  const packets = state.packets.filter(({ site: at, message }) => {
    const { device, applied_seq, commands } = state.sites[at]!;
    if (message.type === "command") return true;
    const id = "answers" in message ? message.answers : (message as DeviceMessage).message_id;
    if (device.memory !== null && Object.hasOwn(device.memory.sent_messages, id!)) return true;
    if (message.type === "ack")
      return readAck(commands.find(({ nonce }) => nonce === message.nonce)!, message.status) !== null;
    if (message.type === "snapshot") return message.seq >= applied_seq;
    return message.type === "operations" && message.operations.some(({ seq }) => seq > applied_seq);
  });
  const unique = new Map(
    packets.map((packet) => [`${packet.site} ${describePacket(state.sites[packet.site]!, packet)}`, packet]),
  );
  return unique.size === state.packets.length ? state : { ...state, packets: [...unique.values()] };
}

const device_texts = new WeakMap<Device, Map<number, string>>();

const describeOperation = ({ seq, action, compartment, result, details }: Operation, applied_seq: number) => [
  seq - applied_seq,
  action,
  compartment,
  result,
  action === "booted" ? null : details,
];

function describeDevice(device: Device, applied_seq: number): string {
  const texts = device_texts.get(device) ?? new Map<number, string>();
  device_texts.set(device, texts);
  const { flash, memory } = device;
  const text =
    texts.get(applied_seq) ??
    JSON.stringify([
      flash.transactions.map(({ nonce, ack, is_acknowledged }) => [
        nonce,
        ack?.status,
        ack?.result,
        is_acknowledged,
      ]),
      flash.queue.entries.map(({ operation }) => describeOperation(operation, applied_seq)),
      Object.values(flash.compartments).map(({ door, contents, opening }) => [
        door,
        contents,
        opening?.nonce,
      ]),
      // Those of heartbeats and snapshots are left out: their answers change nothing.
      memory &&
        Object.values(memory.sent_messages)
          .flatMap(({ nonce, push }) => nonce ?? push ?? [])
          .sort(),
      memory?.snapshot_is_ahead,
    ]);
  texts.set(applied_seq, text);
  return text;
}

function describePacket({ device, applied_seq }: Site, { message }: State["packets"][number]): string {
  const isOpen = (id: string) => device.memory !== null && Object.hasOwn(device.memory.sent_messages, id);
  switch (message.type) {
    case "command":
      return `c ${message.nonce}`;
    case "ack":
      return `a ${message.nonce} ${message.status} ${JSON.stringify(message.result)} ${isOpen(message.message_id)}`;
    case "snapshot":
      return `s ${message.seq - applied_seq} ${message.compartments.map(({ door, contents }) => `${door} ${contents}`)}`;
    case "operations": {
      const operations = message.operations.filter(({ seq }) => seq > applied_seq);
      return JSON.stringify([
        isOpen(message.message_id),
        operations.map((one) => describeOperation(one, applied_seq)),
      ]);
    }
    case "operations_answer": {
      const open = isOpen(message.answers ?? "");
      return `o ${open} ${open && message.received_to - applied_seq}`;
    }
    default: {
      const { answers } = message as { answers: string };
      return `r ${isOpen(answers) && device.memory?.sent_messages[answers]?.nonce}`;
    }
  }
}

/**
 * Two states with the same text behave the same: names of messages, hashes, times and what is over are left out.
 */
function describe(state: State): string {
  const sites = state.sites.map((site, at) => {
    const packets = state.packets
      .filter((packet) => packet.site === at)
      .map((packet) => describePacket(site, packet))
      .sort();
    const service = JSON.stringify([
      Object.values(site.boards),
      site.visitors,
      site.pulses,
      site.cells,
      site.commands.map(({ result, ...one }) => [one, result !== null]),
      site.budget,
    ]);
    return `${describeDevice(site.device, site.applied_seq)}${service}${packets.join()}`.replaceAll(
      `8000-0000000000${at}`,
      "8000-0000000000-",
    );
  });
  return `${sites.sort().join("|")}${state.time}`;
}

function check(state: State): void {
  for (const site of state.sites)
    for (const [code, { status }] of Object.entries(site.cells)) {
      const { contents } = site.boards[code]!;
      // Until the device has told it, whoever opened the door may have put something in, or be taking it out.
      if (status === "FREE" && isQuiet(site, code)) ensure(contents === "EMPTY", `lost parcel in ${code}`);
    }
}

/** The door is closed, and the device has told everything. */
const isQuiet = (site: Site, code: string) =>
  site.boards[code]!.door === "CLOSED" &&
  site.device.flash.queue.next_seq === site.applied_seq + 1 &&
  site.device.flash.compartments[code]!.contents === site.boards[code]!.contents;

/** Where nothing happens by itself any more, everything is settled, or an operator can settle it. */
function checkEnd(state: State): void {
  for (const site of state.sites)
    for (const [code, { status }] of Object.entries(site.cells)) {
      const { contents } = site.boards[code]!;
      ensure(
        (status === "FREE" && contents === "EMPTY") ||
          (status === "OCCUPIED" && contents === "FULL") ||
          (status === "VERIFY" && canSettle(site, code)),
        `dead end: ${code} is ${status} with ${contents}`,
      );
    }
}

/** How a state was reached. Those before it are not kept: there are millions. */
interface Way {
  name: string;
  before: Way | null;
}

interface Visit {
  state: State;
  way: Way;
}

/** A collision of 128 bits would leave out a state: with ten million states its probability is below 2^-80. */
const mark = (state: State) => hash("md5", describe(state), "base64url");

/** Breadth first, so that a violation is told by a shortest way to it. */
function search(first: State): { states: number; ends: number } {
  let ends = 0;
  const visits = new Set([mark(first)]);
  let level: Visit[] = [{ state: first, way: { name: "start", before: null } }];
  while (level.length > 0) {
    const next_level: Visit[] = [];
    for (const visit of level) {
      const explain = (error: unknown, name = "") => {
        const names = [name];
        for (let one: Way | null = visit.way; one !== null; one = one.before) names.unshift(one.name);
        assert.ok(error instanceof Violation, error as Error);
        assert.fail(`${error.message}\n${names.join("\n")}`);
      };
      try {
        const successors = listSuccessors(visit.state);
        if (successors.every(({ name }) => name.startsWith("check"))) {
          ends += 1;
          checkEnd(visit.state);
        }
        for (const { name, state: successor } of successors) {
          const state = dropIdlePackets(successor);
          const key = mark(state);
          if (visits.has(key)) continue;
          visits.add(key);
          check(state);
          next_level.push({ state, way: { name, before: visit.way } });
        }
      } catch (error) {
        explain(error);
      }
    }
    level = next_level;
    if (known_count > KNOWN_MAX) {
      known_steps = new WeakMap();
      known_count = 0;
    }
  }
  return { states: visits.size, ends };
}

for (const bounds of [...SEARCHES, ...(process.env["LOCKER_SEARCH"] === "full" ? FULL_SEARCHES : [])])
  test(`no double pulse, no double grant, no lost parcel, and no end that an operator cannot settle: ${JSON.stringify(bounds)}`, (context) => {
    const { states, ends } = search(createState(bounds));
    context.diagnostic(`${states} states, ${ends} ends`);
    assert.ok(states > 1000 && ends > 4, `${states} states and ${ends} ends are too few to be all`);
  });
