/** Compares docs/guides/order-states.md with the table of the status machine. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { isTerminal, ORDER_STATUS_IDS, ORDER_STATUSES, TRANSITIONS } from "./status.ts";

const PAGE = path.join(import.meta.dirname, "../../../../../docs/guides/order-states.md");
const EVERY_OPEN = "every status that is not final";

/** Rows of the table below a heading, as cells without backticks. */
function parseTable(page: string, heading: string): string[][] {
  const section = page.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1)
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.replaceAll("`", "").trim()),
    );
}

function listTransitions(): Set<string> {
  return new Set(
    TRANSITIONS.flatMap(({ trigger, from, to, physical }) =>
      from.map((status) => `${trigger}: ${status} -> ${to} (${physical === true ? "fact" : "decision"})`),
    ),
  );
}

test("the page lists every transition of the table, and no other", async () => {
  const open = ORDER_STATUSES.filter((status) => !isTerminal(status));
  const documented = new Set<string>();
  for (const [trigger, from = "", to, kind] of parseTable(await readFile(PAGE, "utf8"), "Transitions")) {
    for (const status of from === EVERY_OPEN ? open : from.split(", ")) {
      documented.add(`${trigger}: ${status} -> ${to} (${kind})`);
    }
  }
  const transitions = listTransitions();
  assert.ok(transitions.size > 0);
  assert.deepEqual([...transitions.difference(documented)], [], "transitions missing on the page");
  assert.deepEqual([...documented.difference(transitions)], [], "transitions that are not in the table");
});

test("the page lists every status with its published id", async () => {
  const rows = parseTable(await readFile(PAGE, "utf8"), "Statuses");
  assert.deepEqual(Object.fromEntries(rows.map(([id, status]) => [status, Number(id)])), {
    ...ORDER_STATUS_IDS,
  });
});
