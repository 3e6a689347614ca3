/**
 * A complete search of the door protocol: the reference firmware in two devices with two compartments, a service that follows
 * the rules of README.md, people, and a network that loses, repeats and reorders up to three messages. Power may be cut
 * between any two effects. Each search is bounded; those of `LOCKER_SEARCH=full` are larger.
 *
 * The clock is not part of it: devices know the time. `firmware.test.ts` has what clocks do.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
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
  Ack,
  Command,
  DeviceMessage,
  Operation,
  OperationsPush,
  ServiceMessage,
  Use,
} from "./messages.ts";

/** What one search is bounded by. */
interface Bounds {
  /** Compartments of each device. */
  devices: readonly (readonly string[])[];
  in_flight: number;
  commands: number;
  cuts: number;
  losses: number;
  repeats: number;
  /** How often commands may expire. */
  times: number;
}

const ONE = [["A-1"]];
const TWO_DEVICES = [["A-1"], ["A-1"]];
const TWO_COMPARTMENTS = [["A-1", "A-2"]];
const SEARCHES: readonly Bounds[] = [
  { devices: ONE, in_flight: 1, commands: 1, cuts: 1, losses: 1, repeats: 1, times: 1 },
  { devices: ONE, in_flight: 2, commands: 1, cuts: 1, losses: 0, repeats: 0, times: 1 },
  { devices: ONE, in_flight: 1, commands: 2, cuts: 0, losses: 0, repeats: 0, times: 2 },
  { devices: TWO_DEVICES, in_flight: 1, commands: 1, cuts: 0, losses: 0, repeats: 0, times: 1 },
];
const FULL_SEARCHES: readonly Bounds[] = [
  { devices: ONE, in_flight: 2, commands: 2, cuts: 0, losses: 0, repeats: 0, times: 1 },
  { devices: TWO_DEVICES, in_flight: 3, commands: 1, cuts: 1, losses: 1, repeats: 0, times: 1 },
  { devices: ONE, in_flight: 1, commands: 2, cuts: 1, losses: 0, repeats: 0, times: 1 },
  { devices: TWO_DEVICES, in_flight: 1, commands: 2, cuts: 0, losses: 0, repeats: 0, times: 1 },
  { devices: TWO_COMPARTMENTS, in_flight: 1, commands: 2, cuts: 0, losses: 0, repeats: 0, times: 1 },
];
const START_MS = Date.UTC(2026, 10, 28, 12);
/** Long against what ticks take, which is not counted. */
const LIFE_MS = 1e9;

type Status = "FREE" | "RESERVED" | "LOADING" | "OCCUPIED" | "UNLOADING" | "VERIFY";

/** One compartment as the service sees it. */
interface Cell {
  status: Status;
  /** The command that may change it; null when there is none. */
  nonce: string | null;
}

interface IssuedCommand {
  nonce: string;
  code: string;
  use: Use;
  /** The time, in lives of commands, at which it expires. */
  expires: number;
  is_sent: boolean;
  final: Ack["status"] | null;
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
}

interface State {
  sites: readonly Site[];
  packets: readonly (Packet & { site: number })[];
  time: number;
  in_flight: number;
  times: number;
  /** How often each may happen yet. */
  budget: Readonly<Pick<Bounds, "commands" | "cuts" | "losses" | "repeats">>;
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
      cells: Object.fromEntries(codes.map((code) => [code, { status: "FREE", nonce: null }])),
      commands: [],
      applied_seq: 0,
    };
    // It starts with nothing to send.
    const { memory } = step(site.device, { kind: "power_restored", cause: "power", boards, clock: START_MS });
    return { ...site, device: { flash: site.device.flash, memory: { ...memory!, connected: true } } };
  });
  return { sites, packets: [], time: 0, in_flight, times, budget };
}

// Devices

const getClock = (state: State, site: Site) => START_MS + state.time * 2 * LIFE_MS + site.ticks * 11_000;

/** The states after an input, one for each moment at which power may be cut, and one without a cut. */
function give(
  state: State,
  at: number,
  name: string,
  input: Input extends infer One ? (One extends Input ? Omit<One, "clock"> : never) : never,
): Successor[] {
  const site = state.sites[at]!;
  const clock = getClock(state, site);
  const memory = site.device.memory && {
    ...site.device.memory,
    reading: { offset_ms: 0, uncertainty_ms: 0, clock },
    heartbeat: clock,
  };
  const device = { flash: site.device.flash, memory };
  const result = step(device, { ...input, clock } as Input);
  const successors: Successor[] = [];
  const last = result.effects.length;
  for (let count = state.budget.cuts > 0 && memory !== null ? 0 : last; count <= last; count++) {
    // What is shown does not matter.
    if (count < last && count > 0 && result.effects[count - 1]?.kind === "display") continue;
    let next = replaceSite(state, at, { device: applyEffects(device, result, count) });
    for (const effect of result.effects.slice(0, count)) next = observe(next, at, effect);
    if (count < last) next = { ...next, budget: { ...next.budget, cuts: next.budget.cuts - 1 } };
    successors.push({ name: count < last ? `${name}, cut after ${count}` : name, state: next });
  }
  return successors;
}

function observe(state: State, at: number, effect: Effect): State {
  const site = state.sites[at]!;
  if (effect.kind === "send") {
    const { message } = effect;
    // Heartbeats and snapshots tell nothing that the operations do not. What does not fit is lost.
    if (message.type !== "ack" && message.type !== "operations") return state;
    if (state.packets.length >= state.in_flight) return state;
    return { ...state, packets: [...state.packets, { site: at, to_device: false, message }] };
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

// The service

function setCell(site: Site, code: string, cell: Cell): Site {
  return { ...site, cells: { ...site.cells, [code]: cell } };
}

/** What an operation means for a compartment. An unlikely one asks for a check: it never frees and never occupies. */
function applyOperation(site: Site, operation: Operation): Site {
  const { compartment: code, action, result, details } = operation;
  const cell = code === undefined ? undefined : site.cells[code];
  if (code === undefined || cell === undefined) return site;
  const verify: Cell = { status: "VERIFY", nonce: cell.nonce };
  if (cell.status === "VERIFY" || result !== "ok") return setCell(site, code, verify);
  if (action === "door_closed" || action === "contents_changed") return site;
  if (action === "door_opened") {
    const command = site.commands.find(({ nonce }) => nonce === details?.["nonce"]);
    if (command === undefined || command.nonce !== cell.nonce) return setCell(site, code, verify);
    // The door tells as well as the answer of the command does, which may come later.
    const commands = site.commands.map((one) => (one === command ? { ...one, final: "done" as const } : one));
    const status = command.use === "deposit" ? "LOADING" : "UNLOADING";
    return setCell({ ...site, commands }, code, { ...cell, status });
  }
  const outcomes: Record<string, [from: Status, to: Status]> = {
    deposit_confirmed: ["LOADING", "OCCUPIED"],
    deposit_aborted: ["LOADING", "FREE"],
    collect_confirmed: ["UNLOADING", "FREE"],
    collect_aborted: ["UNLOADING", "OCCUPIED"],
  };
  const outcome = outcomes[action];
  return setCell(site, code, outcome?.[0] === cell.status ? { status: outcome[1], nonce: null } : verify);
}

/** A command ends without having moved the door. */
function withdraw(site: Site, { code, nonce, use }: IssuedCommand, may_have_moved: boolean): Site {
  const cell = site.cells[code]!;
  const is_waiting = cell.nonce === nonce && cell.status === (use === "deposit" ? "RESERVED" : "OCCUPIED");
  if (!is_waiting) return site;
  if (may_have_moved) return setCell(site, code, { status: "VERIFY", nonce });
  return setCell(site, code, { status: use === "deposit" ? "FREE" : "OCCUPIED", nonce: null });
}

function applyAck(site: Site, { nonce, status }: Ack): Site {
  const command = site.commands.find((one) => one.nonce === nonce)!;
  if (command.final !== null || status === "acked") return site;
  const commands = site.commands.map((one) => (one === command ? { ...one, final: status } : one));
  const next = { ...site, commands };
  if (status === "done") return next;
  return withdraw(next, command, status !== "expired" && status !== "refused");
}

function receive(site: Site, message: DeviceMessage, now_ms: number): { site: Site; answer: ServiceMessage } {
  const { message_id: answers } = message;
  const server_time = formatTime(now_ms);
  if (message.type === "ack")
    return { site: applyAck(site, message), answer: { type: "receipt", answers, server_time } };
  let next = site;
  for (const operation of (message as OperationsPush).operations)
    if (operation.seq === next.applied_seq + 1)
      next = { ...applyOperation(next, operation), applied_seq: operation.seq };
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
    ...expire(state),
  ];
}

function deliver(state: State, index: number): Successor[] {
  const packet = state.packets[index]!;
  const { site: at, message } = packet;
  const rest: State = { ...state, packets: state.packets.toSpliced(index, 1) };
  const { losses, repeats } = state.budget;
  const successors: Successor[] = [];
  if (losses > 0)
    successors.push({
      name: `lose ${message.type}`,
      state: { ...rest, budget: { ...state.budget, losses: losses - 1 } },
    });
  const before = [{ name: `deliver ${message.type}`, state: rest }];
  if (repeats > 0)
    before.push({
      name: `deliver ${message.type}, which stays`,
      state: { ...state, budget: { ...state.budget, repeats: repeats - 1 } },
    });
  for (const one of before)
    if (packet.to_device) {
      if (state.sites[at]!.device.memory !== null)
        successors.push(...give(one.state, at, one.name, { kind: "message", message: packet.message }));
    } else {
      const before_site = state.sites[at]!;
      const { site, answer } = receive(before_site, packet.message, getClock(state, before_site));
      successors.push({ name: one.name, state: send(replaceSite(one.state, at, site), at, answer) });
    }
  return successors;
}

/** What does not fit into the network is lost. */
function send(state: State, site: number, message: ServiceMessage): State {
  if (state.packets.length >= state.in_flight) return state;
  return { ...state, packets: [...state.packets, { site, to_device: true, message }] };
}

function actOfService(state: State, site: Site, at: number): Successor[] {
  const successors: Successor[] = [];
  for (const [code, { status, nonce }] of Object.entries(site.cells)) {
    const use = status === "FREE" ? "deposit" : status === "OCCUPIED" && nonce === null ? "collect" : null;
    if (use === null || state.budget.commands === 0 || state.time >= state.times) continue;
    const board = site.boards[code]!;
    if (use === "deposit")
      ensure(
        board.contents === "EMPTY" && !site.commands.some((one) => one.code === code && isAlive(state, one)),
        `double grant: ${code} has ${board.contents}`,
      );
    const command: IssuedCommand = {
      nonce: `00000000-0000-4000-8000-${String(at * 100 + site.commands.length).padStart(12, "0")}`,
      code,
      use,
      expires: state.time + 1,
      is_sent: false,
      final: null,
    };
    const next = setCell({ ...site, commands: [...site.commands, command] }, code, {
      status: use === "deposit" ? "RESERVED" : status,
      nonce: command.nonce,
    });
    const budget = { ...state.budget, commands: state.budget.commands - 1 };
    successors.push({ name: `issue ${use} ${code}`, state: replaceSite({ ...state, budget }, at, next) });
  }
  for (const command of site.commands) {
    if (!isAlive(state, command) || state.packets.length >= state.in_flight) continue;
    if (state.packets.some(({ message }) => message.type === "command" && message.nonce === command.nonce))
      continue;
    const commands = site.commands.map((one) => (one === command ? { ...one, is_sent: true } : one));
    const packet: Command = {
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
      state: send(replaceSite(state, at, { commands }), at, packet),
    });
  }
  return successors;
}

const isAlive = (state: State, { final, expires }: IssuedCommand) => final === null && state.time < expires;

function actOfDevice(state: State, site: Site, at: number): Successor[] {
  const { flash, memory } = site.device;
  const boards = Object.values(site.boards);
  if (memory === null)
    return give(state, at, "restore power", { kind: "power_restored", cause: "power", boards }).map(
      ({ name, state: next }) => {
        const { device } = next.sites[at]!;
        const connected = device.memory && { ...device.memory, connected: true };
        return { name, state: replaceSite(next, at, { device: { flash: device.flash, memory: connected } }) };
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
  if (state.budget.cuts > 0 && site.commands.length > 0)
    successors.push({
      name: "cut",
      state: replaceSite({ ...state, budget: { ...state.budget, cuts: state.budget.cuts - 1 } }, at, {
        device: { flash, memory: null },
      }),
    });
  return successors;
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
    if (!canSettle(state, site, code)) continue;
    const checked_status = site.boards[code]!.contents === "FULL" ? "OCCUPIED" : "FREE";
    if (status === "VERIFY")
      successors.push({
        name: `check ${code}`,
        state: replaceSite(state, at, setCell(site, code, { status: checked_status, nonce: null })),
      });
  }
  return successors;
}

/** An operator looks into a compartment when no command may open it any more. */
const canSettle = (state: State, site: Site, code: string) =>
  site.boards[code]!.door === "CLOSED" &&
  !site.commands.some((command) => command.code === code && isAlive(state, command));

/** Time passes, and commands without a result end. */
function expire(state: State): Successor[] {
  if (state.time >= state.times || !state.sites.some(({ commands }) => commands.length > 0)) return [];
  const time = state.time + 1;
  const sites = state.sites.map((site) =>
    site.commands
      .filter((one) => one.final === null && one.expires <= time)
      .reduce((next, command) => withdraw(next, command, command.is_sent), site),
  );
  return [{ name: "expire", state: { ...state, time, sites } }];
}

// Canonical states

/** Without messages that change nothing whenever they arrive. */
function dropIdlePackets(state: State): State {
  const packets = state.packets.filter(({ site: at, message }) => {
    const { device, applied_seq, commands } = state.sites[at]!;
    if (message.type === "command") return true;
    const id = "answers" in message ? message.answers : (message as DeviceMessage).message_id;
    if (device.memory !== null && Object.hasOwn(device.memory.sent_messages, id!)) return true;
    if (message.type === "ack") return commands.find(({ nonce }) => nonce === message.nonce)!.final === null;
    return message.type === "operations" && message.operations.some(({ seq }) => seq > applied_seq);
  });
  return packets.length === state.packets.length ? state : { ...state, packets };
}

/** Two states with the same text behave the same: names of messages, hashes, times and what is over are left out. */
function describe(state: State): string {
  const sites = state.sites.map((site, at) => {
    const { flash, memory } = site.device;
    const describeOperation = ({ seq, action, compartment, result, details }: Operation) => [
      seq - site.applied_seq,
      action,
      compartment,
      result,
      details?.["nonce"],
    ];
    const isOpen = (message_id: string) => memory !== null && Object.hasOwn(memory.sent_messages, message_id);
    const packets = state.packets
      .filter((packet) => packet.site === at)
      .map(({ message }) => {
        if (message.type === "command") return `c ${message.nonce}`;
        if (message.type === "ack")
          return `a ${message.nonce} ${message.status} ${isOpen(message.message_id)}`;
        if (message.type === "operations") {
          const operations = message.operations.filter(({ seq }) => seq > site.applied_seq);
          return JSON.stringify([isOpen(message.message_id), operations.map(describeOperation)]);
        }
        const open = isOpen((message as { answers: string }).answers);
        return message.type === "operations_answer"
          ? `o ${open} ${open && message.received_to - site.applied_seq}`
          : `r ${open && memory!.sent_messages[(message as { answers: string }).answers]?.nonce}`;
      })
      .sort();
    return JSON.stringify([
      flash.transactions.map(({ nonce, ack, is_acknowledged }) => [nonce, ack?.status, is_acknowledged]),
      flash.queue.entries.map(({ operation }) => describeOperation(operation)),
      Object.values(flash.compartments).map(({ door, contents, opening }) => [
        door,
        contents,
        opening?.nonce,
      ]),
      // Those of heartbeats and snapshots are left out, as these messages are.
      memory &&
        Object.values(memory.sent_messages)
          .flatMap(({ nonce, push }) => nonce ?? push ?? [])
          .sort(),
      Object.values(site.boards),
      site.visitors,
      site.pulses,
      site.cells,
      site.commands,
      packets,
    ]).replaceAll(`8000-0000000000${at}`, "8000-0000000000-");
  });
  return `${sites.sort().join("|")}${state.time}${JSON.stringify(state.budget)}`;
}

function check(state: State): void {
  for (const site of state.sites)
    for (const [code, { status }] of Object.entries(site.cells)) {
      const { door, contents } = site.boards[code]!;
      if (status === "FREE") ensure(contents === "EMPTY" && door === "CLOSED", `lost parcel in ${code}`);
    }
}

/** Where nothing happens by itself any more, everything is settled, or an operator can settle it. */
function checkEnd(state: State): void {
  for (const site of state.sites)
    for (const [code, { status }] of Object.entries(site.cells)) {
      const { contents } = site.boards[code]!;
      ensure(
        (status === "FREE" && contents === "EMPTY") ||
          (status === "OCCUPIED" && contents === "FULL") ||
          (status === "VERIFY" && canSettle(state, site, code)),
        `dead end: ${code} is ${status} with ${contents}`,
      );
    }
}

interface Visit {
  state: State;
  name: string;
  before: Visit | null;
}

/** Breadth first, so that a violation is told by a shortest way to it. */
function search(first: State): { states: number; ends: number } {
  let ends = 0;
  const visits = new Set([describe(first)]);
  let level: Visit[] = [{ state: first, name: "start", before: null }];
  while (level.length > 0) {
    const next_level: Visit[] = [];
    for (const visit of level) {
      const explain = (error: unknown, name = "") => {
        const names = [name];
        for (let one: Visit | null = visit; one !== null; one = one.before) names.unshift(one.name);
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
          const text = describe(state);
          if (visits.has(text)) continue;
          visits.add(text);
          check(state);
          next_level.push({ state, name, before: visit });
        }
      } catch (error) {
        explain(error);
      }
    }
    level = next_level;
  }
  return { states: visits.size, ends };
}

for (const bounds of [...SEARCHES, ...(process.env["LOCKER_SEARCH"] === "full" ? FULL_SEARCHES : [])])
  test(`no double pulse, no double grant, no lost parcel, and no end that an operator cannot settle: ${JSON.stringify(bounds)}`, (context) => {
    const { states, ends } = search(createState(bounds));
    context.diagnostic(`${states} states, ${ends} ends`);
    assert.ok(states > 1000 && ends > 4, `${states} states and ${ends} ends are too few to be all`);
  });
