/** The events of stock: articles, batches of movements, packages that are held. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { MOVEMENT_REASONS } from "./rules.ts";

const scope = "wms:read";

const batch = {
  subjects: ["stock_batch"],
  scope,
  payload: Type.Object({
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
  }),
} as const;

const hold = {
  subjects: ["stock_package"],
  scope,
  payload: Type.Object({ code: Type.String(), holder_type: Type.String(), holder_id: Id }),
} as const;

export const events = defineEvents(
  {
    "article.created": {
      subjects: ["article"],
      scope,
      summary: "An article was created.",
      payload: Type.Object({ sku: Type.String(), customer_id: Nullable(Id) }),
    },
    "article.changed": {
      subjects: ["article"],
      scope,
      summary: "An article was changed.",
      payload: Type.Object({ members: Type.Array(Type.String()) }),
    },
    "wms.received": { ...batch, summary: "Goods were received into stock.", public_types: ["wms.received"] },
    "wms.putaway": {
      ...batch,
      summary: "Received goods were put away into their bins.",
      public_types: ["wms.putaway"],
    },
    "wms.moved": { ...batch, summary: "Stock was moved to another bin.", public_types: ["wms.moved"] },
    "wms.adjusted": {
      ...batch,
      summary: "Stock was adjusted, by a person or by an approved count.",
      public_types: ["wms.adjusted"],
    },
    "wms.issued": { ...batch, summary: "Goods left the stock.", public_types: ["wms.issued"] },
    "wms.rolled_back": {
      ...batch,
      summary: "A receipt was undone, as far as its goods had not moved on.",
      public_types: ["wms.rolled_back"],
    },
    "wms.package_held": { ...hold, summary: "A package was reserved for a subject, such as a ship-out." },
    "wms.package_released": { ...hold, summary: "A package is not reserved any more." },
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
