/** The steps of receiving by a scan: what it is, which line and bin, what is recorded. */
import { goodsOfPackage, type Movement, movementRefusals } from "#domain/warehouse/inventory/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Refusal, RefusalKind } from "#operation/define/refusal.ts";
import { findBinOfZone, identifyCode, lockArticle, type Scanned } from "./goods.ts";
import { messages } from "./messages.ts";
import { getVisibleReceipt, type ReceiptRow } from "./records/receipt.ts";
import { type LineKey, loadLines, type ReceiptLineRow } from "./records/receipt-line.ts";
import { loadScans, ReceiptScanRecord } from "./records/receipt-scan.ts";

export const receiveRefusals = {
  ...movementRefusals,
  wrong_status: "conflict",
  wrong_goods: "invalid",
  unknown_article: "invalid",
  unknown_bin: "invalid",
  unknown_code: "invalid",
  unknown_photo: "invalid",
  bin_scanned: "conflict",
  retired: "conflict",
  no_receiving_bin: "conflict",
  no_quarantine_bin: "conflict",
  already_received: "conflict",
  not_announced: "conflict",
  over_delivery: "conflict",
} as const satisfies Record<string, RefusalKind>;

export type ReceiveContext = Context<keyof typeof receiveRefusals>;
type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

/** The goods that are named by a code, or chosen from a list. */
export async function findGoods(
  context: ReceiveContext,
  receipt: ReceiptRow,
  input: { code?: string | null; article_id?: number; kind?: "article" | "package" },
): Promise<Scanned> {
  const { refuse } = context;
  const { code, article_id, kind } = input;
  if (article_id === undefined) {
    if (code == null && kind !== "package")
      throw refuse("wrong_goods", {
        message: messages.wrong_goods,
        errors: [{ field: "code", message: messages.code_required }],
      });
    const scanned = await identifyCode(context, receipt, { code: code ?? null, kind });
    if (scanned.kind === "article" && scanned.article.status === "retired")
      throw refuse("retired", { message: messages.retired, values: { code: scanned.article.sku } });
    return scanned;
  }
  if (kind === "package")
    throw refuse("wrong_goods", {
      message: messages.wrong_goods,
      errors: [{ field: "article_id", message: messages.not_with_package }],
    });
  const article = await lockArticle(context, receipt, article_id);
  if (article === undefined)
    throw refuse("unknown_article", {
      message: messages.unknown_article,
      errors: [{ field: "article_id", message: messages.no_article_of_owner }],
    });
  if (article.status === "retired")
    throw refuse("retired", { message: messages.retired, values: { code: article.sku } });
  return { kind: "article", article };
}

/** A package that was received before is refused as such, and not as too much. */
export function isReceivedBefore(goods: Scanned, line: ReceiptLineRow | undefined): boolean {
  return goods.kind === "package" && line !== undefined && line.received_qty > 0;
}

/** What the scan does not say is what was announced, where the article was announced with one lot and expiry only. */
export async function chooseLot(
  { db, business_id }: Reader,
  receipt_id: number,
  goods: Scanned,
  { lot, expires_date }: { lot?: string; expires_date?: string | null },
): Promise<{ lot: string; expires_date: string | null }> {
  const lot_facts = { lot: lot ?? "", expires_date: expires_date ?? null };
  if (goods.kind !== "article" || lot !== undefined || expires_date !== undefined) return lot_facts;
  const announced = await db.rows<{ lot: string; expires_date: string | null }>(
    `select lot, expires_date from receipt_line
      where business_id = $1 and receipt_id = $2 and article_id = $3 and expected_qty > 0 limit 2`,
    [business_id, receipt_id, goods.article.id],
  );
  return announced.length === 1 ? (announced[0] ?? lot_facts) : lot_facts;
}

export async function chooseReceivingBin(
  context: ReceiveContext,
  receipt: ReceiptRow,
  { bin_id, needs_quarantine }: { bin_id: number | undefined; needs_quarantine: boolean },
): Promise<number> {
  const { db, business_id, refuse } = context;
  if (bin_id !== undefined && !needs_quarantine) return bin_id;
  const bin_zone =
    bin_id === undefined
      ? undefined
      : await db.row<{ kind: string }>(
          `select z.kind from warehouse_bin b join warehouse_zone z on z.business_id = $1 and z.id = b.zone_id
            where b.business_id = $1 and b.id = $2`,
          [business_id, bin_id],
        );
  if (bin_id !== undefined && (bin_zone === undefined || bin_zone.kind === "quarantine")) return bin_id;
  const kind = needs_quarantine ? "quarantine" : "receiving";
  const zone_bin_id = await findBinOfZone(context, receipt.warehouse_id, kind);
  if (zone_bin_id !== undefined) return zone_bin_id;
  const code = needs_quarantine ? "no_quarantine_bin" : "no_receiving_bin";
  throw refuse(code, { message: messages[code] });
}

export function receivedPieces(
  receipt: ReceiptRow,
  { article_id, lot, expires_date }: LineKey,
  { qty, bin_id, scanned }: { qty: number; bin_id: number; scanned: string | null },
): Movement {
  return {
    ...goodsOfPackage(0, receipt.customer_id),
    package_id: null,
    article_id,
    lot,
    expires_date,
    reason: "received",
    qty,
    from_bin_id: null,
    to_bin_id: bin_id,
    scanned,
  };
}

/** A scan that received nothing is recorded too. The refusal is returned, so that the record is committed. */
export async function rejectScan(
  context: ReceiveContext,
  receipt: ReceiptRow,
  scanned: string | null,
  rejected: { outcome: "unknown_code" | "already_received"; package_id: number | null; refusal: Refusal },
): Promise<Refusal> {
  const { outcome, package_id, refusal } = rejected;
  const { id: scan_id } = await ReceiptScanRecord.insert(context, {
    receipt_id: receipt.id,
    scanned,
    outcome,
    package_id,
    created_by: context.actor.account_id,
  });
  context.emit({
    subject: { type: "receipt", id: receipt.id },
    kind: "receipt.scanned",
    payload: {
      ...{ code: receipt.code, warehouse_id: receipt.warehouse_id, scan_id, outcome },
      ...{
        line_id: null,
        article_id: null,
        package_id,
        qty: 0,
        bin_id: null,
        is_damaged: false,
        excess: null,
      },
    },
  });
  return refusal;
}

export async function answerScan(
  context: ReceiveContext,
  receipt_id: number,
  scan_id: number,
  line_id: number,
) {
  const receipt = await getVisibleReceipt(context, receipt_id);
  const [[scan], lines] = await Promise.all([
    loadScans(context, receipt_id, { limit: 1, scan_id }),
    loadLines(context, receipt),
  ]);
  const line = lines.find(({ id }) => id === line_id);
  if (scan === undefined || line === undefined) throw new Error("A scan that was written was not found.");
  return { result: true, scan, line, receipt };
}
