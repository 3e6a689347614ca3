/** Confirm what was read, or correct it. What people say is kept, so that the reading can be measured. */
import Type from "typebox";
import { judgeNumber } from "#label-reading/numbers.ts";
import { FIELD_NAMES, type FieldName } from "#label-reading/shapes.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { answerScan } from "../present.ts";
import { storeReviews } from "../records/label-field-review.ts";
import { lockScan, ScanRecord } from "../records/label-scan.ts";
import {
  type Corrections,
  cleanCorrection,
  findSearchedNumber,
  getValue,
  judgeFields,
  mayBecome,
} from "../rules.ts";
import { ScanAnswer } from "../shapes.ts";

const FieldValue = Nullable(
  Type.String({ maxLength: 255, description: "Null or empty: it is not on the label." }),
);

export const confirmLabel = defineOperation({
  name: "ocrLabelConfirm",
  summary: "Confirm or correct a label",
  description:
    "Fields that are not named are accepted as they were read. A tracking number whose check digit is wrong is refused.",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["ocr:write"] },
  rest: { method: "POST", path: "/api/v1/ocr/labels/{scan_id}/confirm" },
  localised: true,
  input: Type.Object({
    scan_id: Ref("label_scan"),
    fields: Type.Optional(
      Type.Object(Object.fromEntries(FIELD_NAMES.map((name) => [name, Type.Optional(FieldValue)]))),
    ),
  }),
  output: ScanAnswer,
  refusals: { wrong_status: "conflict", already_created: "conflict", wrong_check_digit: "invalid" },

  async run(context, { scan_id, fields = {} }) {
    const { refuse, actor, now, emit } = context;
    const row = await lockScan(context, scan_id);
    context.expectVersion(row.version);
    if (!mayBecome(row.status, "confirmed"))
      throw refuse("wrong_status", {
        message: messages.wrong_status,
        values: { status: row.status.replaceAll("_", " ") },
        extra: { status: row.status },
      });
    if (row.created_type !== null)
      throw refuse("already_created", {
        message: messages.already_created,
        values: { type: row.created_type },
      });
    const corrections: Corrections = { ...row.corrections };
    for (const [name, value] of Object.entries(fields) as [FieldName, string | null | undefined][])
      if (value !== undefined) corrections[name] = cleanCorrection(name, value);
    const number = getValue(row.fields, corrections, "tracking_number");
    const carrier = getValue(row.fields, corrections, "carrier");
    if (number !== null && judgeNumber(number, carrier).check === "invalid")
      throw refuse("wrong_check_digit", {
        message: messages.wrong_check_digit,
        errors: [{ field: "fields/tracking_number", message: messages.wrong_check_digit }],
      });
    await ScanRecord.change(context, row, {
      status: "confirmed",
      corrections,
      tracking_number: findSearchedNumber(row.fields, corrections),
      carrier,
      reviewed_by: actor.account_id,
      reviewed_at: now.toISOString(),
    });
    await storeReviews(context, { id: row.id, carrier }, judgeFields(row.fields, corrections));
    emit({
      subject: { type: "label_scan", id: row.id },
      kind: "ocr.confirmed",
      payload: {
        customer_id: row.customer_id,
        carrier,
        tracking_number: findSearchedNumber(row.fields, corrections),
        corrected: (Object.keys(corrections) as FieldName[])
          .filter((name) => corrections[name] !== row.fields[name]?.value)
          .sort(),
      },
    });
    return answerScan(context, row.id);
  },
});
