/** The README lists exactly the endpoint families that are not built yet. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { loadRegistry } from "#operation/define/registry.ts";

const README = path.resolve(import.meta.dirname, "../README.md");

/** Paths that the contract reserves for endpoint families, built or not. */
const FAMILIES = [
  ...["addressbook", "ai-ops", "alliances", "apps", "broker-order-assignments", "client", "consolidation"],
  ...["customer", "datasets", "device-operations", "device-orders", "dispatch", "documents", "driver"],
  ...[
    "driver/route-board",
    "driverinfo",
    "fleets",
    "instant-rider",
    "labelservice",
    "loading",
    "locker-resale",
  ],
  ...["locker-shop", "locker-storage", "lockers", "luggage-relay", "maps", "ocr", "order-chat", "otep"],
  ...["packing-plans", "poi", "reservations", "return-reasons", "shipping", "skills", "sms-marketing"],
  ...[
    "thirdparty",
    "tracking",
    "uniorder",
    "user",
    "warehouse-transfers",
    "webhook-settings",
    "webhooks",
    "wms",
  ],
].map((name) => `/api/v1/${name}`);

test("a family of the contract either has operations or is listed under Not built yet", async () => {
  const section = /^## Not built yet$([\s\S]*?)^## /m.exec(await readFile(README, "utf8"))?.[1] ?? "";
  const missing = new Set([...section.matchAll(/`(\/api\/[^`]+)`/g)].map(([, address]) => address));
  assert.ok(section.length > 0, "The README has the section.");
  const { operations } = await loadRegistry();
  const paths = [...operations.values()].flatMap(({ rest }) => rest?.path ?? []);
  const wrong = FAMILIES.filter((prefix) => {
    const is_built = paths.some((one) => one === prefix || one.startsWith(`${prefix}/`));
    return is_built === missing.has(prefix);
  });
  assert.deepEqual(wrong, []);
  assert.deepEqual(
    [...missing].filter((address) => !FAMILIES.includes(address as string)),
    [],
  );
});
