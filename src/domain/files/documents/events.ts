/** The events of documents. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Id } from "#vocabulary/basics.ts";

export const events = defineEvents(
  {
    "document.issued": {
      summary: "A document was issued, or a new version of it.",
      record_kinds: ["document"],
      scope: "documents:read",
      payload: Type.Object({
        kind: Type.String(),
        version: Type.Integer(),
        subject_type: Type.String(),
        subject_id: Id,
        sha256: Type.String(),
      }),
      public_types: ["document.issued"],
    },
  },
  { "document.issued": "A document was issued, or a new version of it." },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
