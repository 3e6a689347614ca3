/**
 * A code of the service has a word in a table: taking its letters for one hides that the word is missing, and is English
 * in every language. Only what people or other systems chose is read letter by letter.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";

/** Who chose the code, by file. */
const FREE: Readonly<Record<string, string>> = {
  "parts/timeline/arrange.ts": "experimental codes and properties of sensors, by the sender of an event",
  "pages/identity/customers/terms.tsx": "tiers, by the business",
  "pages/fleet/drivers/driver.tsx": "skills, by the business",
  "pages/lockers/locker-resale/handover.tsx": "problems, by the makers of lockers",
  "pages/lockers/locker-shop/alerts.tsx": "faults, by the makers of lockers",
  "pages/lockers/locker-shop/sale.tsx": "why a payment failed, by the payment provider",
  "pages/lockers/lockers/operation-row.tsx": "actions, by the makers of lockers",
  "pages/lockers/rentals/rental.tsx": "charges without a name, by the locker system",
  "pages/orders/orders/failed-order.tsx": "return reasons, by the business",
  "pages/planning/routes/attention/attention.ts": "return reasons, by the business",
};

const sources = new Map<string, string>();
for await (const file of glob("**/*.{ts,tsx}", { cwd: import.meta.dirname, exclude: ["dist/**"] }))
  if (!/\.test\.ts$|^dist/.test(file))
    sources.set(file.replaceAll(path.sep, "/"), readFileSync(path.join(import.meta.dirname, file), "utf8"));

test("only codes that people or other systems chose are read letter by letter", () => {
  const users = [...sources].filter(
    ([file, source]) => file !== "parts/labels.ts" && /\breadFreeCode\(/.test(source),
  );
  assert.deepEqual(users.map(([file]) => file).sort(), Object.keys(FREE).sort());
});

test("no table of words falls back to the code itself", () => {
  const matches = [...sources].flatMap(([file, source]) =>
    [...source.matchAll(/(?:\btext\b[\w.]*|\bwords\.\w+)\[([^\]]+)\] \?\? \1(?![\w.])/g)].map(
      ([match]) => `${file}: ${match}`,
    ),
  );
  assert.deepEqual(matches, []);
});
