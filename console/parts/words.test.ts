import assert from "node:assert/strict";
import { test } from "node:test";
import { inWords } from "./words.ts";

test("a sentence of the service names statuses and roles in the words of the console", () => {
  for (const [told, read] of [
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
      "An order in status “Driver at the door” cannot be changed this way.",
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
    assert.equal(inWords(told), read);
  }
});

test("what is no status and no role stays as the service wrote it", () => {
  for (const sentence of [
    "PRIVATE_ADDRESSES=1 lets calls go there.",
    "The customer was told; the driver was not.",
    "time_zone must be the IANA name of a time zone",
    "This rate_id expired; ask for a new quote.",
  ]) {
    assert.equal(inWords(sentence), sentence);
  }
});
