/**
 * Receive goods into stock by a scan. Pieces of an article are found by barcode or SKU, packages by the code that was
 * announced; a code that is neither is recorded and refused, unless the caller says that it is a new package.
 *
 * What was not announced, or is more than that, is refused until the caller accepts the difference: most such scans are
 * mistakes, and a person who stands there can tell.
 */
import Type from "typebox";
import {
  GoodsCode,
  Lot,
  lockReceivingBin,
  measureMembers,
  postMovements,
  Qty,
  receivePackages,
  refuseMovements,
} from "#domain/warehouse/inventory/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { CalendarDate, Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { attachReceiptPhotos } from "../photos.ts";
import {
  answerScan,
  chooseLot,
  chooseReceivingBin,
  findGoods,
  isReceivedBefore,
  receivedPieces,
  receiveRefusals,
  rejectScan,
} from "../receive.ts";
import { getLockedReceipt, saveReceipt } from "../records/receipt.ts";
import { addToLine, findLine } from "../records/receipt-line.ts";
import { ReceiptScanRecord } from "../records/receipt-scan.ts";
import { findExcess } from "../rules.ts";
import { Note, Receipt, ReceiptLine, ReceiptScan } from "../shapes.ts";

export const receiveGoods = defineOperation({
  name: "receiptReceive",
  summary: "Receive goods by scan",
  access: { scopes: ["wms:write"] },
  provides: ["warehouse.receive"],
  rest: { method: "POST", path: "/api/v1/wms/mobile/receipts/{receipt_id}/lines" },
  queueable: true,
  input: Type.Object({
    receipt_id: Ref("receipt"),
    code: Type.Optional(
      Nullable(Type.String({ ...GoodsCode, description: "As scanned; null without a label." })),
    ),
    article_id: Type.Optional(
      Ref("article", {
        ...Id,
        description: "The article, where it is chosen from a list instead of scanned.",
      }),
    ),
    kind: Type.Optional(
      StringEnum(["article", "package"], {
        description:
          "`package`: the code, or goods without a label, are one package, even if it was not announced.",
      }),
    ),
    qty: Type.Optional(Type.Integer({ ...Qty, description: "Pieces of the article; 1 when absent." })),
    lot: Type.Optional(
      Type.String({
        ...Lot,
        description:
          "Without lot and expiry it is that of the only announced line of the article, if there is one.",
      }),
    ),
    expires_date: Type.Optional(Nullable(CalendarDate)),
    bin_id: Type.Optional(
      Ref("bin", {
        ...Id,
        description: "Where they are put; the nearest bin of a receiving zone when absent.",
      }),
    ),
    is_damaged: Type.Optional(
      Type.Boolean({ description: "Damaged pieces of an article go to a bin of a quarantine zone." }),
    ),
    weight_g: Type.Optional(measureMembers.weight_g),
    length_mm: Type.Optional(measureMembers.length_mm),
    width_mm: Type.Optional(measureMembers.width_mm),
    height_mm: Type.Optional(measureMembers.height_mm),
    note: Type.Optional(Note),
    file_ids: Type.Optional(
      Type.Array(Ref("file"), {
        maxItems: 10,
        uniqueItems: true,
        description: "Photos that the caller uploaded.",
      }),
    ),
    accept_difference: Type.Optional(
      Type.Boolean({ description: "Receive although it was not announced, or more than announced." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    scan: ReceiptScan,
    line: ReceiptLine,
    receipt: Receipt,
  }),
  refusals: receiveRefusals,

  async run(context, input) {
    const { refuse } = context;
    const { receipt_id, qty = 1, is_damaged = false } = input;
    const { receipt, status } = await getLockedReceipt(context, receipt_id, "receive");
    const goods = await findGoods(context, receipt, input);
    if (goods.kind === "unknown")
      return rejectScan(context, receipt, input.code ?? null, {
        outcome: "unknown_code",
        package_id: null,
        refusal: refuse("unknown_code", {
          message: messages.unknown_code,
          values: { code: input.code ?? "" },
          errors: [{ field: "code", message: fields.not_known }],
        }),
      });
    if (goods.kind === "bin")
      throw refuse("bin_scanned", {
        message: messages.bin_scanned,
        values: { code: goods.bin.code },
        extra: { bin_id: goods.bin.id, bin_code: goods.bin.code },
      });
    const { lot, expires_date } = await chooseLot(context, receipt_id, goods, input);
    if (goods.kind === "package" && (qty !== 1 || lot !== "" || expires_date !== null))
      throw refuse("wrong_goods", {
        message: messages.wrong_goods,
        errors: [{ field: qty === 1 ? "lot" : "qty", message: messages.belongs_to_articles }],
      });

    const key = {
      article_id: goods.kind === "article" ? goods.article.id : null,
      package_code: goods.kind === "package" ? goods.code : null,
      lot,
      expires_date,
    };
    const line = await findLine(context, receipt_id, key);
    const excess = findExcess(receipt.is_announced, line, qty);
    if (excess !== null && input.accept_difference !== true && !isReceivedBefore(goods, line)) {
      const { expected_qty = 0, received_qty = 0 } = line ?? {};
      throw refuse(excess, {
        message: messages[excess],
        values: { code: input.code ?? "", expected: expected_qty, received: received_qty },
        extra: { expected_qty, received_qty },
      });
    }
    const bin_id = await chooseReceivingBin(context, receipt, {
      bin_id: input.bin_id,
      needs_quarantine: goods.kind === "article" && is_damaged,
    });
    const bin = await lockReceivingBin(context, bin_id);
    if (bin === undefined || bin.warehouse_id !== receipt.warehouse_id)
      throw refuse("unknown_bin", {
        message: messages.unknown_bin,
        errors: [{ field: "bin_id", message: messages.no_bin_of_warehouse }],
      });

    const subject = { type: "receipt", id: receipt_id };
    const { weight_g = null, length_mm = null, width_mm = null, height_mm = null } = input;
    const measured = { weight_g, length_mm, width_mm, height_mm };
    const received =
      goods.kind === "package"
        ? await receivePackages(context, {
            bin,
            subject,
            packages: [
              {
                ...measured,
                code: goods.code,
                customer_id: receipt.customer_id,
                damaged: is_damaged,
                ref: receipt.ref,
                scanned: input.code ?? null,
              },
            ],
          })
        : await postMovements(context, {
            kind: "receipt",
            bins: [bin],
            subject,
            movements: [receivedPieces(receipt, key, { qty, bin_id: bin.id, scanned: input.code ?? null })],
          });
    if ("already" in received) {
      const [before] = received.already;
      return rejectScan(context, receipt, input.code ?? null, {
        outcome: "already_received",
        package_id: before?.package_id ?? null,
        refusal: refuse("already_received", {
          message: messages.already_received,
          values: { code: before?.code ?? "" },
          extra: {
            package_id: before?.package_id ?? null,
            warehouse_id: before?.warehouse_id ?? null,
            received_at: before?.received_at ?? null,
            received_by: before?.received_by ?? null,
          },
        }),
      });
    }
    if ("problem" in received)
      throw refuseMovements(context, received, new Map([[bin.id, bin.code]]), () => "bin_id");

    const [outer] = "packages" in received ? received.packages : [];
    const line_id = await addToLine(
      context,
      receipt_id,
      outer === undefined ? key : { ...key, package_code: outer.code },
      { qty, damaged_qty: is_damaged ? qty : 0 },
    );
    const { id: scan_id } = await ReceiptScanRecord.insert(context, {
      ...measured,
      receipt_id,
      line_id,
      scanned: input.code ?? null,
      outcome: "received",
      article_id: key.article_id,
      package_id: outer?.id ?? null,
      qty,
      bin_id: bin.id,
      batch_id: received.batch_id,
      is_damaged,
      note: input.note ?? "",
      created_by: context.actor.account_id,
    });
    await attachReceiptPhotos(context, receipt_id, input.file_ids ?? []);
    await saveReceipt(context, receipt, status);
    context.emit({
      subject,
      kind: "receipt.scanned",
      payload: {
        code: receipt.code,
        warehouse_id: receipt.warehouse_id,
        scan_id,
        outcome: "received",
        line_id,
        article_id: key.article_id,
        package_id: outer?.id ?? null,
        qty,
        bin_id: bin.id,
        is_damaged,
        excess,
      },
    });
    return answerScan(context, receipt_id, scan_id, line_id);
  },
});
