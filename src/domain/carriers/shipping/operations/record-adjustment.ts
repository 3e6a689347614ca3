/**
 * Record what a carrier corrects on its bill, beside what was declared and measured here. Once for each reference of the
 * carrier: bills are imported again.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { isCurrency, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { LabelAdjustment, listDeclared, Measures, toAdjustment } from "../adjustments/shapes.ts";
import { messages } from "../messages.ts";
import { getLockedLabel } from "../records/label.ts";
import { AdjustmentRecord } from "../records/label-adjustment.ts";
import { loadPackages } from "../records/label-package.ts";
import { ADJUSTMENT_KINDS } from "../rules.ts";

const AMOUNT_MAX = 1_000_000_000;

export const recordAdjustment = defineOperation({
  name: "labelserviceAdjustmentRecord",
  summary: "Record a correction of a carrier",
  destructive: false,
  access: { scopes: ["labels:write"] },
  rest: { method: "POST", path: "/api/v1/labelservice/adjustments", status: 201 },
  input: Type.Object({
    label_order_id: Ref("label_order"),
    carrier_reference: Type.String({ minLength: 1, maxLength: 120, description: "Of the line of its bill." }),
    kind: StringEnum(ADJUSTMENT_KINDS),
    tracking_number: Type.Optional(
      Ref(
        "tracking_number",
        Type.String({ minLength: 1, maxLength: 100, description: "Of one package; of all if absent." }),
      ),
    ),
    amount_minor: Type.Integer({
      minimum: -AMOUNT_MAX,
      maximum: AMOUNT_MAX,
      description: "In addition to the charge, minor units; negative gives back.",
    }),
    currency: Type.Optional(
      Type.String({ pattern: "^[A-Z]{3}$", description: "That of the charge if absent." }),
    ),
    description: Type.Optional(Type.String({ maxLength: 500 })),
    claimed: Type.Optional(Measures),
    measured: Type.Optional({ ...Measures, description: "What was measured here before the hand-over." }),
  }),
  output: Type.Object({ result: Type.Boolean(), adjustment: LabelAdjustment }),
  refusals: { unknown_package: "invalid", not_ready: "conflict", adjustment_known: "conflict" },

  async run(context, input) {
    const { actor, refuse, emit } = context;
    const order = await getLockedLabel(context, input.label_order_id);
    const { state, carrier_currency } = order;
    if (order.purchased_at === null)
      throw refuse("not_ready", { message: messages.not_ready, values: { state }, extra: { state } });
    const { tracking_number = null, carrier_reference, currency = carrier_currency } = input;
    if (!isCurrency(currency))
      throw refuse("invalid_request", { errors: [{ field: "currency", message: messages.no_currency }] });
    const packages = await loadPackages(context, order.id);
    if (tracking_number !== null && !packages.some((one) => one.tracking_number === tracking_number))
      throw refuse("unknown_package", {
        message: messages.unknown_package,
        errors: [{ field: "tracking_number", message: messages.not_of_label }],
      });
    const row = await AdjustmentRecord.insertIfAbsent(context, {
      label_order_id: order.id,
      carrier_reference,
      kind: input.kind,
      tracking_number,
      amount_minor: input.amount_minor,
      currency,
      description: input.description ?? "",
      claimed: input.claimed ?? {},
      evidence: {
        declared: listDeclared(order, packages, tracking_number),
        measured: input.measured ?? null,
      },
      state: "open",
      created_by: actor.account_id,
    });
    if (row === undefined) throw refuse("adjustment_known", { message: messages.adjustment_known });
    emit({
      subject: { type: "label", id: order.id },
      kind: "label.adjusted",
      payload: { adjustment_id: row.id, kind: row.kind, state: "open", charged_minor: 0, currency },
    });
    return { result: true, adjustment: toAdjustment(row) };
  },
});
