import assert from "node:assert/strict";
import { test } from "node:test";
import { buildSettingCatalogue } from "#operation/define/settings.ts";
import {
  CHOICES,
  type Choice,
  type ClosedReason,
  canDecide,
  listChoices,
  listDays,
  type RecipientFacts,
  type RequestState,
} from "./rules.ts";
import { settings as declared } from "./settings.ts";

const DEFAULT_SETTINGS = { ...buildSettingCatalogue([declared]).resolve(null), shift_start: "08:00" };

const ALL_ON = {
  ...DEFAULT_SETTINGS,
  recipient_note: "apply",
  recipient_day: "apply",
  recipient_safe_place: "confirm",
  recipient_neighbour: "apply",
  recipient_contact: true,
} as const;

/** A delivery tomorrow, at 20:00 UTC of 22 November, 17:00 in São Paulo. */
function facts(
  more: Partial<RecipientFacts> = {},
  settings: Partial<RecipientFacts["settings"]> = {},
): RecipientFacts {
  return {
    status: "NEW_ORDER",
    type: "D",
    scheduled_date: "2026-11-23",
    window_start: null,
    held_by_carrier: false,
    route_released: false,
    cod_minor: 0,
    required_proofs: ["photo"],
    time_zone: "America/Sao_Paulo",
    now: new Date("2026-11-22T20:00:00Z"),
    allowed: new Set(CHOICES),
    ...more,
    settings: { ...ALL_ON, ...settings },
  };
}

const getClosed = (facts: RecipientFacts) =>
  Object.fromEntries(listChoices(facts).flatMap(({ choice, closed }) => (closed ? [[choice, closed]] : [])));
const all = (reason: ClosedReason, ...but: Choice[]) =>
  Object.fromEntries(CHOICES.filter((one) => !but.includes(one)).map((one) => [one, reason]));

const HANDOVER = ["safe_place", "neighbour"] as const;
const handover = (reason: ClosedReason) => Object.fromEntries(HANDOVER.map((one) => [one, reason]));

for (const [name, recipient_facts, expected] of [
  ["an open order", facts(), {}],
  ["an order on hold", facts({ status: "HOLD" }), {}],
  ["nothing switched on", facts({}, DEFAULT_SETTINGS), all("choice_not_offered")],
  ["one choice switched off", facts({}, { recipient_neighbour: "off" }), { neighbour: "choice_not_offered" }],
  ["a link for a note alone", facts({ allowed: new Set(["note"]) }), all("choice_not_in_link", "note")],
  ["a delivered order", facts({ status: "DELIVERED" }), all("delivery_ended", "contact")],
  ["a returning order", facts({ status: "RETURNING" }), all("delivery_ended", "contact")],
  ["an order of a carrier", facts({ held_by_carrier: true }), all("held_by_carrier", "contact")],
  [
    "a released route",
    facts({ route_released: true, status: "DISPATCHED" }),
    all("route_released", "contact"),
  ],
  ["a failed attempt on its route", facts({ route_released: true, status: "FAILED_ATTEMPT" }), {}],
  ["a pickup", facts({ type: "P" }), handover("not_for_collection")],
  ["cash to be collected", facts({ cod_minor: 100 }), handover("cash_on_delivery")],
  ["a signature", facts({ required_proofs: ["photo", "signature"] }), handover("proof_in_person")],
  ["a PIN", facts({ required_proofs: ["pin"] }), handover("proof_in_person")],
  // The working day begins at 08:00, 11:00 UTC of the 23rd.
  ["15 hours before, with 14 hours", facts({}, { recipient_cutoff_h: 14 }), {}],
  ["15 hours before, with 15 hours", facts({}, { recipient_cutoff_h: 15 }), all("cutoff_passed", "contact")],
  [
    "a window later in the day",
    facts({ window_start: "2026-11-23T15:00:00Z" }, { recipient_cutoff_h: 18 }),
    {},
  ],
  [
    "a released route before the hours",
    facts({ route_released: true, status: "DISPATCHED" }, { recipient_cutoff_h: 12 }),
    {},
  ],
  [
    "a failed attempt after the hours",
    facts({ status: "FAILED_ATTEMPT", scheduled_date: "2026-11-22" }, { recipient_cutoff_h: 12 }),
    {},
  ],
] as [string, RecipientFacts, Record<string, ClosedReason>][])
  test(`closed for ${name}: ${Object.values(expected)[0] ?? "nothing"}`, () =>
    assert.deepEqual(getClosed(recipient_facts), expected));

test("says what takes effect at once, and until when", () => {
  const offered_choices = listChoices(facts({}, { recipient_cutoff_h: 12 }));
  assert.deepEqual(
    offered_choices.map(({ choice, applies, until }) => [choice, applies, until]),
    [
      ["note", true, "2026-11-22T23:00:00.000Z"],
      ["day", true, "2026-11-22T23:00:00.000Z"],
      ["safe_place", false, "2026-11-22T23:00:00.000Z"],
      ["neighbour", true, "2026-11-22T23:00:00.000Z"],
      ["contact", false, null],
    ],
  );
  const released = listChoices(facts({ route_released: true }, { recipient_cutoff_h: 12 }));
  assert.equal(released.find(({ choice }) => choice === "day")?.applies, false);
  assert.equal(released.find(({ choice }) => choice === "note")?.applies, true);
  const failed = listChoices(facts({ route_released: true, status: "FAILED_ATTEMPT" }));
  assert.equal(failed.find(({ choice }) => choice === "day")?.applies, true);
});

for (const [name, recipient_facts, expected] of [
  ["after the planned one", facts({}, { recipient_days: 3 }), ["2026-11-24", "2026-11-25"]],
  [
    "the planned one too after a failed attempt",
    facts({ status: "FAILED_ATTEMPT" }, { recipient_days: 2 }),
    ["2026-11-23", "2026-11-24"],
  ],
  [
    "not sooner than the hours allow",
    facts({ scheduled_date: "2026-11-30" }, { recipient_days: 3, recipient_cutoff_h: 24 }),
    ["2026-11-24", "2026-11-25"],
  ],
  [
    "by the day of the business",
    facts({ now: new Date("2026-11-23T02:00:00Z") }, { recipient_days: 2 }),
    ["2026-11-24"],
  ],
] as [string, RecipientFacts, string[]][])
  test(`offers days: ${name}`, () => assert.deepEqual(listDays(recipient_facts), expected));

for (const [state, choice, decision, expected] of [
  ["open", "day", "accept", true],
  ["open", "day", "decline", true],
  ["open", "day", "answer", false],
  ["open", "contact", "answer", true],
  ["open", "contact", "accept", false],
  ["applied", "note", "answer", true],
  ["applied", "note", "decline", false],
  ["accepted", "day", "accept", false],
  ["replaced", "day", "decline", false],
] as [RequestState, Choice, "accept" | "decline" | "answer", boolean][])
  test(`${decision} of ${choice} in state ${state}: ${expected ? "yes" : "no"}`, () =>
    assert.equal(canDecide(state, choice, decision), expected));
