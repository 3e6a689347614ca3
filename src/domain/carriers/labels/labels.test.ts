import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { getDocument } from "#domain/files/documents/operations/get-document.ts";
import { listDocuments } from "#domain/files/documents/operations/list-documents.ts";
import { createOrder } from "#domain/orders/orders/operations/create-order.ts";
import { updateDeliveryInstruction } from "#domain/orders/orders/operations/update-delivery-instruction.ts";
import { invoke } from "#operation/run/invoke.ts";
import { encodeQr } from "#platform/drawing/page.ts";
import { DRAWINGS_WAITING_MAX } from "#platform/drawing/threads.ts";
import { readSignature } from "#signed-pdf/sign.ts";
import { readPdf } from "#tests/support/pdf.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { getOrderLabel } from "./operations/get-order-label.ts";

const service = await testService();

/** Element widths of Code 128 by value: 0 to 102, then start A, B, C and stop. ISO/IEC 15417. */
const CODE_128 = (
  "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 " +
  "123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 " +
  "131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 " +
  "213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 " +
  "141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 " +
  "124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 " +
  "411131 211412 211214 211232 2331112"
).split(" ");

/** Decodes a Code 128 from its element widths, bar first; throws when it is invalid. */
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

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function parseBoxes(content: string): Box[] {
  return [...content.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)].map(
    ([, x, y, width, height]) => ({
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
    }),
  );
}

/** The barcode: the tallest boxes of the page. */
function readBarcode(boxes: readonly Box[]): string {
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

describe("the label", () => {
  test("has one page per parcel, whose barcode decodes to its label code and whose text is the address", async () => {
    const business = await service.business();
    const created = await business.as("client_admin")(createOrder, {
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
    const answer = await business.as("employee")(getOrderLabel, { order_id: created.order_id });
    assert.partialDeepStrictEqual(answer, {
      pages: 2,
      unprintable: 0,
      content_type: "application/pdf",
      tracking_numbers: created.tracking_numbers,
    });
    const bytes = Buffer.from(answer.content_base64, "base64");
    if (process.env["KEEP_LABEL"]) await writeFile(process.env["KEEP_LABEL"], bytes);
    const pages = await readPdf(bytes);
    assert.equal(pages.length, 2);
    for (const [index, { content, text, width, height }] of pages.entries()) {
      assert.deepEqual([Math.round(width / 2.8346), Math.round(height / 2.8346)], [100, 150]);
      const boxes = parseBoxes(content);
      assert.equal(readBarcode(boxes), answer.label_codes[index]);
      const { dark } = encodeQr(`http://localhost:8080/track/${answer.tracking_numbers[index]}`);
      // A second one says where the document is checked.
      const { code } = readSignature(bytes)!.statement;
      const mark = encodeQr(`http://localhost:8080/verify/${code}`);
      assert.equal(
        boxes.filter((box) => box.height < 5 && box.width < 5).length,
        [...dark, ...mark.dark].filter(Boolean).length,
      );
      assert.ok(text.includes(code) && text.includes("localhost:8080/verify"));
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
    const send_answer = await business.http(
      "employee",
      "GET",
      `/api/v1/client/orders/${created.order_id}/label`,
      undefined,
      {
        accept: "application/pdf",
      },
    );
    assert.equal(send_answer.headers["content-type"], "application/pdf");
    assert.equal(send_answer.raw.subarray(0, 5).toString(), "%PDF-");
  });

  test("is drawn in parallel to other requests, and refused when the queue is full or the caller disconnected", async () => {
    const business = await service.business();
    const order = await business.order({ dropoff: { line1: "Quadra 7", lat: -15.7, lng: -47.8 } });
    const { actor, token } = await business.person("employee");
    const url = `/api/v1/client/orders/${order.id}/label`;
    const many = Array.from({ length: 4 * DRAWINGS_WAITING_MAX }, () =>
      service.http("GET", url, undefined, { authorization: `Bearer ${token}` }),
    );
    const answers = await Promise.all(many);
    const refused = answers.filter(({ status }) => status !== 200);
    // One business has at most two thirds of the places.
    assert.ok(refused.length > 0 && answers.length - refused.length >= (2 * DRAWINGS_WAITING_MAX) / 3 - 1);
    for (const { status, body, headers } of refused)
      assert.deepEqual([status, body.error_code, headers["retry-after"]], [503, "BUSY", "1"]);
    const other = await business.order();
    const gone = invoke(service.runtime, {
      operation: service.runtime.registry.get(getOrderLabel.name),
      actor,
      input: { order_id: other.id },
      request: {
        id: "gone",
        surface: "rest",
        address: "127.0.0.1",
        language: "",
        user_agent: "",
        disconnected: () => AbortSignal.abort(new Error("gone")),
      },
      dry_run: false,
    });
    assert.equal((await catchRefusal(gone)).code, "caller_disconnected");
  });

  test("an order with names in many alphabets is printed as written", async () => {
    const business = await service.business();
    const order = await business.order({
      dropoff: {
        name: "Łukasz Żółć 東京都",
        line1: "улица Ленина 5 😀",
        line2: "Nguyễn Huệ",
        city: "Αθήνα",
        region: "서울",
        lat: 1,
        lng: 1,
      },
      delivery_instruction: "x".repeat(500),
      ref: "R".repeat(100),
    });
    const answer = await business.as("employee")(getOrderLabel, { order_id: order.id });
    assert.equal(answer.unprintable, 1);
    const [page] = await readPdf(Buffer.from(answer.content_base64, "base64"));
    for (const words of ["Łukasz Żółć 東京都", "улица Ленина 5 ?", "Nguyễn Huệ", "Αθήνα", "서울"])
      assert.ok(page?.text.includes(words), `${words} is not on the label: ${page?.text}`);
    assert.equal(page?.missing_glyphs, 0);
    assert.ok(answer.content_base64.length < 60_000, "only the glyphs that are used are in the file");
  });

  test("printed again unchanged it is the same document; changed, it is its next version, and both can be read", async () => {
    const business = await service.business();
    const order = await business.order();
    const print = () => business.as("employee")(getOrderLabel, { order_id: order.id });
    const first = await print();
    service.setNow("2026-11-22T23:00:00Z");
    const again = await print();
    assert.deepEqual(again, first);
    await business.as("client_admin")(updateDeliveryInstruction, {
      order_id: order.id,
      delivery_instruction: "Ring twice",
    });
    const changed = await print();
    assert.partialDeepStrictEqual(changed, { document_id: first.document_id, document_version: 2 });
    assert.notEqual(changed.sha256, first.sha256);
    for (const { sha256, content_base64, document_version } of [first, changed]) {
      const read = await business.as("client_admin")(getDocument, {
        document_id: first.document_id,
        version: document_version,
      });
      assert.equal(read.content_base64, content_base64);
      assert.equal(read.document.sha256, sha256);
    }
    const events = await business.readEvents("document", first.document_id);
    assert.deepEqual(
      events.map(({ kind, payload }) => [kind, payload["version"]]),
      [
        ["document.issued", 1],
        ["document.issued", 2],
      ],
    );
  });

  test("it is listed among the documents of its order, and another business neither lists nor reads it", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const order = await business.order();
    const { document_id, sha256, content_base64 } = await business.as("employee")(getOrderLabel, {
      order_id: order.id,
    });
    const bytes = Buffer.from(content_base64, "base64");
    assert.equal(sha256, createHash("sha256").update(bytes).digest("hex"));
    const listed = await business.as("client_admin")(listDocuments, {
      subject_type: "order",
      subject_id: order.id,
    });
    assert.partialDeepStrictEqual(listed, {
      total: 1,
      documents: [
        { id: document_id, kind: "order_label", number: order.tracking_number, version: 1, sha256 },
      ],
    });
    const answer = await business.http(
      "client_admin",
      "GET",
      `/api/v1/documents/${document_id}?version=1`,
      undefined,
      {
        accept: "application/pdf",
      },
    );
    assert.deepEqual([answer.headers["content-type"], answer.raw], ["application/pdf", bytes]);
    assert.equal(
      (await catchRefusal(business.as("client_admin")(getDocument, { document_id, version: 2 }))).status,
      404,
    );
    assert.equal((await catchRefusal(other.as("client_admin")(getDocument, { document_id }))).status, 404);
    assert.equal((await other.as("client_admin")(listDocuments, {})).total, 0);
  });

  test("bytes that the store has lost or damaged are issued again", async () => {
    const business = await service.business();
    const order = await business.order();
    const first = await business.as("employee")(getOrderLabel, { order_id: order.id });
    const stored_files = service.runtime.files;
    const bytes = Buffer.from("damaged");
    try {
      service.runtime.files = {
        put: stored_files.put,
        get: async (name) => (name === first.sha256 ? bytes : stored_files.get(name)),
      };
      const again = await business.as("employee")(getOrderLabel, { order_id: order.id });
      assert.partialDeepStrictEqual(again, { document_id: first.document_id, document_version: 2 });
    } finally {
      service.runtime.files = stored_files;
    }
  });

  test("printed by several at once it is issued once", async () => {
    const business = await service.business();
    const order = await business.order();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => business.as("employee")(getOrderLabel, { order_id: order.id })),
    );
    assert.equal(new Set(answers.map(({ sha256 }) => sha256)).size, 1);
    assert.ok(answers.every(({ document_version }) => document_version === 1));
  });

  test("an order of another business has no label, and customers cannot print labels", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const order = await other.order();
    assert.equal(
      (await catchRefusal(business.as("client_admin")(getOrderLabel, { order_id: order.id }))).status,
      404,
    );
    const customer = await business.customer();
    assert.equal(
      (await catchRefusal(customer.person.call(getOrderLabel, { order_id: order.id }))).status,
      403,
    );
  });
});
