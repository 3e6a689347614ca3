import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { decodePDFRawStream, PDFArray, PDFDocument, type PDFPage, PDFRawStream, PDFRef } from "pdf-lib";
import { listOperationEvents } from "#domain/tracking/operations/list-operation-events.ts";
import { refusalOf, testService } from "#tests/support/service.ts";
import { qrOf } from "./label.ts";
import { cancelOrder } from "./operations/cancel-order.ts";
import { commandOrdersBulk } from "./operations/command-orders-bulk.ts";
import { createOrder } from "./operations/create-order.ts";
import { getDailyDigest } from "./operations/get-daily-digest.ts";
import { getOrderSnapshot } from "./operations/get-order-snapshot.ts";
import { getOrdersSummary, spanOf } from "./operations/get-orders-summary.ts";
import { holdOrder } from "./operations/hold-order.ts";
import { listExceptions } from "./operations/list-exceptions.ts";
import { printLabel } from "./operations/print-label.ts";

const service = await testService();

/** Widths of the elements of Code 128 by value: 0 to 102, then the starts A, B, C and the stop. ISO/IEC 15417. */
const CODE_128 = (
  "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 " +
  "123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 " +
  "131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 " +
  "213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 " +
  "141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 " +
  "124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 " +
  "411131 211412 211214 211232 2331112"
).split(" ");

/** Reads a Code 128 back from its element widths, bar first; throws where it is not one. */
function readCode128(widths: readonly number[]): string {
  const values: number[] = [];
  for (let at = 0; at < widths.length; ) {
    const length = widths.length - at === 7 ? 7 : 6;
    const value = CODE_128.indexOf(widths.slice(at, at + length).join(""));
    assert.notEqual(value, -1, `No symbol at element ${at}.`);
    values.push(value);
    at += length;
  }
  assert.equal(values.at(-1), 106, "The stop is missing.");
  const check = values.at(-2);
  const read = values.slice(0, -2);
  const sum = read.reduce((total, value, index) => total + value * Math.max(1, index), 0) % 103;
  assert.equal(sum, check, "The check symbol does not fit.");
  let set = { 103: "A", 104: "B", 105: "C" }[read[0] as number];
  let text = "";
  for (const value of read.slice(1)) {
    if (set === "C" && value < 100) text += String(value).padStart(2, "0");
    else if (value === 99) set = "C";
    else if (value === 100) set = "B";
    else if (value === 101) set = "A";
    else text += String.fromCharCode(value + 32);
  }
  return text;
}

/** What a page draws, as PDF operators. */
function contentOf(pdf: PDFDocument, page: PDFPage): string {
  const contents = page.node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  return streams
    .map((stream) => (stream instanceof PDFRef ? pdf.context.lookup(stream) : stream))
    .map((stream) =>
      stream instanceof PDFRawStream
        ? Buffer.from(decodePDFRawStream(stream).decode()).toString("latin1")
        : "",
    )
    .join("\n");
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function boxesOf(content: string): Box[] {
  return [...content.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)].map(
    ([, x, y, width, height]) => ({
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
    }),
  );
}

/** The barcode is the tallest thing on the page. */
function barcodeOf(boxes: readonly Box[]): string {
  const bars = boxes.filter((box) => box.height > 50).sort((one, other) => one.x - other.x);
  const module = Math.min(...bars.map((bar) => bar.width));
  const widths = bars.flatMap((bar, index) => {
    const after = bars[index + 1];
    const bar_width = Math.round(bar.width / module);
    return after === undefined
      ? [bar_width]
      : [bar_width, Math.round((after.x - bar.x - bar.width) / module)];
  });
  return readCode128(widths);
}

/** Text of a page: standard fonts write it in hexadecimal Windows-1252. */
function textOf(content: string): string {
  return [...content.matchAll(/<([0-9A-F]*)> Tj/g)]
    .map(([, hex = ""]) => new TextDecoder("windows-1252").decode(Buffer.from(hex, "hex")))
    .join("\n");
}

describe("the label", () => {
  test("has a page a parcel, whose barcode reads back as its code and whose text is the address", async () => {
    const t = await service.business();
    const made = await t.as("client_admin")(createOrder, {
      dropoff: {
        name: "João Gonçalves",
        line1: "Quadra 7, Casa 2",
        city: "Brasília",
        postal_code: "70040-010",
        country: "BR",
        lat: -15.7,
        lng: -47.8,
        phone: "+55 61 9",
      },
      parcels: [{ weight_g: 1250 }, {}],
      ref: "PO 12",
      cod_minor: 1990,
      delivery_instruction: "Portão azul",
    });
    const answer = await t.as("employee")(printLabel, { order_id: made.order_id });
    assert.partialDeepStrictEqual(answer, {
      pages: 2,
      unprintable: 0,
      content_type: "application/pdf",
      tracking_numbers: made.tracking_numbers,
    });
    const bytes = Buffer.from(answer.content_base64, "base64");
    if (process.env["KEEP_LABEL"]) await writeFile(process.env["KEEP_LABEL"], bytes);
    const pdf = await PDFDocument.load(bytes);
    assert.equal(pdf.getPageCount(), 2);
    for (const [index, page] of pdf.getPages().entries()) {
      assert.deepEqual(
        [Math.round(page.getWidth() / 2.8346), Math.round(page.getHeight() / 2.8346)],
        [100, 150],
      );
      const content = contentOf(pdf, page);
      const boxes = boxesOf(content);
      assert.equal(barcodeOf(boxes), answer.label_codes[index]);
      const { dark } = qrOf(`http://localhost:8080/track/${answer.tracking_numbers[index]}`);
      assert.equal(
        boxes.filter((box) => box.height < 5 && box.width < 5).length,
        dark.filter(Boolean).length,
      );
      const text = textOf(content);
      for (const words of [
        "João Gonçalves",
        "Quadra 7, Casa 2",
        "70040-010 Brasília",
        "PO 12",
        "STANDARD",
        "BRL",
        "Portão azul",
        `${index + 1} / 2`,
        answer.label_codes[index] as string,
      ]) {
        assert.ok(text.includes(words), `${words} is not on the label: ${text}`);
      }
    }
    const sent = await t.http("employee", "GET", `/api/v1/client/orders/${made.order_id}/label`, undefined, {
      accept: "application/pdf",
    });
    assert.equal(sent.headers["content-type"], "application/pdf");
    assert.equal(sent.raw.subarray(0, 5).toString(), "%PDF-");
  });

  test("letters that the font lacks are romanised or counted, and never break it", async () => {
    const t = await service.business();
    const order = await t.order({
      dropoff: { name: "Łukasz Żółć 東京", line1: "улица Ленина 5 😀", city: "Αθήνα", lat: 1, lng: 1 },
      delivery_instruction: "x".repeat(500),
      ref: "R".repeat(100),
    });
    const answer = await t.as("employee")(printLabel, { order_id: order.id });
    assert.equal(answer.unprintable, 3);
    const pdf = await PDFDocument.load(Buffer.from(answer.content_base64, "base64"));
    const text = textOf(contentOf(pdf, pdf.getPage(0)));
    assert.ok(
      text.includes("Lukasz Zólc ??") &&
        text.includes("ulica Lenina 5 ?".replace("ulica", "ulitsa")) &&
        text.includes("Athina"),
      text,
    );
  });

  test("another business's order has none, and customers print none", async () => {
    const [t, other] = [await service.business(), await service.business()];
    const order = await other.order();
    assert.equal((await refusalOf(t.as("client_admin")(printLabel, { order_id: order.id }))).status, 404);
    const customer = await t.customer();
    assert.equal((await refusalOf(customer.person.call(printLabel, { order_id: order.id }))).status, 403);
  });
});

describe("figures", () => {
  test("a day ends where the business's clocks say, not at midnight UTC", async () => {
    const t = await service.business({ time_zone: "America/Sao_Paulo" });
    service.setNow("2026-11-21T01:30:00Z");
    const order = await t.order();
    await t.order({ scheduled_date: "2026-11-21" });
    const today = await t.as("client_admin")(getOrdersSummary, {});
    assert.partialDeepStrictEqual(today, {
      from: "2026-11-20",
      to: "2026-11-20",
      period: "today",
      totals: { orders: 1, unplanned: 1, on_time_percent: null },
    });
    const week = await t.as("client_admin")(getOrdersSummary, { period: "week" });
    assert.partialDeepStrictEqual(week, {
      from: "2026-11-16",
      to: "2026-11-22",
      totals: { orders: 2 },
      by_status: { NEW_ORDER: 2, DELIVERED: 0 },
    });
    assert.equal(week.days.length, 7);
    // Delivered at half past ten in the evening of its day, which is the next day in UTC.
    await service.system.execute(
      "update delivery_order set status = 'DELIVERED', delivered_at = '2026-11-21T01:30:00Z' where id = $1",
      [order.id],
    );
    const after = await t.as("client_admin")(getOrdersSummary, { from: "2026-11-20", to: "2026-11-20" });
    assert.partialDeepStrictEqual(after, {
      period: null,
      totals: { delivered: 1, on_time: 1, on_time_percent: 100, open: 0 },
    });
    const digest = await t.as("client_admin")(getDailyDigest, {});
    assert.partialDeepStrictEqual(digest, {
      date: "2026-11-20",
      created: 2,
      orders: { delivered: 1 },
      routes: { total: 0, stops: 0 },
    });
    assert.match(digest.headline, /^1 of 1 orders delivered/);
    assert.equal(
      (await (await service.business()).as("client_admin")(getOrdersSummary, { period: "month" })).totals
        .orders,
      0,
    );
  });

  test("periods are whole weeks and months, and odd spans are refused", async () => {
    assert.deepEqual(spanOf("week", "2026-11-22"), { from: "2026-11-16", to: "2026-11-22" });
    assert.deepEqual(spanOf("week", "2026-11-23"), { from: "2026-11-23", to: "2026-11-29" });
    assert.deepEqual(spanOf("month", "2028-02-10"), { from: "2028-02-01", to: "2028-02-29" });
    assert.deepEqual(spanOf("month", "2026-12-31"), { from: "2026-12-01", to: "2026-12-31" });
    const t = await service.business();
    for (const [input, field] of [
      [{ from: "2026-11-20" }, "to"],
      [{ to: "2026-11-20" }, "from"],
      [{ from: "2026-11-21", to: "2026-11-20" }, "to"],
      [{ from: "2025-01-01", to: "2026-11-20" }, "to"],
      [{ from: "2026-02-30", to: "2026-11-20" }, "from"],
      [{ period: "week", from: "2026-11-01", to: "2026-11-20" }, "period"],
    ] as const) {
      const refusal = await refusalOf(t.as("client_admin")(getOrdersSummary, input as never));
      assert.deepEqual([refusal.status, refusal.errors?.[0]?.field], [422, field]);
    }
    const { status } = await t.http("client_admin", "GET", "/api/v1/client/orders/summary?period=month");
    assert.equal(status, 200);
  });

  test("exceptions of a day say why each is listed", async () => {
    const t = await service.business();
    const date = "2026-12-01";
    const make = () => t.order({ scheduled_date: date });
    const [fine, held, failed, broken, late, watched] = [
      await make(),
      await make(),
      await make(),
      await make(),
      await make(),
      await make(),
    ];
    await t.as("client_admin")(holdOrder, { order_id: held.id, reason: "x" });
    await t.as("client_admin")(commandOrdersBulk, {
      order_ids: [broken.id],
      activity: "raise_exception",
      reason: "wet",
    });
    await service.system.execute("update delivery_order set status = 'FAILED_ATTEMPT' where id = $1", [
      failed.id,
    ]);
    await service.system.execute("update delivery_order set window_end = '2026-01-01' where id = $1", [
      late.id,
    ]);
    await service.system.execute(
      "insert into attention_item (business_id, kind, order_id, opened_at) values ($1, 'unlisted_fact', $2, now())",
      [t.id, watched.id],
    );
    const answer = await t.as("employee")(listExceptions, { date });
    assert.deepEqual(
      new Map(answer.exceptions.map(({ why, order }) => [order.id, why])),
      new Map([
        [held.id, "held"],
        [failed.id, "failed"],
        [broken.id, "exception"],
        [late.id, "late"],
        [watched.id, "attention"],
      ]),
    );
    assert.partialDeepStrictEqual(answer, {
      total: 5,
      by_reason: { held: 1, failed: 1, exception: 1, late: 1, attention: 1, returned: 0 },
    });
    assert.equal(
      answer.exceptions.some(({ order }) => order.id === fine.id),
      false,
    );
    assert.equal((await (await service.business()).as("client_admin")(listExceptions, { date })).total, 0);
    assert.equal((await t.as("employee")(listExceptions, {})).total, 0);
    const driver = await t.driver();
    assert.equal((await refusalOf(driver.person.call(listExceptions, { date }))).status, 403);
    assert.equal((await refusalOf(driver.person.call(getDailyDigest, {}))).status, 403);
  });
});

test("the snapshot is the detail, the events and the public tracking of one order", async () => {
  const [t, other] = [await service.business(), await service.business()];
  const order = await t.order({ note: "internal" });
  await t.as("client_admin")(cancelOrder, { order_id: order.id, reason: "twice" });
  const answer = await t.as("employee")(getOrderSnapshot, { order_id: order.id });
  assert.partialDeepStrictEqual(answer, {
    order: { id: order.id, status: "CANCELLED", note: "internal" },
    tracking: { status: "CANCELLED", terminal: true },
  });
  assert.deepEqual(
    answer.events.map(({ kind, status_before, status_after, reason }) => [
      kind,
      status_before,
      status_after,
      reason,
    ]),
    [
      ["order.created", null, "NEW_ORDER", null],
      ["order.cancelled", "NEW_ORDER", "CANCELLED", "twice"],
    ],
  );
  const trail = await t.as("employee")(listOperationEvents, { order_ids: [order.id] });
  assert.deepEqual(trail.events, answer.events);
  assert.equal(
    (await refusalOf(other.as("client_admin")(getOrderSnapshot, { order_id: order.id }))).status,
    404,
  );
});
