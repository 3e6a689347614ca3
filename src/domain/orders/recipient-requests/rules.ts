/** What the recipient of an order may ask for, until when, and what takes effect at once. Pure. */
import type { BusinessSettings } from "#operation/define/settings.ts";
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";

export const CHOICES = ["note", "day", "safe_place", "neighbour", "contact"] as const;
export type Choice = (typeof CHOICES)[number];

/** What a request for a choice replaces, while it is open: they answer one question. A message replaces none. */
export const REPLACED_BY: Readonly<Record<Choice, readonly Choice[]>> = {
  note: ["note"],
  day: ["day"],
  safe_place: ["safe_place", "neighbour"],
  neighbour: ["safe_place", "neighbour"],
  contact: [],
};

/**
 * `open` until a dispatcher decides; `applied` took effect at once; `replaced` by a later request that answers the same question.
 */
export const REQUEST_STATES = ["open", "applied", "accepted", "declined", "answered", "replaced"] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** Why a choice is closed. */
export const CLOSED_REASONS = [
  "choice_not_offered",
  "choice_not_in_link",
  "delivery_ended",
  "held_by_carrier",
  "route_released",
  "cutoff_passed",
  "not_for_collection",
  "proof_in_person",
  "cash_on_delivery",
] as const;
export type ClosedReason = (typeof CLOSED_REASONS)[number];

/** Goods of these statuses are gone, or go back to the sender. */
const ENDED: readonly string[] = ["DELIVERED", "RETURNED", "REJECTED", "CANCELLED", "RETURNING"];
/** Proofs that only the recipient can give. */
const IN_PERSON: readonly string[] = ["signature", "pin", "id_check"];

export interface RecipientFacts {
  status: string;
  type: "D" | "P" | "P2P";
  scheduled_date: string;
  window_start: string | null;
  /** A carrier has been asked to deliver it, or does. */
  held_by_carrier: boolean;
  route_released: boolean;
  cod_minor: number;
  /** Proofs that the order, its customer or the business require at the handover. */
  required_proofs: readonly string[];
  settings: Pick<
    BusinessSettings,
    | "recipient_note"
    | "recipient_day"
    | "recipient_safe_place"
    | "recipient_neighbour"
    | "recipient_contact"
    | "recipient_cutoff_h"
    | "recipient_days"
    | "shift_start"
  >;
  time_zone: string;
  now: Date;
  /** Those that the link allows. */
  allowed: ReadonlySet<Choice>;
}

export interface OfferedChoice {
  choice: Choice;
  /** Null: it is open. */
  closed: ClosedReason | null;
  /** It takes effect at once; otherwise a dispatcher decides. */
  applies: boolean;
  /** When it closes, where that is known in advance; ISO 8601. */
  until: string | null;
}

function getMode(settings: RecipientFacts["settings"], choice: Choice): BusinessSettings["recipient_note"] {
  if (choice === "contact") return settings.recipient_contact ? "confirm" : "off";
  return settings[`recipient_${choice}`];
}

export function isOffered(settings: RecipientFacts["settings"], choice: Choice): boolean {
  return getMode(settings, choice) !== "off";
}

/** After a failed attempt nothing is under way, so nothing closes until the next route. */
const hasFailed = ({ status }: RecipientFacts) => status === "FAILED_ATTEMPT";

/** The time that the hours before the delivery count from: its window, or the beginning of the working day. */
function findCutoff(facts: RecipientFacts): Date | null {
  const { settings, scheduled_date, window_start, time_zone } = facts;
  if (settings.recipient_cutoff_h === null || hasFailed(facts)) return null;
  const begins = window_start
    ? new Date(window_start)
    : toInstant(scheduled_date, settings.shift_start, time_zone);
  return new Date(begins.getTime() - settings.recipient_cutoff_h * 3_600_000);
}

function findClosedReason(facts: RecipientFacts, choice: Choice): ClosedReason | null {
  if (!isOffered(facts.settings, choice)) return "choice_not_offered";
  if (!facts.allowed.has(choice)) return "choice_not_in_link";
  // A question may be asked about goods that are gone, too.
  if (choice === "contact") return null;
  if (ENDED.includes(facts.status)) return "delivery_ended";
  if (facts.held_by_carrier) return "held_by_carrier";
  const cutoff = findCutoff(facts);
  if (cutoff !== null && cutoff <= facts.now) return "cutoff_passed";
  if (cutoff === null && facts.route_released && !hasFailed(facts)) return "route_released";
  if (choice === "safe_place" || choice === "neighbour") {
    if (facts.type === "P") return "not_for_collection";
    if (facts.cod_minor > 0) return "cash_on_delivery";
    if (facts.required_proofs.some((proof) => IN_PERSON.includes(proof))) return "proof_in_person";
  }
  return null;
}

/** Every choice with what became of it, in the sequence in which pages show them. */
export function listChoices(facts: RecipientFacts): OfferedChoice[] {
  const cutoff = findCutoff(facts);
  return CHOICES.map((choice) => {
    const closed = findClosedReason(facts, choice);
    return {
      choice,
      closed,
      applies:
        getMode(facts.settings, choice) === "apply" &&
        // Goods on a released route leave it by the decision of a dispatcher alone.
        !(choice === "day" && facts.route_released && !hasFailed(facts)),
      until: closed === null && choice !== "contact" && cutoff !== null ? cutoff.toISOString() : null,
    };
  });
}

/** The days that may be chosen: from tomorrow on, without the planned one and those that are too soon. */
export function listDays(facts: RecipientFacts): string[] {
  const { settings, scheduled_date, time_zone, now } = facts;
  const today = toLocalDate(now, time_zone);
  const lead_ms = (settings.recipient_cutoff_h ?? 0) * 3_600_000;
  const days: string[] = [];
  for (let ahead = 1; ahead <= settings.recipient_days; ahead += 1) {
    const day = addDays(today, ahead);
    const begins = toInstant(day, settings.shift_start, time_zone).getTime();
    const is_planned = day === scheduled_date && !hasFailed(facts);
    if (!is_planned && begins - lead_ms > now.getTime()) days.push(day);
  }
  return days;
}

/** What a dispatcher may decide about a request. */
export function canDecide(
  state: RequestState,
  choice: Choice,
  decision: "accept" | "decline" | "answer",
): boolean {
  if (decision === "answer") return choice === "contact" ? state === "open" : state === "applied";
  return state === "open" && choice !== "contact";
}
