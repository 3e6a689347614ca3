/**
 * What the screen of a kiosk and its firmware tell each other: the state, and what a person did at the screen. Neither needs
 * the service. Source: README.md, "Screen".
 */
import Type, { type Static } from "typebox";
import { type Device, type DisplayKey, type Input, OUTCOMES } from "./firmware/device-state.ts";
import { findVisit, mayOpenAgain, measureLockout } from "./firmware/visit.ts";
import {
  CompartmentCode,
  type CompartmentState,
  PROBLEMS,
  type Problem,
  type Use,
  words,
} from "./messages.ts";

/** Paths below the address of the page. All but `events` are posted, as JSON. */
export const SCREEN_PATHS = {
  /** Server-sent events: the state at once and after each change. */
  events: "screen/events",
  code: "screen/code",
  open_again: "screen/open-again",
  statement: "screen/statement",
  leave: "screen/leave",
} as const;

export const SCREEN_INPUTS = {
  code: Type.Object({
    code: Type.String({ pattern: "^[0-9]{8}$", maxLength: 8 }),
    compartment: Type.Optional(CompartmentCode),
  }),
  open_again: Type.Object({}),
  statement: Type.Object({
    outcome: Type.Optional(words(OUTCOMES)),
    problem: Type.Optional(words(PROBLEMS)),
  }),
  leave: Type.Object({}),
} as const;
export type ScreenInput = keyof typeof SCREEN_INPUTS;
export type ScreenBody<Kind extends ScreenInput> = Static<(typeof SCREEN_INPUTS)[Kind]>;

/** What whoever installed the device typed in. */
export interface ScreenFacts {
  serial: string;
  name: string;
  /** Whom people call; null where nobody is. */
  support_phone: string | null;
  /** Of the start page, such as `pt-BR`. */
  locale: string;
}

export interface ScreenState extends ScreenFacts {
  connected: boolean;
  /** What the firmware showed last; null after the person left. */
  display: { key: DisplayKey; compartment: string | null } | null;
  /** How long no code is accepted yet. */
  locked_ms: number;
  /** Of whoever typed a code; null when nobody is there. */
  visit: {
    compartment: string;
    use: Use;
    /** The latch moved, and the door has not opened yet. */
    is_opening: boolean;
    has_opened: boolean;
    may_open_again: boolean;
    statements: readonly (string | Problem)[];
  } | null;
  compartments: readonly CompartmentState[];
}

export function buildScreenState(
  device: Device,
  clock: number,
  facts: ScreenFacts,
  display: ScreenState["display"],
): ScreenState {
  const { memory, flash } = device;
  const visit = findVisit(device, clock);
  const record = flash.compartments[visit?.compartment ?? ""];
  return {
    ...facts,
    connected: memory?.connected ?? false,
    display,
    locked_ms: measureLockout(device, clock),
    visit:
      visit === null || record === undefined
        ? null
        : {
            compartment: visit.compartment,
            use: visit.use,
            is_opening: record.opening !== null && record.door === "CLOSED",
            has_opened: visit.has_opened,
            may_open_again: mayOpenAgain(visit, record),
            statements: visit.statements,
          },
    compartments: Object.entries(flash.compartments).map(([code, { door, contents, fault }]) => ({
      code,
      door,
      contents,
      ...(fault !== null && { fault }),
    })),
  };
}

/** What the firmware is given for what came from the screen. */
export function readScreenInput<Kind extends ScreenInput>(
  kind: Kind,
  body: ScreenBody<Kind>,
  clock: number,
): Input {
  return { ...body, kind, clock } as unknown as Input;
}
