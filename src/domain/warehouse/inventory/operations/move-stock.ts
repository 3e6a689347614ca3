/**
 * Move stock into a bin: lines or parts of them, packages with what is in them, or all that lies in another bin. All of it
 * moves, or nothing.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import type { Message } from "#operation/response/messages.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Id } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { postMovements } from "../post.ts";
import type { StockLineRow } from "../records/stock-line.ts";
import { movementRefusals, refuseMovements } from "../refuse.ts";
import type { Movement } from "../rules.ts";
import { GoodsCode, Qty } from "../shapes.ts";
import { lockStockAtHand } from "../stock-at-hand.ts";

/** The most lines of stock in one movement. */
const LINES_MAX = 500;

const Item = Type.Object({
  line_id: Type.Optional(Ref("stock_line", { ...Id, description: "A line of an article; or `package_id`." })),
  qty: Type.Optional(Type.Integer({ ...Qty, description: "Pieces of the line; all of them when absent." })),
  package_id: Type.Optional(Ref("stock_package", { ...Id, description: "A package, with what is in it." })),
  scanned: Type.Optional(Type.String({ ...GoodsCode, description: "What was scanned." })),
});

export const moveStock = defineOperation({
  name: "stockMove",
  summary: "Move stock into a bin",
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/mobile/move" },
  queueable: true,
  input: Type.Object({
    to_bin_id: Ref("bin"),
    items: Type.Optional(Type.Array(Item, { minItems: 1, maxItems: 200 })),
    from_bin_id: Type.Optional(
      Ref("bin", { ...Id, description: "All that lies in this bin, instead of `items`." }),
    ),
    note: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    batch_id: NoRef("movements of one call"),
    moved: Type.Integer({ description: "Lines of stock that were moved." }),
  }),
  refusals: {
    ...movementRefusals,
    unknown_bin: "not_found",
    not_in_stock: "conflict",
    in_package: "conflict",
    nothing_to_move: "conflict",
    too_many_lines: "conflict",
    same_bin: "conflict",
    other_warehouse: "conflict",
    wrong_goods: "invalid",
  },

  async run(context, { to_bin_id, items = [], from_bin_id, note }) {
    const { refuse } = context;
    if ((items.length === 0) === (from_bin_id === undefined))
      throw refuse("wrong_goods", {
        message: messages.nothing_to_move,
        errors: [{ field: "items", message: messages.items_or_bin }],
      });
    const misnamed = items.findIndex(
      ({ line_id, package_id, qty }) =>
        (line_id === undefined) === (package_id === undefined) ||
        (package_id !== undefined && qty !== undefined),
    );
    if (misnamed >= 0)
      throw refuse("wrong_goods", {
        message: messages.wrong_goods,
        errors: [{ field: `items/${misnamed}`, message: messages.line_or_package }],
      });
    const { lines, bins } = await lockStockAtHand(
      context,
      {
        line_ids: items.flatMap(({ line_id }) => line_id ?? []),
        package_ids: items.flatMap(({ package_id }) => package_id ?? []),
        bin_ids: from_bin_id === undefined ? [] : [from_bin_id],
      },
      [to_bin_id],
    );
    const target = bins.find(({ id }) => id === to_bin_id);
    if (target === undefined || (from_bin_id !== undefined && !bins.some(({ id }) => id === from_bin_id)))
      throw refuse("unknown_bin", { message: messages.unknown_bin });

    const taken_items =
      from_bin_id === undefined ? chooseItems(items, lines) : lines.map((line) => ({ line, index: -1 }));
    if ("errors" in taken_items)
      throw refuse(taken_items.code, { message: taken_items.message, errors: taken_items.errors });
    if (taken_items.length === 0) throw refuse("nothing_to_move", { message: messages.nothing_to_move });
    if (taken_items.length > LINES_MAX)
      throw refuse("too_many_lines", {
        message: messages.too_many_lines,
        values: { most: LINES_MAX, lines: taken_items.length },
      });
    const getField = (index: number) => {
      const item = taken_items[index]?.index ?? -1;
      return item < 0 ? "from_bin_id" : `items/${item}`;
    };
    const there = taken_items.findIndex(({ line }) => line.bin_id === to_bin_id);
    if (there >= 0)
      throw refuse("same_bin", {
        message: messages.same_bin,
        errors: [{ field: getField(there), message: messages.in_this_bin }],
      });
    const elsewhere = taken_items.findIndex(({ line }) => line.warehouse_id !== target.warehouse_id);
    if (elsewhere >= 0)
      throw refuse("other_warehouse", {
        message: messages.other_warehouse,
        errors: [{ field: getField(elsewhere), message: messages.in_other_warehouse }],
      });

    const posted = await postMovements(context, {
      kind: "move",
      bins,
      ...(note === undefined ? {} : { note }),
      movements: taken_items.map(({ line, index }): Movement => {
        const item = items[index];
        return {
          ...line,
          reason: "moved",
          qty: item?.qty ?? line.qty,
          from_bin_id: line.bin_id,
          to_bin_id,
          scanned: item?.scanned ?? null,
        };
      }),
    });
    if ("problem" in posted)
      throw refuseMovements(context, posted, new Map(bins.map(({ id, code }) => [id, code])), getField);
    return { result: true, batch_id: posted.batch_id, moved: posted.movements.length };
  },
});

interface TakenItem {
  line: StockLineRow;
  /** Of the item that names it. */
  index: number;
}

type ItemInput = Type.Static<typeof Item>;

/** The lines that items name, each once; or what is wrong with them. */
function chooseItems(
  items: readonly ItemInput[],
  lines: readonly StockLineRow[],
):
  | TakenItem[]
  | { code: "not_in_stock" | "in_package" | "wrong_goods"; message: Message; errors: RefusalDetail[] } {
  const by_id = new Map(lines.map((line) => [line.id, line]));
  const taken_by_line = new Map<number, TakenItem>();
  for (const [index, { line_id, package_id }] of items.entries()) {
    const field = `items/${index}`;
    const matching_lines =
      line_id === undefined
        ? lines.filter((line) => line.package_id === package_id)
        : [by_id.get(line_id)].filter((line) => line !== undefined);
    if (matching_lines.length === 0)
      return {
        code: "not_in_stock",
        message:
          package_id === undefined
            ? messages.line_not_in_stock
            : messages.not_in_stock.with({ code: package_id }),
        errors: [{ field, message: messages.is_not_in_stock }],
      };
    const packed_in = matching_lines.find((line) => line.package_id !== null)?.package_id ?? null;
    if (line_id !== undefined && packed_in !== null)
      return {
        code: "in_package",
        message: messages.in_package.with({ code: packed_in }),
        errors: [{ field, message: messages.name_package }],
      };
    for (const line of matching_lines) {
      if (taken_by_line.has(line.id))
        return {
          code: "wrong_goods",
          message: messages.wrong_goods,
          errors: [{ field, message: fields.named_twice }],
        };
      taken_by_line.set(line.id, { line, index });
    }
  }
  return [...taken_by_line.values()];
}
