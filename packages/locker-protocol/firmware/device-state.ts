/** What a device is: memory that survives power cuts and memory that does not, what it is given, and what it does. */
import { buildChainStart } from "../chain.ts";
import { type ClockReading, formatTime } from "../device-clock.ts";
import {
  type Ack,
  type Bye,
  type Command,
  type CommandBody,
  type Commands,
  type CompartmentState,
  type Contents,
  type Details,
  type DeviceMessage,
  type Door,
  PROTOCOL_VERSION,
  type Problem,
  type Provision,
  type ProvisionAnswer,
  type ServiceMessage,
  type Use,
} from "../messages.ts";
import type { OperationQueue } from "../operation-queue.ts";

/** A command that changes something: written before it is carried out. */
export interface Transaction {
  nonce: string;
  compartment: string | null;
  /** Milliseconds since 1970, by the service. */
  expires_at: number;
  /** What is answered; null while it is carried out. */
  ack: Pick<Ack, "status" | "why" | "result" | "seq" | "at"> | null;
  /** The service has received the answer. */
  is_acknowledged: boolean;
}

export interface Opening {
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
export type Outcome = (typeof OUTCOMES)[number];

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

/** Fields of the request are those of the device; the claim is typed by whoever installs it. */
export function buildProvision(
  device: Omit<Provision, "type" | "protocol_version" | "clock">,
  clock: number,
): Provision {
  return { type: "provision", protocol_version: PROTOCOL_VERSION, ...device, clock: formatTime(clock) };
}

const NOTHING_ALLOWED: CommandBody<"set_use"> = { revision: 0, uses: [], not_after: null };

export const NEW_COMPARTMENT: CompartmentRecord = {
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

export const NEW_MEMORY: Memory = {
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
