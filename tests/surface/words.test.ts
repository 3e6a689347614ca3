/**
 * Every code that a page of the console may show has a word. The tables of the other languages have the same members
 * (`console/messages.test.ts`). What people or other systems choose has no word: `console/free-codes.test.ts`.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { PICKUP_STATES } from "#domain/carriers/shipping/pickups/rules.ts";
import { STATES as LABEL_STATES } from "#domain/carriers/shipping/rules.ts";
import { PURPOSES } from "#domain/communication/messaging/rules.ts";
import { STATUSES as SHIPOUT_STATUSES } from "#domain/customer/shipouts/rules.ts";
import { STATUSES as SHIPPING_STATUSES } from "#domain/customer/shipping-orders/rules.ts";
import { PACKAGE_STATUSES, STATUSES as STORAGE_STATUSES } from "#domain/customer/storage-orders/rules.ts";
import { NOTIFICATION_EVENTS } from "#domain/execution/notifications/rules.ts";
import { TRANSFER_STATES } from "#domain/execution/transfers/rules.ts";
import { DOCUMENT_KINDS } from "#domain/fleet/drivers/shapes.ts";
import { HAND_BACK_REASONS } from "#domain/fleet/third-party/hand-back.ts";
import { EMPLOYEE_STATUSES } from "#domain/identity/accounts/employees.ts";
import { PROPOSAL_STATES } from "#domain/identity/approvals/rules.ts";
import { CUSTOMER_STATES } from "#domain/identity/customers/shapes.ts";
import { ORDER_STATUSES, TRANSITIONS } from "#domain/orders/orders/lifecycle/status.ts";
import { CHOICES } from "#domain/orders/recipient-requests/rules.ts";
import { ROUTE_STATUSES } from "#domain/planning/routes/status.ts";
import { PACKAGE_STATUSES as STOCK_STATUSES } from "#domain/warehouse/inventory/rules.ts";
import { RECEIPT_STATUSES } from "#domain/warehouse/receiving/rules.ts";
import { loadRegistry } from "#operation/define/registry.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { SURFACES } from "#operation/records/audit-log.ts";
import { ACTOR_TYPES, LOCATION_KINDS, PROOF_TYPES, SOURCE_TYPES, SUBJECT_SCHEMES } from "#otep/event.ts";
import { listSecretPaths } from "#tests/support/secret-paths.ts";
import { FEATURES, MODULES } from "#vocabulary/features.ts";
import { findRecordWords, type RecordWords } from "../../console/message-files.ts";

const CONSOLE_FOLDER = path.resolve(import.meta.dirname, "../../console");

/** English texts of a folder of the console, at a path: `why.reports`. */
function readTable(folder: string, table: string): Readonly<Record<string, string>> {
  const messages = JSON.parse(readFileSync(path.join(CONSOLE_FOLDER, folder, "messages/en.json"), "utf8"));
  return table.split(".").reduce((above, key) => above[key], messages);
}

const MANIFEST_STATES = ["pending", "created", "failed"];
const registry = await loadRegistry();
const kinds = [...registry.events.kinds.values()];
const families = (await findRecordWords()).filter(({ language }) => language === "en");

/** Codes that have a word in some family. */
const listWords = (section: keyof RecordWords) =>
  families.flatMap(({ content }) => Object.keys(content[section] ?? {})).sort();
/** Words of codes of a kind, by code. */
const readCodes = (kind: string) =>
  Object.fromEntries(
    families
      .flatMap(({ content }) => Object.entries(content.codes ?? {}))
      .flatMap(([key, word]) => (key.startsWith(`${kind}.`) ? [[key.slice(kind.length + 1), word]] : [])),
  );
const sortOnce = (codes: Iterable<string>) => [...new Set(codes)].sort();

test("the kinds of events of a family have words in its folder, and nothing else has", () => {
  const declared = Map.groupBy(registry.events.kinds.keys(), (kind) => {
    const family = registry.events.kinds.get(kind)?.family ?? "";
    const area = registry.families.get(family);
    // Events of `src/operation` belong to no family.
    return area === undefined ? "parts/words" : `${area}/${family}`;
  });
  assert(declared.size > 30);
  const sort = (entries: Iterable<[string, readonly string[]]>) =>
    Object.fromEntries([...entries].map(([family, codes]) => [family, sortOnce(codes)]).sort());
  assert.deepEqual(
    sort(
      families.flatMap(({ family, content }) =>
        content.events ? [[family, Object.keys(content.events)]] : [],
      ),
    ),
    sort(declared),
  );
});

for (const [section, codes] of [
  [
    "subjects",
    [
      ...kinds.flatMap(({ subjects }) => (subjects === "any" ? [] : subjects)),
      ...registry.subjects.keys(),
      ...[...registry.attention.values()].map(({ subject }) => subject),
    ],
  ],
  [
    // What a dry run does not know.
    "members",
    [...registry.operations.values()].flatMap(({ effect, unpredicted = [], output }) => [
      ...unpredicted,
      ...(effect === "read" ? [] : listSecretPaths(output as JsonSchema)),
    ]),
  ],
  ["features", [...FEATURES, ...MODULES]],
] as const satisfies [keyof RecordWords, readonly string[]][])
  test(`codes have words in some family, and no others: ${section}`, () => {
    assert.deepEqual(listWords(section), sortOnce(codes));
  });

for (const [what, codes, table] of [
  ["surfaces", SURFACES, readCodes("surface")],
  ["statuses of orders", ORDER_STATUSES, readCodes("order")],
  ["statuses of routes", ROUTE_STATUSES, readCodes("route")],
  [
    "reports and decisions",
    TRANSITIONS.map(({ trigger }) => trigger.replace(/^external_/, "")),
    readTable("pages/insight/dispatch", "why.reports"),
  ],
  ["what recipients ask for", CHOICES, readTable("pages/insight/dispatch", "why.choices")],
  ["documents of drivers that expire", DOCUMENT_KINDS, readTable("pages/insight/dispatch", "why.documents")],
  ["documents of drivers", DOCUMENT_KINDS, readTable("pages/fleet/drivers", "document_kinds")],
  ["reasons of partners", HAND_BACK_REASONS, readTable("pages/fleet/third-party", "reason")],
  ["states of employees", EMPLOYEE_STATUSES, readTable("pages/identity/accounts", "people.states")],
  ["states of customers", CUSTOMER_STATES, readTable("pages/identity/customers", "states")],
  ["states of proposals", PROPOSAL_STATES, readTable("pages/identity/approvals", "states")],
  ["purposes of messages", PURPOSES, readTable("pages/communication/messaging", "purposes")],
  ["notifications", NOTIFICATION_EVENTS, readTable("pages/execution/notifications", "events")],
  [
    "what a scan finds",
    [
      ...TRANSFER_STATES,
      ...RECEIPT_STATUSES,
      ...STOCK_STATUSES,
      ...PACKAGE_STATUSES,
      ...STORAGE_STATUSES,
      ...SHIPPING_STATUSES,
      ...SHIPOUT_STATUSES,
      ...LABEL_STATES,
      ...MANIFEST_STATES,
      ...PICKUP_STATES,
      "open",
    ],
    readTable("pages/execution/warehouse-mobile", "floor.statuses"),
  ],
  ["schemes of the protocol", SUBJECT_SCHEMES, readTable("pages/integration/otep", "schemes")],
  ["places of the protocol", LOCATION_KINDS, readTable("parts/timeline", "places")],
  ["actors of the protocol", ACTOR_TYPES, readTable("parts/timeline", "actors")],
  ["proofs of the protocol", PROOF_TYPES, readTable("parts/timeline", "proofs")],
  ["sources of the protocol", SOURCE_TYPES, readTable("parts/timeline", "sources")],
] as const satisfies [string, readonly string[], Readonly<Record<string, string>>][])
  test(`codes have words: ${what}`, () => {
    assert(codes.length > 0);
    assert.deepEqual(
      codes.filter((code) => !Object.hasOwn(table, code)),
      [],
    );
  });
