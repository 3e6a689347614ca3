import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type LabelFonts, loadLabelFonts } from "../../bench/label-reading/draw-text.ts";
import {
  drawLabel,
  type LabelOptions,
  type LayoutName,
  seededRandom,
} from "../../bench/label-reading/layouts.ts";
import { type Distortion, photographLabels } from "../../bench/label-reading/photograph.ts";
import { decodePicture, UnreadableFile } from "./decode.ts";
import { parsePostalLine } from "./fields.ts";
import { judgeNumber, readNumber } from "./numbers.ts";
import { chooseNumber, readPage } from "./read-labels.ts";
import type { TrackingCandidate } from "./shapes.ts";
import { stopTextReader } from "./text.ts";

let fonts: LabelFonts;
before(async () => {
  fonts = await loadLabelFonts();
});
after(stopTextReader);

async function read(layout: LayoutName, seed: number, distortion: Distortion, options: LabelOptions = {}) {
  const random = seededRandom(seed);
  const label = drawLabel(fonts, layout, random, options);
  const page = await readPage(await decodePicture(await photographLabels([label], random, distortion)), 1);
  return { truth: label.truth, page, label: page.labels[0] };
}

describe("pictures", () => {
  const cases: [string, LayoutName, Distortion][] = [
    ["upside down", "fedex", { rotation: 180 }],
    ["on its side", "dhl", { rotation: 90 }],
    ["turned by 33 degrees", "usps", { rotation: 33 }],
    ["folded, in little light", "dpd", { has_fold: true, light: 0.4, noise: 6 }],
    ["with glare, blurred", "ups", { has_glare: true, blur: 1, rotation: -4 }],
  ];
  for (const [name, layout, distortion] of cases)
    test(`a label is read by its code: ${name}`, async () => {
      const { truth, label } = await read(layout, 7, distortion);
      assert.equal(label?.fields.tracking_number?.value, truth.tracking_number);
      assert.equal(label?.fields.tracking_number?.source, "barcode");
      // What glare covers is not guessed.
      if (distortion.has_glare !== true)
        assert.equal(label?.fields.recipient_postal_code?.value, truth.fields["recipient_postal_code"]);
    });

  test("without a code the text says the number, and is less certain", async () => {
    const { truth, label } = await read("ups", 3, { rotation: 5 }, { has_codes: false });
    assert.equal(label?.fields.tracking_number?.value, truth.tracking_number);
    assert.equal(label?.fields.tracking_number?.source, "text");
    assert.ok((label?.fields.tracking_number?.confidence ?? 1) < 0.96);
  });

  test("a wrong check digit is listed, and is not the number", async () => {
    const { truth, label } = await read("usps", 4, {}, { has_wrong_check: true });
    assert.ok((label?.fields.tracking_number?.confidence ?? 0) <= 0.5);
    assert.ok(
      label?.tracking_candidates.some(
        ({ value, check }) => value === truth.tracking_number && check === "invalid",
      ),
    );
  });

  test("a damaged picture is unreadable", async () => {
    await assert.rejects(decodePicture(Buffer.from("no picture")), UnreadableFile);
  });
});

describe("numbers", () => {
  test("letters that look like digits are decided by form and check digit", () => {
    const right = "1Z999AA10123456784";
    const cases: [string, boolean, string | undefined, string | undefined][] = [
      ["1Z 999 AA1 01 2345 6784", false, right, "valid"],
      ["IZ 999 AA1 O1 2345 6784", false, right, "valid"],
      ["1Z 999 AA1 01 2345 6785", false, "1Z999AA10123456785", "invalid"],
      ["RR 1234 5678 5 GB", false, "RR123456785GB", "valid"],
      ["RR I234 S678 5 GB", false, "RR123456785GB", "valid"],
      ["RR 1234 5678 9 GB", false, "RR123456789GB", "invalid"],
      ["(00) 3401 2345 0000 0000 17", false, "340123450000000017", "valid"],
      // Twelve digits are a number of FedEx where that is said.
      ["7441 2510 7470", false, undefined, undefined],
      ["7441 2510 7470", true, "744125107470", "valid"],
      ["SPRINGFIELD IL 62701", true, undefined, undefined],
    ];
    assert.deepEqual(
      cases.map(([text, has_heading]) => {
        const number = readNumber(text, has_heading);
        return [text, has_heading, number?.number, number?.check];
      }),
      cases,
    );
  });

  test("a number that a code says is judged by the form of its carrier", () => {
    assert.equal(judgeNumber("9505510000000000000009", "usps").check, "invalid");
    assert.equal(judgeNumber("744125107470", "fedex").check, "valid");
    assert.equal(judgeNumber("744125107471", "fedex").check, "invalid");
    assert.equal(judgeNumber("50099293004764", "dpd").check, "none");
  });

  const candidate = (value: string, more: Partial<TrackingCandidate> = {}): TrackingCandidate => ({
    value,
    carrier: null,
    check: "valid",
    confidence: 0.98,
    box: { page: 1, x: 0, y: 0, width: 1, height: 1 },
    source: "barcode",
    ...more,
  });

  test("a label over an older one: two codes that are right exclude each other", () => {
    const { chosen, has_conflict } = chooseNumber(
      [candidate("1Z999AA10123456784"), candidate("RR123456785GB")],
      [],
    );
    assert.equal(has_conflict, true);
    assert.ok((chosen?.confidence ?? 1) <= 0.5);
    // A transport unit has its own number beside that of its carrier.
    assert.equal(
      chooseNumber([candidate("1Z999AA10123456784"), candidate("340123450000000017")], []).has_conflict,
      false,
    );
  });

  test("code and text that agree are more certain, and a wrong check digit is never chosen", () => {
    const agreed = chooseNumber(
      [candidate("RR123456785GB"), candidate("RR123456785GB", { source: "text", confidence: 0.8 })],
      [],
    );
    assert.equal(agreed.chosen?.confidence, 0.99);
    assert.equal(
      chooseNumber([candidate("RR123456789GB", { check: "invalid", confidence: 1 })], []).chosen,
      null,
    );
  });
});

test("the last line of an address has postal code and city, as its country writes them", () => {
  assert.deepEqual(
    [
      "SPRINGFIELD IL 62701-1234",
      "LEEDS LS1 4AB",
      "TORONTO ON M5V 2T6",
      "D-20095 Hamburg",
      "80010-000 CURITIBA",
      "REF 12",
    ].map((line) => parsePostalLine(line)?.postal_code),
    ["62701-1234", "LS1 4AB", "M5V 2T6", "20095", "80010-000", undefined],
  );
});
