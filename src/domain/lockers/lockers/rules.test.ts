import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readOperation } from "./read-operation.ts";
import {
  COMPARTMENT_STATUSES,
  CONTENTS,
  type CompartmentState,
  type CompartmentStatus,
  type Contents,
  chooseCompartment,
  countFreeSizes,
  DEFAULT_DIMENSIONS,
  type Decision,
  DOORS,
  decide,
  findContentsInput,
  findSizeFor,
  findSnapshotInput,
  getClosedInput,
  INPUTS,
  type Input,
  isPresent,
  nameCompartment,
  type Room,
} from "./rules.ts";

const LETTERS: Record<string, CompartmentStatus> = {
  F: "FREE",
  R: "RESERVED",
  L: "LOADING",
  O: "OCCUPIED",
  U: "UNLOADING",
  D: "OVERDUE",
  V: "VERIFY",
  X: "OUT_OF_SERVICE",
};
const RESERVATION_IN = {
  FREE: null,
  RESERVED: "HELD",
  LOADING: "HELD",
  OCCUPIED: "IN_USE",
  UNLOADING: "IN_USE",
  OVERDUE: "IN_USE",
  VERIFY: null,
  OUT_OF_SERVICE: null,
} as const;

const build = (status: CompartmentStatus, facts: Partial<CompartmentState> = {}): CompartmentState => ({
  status,
  reason: null,
  door: "CLOSED",
  contents: "NONE",
  reservation: RESERVATION_IN[status],
  ...facts,
});

/**
 * The status after each input: `.` the same, `-` refused, `!` an exception. The door is closed, no sensor tells what is inside,
 * nobody has said anything, and a compartment that waits for a check or is out of service is not granted.
 */
const TABLE = `
                      F   R   L   O   U   D   V   X
code_accepted         V!  .   .   .   .   .   .   .
opened_for_deposit    V!  L   .   V!  V!  V!  .   .!
opened_for_collect    V!  V!  V!  U   .   U   .   .!
opened_by_operator    .   .   .   U   .   U   .   .
opened_by_force       V!  V!  V!  V!  V!  V!  .!  .!
opened_unseen         .   .   .   V   .   V   .   .
closed_empty          .   .   F   V!  F   V!  .   .
closed_full           V   V   O   .   O   .   .   .
closed_unsensed       .   .   .   .   .   .   .   .
became_empty          .   .   .   V!  .   V!  .   .
became_full           V   V   .   .   .   .   .   .
deposit_confirmed     V   V   O   .   V   .   .   .
deposit_aborted       .   .   F   V   V   V   .   .
collect_confirmed     .   .   .   V   F   V   .   .
collect_aborted       V   V   .   .   O   .   .   .
door_stuck            .   .   .!  .   .!  .   .   .
gap                   .   V   V   V   V   V   .   .
open_unknown          V   V   V   V   V   V   .   .
left_open             .!  .!  .!  .!  .!  .!  .!  .!
claim_missing         .   .   V   .   V   .   .   .
hold_ended            .   F   .   .   .   .   .   .
collection_ended      .   .   .   D   .   .   .   .
reserve               R   -   -   -   -   -   -   -
release               -   F   -   -   -   -   -   -
extend                .   .   .   .   .   O   .   .
checked_empty         -   -   -   -   -   -   F   -
checked_full          -   -   -   -   -   -   .   -
take_out              X   X   X   X   X   X   X   -
return_empty          -   -   -   -   -   -   -   F
return_full           -   -   -   -   -   -   -   V
reported_wrong_door   V!  V!  V!  V!  V!  V!  .!  .!
reported_empty        .!  .!  .!  V!  V!  V!  .!  .!
reported_damaged      .!  .!  .!  .!  .!  .!  .!  .!
reported_not_closed   .!  .!  .!  .!  .!  .!  .!  .!
reported_wrong_size   .!  .!  .!  .!  .!  .!  .!  .!
`;

test("each input means something decided in each status", () => {
  const [head = "", ...rows] = TABLE.trim().split("\n");
  const columns = head
    .trim()
    .split(/\s+/)
    .map((letter) => LETTERS[letter]);
  assert.deepEqual(columns, COMPARTMENT_STATUSES);
  assert.deepEqual(
    rows.map((row) => row.split(/\s+/)[0]),
    INPUTS,
  );
  for (const row of rows) {
    const [input = "", ...cells] = row.split(/\s+/);
    const actual = cells.map((_, index) => {
      const status = COMPARTMENT_STATUSES[index] ?? "FREE";
      const decision = decide(build(status), input as Input);
      if ("refused" in decision) return "-";
      const letter = Object.keys(LETTERS).find((one) => LETTERS[one] === decision.status);
      return `${decision.status === status ? "." : letter}${decision.exceptions.length > 0 ? "!" : ""}`;
    });
    assert.deepEqual([input, ...actual], [input, ...cells]);
  }
});

type Case = [CompartmentState, Input, string];
const loading = (facts: Partial<CompartmentState> = {}) => build("LOADING", facts);
const unloading = (facts: Partial<CompartmentState> = {}) => build("UNLOADING", facts);
const verify = (reservation: CompartmentState["reservation"]) => build("VERIFY", { reservation });
const out = (reservation: CompartmentState["reservation"], contents: Contents = "NONE") =>
  build("OUT_OF_SERVICE", { reservation, contents });

/** What a person has said, what the sensor says, and the reservation: status, reason, reservation and exceptions after it. */
const CASES: Case[] = [
  [loading({ door: "OPEN" }), "deposit_confirmed", "LOADING deposit_confirmed HELD"],
  [loading({ door: "OPEN" }), "deposit_aborted", "LOADING deposit_aborted HELD"],
  [loading({ door: "UNKNOWN" }), "deposit_confirmed", "OCCUPIED null IN_USE"],
  [loading({ reason: "deposit_confirmed" }), "closed_unsensed", "OCCUPIED null IN_USE"],
  [loading({ reason: "deposit_confirmed" }), "closed_empty", "VERIFY claim_and_sensor_differ HELD"],
  [loading({ reason: "deposit_aborted" }), "closed_full", "VERIFY claim_and_sensor_differ HELD"],
  [loading({ reason: "deposit_aborted" }), "closed_unsensed", "FREE null CANCELLED"],
  [loading({ reason: "deposit_aborted" }), "opened_for_deposit", "LOADING null HELD"],
  [unloading({ door: "OPEN" }), "collect_confirmed", "UNLOADING collect_confirmed IN_USE"],
  [unloading({ door: "OPEN" }), "collect_aborted", "UNLOADING collect_aborted IN_USE"],
  [unloading({ reason: "collect_confirmed" }), "closed_unsensed", "FREE null ENDED"],
  // The recipient took one of two.
  [unloading({ reason: "collect_confirmed" }), "closed_full", "VERIFY claim_and_sensor_differ IN_USE"],
  [unloading({ reason: "collect_aborted" }), "closed_unsensed", "OCCUPIED null IN_USE"],
  [unloading({ reason: "collect_aborted" }), "closed_empty", "VERIFY claim_and_sensor_differ IN_USE empty"],
  [unloading({ reason: "collect_confirmed" }), "opened_for_collect", "UNLOADING null IN_USE"],
  // The operator took it out, or only looked.
  [unloading({ reason: "operator" }), "closed_empty", "FREE null ENDED"],
  [unloading({ reason: "operator" }), "closed_full", "OCCUPIED null IN_USE"],
  [build("RESERVED"), "hold_ended", "FREE null EXPIRED"],
  [build("RESERVED"), "release", "FREE null CANCELLED"],
  [verify("HELD"), "hold_ended", "VERIFY null EXPIRED"],
  [verify("HELD"), "release", "VERIFY null CANCELLED"],
  [verify("HELD"), "checked_empty", "RESERVED null HELD"],
  [verify("HELD"), "checked_full", "OCCUPIED null IN_USE"],
  [verify("IN_USE"), "checked_empty", "FREE null ENDED empty"],
  [verify("IN_USE"), "checked_full", "OCCUPIED null IN_USE"],
  [verify("IN_USE"), "hold_ended", "VERIFY null IN_USE"],
  [verify(null), "checked_full", "VERIFY contents_without_reservation null"],
  [out(null, "FULL"), "return_empty", "VERIFY claim_and_sensor_differ null"],
  [out("HELD"), "return_empty", "RESERVED null HELD"],
  [out("HELD"), "release", "OUT_OF_SERVICE null CANCELLED"],
  [out("IN_USE", "FULL"), "return_full", "OCCUPIED null IN_USE"],
  [out("IN_USE", "EMPTY"), "return_full", "VERIFY claim_and_sensor_differ IN_USE"],
  [build("OCCUPIED"), "take_out", "OUT_OF_SERVICE taken_out IN_USE"],
];

test("claims, sensors and reservations decide what the status alone cannot", () => {
  for (const [state, input, expected] of CASES) {
    const decision = decide(state, input) as Decision;
    const { status, reason, reservation, exceptions } = decision;
    assert.equal(
      [status, `${reason}`, `${reservation}`, ...exceptions].join(" "),
      expected,
      `${state.status} ${input}`,
    );
  }
});

test("a report of all doors means only what no operation has said", () => {
  const buildReport = (door: CompartmentState["door"], contents: Contents) => ({ door, contents });
  const closed = buildReport("CLOSED", "EMPTY");
  assert.equal(findSnapshotInput(closed, closed), null);
  assert.equal(findSnapshotInput(closed, buildReport("OPEN", "EMPTY")), "opened_unseen");
  assert.equal(findSnapshotInput(closed, buildReport("UNKNOWN", "UNKNOWN")), null);
  assert.equal(findSnapshotInput(closed, buildReport("CLOSED", "FULL")), "became_full");
  assert.equal(findSnapshotInput(buildReport("OPEN", "EMPTY"), buildReport("CLOSED", "FULL")), "closed_full");
  assert.equal(
    findSnapshotInput(buildReport("UNKNOWN", "NONE"), buildReport("CLOSED", "NONE")),
    "closed_unsensed",
  );
  assert.equal(findContentsInput("FULL", "EMPTY"), "became_empty");
  assert.deepEqual(CONTENTS.map(getClosedInput), [
    "closed_empty",
    "closed_full",
    "closed_unsensed",
    "closed_unsensed",
  ]);
});

/** Whoever takes something out of an occupied compartment: its code or an operator opened it, or somebody looked. */
const TAKES_OUT = new Set<Input>([
  "opened_for_collect",
  "opened_by_operator",
  "checked_empty",
  "return_empty",
]);

const USUAL_INPUTS = [
  "reserve",
  "opened_for_deposit",
  "closed_full",
  "closed_empty",
  "opened_for_collect",
  "checked_full",
  "checked_empty",
] as const satisfies Input[];

test("over any order of inputs a compartment is granted once, and never freed while something may be in it", () => {
  const step = fc.record({
    // Of any inputs alone hardly an order gets as far as a deposit.
    input: fc.oneof(fc.constantFrom(...INPUTS), fc.constantFrom(...USUAL_INPUTS)),
    door: fc.constantFrom(...DOORS),
    contents: fc.constantFrom(...CONTENTS),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let state = build("FREE");
      let [is_occupied, was_taken_out] = [false, false];
      for (const { input, door, contents } of steps) {
        const decision = decide({ ...state, door, contents }, input);
        if ("refused" in decision) continue;
        const { status, reason, reservation } = decision;
        if (input === "reserve") assert.equal(state.reservation, null);
        if (state.reservation === "IN_USE") assert.notEqual(reservation, "HELD");
        if (TAKES_OUT.has(input)) was_taken_out = true;
        if (is_occupied && status === "FREE")
          assert.ok(was_taken_out, `${input} freed an occupied compartment`);
        if (status === "OCCUPIED") [is_occupied, was_taken_out] = [true, false];
        if (status === "FREE") is_occupied = false;
        const open = reservation === "HELD" || reservation === "IN_USE" ? reservation : null;
        state = { status, reason, door, contents, reservation: open };
        if (status !== "VERIFY" && status !== "OUT_OF_SERVICE") assert.equal(open, RESERVATION_IN[status]);
      }
    }),
    { numRuns: 2000 },
  );
});

const DEVICE = { applied_seq: 9 };
const buildRoom = (id: number, size: Room["size"], facts: Partial<Room> = {}): Room => ({
  id,
  size,
  ...DEFAULT_DIMENSIONS[size],
  status: "FREE",
  door: "CLOSED",
  fault_code: null,
  use_revision: 3,
  confirmed_revision: 3,
  confirmed_seq: 9,
  ...facts,
});

test("the smallest compartment with the room is granted, and none that is taken, open or at fault", () => {
  const rooms = [
    buildRoom(1, "L"),
    buildRoom(2, "M", { door: "OPEN" }),
    buildRoom(3, "S", { fault_code: "board" }),
  ];
  const small = { width_mm: 100, height_mm: 100, depth_mm: 100 };
  assert.equal(chooseCompartment(DEVICE, rooms, small)?.id, 1);
  assert.equal(chooseCompartment(DEVICE, [...rooms, buildRoom(4, "M"), buildRoom(5, "M")], small)?.id, 4);
  assert.equal(chooseCompartment(DEVICE, rooms, { size: "M" }), undefined);
  assert.equal(
    chooseCompartment(DEVICE, [buildRoom(1, "S", { status: "VERIFY" })], { size: "S" }),
    undefined,
  );
  // A code that was withdrawn may have been used, or may still be.
  const unconfirmed_rooms = [
    buildRoom(1, "S", { confirmed_revision: 2 }),
    buildRoom(2, "S", { confirmed_seq: 10 }),
  ];
  assert.equal(chooseCompartment(DEVICE, unconfirmed_rooms, { size: "S" }), undefined);
  assert.equal(chooseCompartment({ applied_seq: 10 }, unconfirmed_rooms, { size: "S" })?.id, 2);
  // Turned on its side.
  assert.equal(chooseCompartment(DEVICE, rooms, { width_mm: 500, height_mm: 380, depth_mm: 380 })?.id, 1);
  assert.equal(chooseCompartment(DEVICE, rooms, { width_mm: 501, height_mm: 10, depth_mm: 10 }), undefined);
  assert.deepEqual(countFreeSizes(DEVICE, rooms), [{ size: "L", free: 1 }]);
  assert.equal(findSizeFor(rooms, small), "S");
  assert.equal(findSizeFor(rooms, { width_mm: 501, height_mm: 10, depth_mm: 10 }), null);
});

test("somebody is before a locker within 200 m with the accuracy, for a minute", () => {
  const at = (age_ms: number, accuracy_m = 20) => ({ accuracy_m, at_ms: 1_000_000 - age_ms });
  assert.equal(isPresent(180, at(60_000), 1_000_000), true);
  assert.equal(isPresent(181, at(0), 1_000_000), false);
  assert.equal(isPresent(0, at(0, 201), 1_000_000), false);
  assert.equal(isPresent(0, at(60_001), 1_000_000), false);
  assert.equal(isPresent(0, at(-10_001), 1_000_000), false);
});

test("compartments are named by their place on the wall", () => {
  assert.deepEqual(
    [nameCompartment(1, 1), nameCompartment(26, 12), nameCompartment(27, 3)],
    ["A01", "Z12", "AA03"],
  );
});

test("an operation that a device reported means what its details say", () => {
  const compartment = { status: "OCCUPIED", contents: "FULL", fault_code: null } as const;
  const read = (
    action: string,
    details: Record<string, unknown>,
    use?: string,
    result: "ok" | "failed" | "unknown" = "ok",
  ) => readOperation({ action, details, result }, compartment, use).input;
  assert.equal(read("door_opened", { cause: "command" }, "operator"), "opened_by_operator");
  assert.equal(read("door_opened", { cause: "command" }), "opened_for_collect");
  assert.equal(read("door_opened", { cause: "code", use: "deposit" }), "opened_for_deposit");
  assert.equal(read("door_opened", { cause: "forced" }), "opened_by_force");
  assert.equal(read("door_opened", { cause: "code" }, undefined, "failed"), null);
  assert.equal(read("door_opened", { cause: "code" }, undefined, "unknown"), "open_unknown");
  assert.equal(read("contents_changed", { contents: "FULL" }), null);
  assert.equal(read("contents_changed", { contents: "EMPTY" }), "became_empty");
  assert.equal(read("code_accepted", { use: "collect", counter: 3 }), "code_accepted");
  assert.equal(read("code_accepted", { use: "operator", counter: 3 }), null);
  const stuck = { ...compartment, fault_code: "door_stuck" };
  const moved = readOperation(
    { action: "door_closed", details: { contents: "NONE" }, result: "ok" },
    stuck,
    undefined,
  );
  assert.deepEqual(moved.observed, { fault_code: null, door: "CLOSED", contents: "NONE" });
});
