/**
 * Create an order or an inbound from a label: an order to its recipient, or a receipt that expects its package.
 *
 * Only from values that are certain, or that a person confirmed, and once.
 */
import assert from "node:assert";
import Type from "typebox";
import { createFromDraft, locatePlaces } from "#domain/orders/orders/public.ts";
import { announceReceipt, RECEIPT_REFUSALS } from "#domain/warehouse/receiving/public.ts";
import type { FieldName } from "#label-reading/shapes.ts";
import { actorHasScope } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { answerScan } from "../present.ts";
import { getScan, lockScan, ScanRecord, type ScanRow } from "../records/label-scan.ts";
import { getValue } from "../rules.ts";
import { ScanAnswer } from "../shapes.ts";

export const createFromLabel = defineOperation({
  name: "ocrLabelCreateOrder",
  summary: "Create an order or an inbound from a label",
  description:
    "An order goes to the recipient of the label, or to dropoff; an inbound is a receipt at warehouse_id that expects the package. A label that " +
    "waits for a person is refused.",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["ocr:write", "orders:write"] },
  rest: { method: "POST", path: "/api/v1/ocr/labels/{scan_id}/create-order", status: 201 },
  localised: true,
  destructive: false,
  input: Type.Object({
    scan_id: Ref("label_scan"),
    kind: Type.Optional(StringEnum(["order", "inbound"], { description: "Default: order." })),
    dropoff: Type.Optional({ ...Place, description: "Instead of the recipient of the label." }),
    for_customer_id: Type.Optional(
      Ref("customer", { ...Id, description: "Whose order or goods it is; that of the label when absent." }),
    ),
    warehouse_id: Type.Optional(Ref("warehouse", { ...Id, description: "Of an inbound." })),
  }),
  output: Type.Object({
    ...ScanAnswer.properties,
    record_type: StringEnum(["order", "inbound"]),
    record_id: NoRef("of the type that record_type says"),
  }),
  refusals: {
    wrong_status: "conflict",
    needs_review: "conflict",
    already_created: "conflict",
    no_address: "invalid",
    no_tracking_number: "invalid",
    ...RECEIPT_REFUSALS,
  },

  /** Addresses are looked up before the transaction. */
  async prepare(context, { scan_id, kind = "order", dropoff, for_customer_id, warehouse_id }) {
    const { actor, refuse } = context;
    const scan = await getScan(context, scan_id);
    if (actor.role === "customer" && for_customer_id !== undefined && for_customer_id !== actor.customer_id)
      throw refuse("not_found", { message: messages.unknown_customer });
    if ((kind === "inbound") !== (warehouse_id !== undefined))
      throw refuse("invalid_request", {
        message: messages.for_inbound,
        errors: [{ field: "warehouse_id", message: messages.for_inbound }],
      });
    if (kind !== "order") return null;
    const place = dropoff ?? buildDropoff(scan);
    if (place === null) return null;
    const grams = Number(getValue(scan.fields, scan.corrections, "weight_g") ?? 0);
    const ref = getValue(scan.fields, scan.corrections, "reference");
    return locatePlaces(context, {
      type: "D" as const,
      dropoff: place,
      parcels: [grams > 0 && Number.isSafeInteger(grams) ? { weight_g: grams } : {}],
      ...(scan.tracking_number === null ? {} : { external_tracking: scan.tracking_number }),
      ...(ref === null ? {} : { ref: ref.slice(0, 100) }),
    });
  },

  async run(context, { scan_id, kind = "order", for_customer_id, warehouse_id }, draft) {
    const { refuse, actor, emit } = context;
    const row = await lockScan(context, scan_id);
    requireCertain(context, row);
    let record_id: number;
    if (kind === "order") {
      if (draft === null) throw refuse("no_address", { message: messages.no_address });
      const owner_id = for_customer_id ?? row.customer_id;
      const { order } = await createFromDraft(
        context,
        { ...draft, ...(owner_id === null ? {} : { customer_id: owner_id }) },
        () => null,
      );
      record_id = order.id;
    } else {
      assert(warehouse_id !== undefined, "An inbound without a warehouse was prepared.");
      if (actor.role === "customer") throw refuse("forbidden", { message: messages.not_for_customers });
      if (!actorHasScope(actor, "wms:write")) throw refuse("forbidden", { message: messages.no_receipts });
      if (row.tracking_number === null)
        throw refuse("no_tracking_number", { message: messages.no_tracking_number });
      record_id = await announceReceipt(context, {
        warehouse_id,
        customer_id: for_customer_id ?? row.customer_id,
        carrier: row.carrier ?? "",
        ref: (getValue(row.fields, row.corrections, "reference") ?? "").slice(0, 80),
        lines: [{ package_code: row.tracking_number }],
      });
    }
    await ScanRecord.change(context, row, { created_type: kind, created_record_id: record_id });
    emit({
      subject: { type: "label_scan", id: row.id },
      kind: "ocr.record_created",
      payload: { customer_id: row.customer_id, record_type: kind, record_id },
    });
    return { ...(await answerScan(context, row.id)), record_type: kind, record_id };
  },
});

function requireCertain(
  { refuse }: Context<"wrong_status" | "needs_review" | "already_created">,
  { status, created_type }: ScanRow,
): void {
  if (status === "needs_review") throw refuse("needs_review", { message: messages.needs_review });
  if (status !== "parsed" && status !== "confirmed")
    throw refuse("wrong_status", { message: messages.wrong_status, values: { status }, extra: { status } });
  if (created_type !== null)
    throw refuse("already_created", { message: messages.already_created, values: { type: created_type } });
}

/** Without a street there is nowhere to go. */
function buildDropoff({ fields, corrections }: ScanRow): Place | null {
  const get = (name: FieldName) => getValue(fields, corrections, name);
  const line1 = get("recipient_street");
  if (line1 === null) return null;
  const country = get("recipient_country");
  const members = {
    name: get("recipient_name"),
    city: get("recipient_city"),
    region: get("recipient_region"),
    postal_code: get("recipient_postal_code"),
    country: country !== null && /^[A-Z]{2}$/.test(country) ? country : null,
  };
  return { line1, ...Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null)) };
}
