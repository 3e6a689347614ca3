/**
 * The reference firmware of a device, as a pure state machine: an input changes memory and has effects in order. A power cut
 * may come between any two effects; what survives it is the last `write` before it. `emit` writes what was decided before
 * it lets anything out, so that no message and no movement of a latch can be forgotten.
 *
 * Times of inputs (`clock`) are of the device's own clock, milliseconds since 1970, which drifts and may be wrong.
 * Source: README.md, "Rules of a device".
 */
import { buildChainStart } from "./chain.ts";
import { deriveSecret, findCounter, findResynchronisedCounter } from "./codes.ts";
import {
  type ClockReading,
  chooseReading,
  compareClocks,
  findLatestTime,
  formatTime,
  UNCERTAINTY_MAX_MS,
} from "./device-clock.ts";
import {
  type Ack,
  type Action,
  type Bye,
  type Command,
  type CommandBody,
  type Commands,
  type CompartmentState,
  type Contents,
  type DefinedCommand,
  type Details,
  type DeviceMessage,
  type Door,
  type Operation,
  type OperationsAnswer,
  PROTOCOL_VERSION,
  type Problem,
  type Provision,
  type ProvisionAnswer,
  readCommand,
  type ServiceMessage,
  USES,
  type Use,
} from "./messages.ts";
import {
  acknowledge,
  addOperation,
  buildPush,
  isFull,
  isSettled,
  type OperationQueue,
  reportMissing,
} from "./operation-queue.ts";

/** Commands whose result is kept, so that none is carried out again; those that cannot come again are forgotten first. */
const TRANSACTIONS_MAX = 200;
/** Commands that wait until the device knows the time. */
const WAITING_MAX = 8;
const RESEND_MS = 10_000;
/** How long a door may take to open after its latch moved. */
const OPENING_MS = 10_000;
const WRONG_CODES_MAX = 5;
const LOCKOUT_MS = 60_000;
/** How long whoever typed a code may be before the door that was to open, or that was closed. */
const VISIT_MS = 120_000;
/** How often the latch moves for one code, where the door stays shut. */
const OPENINGS_MAX = 3;

/** A command that changes something: written before it is carried out. */
export interface Transaction {
  nonce: string;
  compartment: string | null;
  /** Milliseconds since 1970, by the service. */
  expires_at: number;
  /** What is answered; null while it is carried out. */
  ack: Pick<Ack, "status" | "why" | "result" | "at"> | null;
  /** The service has received the answer. */
  is_acknowledged: boolean;
}

interface Opening {
  cause: "command" | "code" | "operator";
  nonce?: string;
  use: Use;
  counter?: number;
  since: number;
}

export interface CompartmentRecord {
  /** As it was recorded last. */
  door: Door;
  contents: Contents;
  fault: string | null;
  /** For what the latch moved last, until the door is closed again; null when nobody was to open it. */
  opening: Opening | null;
  allowed: CommandBody<"set_use">;
  /** Lowest counter that is accepted, by use. */
  next_counters: Readonly<Record<Use, number>>;
}

/** Survives power cuts. */
export interface Flash {
  device_id: number;
  epoch: number;
  /** 32 bytes, base64url. */
  code_secret: string;
  firmware: string;
  boots: number;
  heartbeat_s: number;
  door_open_limit_s: number;
  /** Service minus device, as it was known last. */
  offset_ms: number;
  queue: OperationQueue;
  transactions: readonly Transaction[];
  compartments: Readonly<Record<string, CompartmentRecord>>;
}

/** Whoever typed the code that was accepted last. */
export interface Visit {
  compartment: string;
  use: Use;
  counter: number;
  /** How often the latch moved for it. */
  openings: number;
  has_opened: boolean;
  /** Until when the person may be there, unless the door is open. */
  until: number;
  /** What the person said, each once. */
  statements: readonly (Outcome | Problem)[];
}

export const OUTCOMES = ["confirmed", "aborted"] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Does not survive power cuts. */
export interface Memory {
  connected: boolean;
  messages: number;
  reading: ClockReading | null;
  /** When each message was sent that has no answer yet, by `message_id`. */
  sent_messages: Readonly<Record<string, { sent_at: number; nonce?: string; push?: true }>>;
  heartbeat: number | null;
  /** The last snapshot was ahead of operations that the service had not acknowledged: it counts after them only. */
  snapshot_is_ahead: boolean;
  /** Commands that came before the device knew the time. */
  waiting: readonly Command[];
  /** Since when a door is open, for the limit; gone once it is reported. */
  open_since: Readonly<Record<string, number>>;
  wrong_codes: number;
  locked_until: number;
  last_wrong_code: string | null;
  visit: Visit | null;
}

export interface Device {
  flash: Flash;
  /** Null without power. */
  memory: Memory | null;
}

export type Board = Pick<CompartmentState, "code" | "door" | "contents">;

export type Input = { clock: number } & (
  | {
      kind: "power_restored";
      cause: Details<"booted">["cause"];
      boards: readonly Board[];
      /** Of the firmware that starts, where it may be another one. */
      firmware?: string;
    }
  | { kind: "shutdown"; reason: Bye["reason"] }
  | { kind: "message"; message: ServiceMessage | Commands }
  /** Typed by a person, who may have chosen a compartment. */
  | { kind: "code"; code: string; compartment?: string }
  /** The door did not open for the code; the person is still there. */
  | { kind: "open_again" }
  /** Whether it is in, or taken out, and what is wrong. */
  | { kind: "statement"; outcome?: Outcome; problem?: Problem }
  /** The person goes, or nobody touches the screen any more. */
  | { kind: "leave" }
  | { kind: "sensor"; board: Board }
  | { kind: "fault"; compartment: string; code: string; active: boolean }
  /** Of a device with a battery. */
  | { kind: "mains"; present: boolean }
  | { kind: "network"; connected: boolean }
  | { kind: "temperature"; compartment: string; celsius: number }
  | { kind: "battery"; percent: number }
  | { kind: "tampered"; what: string }
  | { kind: "tick" }
);

export type DisplayKey =
  | "take_or_put"
  | "code_wrong"
  | "code_ambiguous"
  | "code_locked_out"
  | "code_not_allowed"
  | "memory_full"
  | "no_board"
  | "door_stuck"
  | "noted"
  | "visit_over";

export type Effect =
  | { kind: "write"; flash: Flash }
  | { kind: "send"; message: DeviceMessage }
  | { kind: "pulse"; compartment: string; nonce: string | null }
  | { kind: "display"; key: DisplayKey; compartment: string | null }
  | { kind: "reboot" };

// Beginning

/** Fields of the request are those of the device; the claim is typed by whoever installs it. */
export function buildProvision(
  device: Omit<Provision, "type" | "protocol_version" | "clock">,
  clock: number,
): Provision {
  return { type: "provision", protocol_version: PROTOCOL_VERSION, ...device, clock: formatTime(clock) };
}

const NOTHING_ALLOWED: CommandBody<"set_use"> = { revision: 0, uses: [], not_after: null };

const NEW_COMPARTMENT: CompartmentRecord = {
  door: "UNKNOWN",
  contents: "UNKNOWN",
  fault: null,
  opening: null,
  allowed: NOTHING_ALLOWED,
  next_counters: { deposit: 0, collect: 0, operator: 0 },
};

/** What is written when a device was provisioned. The same answer again, of an answer that was lost, changes nothing. */
export function buildFlash(
  answer: ProvisionAnswer,
  firmware: string,
  queue_size: number,
  old: Flash | null = null,
): Flash {
  const { device_id, epoch, code_secret, heartbeat_s } = answer;
  if (old !== null && old.device_id === device_id && old.epoch === epoch) return old;
  const head = buildChainStart(device_id, epoch);
  return {
    device_id,
    epoch,
    code_secret,
    firmware,
    boots: 0,
    heartbeat_s,
    door_open_limit_s: 120,
    offset_ms: 0,
    queue: { next_seq: 1, head, entries: [], lost: [], size: queue_size },
    transactions: [],
    compartments: Object.fromEntries(answer.compartments.map(({ code }) => [code, NEW_COMPARTMENT])),
  };
}

const NEW_MEMORY: Memory = {
  connected: false,
  messages: 0,
  reading: null,
  sent_messages: {},
  heartbeat: null,
  snapshot_is_ahead: false,
  waiting: [],
  open_since: {},
  wrong_codes: 0,
  locked_until: 0,
  last_wrong_code: null,
  visit: null,
};

// The machine

/** One input being handled. */
interface Run {
  clock: number;
  flash: Flash;
  memory: Memory;
  effects: Effect[];
  /** What the last `write` has. */
  stored_flash: Flash;
}

/** What an input leads to. A device without power handles nothing but `power_restored`. */
export function step(device: Device, input: Input): { memory: Memory | null; effects: Effect[] } {
  const memory = input.kind === "power_restored" ? NEW_MEMORY : device.memory;
  if (memory === null) return { memory, effects: [] };
  const { flash } = device;
  const run: Run = { clock: input.clock, flash, memory, effects: [], stored_flash: flash };
  handle(run, input);
  write(run);
  return { memory: run.memory, effects: run.effects };
}

/** The device after the first `count` of the effects: with fewer than all of them power was cut. */
export function applyEffects(
  device: Device,
  { memory, effects }: ReturnType<typeof step>,
  count = effects.length,
): Device {
  const last_write = effects.slice(0, count).findLast((effect) => effect.kind === "write");
  return { flash: last_write?.flash ?? device.flash, memory: count < effects.length ? null : memory };
}

function handle(run: Run, input: Input): void {
  switch (input.kind) {
    case "power_restored":
      boot(run, input);
      break;
    case "shutdown":
      sendBye(run, input.reason);
      break;
    case "message":
      receive(run, input.message);
      break;
    case "code":
      acceptCode(run, input.code, input.compartment);
      break;
    case "open_again":
      openAgain(run);
      break;
    case "statement":
      recordStatement(run, input);
      break;
    case "leave":
      setMemory(run, { visit: null });
      break;
    case "sensor":
      readSensor(run, input.board, "ok");
      sendState(run);
      break;
    case "fault":
      recordFault(run, input.compartment, input.code, input.active);
      sendState(run);
      break;
    case "mains":
      record(run, input.present ? "power_restored" : "power_lost", null, {});
      break;
    case "network":
      connect(run, input.connected);
      break;
    case "temperature":
      record(run, "temperature", input.compartment, { celsius: input.celsius });
      break;
    case "battery":
      record(run, "battery", null, { percent: input.percent });
      break;
    case "tampered":
      record(run, "tampered", null, { what: input.what });
      break;
    case "tick":
      tick(run);
      break;
  }
}

function write(run: Run): void {
  if (run.flash === run.stored_flash) return;
  run.effects.push({ kind: "write", flash: run.flash });
  run.stored_flash = run.flash;
}

/** Lets something out, after what was decided is written. */
function emit(run: Run, effect: Exclude<Effect, { kind: "write" }>): void {
  write(run);
  run.effects.push(effect);
}

const display = (run: Run, key: DisplayKey, compartment: string | null = null) =>
  emit(run, { kind: "display", key, compartment });

function setFlash(run: Run, change: Partial<Flash>): void {
  run.flash = { ...run.flash, ...change };
}

function setMemory(run: Run, change: Partial<Memory>): void {
  run.memory = { ...run.memory, ...change };
}

function setCompartment(run: Run, code: string, change: Partial<CompartmentRecord>): void {
  const compartment = { ...run.flash.compartments[code]!, ...change };
  setFlash(run, { compartments: { ...run.flash.compartments, [code]: compartment } });
}

function without<Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> {
  const { [key]: _, ...rest } = record;
  return rest;
}

/** The time as well as the device knows it. */
function formatNow(run: Run): string {
  return formatTime(run.clock + (run.memory.reading?.offset_ms ?? run.flash.offset_ms));
}

function record<Name extends Action>(
  run: Run,
  action: Name,
  compartment: string | null,
  details: Details<Name>,
  result: Operation["result"] = "ok",
): void {
  const queue = addOperation(run.flash.queue, {
    action,
    ...(compartment !== null && { compartment }),
    occurred_at: formatNow(run),
    ...(run.memory.reading === null && { time_uncertain: true }),
    result,
    ...(Object.keys(details).length > 0 && { details: details as NonNullable<Operation["details"]> }),
  });
  setFlash(run, { queue });
}

// Power and network

function boot(
  run: Run,
  { cause, boards, firmware = run.flash.firmware }: Input & { kind: "power_restored" },
): void {
  const before = run.flash;
  const boots = before.boots + 1;
  setFlash(run, { boots, firmware });
  record(run, "booted", null, { boots, firmware, cause });
  if (firmware !== before.firmware)
    record(run, "firmware_updated", null, { from: before.firmware, to: firmware });
  for (const board of boards) readSensor(run, board, "unknown");
  for (const [code, { door, opening }] of Object.entries(run.flash.compartments)) {
    if (door === "OPEN") setOpenSince(run, code, run.clock);
    else if (opening !== null) setCompartment(run, code, { opening: null });
  }
  // What was carried out when power was cut is not carried out again: nobody can tell how far it came.
  for (const { nonce, ack, compartment } of run.flash.transactions)
    if (ack === null) finish(run, nonce, "unknown", { at: compartment });
}

function connect(run: Run, connected: boolean): void {
  if (connected === run.memory.connected) return;
  setMemory(run, { connected, sent_messages: {} });
  record(run, connected ? "network_restored" : "network_lost", null, {});
  sendHeartbeat(run);
  sendAcks(run);
  sendState(run);
}

function tick(run: Run): void {
  const { clock, memory, flash } = run;
  for (const [code, { door, opening }] of Object.entries(flash.compartments)) {
    if (opening === null || door !== "CLOSED" || clock - opening.since < OPENING_MS) continue;
    const { nonce } = opening;
    setCompartment(run, code, { opening: null });
    record(run, "door_stuck", code, { door, ...(nonce !== undefined && { nonce }) }, "failed");
    display(run, "door_stuck", code);
    if (nonce !== undefined) finish(run, nonce, "failed", { why: "stuck", at: code });
  }
  for (const [code, since] of Object.entries(memory.open_since)) {
    if (clock - since < flash.door_open_limit_s * 1000) continue;
    setOpenSince(run, code, null);
    record(run, "door_stuck", code, { door: "OPEN" }, "failed");
  }
  const sent_messages = Object.entries(memory.sent_messages).filter(
    ([, { sent_at }]) => clock - sent_at < RESEND_MS,
  );
  setMemory(run, { sent_messages: Object.fromEntries(sent_messages) });
  if (memory.heartbeat === null || clock - memory.heartbeat >= flash.heartbeat_s * 1000) sendHeartbeat(run);
  sendAcks(run);
  push(run);
}

// Messages to the service

type Body = DeviceMessage extends infer Message
  ? Message extends DeviceMessage
    ? Omit<Message, "message_id" | "clock">
    : never
  : never;

function send(run: Run, body: Body, about: { nonce?: string; push?: true } = {}): void {
  if (!run.memory.connected) return;
  const messages = run.memory.messages + 1;
  const message_id = `${run.flash.epoch}.${run.flash.boots}.${messages}`;
  const sent_messages = { ...run.memory.sent_messages, [message_id]: { sent_at: run.clock, ...about } };
  setMemory(run, { messages, sent_messages });
  emit(run, {
    kind: "send",
    message: { ...body, message_id, clock: formatTime(run.clock) } as DeviceMessage,
  });
}

function sendHeartbeat(run: Run): void {
  if (!run.memory.connected) return;
  const { epoch, queue } = run.flash;
  setMemory(run, { heartbeat: run.clock });
  send(run, { type: "heartbeat", epoch, queued: queue.entries.length });
}

function sendBye(run: Run, reason: Bye["reason"]): void {
  const { epoch, queue } = run.flash;
  send(run, { type: "bye", epoch, queued: queue.entries.length, reason });
}

function sendState(run: Run): void {
  sendSnapshot(run);
  push(run);
}

function sendSnapshot(run: Run): void {
  const { epoch, queue, firmware, compartments } = run.flash;
  setMemory(run, { snapshot_is_ahead: !isSettled(queue) });
  send(run, {
    type: "snapshot",
    epoch,
    seq: queue.next_seq - 1,
    compartments: Object.entries(compartments).map(([code, { door, contents, fault }]) => ({
      code,
      door,
      contents,
      ...(fault !== null && { fault }),
    })),
    firmware,
    queued: queue.entries.length,
  });
}

/** Pushes the oldest operations, one push at a time. */
function push(run: Run): void {
  const { epoch, queue } = run.flash;
  if (isSettled(queue) || Object.values(run.memory.sent_messages).some((message) => message.push)) return;
  send(run, { type: "operations", epoch, ...buildPush(queue) }, { push: true });
}

/** Answers that the service has not acknowledged, each once at a time. */
function sendAcks(run: Run): void {
  const waiting = new Set(Object.values(run.memory.sent_messages).map(({ nonce }) => nonce));
  for (const { nonce, ack, is_acknowledged } of run.flash.transactions)
    if (ack !== null && !is_acknowledged && !waiting.has(nonce))
      send(run, { type: "ack", nonce, ...ack }, { nonce });
}

// Messages from the service

function receive(run: Run, message: ServiceMessage | Commands): void {
  if (message.type === "command") {
    receiveCommand(run, message);
    return;
  }
  if (message.type === "commands") {
    for (const command of message.commands) receiveCommand(run, command);
    return;
  }
  const { [message.answers ?? ""]: request } = run.memory.sent_messages;
  // An answer to what was not asked, or not since the device started, tells nothing about the time.
  if (request === undefined) return;
  readServerTime(run, request.sent_at, Date.parse(message.server_time));
  // What is refused is sent again as if no answer had come: not at once, and not never.
  if (message.type !== "refusal")
    setMemory(run, { sent_messages: without(run.memory.sent_messages, message.answers!) });
  if (message.type === "receipt" && request.nonce !== undefined)
    changeTransaction(run, request.nonce, { is_acknowledged: true });
  if (message.type === "operations_answer") receiveAnswer(run, message);
  const { waiting } = run.memory;
  if (findLatestTime(run.memory.reading, run.clock) === null) return;
  setMemory(run, { waiting: [] });
  for (const command of waiting) receiveCommand(run, command);
}

function readServerTime(run: Run, sent_at: number, server_time: number): void {
  const reading = compareClocks(sent_at, run.clock, server_time);
  const before = run.memory.reading?.offset_ms ?? run.flash.offset_ms;
  const chosen_reading = chooseReading(run.memory.reading, reading, run.clock);
  setMemory(run, { reading: chosen_reading });
  const change_ms = Math.round(chosen_reading.offset_ms - before);
  if (Math.abs(change_ms) < 1000) return;
  setFlash(run, { offset_ms: chosen_reading.offset_ms });
  record(run, "clock_set", null, { change_ms });
}

function receiveAnswer(run: Run, answer: OperationsAnswer): void {
  if (answer.epoch !== run.flash.epoch) return;
  // First what is missing: the hash after it stands beside an operation that may be stored.
  setFlash(run, { queue: acknowledge(reportMissing(run.flash.queue, answer.missing), answer) });
  // What is still there came after the push, did not fit into it, or is missing.
  push(run);
  if (run.memory.snapshot_is_ahead && isSettled(run.flash.queue)) sendSnapshot(run);
}

function receiveCommand(run: Run, packet: Command): void {
  const { nonce } = packet;
  const transaction = run.flash.transactions.find((one) => one.nonce === nonce);
  if (transaction !== undefined) {
    // It was carried out, or is being carried out: never again. The answer may be lost, so it is sent again.
    if (transaction.ack !== null) changeTransaction(run, nonce, { is_acknowledged: false });
    sendAcks(run);
    return;
  }
  const latest_time = findLatestTime(run.memory.reading, run.clock);
  if (latest_time === null) {
    if (run.memory.waiting.some((one) => one.nonce === nonce)) return;
    setMemory(run, { waiting: [...run.memory.waiting, packet].slice(-WAITING_MAX) });
    sendHeartbeat(run);
    return;
  }
  // Without room its result could not be kept. The service sends it again, or it expires.
  if (!forgetTransactions(run)) return;
  const expires_at = Date.parse(packet.expires_at);
  const command = readCommand(packet);
  const { compartment = null } = packet;
  setFlash(run, {
    transactions: [
      ...run.flash.transactions,
      { nonce, compartment, expires_at, ack: null, is_acknowledged: false },
    ],
  });
  if (latest_time >= expires_at) finish(run, nonce, "expired");
  else if (command === undefined) finish(run, nonce, "refused", { why: "unsupported" });
  else if (compartment !== null && !Object.hasOwn(run.flash.compartments, compartment))
    finish(run, nonce, "refused", { why: "no_compartment" });
  else carryOut(run, command);
}

function carryOut(run: Run, command: DefinedCommand): void {
  const { nonce, compartment: code = "" } = command;
  switch (command.kind) {
    case "open":
      openByCommand(run, nonce, code, command.body.use);
      return;
    case "set_use": {
      const { allowed, next_counters } = run.flash.compartments[code]!;
      if (command.body.revision <= allowed.revision) {
        finish(run, nonce, "refused", { why: "superseded" });
        return;
      }
      const counters = { ...next_counters };
      for (const { use, counter } of command.body.uses) counters[use] = Math.max(counters[use], counter);
      setCompartment(run, code, { allowed: command.body, next_counters: counters });
      break;
    }
    case "invalidate_codes": {
      const { use, up_to } = command.body;
      const { next_counters } = run.flash.compartments[code]!;
      const next = Math.max(next_counters[use], up_to + 1);
      setCompartment(run, code, { next_counters: { ...next_counters, [use]: next } });
      break;
    }
    case "snapshot":
      sendSnapshot(run);
      break;
    case "resend":
      setFlash(run, { queue: reportMissing(run.flash.queue, command.body.ranges) });
      break;
    case "configure": {
      const { compartments: codes, ...limits } = command.body;
      const compartments = codes?.map((one) => [one, run.flash.compartments[one] ?? NEW_COMPARTMENT]);
      setFlash(run, {
        ...limits,
        ...(compartments !== undefined && { compartments: Object.fromEntries(compartments) }),
      });
      break;
    }
    case "reboot":
      break;
  }
  finish(run, nonce, "done");
  if (command.kind === "resend") push(run);
  if (command.kind !== "reboot") return;
  sendBye(run, "reboot");
  emit(run, { kind: "reboot" });
}

/** A sensor that says open does not block it: sensors fail more often than latches. */
function openByCommand(run: Run, nonce: string, code: string, use: Use): void {
  const { door, fault } = run.flash.compartments[code]!;
  if (isFull(run.flash.queue)) finish(run, nonce, "refused", { why: "memory_full" });
  else if (fault === "no_board") finish(run, nonce, "failed", { why: "no_board", at: code });
  else {
    open(run, code, { cause: "command", nonce, use, since: run.clock });
    // Otherwise the sensor is to say that it opened.
    if (door !== "CLOSED") finish(run, nonce, "done", { at: code });
  }
}

// Transactions

/**
 * Whether there is room for another one. What goes is acknowledged and so long over that it cannot be carried out again,
 * even if the device knows the time less well after its next start.
 */
function forgetTransactions(run: Run): boolean {
  const { transactions } = run.flash;
  if (transactions.length < TRANSACTIONS_MAX) return true;
  const latest_time = findLatestTime(run.memory.reading, run.clock) ?? 0;
  const remaining_transactions = transactions.filter(
    ({ is_acknowledged, expires_at }) =>
      !is_acknowledged || latest_time < expires_at + 2 * UNCERTAINTY_MAX_MS,
  );
  setFlash(run, { transactions: remaining_transactions });
  return remaining_transactions.length < TRANSACTIONS_MAX;
}

function changeTransaction(run: Run, nonce: string, change: Partial<Transaction>): void {
  setFlash(run, {
    transactions: run.flash.transactions.map((one) => (one.nonce === nonce ? { ...one, ...change } : one)),
  });
}

/** Decides what is answered, and answers. `at`: the compartment whose state is told. */
function finish(
  run: Run,
  nonce: string,
  status: Ack["status"],
  { why, at = null }: { why?: string; at?: string | null } = {},
): void {
  // A result stands: a door that is seen open later does not change it.
  if (run.flash.transactions.some((one) => one.nonce === nonce && one.ack !== null)) return;
  const compartment = at === null ? undefined : run.flash.compartments[at];
  changeTransaction(run, nonce, {
    ack: {
      status,
      ...(why !== undefined && { why }),
      ...(compartment && { result: { door: compartment.door, contents: compartment.contents } }),
      at: formatNow(run),
    },
  });
  sendAcks(run);
}

// Doors

/** Moves the latch. The transaction, or the counter of the code, is written before: `emit`. */
function open(run: Run, code: string, opening: Opening): void {
  // Two movements, and one door that may open: for the first nobody can tell.
  endCommand(run, code);
  setCompartment(run, code, { opening });
  emit(run, { kind: "pulse", compartment: code, nonce: opening.nonce ?? null });
  display(run, "take_or_put", code);
}

/** Nobody can tell what became of the command for which the latch moved last, unless it was answered. */
function endCommand(run: Run, code: string): void {
  const nonce = run.flash.compartments[code]!.opening?.nonce;
  if (nonce !== undefined && run.flash.transactions.some((one) => one.nonce === nonce && one.ack === null))
    finish(run, nonce, "unknown", { at: code });
}

function setOpenSince(run: Run, code: string, since: number | null): void {
  const rest = without(run.memory.open_since, code);
  setMemory(run, { open_since: since === null ? rest : { ...rest, [code]: since } });
}

/** `certainty`: whether it happened now, or at some time without power. */
function readSensor(run: Run, { code, door, contents }: Board, certainty: "ok" | "unknown"): void {
  const before = run.flash.compartments[code];
  if (before === undefined) return;
  setCompartment(run, code, { door, contents });
  if (door !== before.door && door === "OPEN") recordOpening(run, code, certainty);
  else if (door !== before.door && door === "CLOSED") recordClosing(run, code, before, certainty);
  else if (contents !== before.contents) record(run, "contents_changed", code, { contents }, certainty);
}

function recordOpening(run: Run, code: string, certainty: "ok" | "unknown"): void {
  setOpenSince(run, code, run.clock);
  const { opening } = run.flash.compartments[code]!;
  const { since: _, ...details } = opening ?? { since: 0, cause: "forced" as const };
  record(run, "door_opened", code, details, certainty);
  if (run.memory.visit?.compartment === code) changeVisit(run, { has_opened: true });
  if (opening?.nonce !== undefined && certainty === "ok") finish(run, opening.nonce, "done", { at: code });
}

function recordClosing(
  run: Run,
  code: string,
  { door, opening }: CompartmentRecord,
  certainty: "ok" | "unknown",
): void {
  setOpenSince(run, code, null);
  if (run.memory.visit?.compartment === code) changeVisit(run, { until: run.clock + VISIT_MS });
  // The board was silent while it may have opened.
  endCommand(run, code);
  setCompartment(run, code, { opening: null });
  const { contents } = run.flash.compartments[code]!;
  // The first reading tells the state, and not that somebody closed the door.
  const action = door === "UNKNOWN" && opening === null ? "contents_changed" : "door_closed";
  record(run, action, code, { contents }, certainty);
  const use = opening?.use;
  if (use === undefined || use === "operator" || (contents !== "FULL" && contents !== "EMPTY")) return;
  const suffix = (contents === "FULL") === (use === "deposit") ? "confirmed" : "aborted";
  record(run, `${use}_${suffix}`, code, { by: "sensor" }, certainty);
}

function recordFault(run: Run, code: string, fault: string, active: boolean): void {
  const compartment = run.flash.compartments[code];
  if (compartment === undefined || (compartment.fault === fault) === active) return;
  setCompartment(run, code, {
    fault: active ? fault : null,
    ...(active && fault === "no_board" && { door: "UNKNOWN", contents: "UNKNOWN" }),
  });
  record(run, active ? "fault" : "fault_cleared", code, { code: fault });
}

// Codes

interface Match {
  compartment: string;
  use: Use;
  counter: number;
}

function acceptCode(run: Run, code: string, chosen_compartment?: string): void {
  const { memory, clock, flash } = run;
  if (clock < memory.locked_until) {
    display(run, "code_locked_out");
    return;
  }
  if (isFull(flash.queue)) {
    refuseCode(run, "memory_full", "memory_full");
    return;
  }
  const matches = findMatches(run, chosen_compartment, (secret, next) => findCounter(secret, code, next));
  const allowed_matches = matches.filter((match) => isAllowed(run, match));
  if (allowed_matches.length > 1) {
    refuseCode(run, "ambiguous", "code_ambiguous");
    return;
  }
  const match = allowed_matches[0] ?? resynchronize(run, code, chosen_compartment);
  if (match === undefined) {
    if (matches.length > 0) {
      refuseCode(run, "not_allowed", "code_not_allowed", matches[0]);
      return;
    }
    const wrong_codes = memory.wrong_codes + 1;
    const is_locked = wrong_codes >= WRONG_CODES_MAX;
    setMemory(run, {
      wrong_codes: is_locked ? 0 : wrong_codes,
      last_wrong_code: code,
      ...(is_locked && { locked_until: clock + LOCKOUT_MS }),
    });
    refuseCode(run, is_locked ? "locked_out" : "wrong", "code_wrong");
    return;
  }
  const { compartment, use, counter } = match;
  const { next_counters, fault } = flash.compartments[compartment]!;
  if (fault === "no_board") {
    refuseCode(run, "no_board", "no_board", match);
    return;
  }
  setMemory(run, { wrong_codes: 0, last_wrong_code: null });
  setCompartment(run, compartment, { next_counters: { ...next_counters, [use]: counter + 1 } });
  record(run, "code_accepted", compartment, { use, counter });
  setMemory(run, {
    visit: {
      compartment,
      use,
      counter,
      openings: 1,
      has_opened: false,
      until: clock + VISIT_MS,
      statements: [],
    },
  });
  open(run, compartment, { cause: use === "operator" ? "operator" : "code", use, counter, since: clock });
  push(run);
}

function refuseCode(run: Run, why: Details<"code_refused">["why"], key: DisplayKey, match?: Match): void {
  record(run, "code_refused", match?.compartment ?? null, { why }, "failed");
  display(run, key, match?.compartment ?? null);
  push(run);
}

// The person before the door

function changeVisit(run: Run, change: Partial<Visit>): void {
  setMemory(run, { visit: { ...run.memory.visit!, ...change } });
}

/** Whoever typed the code; null where somebody else may be there by now. */
export function findVisit({ memory, flash }: Device, clock: number): Visit | null {
  const visit = memory?.visit ?? null;
  if (visit === null || !Object.hasOwn(flash.compartments, visit.compartment)) return null;
  return clock < visit.until || flash.compartments[visit.compartment]!.door === "OPEN" ? visit : null;
}

/** How long no code is accepted yet, after wrong ones. */
export const measureLockout = ({ memory }: Device, clock: number): number =>
  Math.max(0, (memory?.locked_until ?? 0) - clock);

/** For the code that was accepted, whose door the sensor never saw open: a code is typed once, and latches stick. */
export const mayOpenAgain = (visit: Visit, { door, opening }: CompartmentRecord): boolean =>
  !visit.has_opened && visit.openings < OPENINGS_MAX && door === "CLOSED" && opening === null;

function openAgain(run: Run): void {
  const visit = findVisit(run, run.clock);
  if (visit === null || !mayOpenAgain(visit, run.flash.compartments[visit.compartment]!)) {
    display(run, "visit_over");
    return;
  }
  const { compartment, use, counter, openings } = visit;
  if (isFull(run.flash.queue)) {
    display(run, "memory_full", compartment);
    return;
  }
  changeVisit(run, { openings: openings + 1, until: run.clock + VISIT_MS });
  open(run, compartment, {
    cause: use === "operator" ? "operator" : "code",
    use,
    counter,
    since: run.clock,
  });
}

function recordStatement(run: Run, { outcome, problem }: Input & { kind: "statement" }): void {
  const visit = findVisit(run, run.clock);
  if (visit === null || visit.use === "operator") {
    display(run, "visit_over");
    return;
  }
  const { compartment, use, statements } = visit;
  const isNew = (statement: Outcome | Problem | undefined): statement is Outcome | Problem =>
    statement !== undefined && !statements.includes(statement);
  if (isNew(outcome)) record(run, `${use}_${outcome}`, compartment, { by: "person" });
  if (isNew(problem)) record(run, "problem_reported", compartment, { problem });
  changeVisit(run, { statements: [...statements, ...[outcome, problem].filter(isNew)] });
  display(run, "noted", compartment);
  push(run);
}

function findMatches(
  run: Run,
  chosen_compartment: string | undefined,
  find: (secret: Uint8Array, next: number) => number | undefined,
): Match[] {
  const code_secret = Uint8Array.fromBase64(run.flash.code_secret, { alphabet: "base64url" });
  return Object.entries(run.flash.compartments)
    .filter(([compartment]) => chosen_compartment === undefined || compartment === chosen_compartment)
    .flatMap(([compartment, { next_counters }]) =>
      USES.flatMap((use) => {
        const counter = find(deriveSecret(code_secret, compartment, use), next_counters[use]);
        return counter === undefined ? [] : { compartment, use, counter };
      }),
    );
}

/** An operator's codes are always allowed. A device that does not know the time does not end what was allowed. */
function isAllowed(run: Run, { compartment, use }: Match): boolean {
  if (use === "operator") return true;
  const { uses, not_after } = run.flash.compartments[compartment]!.allowed;
  if (!uses.some((one) => one.use === use)) return false;
  const latest_time = findLatestTime(run.memory.reading, run.clock);
  return not_after === null || latest_time === null || latest_time < Date.parse(not_after);
}

/** Two consecutive codes of one compartment that the person chose; both are wrong where the device looks. */
function resynchronize(run: Run, code: string, chosen_compartment?: string): Match | undefined {
  const { last_wrong_code } = run.memory;
  if (last_wrong_code === null || chosen_compartment === undefined) return undefined;
  return findMatches(run, chosen_compartment, (secret, next) =>
    findResynchronisedCounter(secret, [last_wrong_code, code], next),
  ).find((match) => isAllowed(run, match));
}
