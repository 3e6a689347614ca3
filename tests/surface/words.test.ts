/**
 * Every code that a page of the console may show has a word. The tables of the other languages have the same members
 * (`console/messages.test.ts`). What people or other systems choose has no word: `console/free-codes.test.ts`.
 */
import assert from "node:assert/strict";
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
import { SURFACES } from "#domain/identity/audit/entries.ts";
import { CUSTOMER_STATES } from "#domain/identity/customers/shapes.ts";
import { ORDER_STATUSES, TRANSITIONS } from "#domain/orders/orders/lifecycle/status.ts";
import { CHOICES } from "#domain/orders/recipient-requests/rules.ts";
import { ROUTE_STATUSES } from "#domain/planning/routes/status.ts";
import { PACKAGE_STATUSES as STOCK_STATUSES } from "#domain/warehouse/inventory/rules.ts";
import { RECEIPT_STATUSES } from "#domain/warehouse/receiving/rules.ts";
import { loadRegistry } from "#operation/define/registry.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { ACTOR_TYPES, LOCATION_KINDS, PROOF_TYPES, SOURCE_TYPES, SUBJECT_SCHEMES } from "#otep/event.ts";
import { listSecretPaths } from "#tests/support/secret-paths.ts";
import { FEATURES, MODULES } from "#vocabulary/features.ts";
import { messages as messaging_words } from "../../console/pages/communication/messaging/messages/en.ts";
import { messages as notification_words } from "../../console/pages/execution/notifications/messages/en.ts";
import { messages as floor_words } from "../../console/pages/execution/warehouse-mobile/messages/en.ts";
import { messages as driver_words } from "../../console/pages/fleet/drivers/messages/en.ts";
import { messages as partner_words } from "../../console/pages/fleet/third-party/messages/en.ts";
import { messages as people_words } from "../../console/pages/identity/accounts/messages/en.ts";
import { messages as approval_words } from "../../console/pages/identity/approvals/messages/en.ts";
import { messages as customer_words } from "../../console/pages/identity/customers/messages/en.ts";
import { messages as exception_words } from "../../console/pages/insight/dispatch/messages/en.ts";
import { messages as otep_words } from "../../console/pages/integration/otep/messages/en.ts";
import { messages as event_words } from "../../console/parts/events/messages/en.ts";
import { messages as words } from "../../console/parts/messages/en.ts";
import { messages as timeline_words } from "../../console/parts/timeline/messages/en.ts";

const MANIFEST_STATES = ["pending", "created", "failed"];
const registry = await loadRegistry();
const kinds = [...registry.events.kinds.values()];

for (const [what, codes, table] of [
  ["kinds of events", [...registry.events.kinds.keys()], event_words.events],
  [
    "types of subjects",
    [...kinds.flatMap(({ subjects }) => (subjects === "any" ? [] : subjects)), ...registry.subjects.keys()],
    event_words.subjects,
  ],
  [
    "subjects of exceptions",
    [...registry.attention.values()].map(({ subject }) => subject),
    event_words.subjects,
  ],
  [
    "what a dry run does not know",
    [...registry.operations.values()].flatMap(({ effect, unpredicted = [], output }) => [
      ...unpredicted,
      ...(effect === "read" ? [] : listSecretPaths(output as JsonSchema)),
    ]),
    event_words.members,
  ],
  ["features and modules", [...FEATURES, ...MODULES], words.features],
  ["surfaces", SURFACES, words.surface],
  ["statuses of orders", ORDER_STATUSES, words.order_status],
  ["statuses of routes", ROUTE_STATUSES, words.route_status],
  [
    "reports and decisions",
    TRANSITIONS.map(({ trigger }) => trigger.replace(/^external_/, "")),
    exception_words.why.reports,
  ],
  ["what recipients ask for", CHOICES, exception_words.why.choices],
  ["documents of drivers that expire", DOCUMENT_KINDS, exception_words.why.documents],
  ["documents of drivers", DOCUMENT_KINDS, driver_words.document_kinds],
  ["reasons of partners", HAND_BACK_REASONS, partner_words.reason],
  ["states of employees", EMPLOYEE_STATUSES, people_words.people.states],
  ["states of customers", CUSTOMER_STATES, customer_words.states],
  ["states of proposals", PROPOSAL_STATES, approval_words.states],
  ["purposes of messages", PURPOSES, messaging_words.purposes],
  ["notifications", NOTIFICATION_EVENTS, notification_words.events],
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
    floor_words.floor.statuses,
  ],
  ["schemes of the protocol", SUBJECT_SCHEMES, otep_words.schemes],
  ["places of the protocol", LOCATION_KINDS, timeline_words.places],
  ["actors of the protocol", ACTOR_TYPES, timeline_words.actors],
  ["proofs of the protocol", PROOF_TYPES, timeline_words.proofs],
  ["sources of the protocol", SOURCE_TYPES, timeline_words.sources],
] as const satisfies [string, readonly string[], Readonly<Record<string, string>>][])
  test(`codes have words: ${what}`, () => {
    assert(codes.length > 0);
    assert.deepEqual(
      codes.filter((code) => !Object.hasOwn(table, code)),
      [],
    );
  });
