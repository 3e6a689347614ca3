/** The events of read labels. */
import Type from "typebox";
import { FIELD_NAMES } from "#label-reading/shapes.ts";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Count, Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { FAILURES } from "./rules.ts";

const scan = groupEvents({ record_kinds: ["label_scan"], scope: "ocr:read" });
const job = groupEvents({ record_kinds: ["label_job"], scope: "ocr:read" });

const facts = {
  customer_id: Nullable(Id),
  carrier: Nullable(Type.String()),
  tracking_number: Nullable(Type.String()),
};
const read = { ...facts, conflicts: Type.Array(StringEnum(FIELD_NAMES)) };

export const events = defineEvents(
  {
    "ocr.queued": scan("A page waits to be read for labels.", { customer_id: Nullable(Id) }),
    "ocr.parsed": scan("A label was read, and every value is as certain as the business wants.", read, {
      public_types: ["ocr.parsed"],
    }),
    "ocr.needs_review": scan("A label was read, and waits for a person.", read, {
      public_types: ["ocr.needs_review"],
    }),
    "ocr.confirmed": scan(
      "A person confirmed or corrected what was read.",
      { ...facts, corrected: Type.Array(StringEnum(FIELD_NAMES)) },
      { public_types: ["ocr.confirmed"] },
    ),
    "ocr.record_created": scan("An order or an inbound was created from a label.", {
      customer_id: Nullable(Id),
      record_type: StringEnum(["order", "inbound"]),
      record_id: Id,
    }),
    "ocr.failed": scan("A page has no label that can be read.", {
      customer_id: Nullable(Id),
      failure: StringEnum(FAILURES),
    }),
    "ocr.image_deleted": scan("The picture of a label was deleted, because its time was over.", {}),
    "ocr.job_started": job("A file of many labels was accepted.", { pages: Count }),
    "ocr.job_ended": job("A file of many labels was read to its end, or ended before.", {
      pages: Count,
      failed: Count,
    }),
  },
  {
    "ocr.parsed": "A label was read, and every value is as certain as the business wants.",
    "ocr.needs_review": "A label was read, and waits for a person.",
    "ocr.confirmed": "A person confirmed or corrected what was read.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
