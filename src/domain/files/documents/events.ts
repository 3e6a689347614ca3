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
    "document.revoked": {
      summary: "A version of a document was withdrawn.",
      record_kinds: ["document"],
      scope: "documents:read",
      payload: Type.Object({
        kind: Type.String(),
        version: Type.Integer(),
        subject_type: Type.String(),
        subject_id: Id,
      }),
      public_types: ["document.revoked"],
    },
    "document.verified": {
      summary: "A version of a document was checked by somebody: how often since it was last reported.",
      record_kinds: ["document"],
      scope: "documents:read",
      payload: Type.Object({
        version: Type.Integer(),
        date: Type.String(),
        verdict: Type.String(),
        count: Type.Integer(),
      }),
      public_types: ["document.verified"],
    },
  },
  {
    "document.issued": "A document was issued, or a new version of it.",
    "document.revoked": "A version of a document was withdrawn by its business.",
    "document.verified": "Somebody checked a document; counted, an hour at a time.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
