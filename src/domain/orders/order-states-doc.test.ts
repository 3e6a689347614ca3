/** The page about order states says what the table says. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { ARROWS, isTerminal, ORDER_STATUS_IDS, ORDER_STATUSES } from "./status.ts";

const PAGE = path.join(import.meta.dirname, "../../../docs/guides/order-states.md");
const EVERY_OPEN = "every status that is no end";

/** The rows of the table below a heading, each as its cells without the marks of code. */
function rowsBelow(page: string, heading: string): string[][] {
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

function arrowsOfTable(): Set<string> {
  return new Set(
    ARROWS.flatMap(({ on, from, to, physical }) =>
      from.map((status) => `${on}: ${status} -> ${to} (${physical === true ? "fact" : "decision"})`),
    ),
  );
}

test("the page lists every arrow of the table, and no other", async () => {
  const open = ORDER_STATUSES.filter((status) => !isTerminal(status));
  const told = new Set<string>();
  for (const [on, from = "", to, kind] of rowsBelow(await readFile(PAGE, "utf8"), "Arrows")) {
    for (const status of from === EVERY_OPEN ? open : from.split(", ")) {
      told.add(`${on}: ${status} -> ${to} (${kind})`);
    }
  }
  const known = arrowsOfTable();
  assert.ok(known.size > 0);
  assert.deepEqual([...known.difference(told)], [], "arrows that the page does not tell");
  assert.deepEqual([...told.difference(known)], [], "arrows that are not in the table");
});

test("the page lists every status with its published id", async () => {
  const rows = rowsBelow(await readFile(PAGE, "utf8"), "Statuses");
  assert.deepEqual(Object.fromEntries(rows.map(([id, status]) => [status, Number(id)])), {
    ...ORDER_STATUS_IDS,
  });
});
