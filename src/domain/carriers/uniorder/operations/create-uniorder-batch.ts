/**
 * Create up to 20 unified orders, each at its own rate; each on its own.
 *
 * Source: docs/contract/mcp.md, `uniorder_create_batch`; the body is our choice.
 */
import Type, { type Static } from "typebox";
import { performPurchase, recordPurchase } from "#domain/carriers/shipping/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { bulkAnswer, bulkMembers } from "#vocabulary/bulk.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { createMembers, createRefusals, createUnified } from "../create.ts";
import { CreateItem, refuseItem } from "../items.ts";
import { getUnified } from "../records/unified-order.ts";
import { answerUnified } from "../shapes.ts";

const ORDERS_MAX = 20;
type Item = Static<typeof CreateItem>;

export const createUniorderBatch = defineOperation({
  name: "uniorderCreateBatch",
  summary: "Create up to 20 unified orders",
  description:
    "Each at its own rate_id, and each on its own: one that is refused is listed in errors, and the others are created.",
  risk: "high",
  destructive: false,
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["uniorder:write"] },
  rest: { method: "POST", path: "/api/v1/uniorder/batch", pending: "pending" },
  mcp: { user: "uniorder_create_batch" },
  input: Type.Object({
    orders: Type.Array(Type.Object(createMembers), { minItems: 1, maxItems: ORDERS_MAX }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    pending: Type.Boolean({ description: "A carrier has not said yet how a purchase ended." }),
    ...bulkMembers,
    items: Type.Array(CreateItem, { description: "In the order of the request." }),
  }),
  refusals: createRefusals,

  async run(context, { orders }) {
    const { db, request } = context;
    const items: (Item | undefined)[] = orders.map(() => undefined);
    // Quotes are locked in the order of their rates, so that two batches cannot wait for each other.
    const by_rate = [...orders.entries()].sort(([, one], [, other]) =>
      one.rate_id < other.rate_id ? -1 : 1,
    );
    for (const [count, [index, order]] of by_rate.entries()) {
      request.progress?.(count, orders.length, `${count} of ${orders.length} orders`);
      await db.execute("savepoint item");
      const { ref = null } = order;
      try {
        const { uniorder } = await answerUnified(context, await createUnified(context, order));
        items[index] = { result: true, error_code: null, message: null, ref, uniorder };
        await db.execute("release savepoint item");
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        // Refused before its events, so that nothing is left of it.
        await db.execute("rollback to savepoint item");
        items[index] = { ...refuseItem(error), ref, uniorder: null };
      }
    }
    return answer(items.flatMap((item) => item ?? []));
  },

  perform: (context, _input, { items }) =>
    Promise.all(
      items.map(({ uniorder }) =>
        uniorder?.label_order_id == null ? null : performPurchase(context, uniorder.label_order_id),
      ),
    ),

  async settle(context, _input, { items }, performed) {
    for (const one of performed) if (one !== null) await recordPurchase(context, one.asked, one.outcome);
    const settled: Item[] = [];
    for (const item of items) {
      const { uniorder } = item;
      if (uniorder === null) settled.push(item);
      else {
        const now_is = await answerUnified(context, await getUnified(context, uniorder.id));
        settled.push({ ...item, uniorder: now_is.uniorder });
      }
    }
    return answer(settled);
  },
  unpredicted: ["pending", "items"],
});

function answer(items: Item[]) {
  const pending = items.some(({ uniorder }) => uniorder?.kind === "label" && uniorder.state === "CREATED");
  return { ...bulkAnswer(items, ({ uniorder }) => uniorder?.id ?? null), pending, items };
}
