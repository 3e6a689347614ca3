/** What a complete search of the door protocol is about: one state of devices, service, people and network. */

import type { CompartmentState, Use } from "#domain/lockers/lockers/rules.ts";
import { formatTime } from "#locker-protocol/device-clock.ts";
import { type Board, buildFlash, type Device } from "#locker-protocol/firmware/device-state.ts";
import { step } from "#locker-protocol/firmware.ts";
import type { DeviceMessage, ServiceMessage } from "#locker-protocol/messages.ts";

/** What one search is bounded by. */
export interface Bounds {
  /** Compartments of each device. */
  devices: readonly (readonly string[])[];
  in_flight: number;
  /** Of each compartment. */
  commands: number;
  /** Of each device. */
  cuts: number;
  /** Operations that another compartment of each device adds at any time. */
  neighbour_operations: number;
  /** How often commands may expire. */
  times: number;
}

/**
 * Another compartment of the same device. What it has in common with the one that is looked at is the queue of operations, their
 * numbers, and the one push at a time: its operations come at any time, and nothing else of it is part of a state.
 */
export const NEIGHBOUR = "B-1";

export const START_MS = Date.UTC(2026, 10, 28, 12);
/** Long against what ticks take, which is not counted. */
export const LIFE_MS = 1e9;

/** What a tick takes. */
export const TICK_MS = 11_000;
/** How exactly the clock of a device is known. */
export const CLOCK_MARGIN_MS = 2000;

/** One compartment as the service sees it. */
export type Cell = CompartmentState & {
  /** By the clock; null before the first check. */
  checked_ms: number | null;
};

export interface IssuedCommand {
  nonce: string;
  code: string;
  use: Use;
  /** The time, in lives of commands, at which it expires. */
  expires: number;
  status: "QUEUED" | "SENT" | "ACKED" | "DONE" | "FAILED" | "EXPIRED";
  result: Record<string, unknown> | null;
}

export type Packet =
  | { to_device: true; message: ServiceMessage }
  | { to_device: false; message: DeviceMessage };

/** One device and everything that concerns it alone. */
export interface Site {
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
  budget: Readonly<Pick<Bounds, "commands" | "cuts" | "neighbour_operations">>;
}

export interface State {
  sites: readonly Site[];
  packets: readonly (Packet & { site: number })[];
  time: number;
  in_flight: number;
  times: number;
}

export interface Successor {
  name: string;
  state: State;
}

/** What is looked for: each is a function of a state, or of a step. */
export class Violation extends Error {}

export function ensure(condition: boolean, what: string): void {
  if (!condition) throw new Violation(what);
}

export function createState({ devices, in_flight, times, ...budget }: Bounds): State {
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
        compartments: [...codes, NEIGHBOUR].map((code, index) => ({ compartment_id: index + 1, code })),
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
          {
            status: "FREE",
            reason: null,
            door: "CLOSED",
            contents: "EMPTY",
            reservation: null,
            checked_ms: null,
          },
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

export const getClock = (state: State, site: Site) =>
  START_MS + state.time * 2 * LIFE_MS + site.ticks * TICK_MS;

export function replaceSite(state: State, at: number, change: Partial<Site>): State {
  return { ...state, sites: state.sites.with(at, { ...state.sites[at]!, ...change }) };
}

export const spend = (state: State, at: number, what: keyof Site["budget"]): State => {
  const { budget } = state.sites[at]!;
  return replaceSite(state, at, { budget: { ...budget, [what]: budget[what] - 1 } });
};

export const send = (state: State, packet: State["packets"][number]): State => ({
  ...state,
  packets: [...state.packets, packet],
});
