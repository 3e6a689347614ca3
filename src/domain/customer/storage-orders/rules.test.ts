import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "#vocabulary/calendar.ts";
import {
  canCancel,
  computeBilling,
  computeStatus,
  countStorageDay,
  findNextChargedDate,
  getNextPackageStatus,
  getNextStatus,
  groupByStorageDay,
  listUnchargedDates,
  type PackageStatus,
  STATUSES,
  type Status,
} from "./rules.ts";

const at = (status: PackageStatus, was_received = status !== "EXPECTED") => ({
  status,
  received_at: was_received ? "2026-05-01T10:00:00Z" : null,
});

test("the status of an order follows what its packages are", () => {
  const cases: [Status, ReturnType<typeof at>[], Status][] = [
    ["CONFIRMED", [at("EXPECTED"), at("EXPECTED")], "CONFIRMED"],
    ["AWAITING_INBOUND", [at("EXPECTED")], "AWAITING_INBOUND"],
    ["CONFIRMED", [at("RECEIVED"), at("EXPECTED")], "PARTLY_RECEIVED"],
    ["CONFIRMED", [at("RECEIVED"), at("HELD")], "STORED"],
    ["PARTLY_RECEIVED", [at("RECEIVED"), at("MISSING", false)], "STORED"],
    ["STORED", [at("RECEIVED"), at("STOCKED_OUT")], "PARTLY_OUT"],
    ["STORED", [at("RECEIVED"), at("MISSING")], "PARTLY_OUT"],
    ["PARTLY_OUT", [at("STOCKED_OUT"), at("DISPOSED")], "CLOSED"],
    ["STORED", [at("STOCKED_OUT"), at("EXPECTED")], "PARTLY_RECEIVED"],
    ["CLOSED", [at("RECEIVED"), at("STOCKED_OUT")], "PARTLY_OUT"],
    ["STORED", [at("EXPECTED")], "AWAITING_INBOUND"],
  ];
  for (const [before, packages, after] of cases)
    assert.equal(computeStatus(before, packages), after, `${before} ${packages.map(({ status }) => status)}`);
});

test("an order is cancelled while nothing is received and no collection is under way", () => {
  const possible = (is_collected: boolean) =>
    STATUSES.filter((status) => canCancel(status, { is_collected }));
  assert.deepEqual(possible(false), ["PENDING", "CONFIRMED", "AWAITING_INBOUND"]);
  assert.deepEqual(possible(true), ["PENDING", "CONFIRMED"]);
  assert.deepEqual(
    STATUSES.filter((status) => getNextStatus(status, "edit") !== null),
    ["PENDING", "CONFIRMED"],
  );
});

test("stock changes only packages for which it can", () => {
  assert.equal(getNextPackageStatus("HELD", "lose"), "MISSING");
  assert.equal(getNextPackageStatus("MISSING", "find"), "RECEIVED");
  assert.equal(getNextPackageStatus("MISSING", "find_held"), "HELD");
  assert.equal(getNextPackageStatus("STOCKED_OUT", "lose"), null);
  assert.equal(getNextPackageStatus("HELD", "undo_receipt"), null);
});

test("the day of its receipt is the first of a package, and the one on which it leaves is none", () => {
  const term = { stored_from: "2026-02-27", stored_until: "2026-03-02" };
  assert.deepEqual(
    ["2026-02-26", "2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"].map((date) =>
      countStorageDay(term, date),
    ),
    [0, 1, 2, 3, 0],
  );
  assert.equal(countStorageDay({ stored_from: null, stored_until: null }, "2026-03-01"), 0);
  // Received and gone on one day.
  assert.equal(countStorageDay({ stored_from: "2026-03-01", stored_until: "2026-03-01" }, "2026-03-01"), 0);
});

test("packages are charged after their free days, those of equal age together", () => {
  const packages = [
    { id: 1, stored_from: "2026-05-01", stored_until: null },
    { id: 2, stored_from: "2026-05-01", stored_until: null },
    { id: 3, stored_from: "2026-05-02", stored_until: null },
    { id: 4, stored_from: "2026-05-04", stored_until: null },
  ];
  const groups = groupByStorageDay(packages, "2026-05-04", 2);
  assert.deepEqual(
    [...groups].map(([day, of_day]) => [day, of_day.map(({ id }) => id)]),
    [
      [4, [1, 2]],
      [3, [3]],
    ],
  );
  assert.equal(groupByStorageDay(packages, "2026-05-02", 2).size, 0);
});

test("every date that has ended is charged once, and today is not", () => {
  const packages = [
    { stored_from: "2026-05-02", stored_until: null },
    { stored_from: "2026-05-01", stored_until: "2026-05-03" },
  ];
  const list = (charged_until: string | null, today: string) =>
    listUnchargedDates(packages, { charged_until, today });
  assert.deepEqual(list(null, "2026-05-01"), []);
  assert.deepEqual(list(null, "2026-05-03"), ["2026-05-01", "2026-05-02"]);
  assert.deepEqual(list("2026-05-02", "2026-05-04"), ["2026-05-03"]);
  assert.deepEqual(list("2026-05-03", "2026-05-04"), []);
  assert.deepEqual(list("2026-05-09", "2026-05-04"), []);
  assert.deepEqual(listUnchargedDates([], { charged_until: null, today: "2026-05-09" }), []);
  const all: string[] = [];
  for (let today = "2026-05-01"; today < "2026-05-20"; today = addDays(today, 3))
    all.push(...list(all.at(-1) ?? null, today));
  assert.equal(new Set(all).size, all.length);
});

test("the next date that costs something is that of the package whose free days end first", () => {
  const packages = [
    { stored_from: "2026-05-01", stored_until: null },
    { stored_from: "2026-05-05", stored_until: null },
  ];
  assert.equal(findNextChargedDate(packages, 3, "2026-05-01"), "2026-05-04");
  assert.equal(findNextChargedDate(packages, 3, "2026-05-09"), "2026-05-09");
  const gone = [{ stored_from: "2026-05-01", stored_until: "2026-05-02" }];
  assert.equal(findNextChargedDate(gone, 0, "2026-05-09"), null);
});

test("a balance is in its grace days until their last one has ended", () => {
  assert.equal(computeBilling(null, 3, "2026-05-09"), "current");
  assert.equal(computeBilling("2026-05-01", 3, "2026-05-04"), "grace");
  assert.equal(computeBilling("2026-05-01", 3, "2026-05-05"), "overdue");
  assert.equal(computeBilling("2026-05-01", 0, "2026-05-01"), "grace");
});
