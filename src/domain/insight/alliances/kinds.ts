/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineRecordKinds } from "#operation/define/record-kinds.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    alliance: number;
    alliance_client: string;
  }
}

export const kinds = defineRecordKinds({
  alliance: { words: "From list_alliances." },
});
