/** Kinds of records of this family that members name, and their descriptions for models. */
import { defineRecordKinds } from "#operation/define/record-kinds.ts";

declare module "#vocabulary/ref.ts" {
  interface RecordKinds {
    shipping_order: number;
    shipping_package: number;
  }
}

export const kinds = defineRecordKinds({
  shipping_order: { words: "From list_shipping_orders." },
});
