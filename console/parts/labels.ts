/** Labels and colours of the codes that the service returns. */
import { text } from "./text.ts";

export type Tone = "grey" | "blue" | "teal" | "violet" | "good" | "warn" | "bad" | "accent";

interface LabelAndTone {
  label: string;
  tone: Tone;
}

/** The same members, read when they are used, because the language may change. */
function followLanguage<Labels extends object>(read: () => Labels): Labels {
  return Object.defineProperties(
    {},
    Object.fromEntries(
      Object.keys(read()).map((code) => [
        code,
        { get: () => read()[code as keyof Labels], enumerable: true },
      ]),
    ),
  ) as Labels;
}

function defineLabels<Code extends string>(
  read: () => Record<Code, string>,
  tones: Record<Code, Tone>,
): Record<string, LabelAndTone> {
  return Object.fromEntries(
    (Object.keys(tones) as Code[]).map((code) => [
      code,
      {
        get label() {
          return read()[code];
        },
        tone: tones[code],
      },
    ]),
  );
}

export const ORDER_STATUS = defineLabels(() => text.order_status, {
  NEW_ORDER: "grey",
  HOLD: "violet",
  ROUTED: "blue",
  DISPATCHED: "blue",
  PICKED_UP: "teal",
  AT_WAREHOUSE: "teal",
  IN_TRANSFER: "teal",
  LOADED: "teal",
  OUT_FOR_DELIVERY: "accent",
  ARRIVED: "accent",
  READY_FOR_PICKUP: "accent",
  FAILED_ATTEMPT: "bad",
  EXCEPTION: "bad",
  RETURNING: "warn",
  DELIVERED: "good",
  RETURNED: "warn",
  REJECTED: "bad",
  CANCELLED: "grey",
});

/** Published ids of statuses, for responses without a status code. */
const STATUS_OF_ID: Record<number, string> = {
  10: "NEW_ORDER",
  15: "HOLD",
  20: "ROUTED",
  30: "DISPATCHED",
  40: "PICKED_UP",
  50: "AT_WAREHOUSE",
  55: "IN_TRANSFER",
  60: "LOADED",
  70: "OUT_FOR_DELIVERY",
  75: "ARRIVED",
  80: "READY_FOR_PICKUP",
  85: "FAILED_ATTEMPT",
  88: "EXCEPTION",
  90: "RETURNING",
  100: "DELIVERED",
  110: "RETURNED",
  120: "REJECTED",
  130: "CANCELLED",
};

export function findStatusById(id: number | null): string {
  return id === null ? "–" : (STATUS_OF_ID[id] ?? text.unknown_status({ id: String(id) }));
}

export const ROUTE_STATUS = defineLabels(() => text.route_status, {
  DRAFT: "grey",
  PLANNED: "grey",
  POSTED: "violet",
  ASSIGNED: "grey",
  RELEASED: "blue",
  LOADED: "teal",
  IN_PROGRESS: "accent",
  COMPLETED: "good",
  CLOSED: "good",
  CANCELLED: "grey",
});

export const STOP_STATUS = defineLabels(() => text.stop_status, {
  PENDING: "grey",
  ARRIVED: "accent",
  DONE: "good",
  PARTIAL: "warn",
  FAILED: "bad",
  SKIPPED: "warn",
});

/** States of plan runs and of imports. */
const RUN_STATE = defineLabels(() => text.run_state, {
  QUEUED: "grey",
  RUNNING: "accent",
  COMPLETED: "good",
  COMPLETED_WITH_ERRORS: "warn",
  FAILED: "bad",
  CANCELLED: "grey",
});

export const DRIVER_STATUS = defineLabels(() => text.driver_status, {
  pending: "warn",
  active: "good",
  suspended: "bad",
});

export const DUTY = defineLabels(() => text.duty, {
  on: "good",
  break: "warn",
  off: "grey",
});

export const RENTAL_STATE = defineLabels(() => text.rental_state, {
  BOOKED: "grey",
  ACTIVE: "accent",
  OVERDUE: "bad",
  ENDED: "good",
  CANCELLED: "grey",
  NO_SHOW: "warn",
  REMOVED_BY_STAFF: "warn",
});

export const ROLE = followLanguage(() => text.role);

/** The surface that a request came over. */
export const SURFACE: Record<string, string> = followLanguage(() => text.surface);

export const ORDER_TYPE: Record<string, string> = followLanguage(() => text.order_type);

/**
 * The word of a code of the service. Every table has each code (`tests/surface/words.test.ts`); undefined for the code of a
 * service that is newer than this console.
 */
export function findWord<Word>(words: Readonly<Record<string, Word>>, code: string): Word | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined;
}

/** As `findWord`; "Other" without a word. */
export const nameCode = (words: Readonly<Record<string, string>>, code: string): string =>
  findWord(words, code) ?? text.other;

/**
 * A code that people or other systems chose, for which there can be no word: `cold_chain` reads "Cold chain". Codes of the
 * service have words instead.
 */
export function readFreeCode(code: string): string {
  const words = code.replaceAll(/[_.]/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function findLabel(table: Readonly<Record<string, LabelAndTone>>, key: string): LabelAndTone {
  return (Object.hasOwn(table, key) ? table[key] : undefined) ?? { label: text.other, tone: "grey" };
}

/** For a code that several kinds share, the order's label is used: most refusals concern orders. */
function findCode(code: string): string | undefined {
  for (const table of [ORDER_STATUS, ROUTE_STATUS, STOP_STATUS, RUN_STATE])
    if (Object.hasOwn(table, code)) return table[code]?.label;
  return code.includes("_") && Object.hasOwn(ROLE, code) ? ROLE[code as keyof typeof ROLE] : undefined;
}

/** Replaces the codes of statuses and roles in a message of the service with the console's labels. */
export function humanizeCodes(sentence: string): string {
  return sentence.replaceAll(/\b(?:[A-Z]{2,}(?:_[A-Z]+)*|[a-z]+(?:_[a-z]+)+)\b/g, (code) => {
    const label = findCode(code);
    return label === undefined ? code : `“${label}”`;
  });
}
