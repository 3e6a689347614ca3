/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineKindWords } from "#operation/define/kind-words.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    webhook_endpoint: number;
    webhook_delivery: number;
  }
}

export const kinds = defineKindWords({
  webhook_endpoint: { words: "Of this URL." },
  webhook_delivery: { words: "From get_webhook_delivery_logs." },
});
