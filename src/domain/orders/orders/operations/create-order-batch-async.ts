/**
 * Create up to 10,000 orders in the background.
 *
 * Source: docs/contract/mcp.md, "bulk_create_orders_async".
 */
import Type, { type Static } from "typebox";
import { defineOperation, type WorkState } from "#operation/define/define.ts";
import { toFieldErrors } from "#operation/define/items.ts";
import { insertBatch } from "#operation/records/batch.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { BATCH_STATES } from "#vocabulary/batches.ts";
import { findDoubts } from "../intake/batch.ts";
import { OrderDoubt } from "../intake/doubts.ts";
import { OrderDrafts, parseBatchItems } from "../intake/draft.ts";
import { hashPin } from "../intake/insert.ts";
import { insertParts } from "../records/batch-part.ts";
import type { getOrderBatch } from "./get-order-batch.ts";

const ASYNC_MAX = 10_000;
/** Orders per transaction. */
const PART_ITEMS = 100;
/** Doubts in the answer. */
const DOUBTS_MAX = 100;

export const createOrderBatchAsync = defineOperation({
  name: "clientBatchOrderCreateAsync",
  summary: "Create up to 10,000 orders in the background",
  description:
    "Returns an asyncId at once, with which the result can be fetched. Each order is validated on its own in the " +
    "background; an invalid one is listed in the result.",
  risk: "high",
  destructive: false,
  access: { scopes: ["orders:write"] },
  rest: {
    method: "POST",
    path: "/api/v1/client/batchOrderCreateAsync",
    status: 202,
    body_limit: 16 * 1024 * 1024,
  },
  mcp: { user: "bulk_create_orders_async" },
  background: {
    request: () => ({}),
    answer_id: "async_id",
    parameter: "id",
    read: "clientAsync",
    cancel: "clientAsyncCancel",
    describe: describeBatch,
  },
  input: Type.Object({ orders: OrderDrafts(ASYNC_MAX) }),
  output: Type.Object({
    result: Type.Boolean(),
    asyncId: Type.String({ description: "For `GET /api/v1/client/async/{id}`." }),
    async_id: Type.String({ description: "The same value in snake_case." }),
    batch_id: Type.Integer(),
    state: StringEnum(BATCH_STATES),
    items_total: Type.Integer(),
    doubts: Type.Optional(
      Type.Array(OrderDoubt, {
        description: `What is valid and probably not meant, with its path in the request; the first ${DOUBTS_MAX}. A dry run shows it first. Absent where there is none.`,
      }),
    ),
  }),

  async run(context, { orders }) {
    const { business_id, actor, emit, enqueue } = context;
    const items = parseBatchItems(orders);
    const doubts = (await findDoubts(context, items)).flatMap((doubts, index) =>
      doubts.map((doubt) => ({ ...doubt, field: `orders/${index}/${doubt.field}` })),
    );
    const { id, public_id } = await insertBatch(context, {
      operation: "clientBatchOrderCreateAsync",
      state: "QUEUED",
      total: orders.length,
    });
    const parts = Array.from({ length: Math.ceil(orders.length / PART_ITEMS) }, (_none, part) => {
      const slice = items.slice(part * PART_ITEMS, (part + 1) * PART_ITEMS);
      return {
        part,
        first_index: part * PART_ITEMS,
        items: slice.length,
        // A PIN is never stored in plain text, not even while queued. Of a malformed item only its faults are stored.
        request: slice.map(({ draft, ref, faults }) => {
          if (draft === null) return { draft, ref, faults: toFieldErrors(context, faults), pin_hash: null };
          const { pin, ...requirements } = draft.requirements ?? {};
          return { draft: { ...draft, requirements }, pin_hash: pin === undefined ? null : hashPin(pin) };
        }),
      };
    });
    await insertParts(context, id, parts);
    emit({
      subject: { type: "batch", id, is_new: true },
      kind: "batch.queued",
      payload: { operation: "clientBatchOrderCreateAsync", total: orders.length },
      batch_id: id,
    });
    enqueue({
      name: "create-order-batch",
      data: { business_id, account_id: actor.account_id, batch_id: id },
    });
    return {
      result: true,
      asyncId: public_id,
      async_id: public_id,
      batch_id: id,
      state: "QUEUED",
      items_total: orders.length,
      ...(doubts.length === 0 ? {} : { doubts: doubts.slice(0, DOUBTS_MAX) }),
    };
  },
});

function describeBatch(read: Record<string, unknown>): WorkState {
  const batch = read as Static<typeof getOrderBatch.output>;
  const { state, created_at, started_at, finished_at, failure, items_done, items_failed, items_total } =
    batch;
  return {
    state,
    created_at,
    started_at,
    finished_at,
    failure,
    progress: `${items_done + items_failed} of ${items_total} orders processed, ${items_failed} refused`,
    answer: null,
  };
}
