/** The events of stock: articles, batches of movements, packages that are held. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { MOVEMENT_REASONS } from "./rules.ts";

const scope = "wms:read";

const BatchPayload = Type.Object({
  warehouse_id: Id,
  subject_type: Nullable(Type.String({ description: "What caused it: `receipt`, `stock_count` …" })),
  subject_id: Nullable(Id),
  movements: Type.Array(
    Type.Object({
      movement_id: Id,
      reason: StringEnum(MOVEMENT_REASONS),
      article_id: Nullable(Id),
      package_id: Nullable(Id),
      customer_id: Nullable(Id),
      lot: Type.String(),
      qty: Type.Integer(),
      from_bin_id: Nullable(Id),
      to_bin_id: Nullable(Id),
    }),
  ),
});
const batch = groupEvents({ record_kinds: ["stock_batch"], scope });

const HoldPayload = Type.Object({ code: Type.String(), holder_type: Type.String(), holder_id: Id });
const hold = groupEvents({ record_kinds: ["stock_package"], scope });

const article = groupEvents({ record_kinds: ["article"], scope });

export const events = defineEvents(
  {
    "article.created": article("An article was created.", { sku: Type.String(), customer_id: Nullable(Id) }),
    "article.changed": article("An article was changed.", { members: Type.Array(Type.String()) }),
    "wms.received": batch("Goods were received into stock.", BatchPayload, {
      public_types: ["wms.received"],
    }),
    "wms.putaway": batch("Received goods were put away into their bins.", BatchPayload, {
      public_types: ["wms.putaway"],
    }),
    "wms.moved": batch("Stock was moved to another bin.", BatchPayload, { public_types: ["wms.moved"] }),
    "wms.adjusted": batch("Stock was adjusted, by a person or by an approved count.", BatchPayload, {
      public_types: ["wms.adjusted"],
    }),
    "wms.issued": batch("Goods left the stock.", BatchPayload, { public_types: ["wms.issued"] }),
    "wms.rolled_back": batch("A receipt was undone, as far as its goods had not moved on.", BatchPayload, {
      public_types: ["wms.rolled_back"],
    }),
    "wms.package_held": hold("A package was reserved for a subject, such as a ship-out.", HoldPayload),
    "wms.package_released": hold("A package is not reserved any more.", HoldPayload),
  },
  {
    "wms.received": "Goods were received into stock.",
    "wms.putaway": "Received goods were put away into their bins.",
    "wms.moved": "Stock was moved to another bin.",
    "wms.adjusted": "Stock was adjusted, by a person or by an approved count.",
    "wms.issued": "Goods left the stock.",
    "wms.rolled_back": "A receipt was undone, as far as its goods had not moved on.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
