/** Creates many orders in one transaction, each validated on its own. Shared by the synchronous and the queued batch. */
import Type from "typebox";
import { resolvePlaces } from "#domain/locations/addressbook/public.ts";
import type { Context } from "#operation/define/context.ts";
import { toFieldErrors } from "#operation/define/items.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { insertBatch } from "#operation/records/batch.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { FieldError } from "#vocabulary/bulk.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { getVisibility } from "../visibility.ts";
import { findDraftDoubts, OrderDoubt, toOrderDoubt } from "./doubts.ts";
import { type BatchItem, findDraftFaults } from "./draft.ts";
import { findDepot, getWorkingDay, insertOrders, type NewOrder } from "./insert.ts";
import { findInstantDoubts } from "./instant-doubts.ts";
import { loadOrigins, type OriginWarehouses } from "./origins.ts";

export const ItemResult = Type.Object(
  {
    index: Type.Integer({ minimum: 0 }),
    result: Type.Boolean(),
    order_id: Nullable(Ref("order", Type.Integer())),
    tracking_number: Type.Union([Type.String(), Type.Null()]),
    ref: Type.Union([Type.String(), Type.Null()]),
    errors: Type.Array(FieldError),
    error_code: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: "Why it was refused, when its members are in order: such as TOKEN_CAP_REACHED.",
      }),
    ),
    doubts: Type.Optional(
      Type.Array(OrderDoubt, {
        description:
          "What is valid and probably not meant; nothing is refused for it. A dry run shows it first. Absent where there is none.",
      }),
    ),
  },
  { $id: "BatchItemResult" },
);
export type ItemResult = Type.Static<typeof ItemResult>;

/** Add coordinates to the places of the drafts; malformed items are returned unchanged. */
export async function resolveItems(
  context: Pick<Context, "db" | "business_id" | "actor" | "business">,
  items: readonly BatchItem[],
): Promise<BatchItem[]> {
  const resolved = await resolvePlaces(
    context,
    items.flatMap(({ draft }) => draft ?? []),
  );
  let next = 0;
  return items.map((item) =>
    item.draft === null ? item : { ...item, draft: resolved[next++] ?? item.draft },
  );
}

export async function createBatch(
  context: Context<"batch_refused">,
  drafts: readonly BatchItem[],
  mode: "best_effort" | "all_or_nothing",
): Promise<{ batch_id: number; items: ItemResult[] }> {
  const { refuse, request } = context;
  const origins = await loadOrigins(context, getDrafts(drafts));
  const faults = await findDraftErrors(context, drafts, origins);
  const errors = faults.flatMap((list, index) =>
    list.map((fault) => ({ ...fault, field: `orders/${index}${fault.field ? `/${fault.field}` : ""}` })),
  );
  if (mode === "all_or_nothing" && errors.length > 0) {
    throw refuse("batch_refused", {
      message: messages.none_created,
      errors: errors.slice(0, 100),
    });
  }
  const doubts = await findDoubts(context, drafts);
  const valid_count = faults.filter((list) => list.length === 0).length;
  request.progress?.(1, 2, `${valid_count} of ${drafts.length} are valid`);
  const { id: batch_id } = await insertBatch(context, {
    operation: "clientBatchOrderCreate",
    state: valid_count === drafts.length ? "COMPLETED" : "COMPLETED_WITH_ERRORS",
    mode,
    total: drafts.length,
    done: valid_count,
    failed: drafts.length - valid_count,
  });
  const items = await createOrdersFromItems(context, drafts, {
    batch_id,
    source: request.surface,
    faults,
    origins,
  });
  request.progress?.(2, 2, `${valid_count} created`);
  return {
    batch_id,
    items: items.map((item, index) => withDoubts(item, [...(doubts[index] ?? []), ...(item.doubts ?? [])])),
  };
}

const withDoubts = (item: ItemResult, doubts: OrderDoubt[]): ItemResult =>
  doubts.length === 0 ? item : { ...item, doubts };

/** Doubts of each item, with the index of another one of its reference. Of orders with the same reference, those that the caller sees count and are not closed without delivery. */
export async function findDoubts(
  context: Context<never>,
  items: readonly BatchItem[],
): Promise<OrderDoubt[][]> {
  const { db, business_id, actor, business, now } = context;
  const refs = [...new Set(items.flatMap(({ draft }) => draft?.ref ?? []))];
  const { customer_id, contractor_account_id } = getVisibility(actor);
  const existing =
    refs.length === 0
      ? []
      : await db.rows<{ ref: string; id: number }>(
          `select ref, max(id) as id from delivery_order
            where business_id = $1 and ref = any($2::text[]) and status not in ('CANCELLED', 'REJECTED', 'RETURNED')
              and ($3::bigint is null or customer_id = $3) and ($4::bigint is null or contractor_account_id = $4)
            group by ref`,
          [business_id, refs, customer_id, contractor_account_id],
        );
  const order_by_ref = new Map(existing.map(({ ref, id }) => [ref, id]));
  const home = business.country;
  const today = toLocalDate(now, business.time_zone);
  const indexes_by_ref = Map.groupBy(items.keys(), (index) => items[index]?.draft?.ref ?? "");
  return items.map(({ draft }, index) => {
    if (draft === null) return [];
    const doubts = findDraftDoubts(draft, { home, today, order_by_ref });
    const other = draft.ref ? indexes_by_ref.get(draft.ref)?.find((one) => one !== index) : undefined;
    if (other !== undefined) doubts.push({ field: "ref", code: "ref_twice", index: other });
    return doubts.map((doubt) => toOrderDoubt(context, doubt));
  });
}

/** Create the orders of valid drafts; returns one result per item, in the sequence of the items. */
export async function createOrdersFromItems(
  context: Context<never>,
  items: readonly BatchItem[],
  options: {
    batch_id: number;
    source: string;
    faults?: RefusalDetail[][];
    origins?: OriginWarehouses;
    /** Index of the first draft within the whole batch. */
    first_index?: number;
    /** Hash of the PIN of each draft whose PIN was removed before the draft was stored. */
    pin_hashes?: readonly (string | null)[];
  },
): Promise<ItemResult[]> {
  const { batch_id, source, first_index = 0, pin_hashes = [] } = options;
  const origins = options.origins ?? (await loadOrigins(context, getDrafts(items)));
  const faults = options.faults ?? (await findDraftErrors(context, items, origins, pin_hashes));
  const valid = items.flatMap(({ draft }, index) =>
    draft !== null && faults[index]?.length === 0 ? [{ draft, index }] : [],
  );
  const inserted = await insertOrders(
    context,
    valid.map(({ draft, index }): NewOrder => {
      const pin_hash = pin_hashes[index] ?? null;
      const { pin: _hashed, ...requirements } = draft.requirements ?? {};
      return {
        draft,
        customer_id: draft.customer_id ?? null,
        batch_id,
        source,
        ...(pin_hash === null ? {} : { copied_columns: { requirements: { ...requirements, pin_hash } } }),
      };
    }),
    origins,
  );
  const doubts = await findInstantDoubts(
    context,
    inserted.map(({ order }) => order),
  );
  const byIndex = new Map(valid.map(({ index }, at) => [index, inserted[at]]));
  return items.map(({ ref }, index) => {
    const order = byIndex.get(index)?.order;
    const result: ItemResult = {
      index: first_index + index,
      result: order !== undefined,
      order_id: order?.id ?? null,
      tracking_number: order?.tracking_number ?? null,
      ref,
      errors: toFieldErrors(context, faults[index] ?? []),
    };
    return withDoubts(result, doubts.get(order?.id ?? 0) ?? []);
  });
}

const getDrafts = (items: readonly BatchItem[]) => items.map(({ draft }) => draft);

/** Faults of each item; customers are looked up in one query. A batch accepts no `rate_id`. */
async function findDraftErrors(
  { db, business_id, business, now }: Context<never>,
  items: readonly BatchItem[],
  origins: OriginWarehouses,
  pin_hashes: readonly (string | null)[] = [],
): Promise<RefusalDetail[][]> {
  const customer_ids = [...new Set(items.flatMap(({ draft }) => draft?.customer_id ?? []))];
  const refs_by_customer = new Map<number, string[]>();
  if (customer_ids.length > 0) {
    const rows = await db.rows<{ id: number; required_proofs: string[] }>(
      "select id, required_proofs from customer where business_id = $1 and id = any($2::bigint[])",
      [business_id, customer_ids],
    );
    for (const row of rows) refs_by_customer.set(row.id, row.required_proofs);
  }
  const settings = business.settings;
  const has_depot = findDepot(settings) !== null;
  const day = getWorkingDay({ business, now });
  const home = business.country;
  return items.map(({ draft, faults: malformed }, index) => {
    if (draft === null) return malformed;
    const proofs = [...settings.required_proofs, ...(refs_by_customer.get(draft.customer_id ?? 0) ?? [])];
    const has_pin = (pin_hashes[index] ?? null) !== null;
    const faults = findDraftFaults(draft, { has_depot, origins, proofs, has_pin, day, home });
    if (draft.customer_id && !refs_by_customer.has(draft.customer_id)) {
      faults.push({ field: "customer_id", message: fields.no_customer });
    }
    if (draft.rate_id !== undefined)
      faults.push({
        field: "rate_id",
        message: messages.batch_priced_later,
      });
    return faults;
  });
}
