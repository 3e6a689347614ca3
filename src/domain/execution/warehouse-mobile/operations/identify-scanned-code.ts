/**
 * One scan for everything: what a code is, and what can be done with it now. Nothing is changed. A code may be several
 * things, such as an article of two owners; the one that somebody in the warehouse most likely means is first.
 */
import Type from "typebox";
import { buildCodeKey } from "#codes/read-code.ts";
import { SetAside } from "#domain/orders/orders/public.ts";
import { findWarehouse } from "#domain/warehouse/warehouses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { ScannedCode } from "#vocabulary/scanned-code.ts";
import { findMatches } from "../matches.ts";
import { messages } from "../messages.ts";
import { ACTIONS } from "../rules.ts";

const Match = Type.Object(
  {
    type: Type.String({
      description:
        "`parcel`, `package`, `receipt`, `bin`, `article`, `route`, `transfer`, or another type of record that has numbers, such as `label`.",
    }),
    id: NoRef("a record of `kind`"),
    label: Type.String({ description: "What it is called: a code, a number, a SKU." }),
    about: Type.String({ description: "One line about it." }),
    status: Nullable(
      Type.String({
        description: "Of a parcel its order's, of a package, receipt, route or transfer its own.",
      }),
    ),
    warehouse_id: Nullable(Ref("warehouse", { ...Id, description: "Where it is; null when it is in none." })),
    bin_id: Nullable(Ref("bin")),
    bin_code: Nullable(Type.String()),
    qty: Nullable(
      Type.Integer({
        description: "Pieces of an article in the warehouse, lines in a bin, or parcels of a transfer.",
      }),
    ),
    order_id: Nullable(Ref("order")),
    route_id: Nullable(Ref("route")),
    route_number: Nullable(Type.String()),
    transfer_id: Nullable(
      Ref("transfer", { ...Id, description: "The open transfer that takes it, or that it is." }),
    ),
    receipt_id: Nullable(Ref("receipt", { ...Id, description: "The open receipt that expects it here." })),
    set_aside: SetAside,
    next: Nullable(
      Type.String({ description: "What to do with it, in one sentence, where the actions do not say it." }),
    ),
    path: Nullable(Type.String({ description: "The page of the console where that is done." })),
    actions: Type.Array(StringEnum(ACTIONS), {
      description: "What can be done with it now, the likeliest first.",
    }),
  },
  { $id: "ScanMatch" },
);

export const identifyScannedCode = defineOperation({
  name: "wmsScan",
  summary: "Identify a scanned code",
  description:
    "A parcel of an order, a package, an article, a bin, a receipt, a route, a transfer, or any other record of the business that has a " +
    "number, with its state and what can be done with it now at this warehouse.",
  effect: "read",
  access: { scopes: ["wms:read"] },
  rest: { method: "POST", path: "/api/v1/wms/mobile/scan" },
  input: Type.Object({
    code: Ref("label_code", ScannedCode),
    warehouse_id: Ref("warehouse", { ...Id, description: "Where the caller stands." }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    code: Type.String({ description: "As it is compared: capital letters, without spaces." }),
    matches: Type.Array(Match, { description: "The likeliest first." }),
    is_ambiguous: Type.Boolean({ description: "Several orders have the code: the caller chooses." }),
  }),
  refusals: { unknown_warehouse: "invalid", unknown_code: "invalid" },

  async run(context, { code, warehouse_id }) {
    const { refuse } = context;
    if ((await findWarehouse(context, warehouse_id)) === undefined)
      throw refuse("unknown_warehouse", {
        message: messages.unknown_warehouse,
        errors: [{ field: "warehouse_id", message: messages.no_own_warehouse }],
      });
    const matches = await findMatches(context, { code, warehouse_id });
    if (matches.length === 0)
      throw refuse("unknown_code", {
        message: messages.unknown_code,
        values: { code },
        errors: [{ field: "code", message: fields.not_known }],
      });
    const orders = new Set(matches.flatMap(({ type, order_id }) => (type === "parcel" ? [order_id] : [])));
    return { result: true, code: buildCodeKey(code), matches, is_ambiguous: orders.size > 1 };
  },
});
