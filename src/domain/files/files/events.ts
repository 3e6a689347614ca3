/** The events of files. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Count } from "#vocabulary/basics.ts";

export const events = defineEvents({
  "file.uploaded": {
    summary: "A file was uploaded.",
    record_kinds: ["file"],
    scope: "orders:read",
    payload: Type.Object({ sha256: Type.String(), content_type: Type.String(), size_bytes: Count }),
  },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
