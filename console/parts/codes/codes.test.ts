import assert from "node:assert/strict";
import { test } from "node:test";
import { humanizeCodes } from "./codes.ts";

test("codes of statuses and roles in a message of the service are replaced by the console's labels", () => {
  for (const [service_text, read] of [
    [
      "An order in status OUT_FOR_DELIVERY cannot be changed this way.",
      "An order in status “Out for delivery” cannot be changed this way.",
    ],
    [
      "An order in status READY_FOR_PICKUP cannot be assigned.",
      "An order in status “Ready for pickup” cannot be assigned.",
    ],
    [
      "An order in status ARRIVED cannot be changed this way.",
      "An order in status “Driver arrived” cannot be changed this way.",
    ],
    [
      "A route in status IN_PROGRESS cannot be changed this way.",
      "A route in status “On the road” cannot be changed this way.",
    ],
    ["A plan run in state QUEUED cannot be committed.", "A plan run in state “Waiting” cannot be committed."],
    ["The batch is COMPLETED_WITH_ERRORS already.", "The batch is “Completed with errors” already."],
    [
      "This needs one of these roles: platform_admin, client_admin.",
      "This needs one of these roles: “Platform administrator”, “Administrator”.",
    ],
  ] as const) {
    assert.equal(humanizeCodes(service_text), read);
  }
});

test("words that are neither a status nor a role stay unchanged", () => {
  for (const sentence of [
    "PRIVATE_ADDRESSES=1 lets calls go there.",
    "The customer was told; the driver was not.",
    "time_zone must be the IANA name of a time zone",
    "This rate_id expired; ask for a new quote.",
  ]) {
    assert.equal(humanizeCodes(sentence), sentence);
  }
});
