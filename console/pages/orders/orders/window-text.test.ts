import assert from "node:assert/strict";
import { test } from "node:test";
import { readWindow, writeWindow } from "./window-text.ts";

test("a window is read however it is typed, and written in one form", () => {
  for (const [typed, from, until] of [
    ["09:00–12:30", "09:00", "12:30"],
    ["9-12", "09:00", "12:00"],
    [" 9h30 - 17 ", "09:30", "17:00"],
    ["0900 1215", "09:00", "12:15"],
    ["22:00-24:00", "22:00", "00:00"],
    ["22-6", "22:00", "06:00"],
    ["", "", ""],
  ] as const)
    assert.deepEqual(readWindow(typed), { from, until }, typed);
  for (const typed of ["9", "9-25", "9:60-10", "morning", "9-9", "9-12-15"])
    assert.equal(readWindow(typed), null, typed);
  assert.equal(writeWindow({ from: "09:00", until: "12:30" }), "09:00–12:30");
  assert.equal(writeWindow({ from: "", until: "" }), "");
});
