/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineRecordKinds } from "#operation/define/record-kinds.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    route: number;
    route_change: number;
    stop: number;
  }
}

export const kinds = defineRecordKinds({
  route: { words: "From get_routes." },
});
