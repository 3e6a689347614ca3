/** Open a transfer, with parcels from the list of candidates, with scanned ones, or empty to be scanned out. */
import Type from "typebox";
import { lockOrders } from "#domain/orders/orders/public.ts";
import { listReach, lockOpenWarehouses } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { ScannedCode } from "#vocabulary/scanned-code.ts";
import { messages } from "../messages.ts";
import { findParcelsByCode, loadMovableParcels, type MovableParcel } from "../parcels.ts";
import { answerTransfer, describeTransfer, insertTransfer } from "../records/transfer.ts";
import { findOpenItems, insertItems } from "../records/transfer-item.ts";
import { recordSteps } from "../records/transfer-step.ts";
import { hasMovedOn, isAt, REASONS } from "../rules.ts";
import { ITEMS_MAX, TransferAnswer } from "../shapes.ts";

const refusals = {
  unknown_warehouse: "invalid",
  same_warehouse: "invalid",
  not_your_warehouse: "forbidden",
  unknown_vehicle: "invalid",
  unknown_parcel: "invalid",
  duplicate_label: "conflict",
  moved_on: "conflict",
  in_other_transfer: "conflict",
} as const;

export const createTransfer = defineOperation({
  name: "transferCreate",
  summary: "Open a transfer between warehouses",
  destructive: false,
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/warehouse-transfers", status: 201 },
  input: Type.Object({
    from_warehouse_id: Ref("warehouse"),
    to_warehouse_id: Ref("warehouse"),
    reason: StringEnum(REASONS),
    vehicle_id: Type.Optional(
      Nullable(
        Ref("vehicle", { ...Id, description: "Which vehicle takes the parcels, where that is known." }),
      ),
    ),
    note: Type.Optional(Type.String({ maxLength: 500 })),
    parcel_ids: Type.Optional(
      Type.Array(Ref("parcel"), {
        maxItems: ITEMS_MAX,
        uniqueItems: true,
        description: "Parcels at the first warehouse.",
      }),
    ),
    codes: Type.Optional(
      Type.Array(ScannedCode, { maxItems: 200, description: "Or their codes, as scanned there." }),
    ),
  }),
  output: TransferAnswer,
  refusals,

  async run(context, input) {
    const { db, business_id, refuse, emit } = context;
    const { from_warehouse_id, to_warehouse_id, reason, vehicle_id = null, note = "" } = input;
    await checkWarehouses(context, from_warehouse_id, to_warehouse_id);
    if (vehicle_id !== null) {
      const vehicle = await db.row(
        "select id from vehicle where business_id = $1 and id = $2 and status <> 'retired' for key share",
        [business_id, vehicle_id],
      );
      if (vehicle === undefined)
        throw refuse("unknown_vehicle", {
          message: messages.unknown_vehicle,
          errors: [{ field: "vehicle_id", message: messages.no_vehicle }],
        });
    }
    const ids = await readParcelIds(context, input);
    // No parcel is scanned elsewhere while it is listed here.
    const before = await loadMovableParcels(context, ids);
    await lockOrders(
      db,
      business_id,
      before.map(({ order_id }) => order_id),
    );
    const parcels = await loadMovableParcels(context, ids);
    await checkParcels(context, parcels, from_warehouse_id);

    const transfer = await insertTransfer(context, {
      from_warehouse_id,
      to_warehouse_id,
      reason,
      vehicle_id,
      note: note.trim(),
    });
    await insertItems(
      context,
      transfer.id,
      parcels.map((parcel) => ({
        parcel_id: parcel.id,
        order_id: parcel.order_id,
        expected_warehouse_id: parcel.expected_warehouse_id ?? to_warehouse_id,
        found_warehouse_id: from_warehouse_id,
        home_warehouse_id: from_warehouse_id,
        state: "listed",
        is_listed: true,
      })),
    );
    await recordSteps(context, transfer.id, [{ kind: "opened", warehouse_id: from_warehouse_id }]);
    emit({
      subject: { type: "transfer", id: transfer.id, is_new: true },
      kind: "transfer.opened",
      payload: { ...describeTransfer(transfer), reason, parcel_ids: parcels.map(({ id }) => id) },
    });
    return answerTransfer(context, transfer.id);
  },
});

type CreateContext = Context<keyof typeof refusals>;

async function checkWarehouses(
  context: CreateContext,
  from_warehouse_id: number,
  to_warehouse_id: number,
): Promise<void> {
  const { refuse } = context;
  if (from_warehouse_id === to_warehouse_id)
    throw refuse("same_warehouse", {
      message: messages.same_warehouse,
      errors: [{ field: "to_warehouse_id", message: messages.where_they_are }],
    });
  const open = await lockOpenWarehouses(context, [from_warehouse_id, to_warehouse_id]);
  const errors = Object.entries({ from_warehouse_id, to_warehouse_id }).flatMap(
    ([field, id]): RefusalDetail[] =>
      open.some((one) => one.id === id)
        ? []
        : [
            {
              field,
              message: messages.no_open_warehouse,
            },
          ],
  );
  if (errors.length > 0) throw refuse("unknown_warehouse", { message: messages.unknown_warehouse, errors });
  const reach = listReach(context);
  if (reach !== null && !reach.includes(from_warehouse_id) && !reach.includes(to_warehouse_id))
    throw refuse("not_your_warehouse", { message: messages.not_your_warehouse });
}

/** The parcels that are named, each once. A code of several is refused with them. */
async function readParcelIds(
  context: CreateContext,
  {
    from_warehouse_id,
    parcel_ids = [],
    codes = [],
  }: {
    from_warehouse_id: number;
    parcel_ids?: readonly number[];
    codes?: readonly string[];
  },
): Promise<number[]> {
  const { refuse } = context;
  const known_ids = new Set((await loadMovableParcels(context, parcel_ids)).map(({ id }) => id));
  const errors = parcel_ids.flatMap((id, at): RefusalDetail[] =>
    known_ids.has(id) ? [] : [{ field: `parcel_ids/${at}`, message: fields.not_known }],
  );
  const ids = new Set(parcel_ids);
  for (const [at, code] of codes.entries()) {
    const parcels = await findParcelsByCode(context, code);
    const here = parcels.filter((parcel) => isAt(parcel, from_warehouse_id));
    const chosen_parcels = here.length > 0 ? here : parcels;
    if (chosen_parcels.length === 0) errors.push({ field: `codes/${at}`, message: fields.not_known });
    if (new Set(chosen_parcels.map(({ order_id }) => order_id)).size > 1)
      throw refuse("duplicate_label", {
        message: messages.duplicate_label,
        values: { code, parcels: chosen_parcels.length },
        extra: { parcels: chosen_parcels.map(nameParcel) },
      });
    for (const { id } of chosen_parcels) ids.add(id);
  }
  if (errors.length > 0) throw refuse("unknown_parcel", { message: messages.unknown_parcel, errors });
  return [...ids];
}

async function checkParcels(
  context: CreateContext,
  parcels: readonly MovableParcel[],
  from_warehouse_id: number,
): Promise<void> {
  const { refuse } = context;
  const gone = parcels.filter((parcel) => hasMovedOn(parcel) || !isAt(parcel, from_warehouse_id));
  if (gone.length > 0)
    throw refuse("moved_on", {
      message: messages.parcels_moved_on,
      extra: { parcels: gone.map(nameParcel) },
    });
  const open = await findOpenItems(
    context,
    parcels.map(({ id }) => id),
  );
  if (open.length > 0)
    throw refuse("in_other_transfer", {
      message: messages.parcels_in_transfers,
      extra: {
        parcels: open.map(({ parcel_id, transfer_id, code }) => ({
          parcel_id,
          transfer_id,
          transfer_code: code,
        })),
      },
    });
}

const nameParcel = ({ id, order_id, tracking_number }: MovableParcel) => ({
  parcel_id: id,
  order_id,
  tracking_number,
});
