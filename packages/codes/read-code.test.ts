/** Codes as scanners, people, carriers and our own labels deliver them. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type CodeKind, readCode } from "./read-code.ts";

const GS = "\u001d";
const RS = "\u001e";
const EOT = "\u0004";

const PH = "PH12345678901285";
const SSCC = "340123450000000017";
const UPC = "00012345678905";
const EAN = "04006381333931";
const UPS = "1Z12345E0205271688";
const USPS = "9405803699300124287899";
const S10 = "RR123456785DE";

/** What was read, the key that it must have, and what it is. */
const CASES: readonly (readonly [what: string, raw: string, key: string, kind: CodeKind])[] = [
  // Our own numbers.
  ["a number", PH, PH, "text"],
  ["small letters", PH.toLowerCase(), PH, "text"],
  ["a space after the prefix", "PH 12345678901285", PH, "text"],
  ["a hyphen", "PH-1234-5678-9012-85", PH, "text"],
  ["a line end", `${PH}\r\n`, PH, "text"],
  ["a tab", `${PH}\t`, PH, "text"],
  ["spaces around it", `  ${PH}  `, PH, "text"],
  ["non-breaking spaces", "PH\u00a01234\u202f5678\u00a0901285", PH, "text"],
  ["full-width characters of a Japanese keyboard", "ＰＨ１２３４５６７８９０１２８５", PH, "text"],
  ["a zero-width space, pasted from a page", `\u200b${PH}\ufeff`, PH, "text"],
  ["a soft hyphen", "PH1234\u00ad5678901285", PH, "text"],
  ["a minus sign and an en dash", "PH\u22121234\u20135678901285", PH, "text"],
  ["Code 39 with its asterisks", `*${PH}*`, PH, "text"],
  ["the symbology of Code 128", `]C0${PH}`, PH, "text"],
  ["the symbology of QR", `]Q1${PH}`, PH, "text"],
  ["the symbology of Aztec", `]z0${PH}`, PH, "text"],
  ["the symbology of PDF417", `]L0${PH}`, PH, "text"],
  ["STX and ETX", `\u0002${PH}\u0003`, PH, "text"],
  ["the QR code of a label", `https://depot.example/track/${PH}`, PH, "text"],
  ["its QR code in capital letters", `HTTPS://DEPOT.EXAMPLE/TRACK/${PH}`, PH, "text"],
  ["its QR code on a host with a port and a path", `http://10.0.0.5:3000/tms/track/${PH}/`, PH, "text"],
  ["its QR code with a language", `https://depot.example/track/${PH}?l=pt#stops`, PH, "text"],
  ["its QR code without a scheme", `depot.example/track/${PH}`, PH, "text"],
  ["its address without a scheme on a host of the local network", `packhorse:8080/track/${PH}`, PH, "text"],
  ["its address without a scheme and without a port", `packhorse/pt/track/${PH}`, PH, "text"],
  ["its address without a scheme on this machine", `LOCALHOST:3000/TRACK/${PH}`, PH, "text"],
  ["its address without a scheme by number", `[fd00::7]:8080/track/${PH}`, PH, "text"],
  ["its QR code with the symbology and a line end", `]Q1https://depot.example/track/${PH}\n`, PH, "text"],
  ["an address with the number as a parameter", `https://depot.example/t?tracking_number=${PH}`, PH, "text"],
  ["a bin", "a-01-02", "A-01-02", "text"],
  ["Codabar with its start and stop letters", "A1234567B", "1234567", "text"],
  ["Code 39 with its check character", "]A1BOX-1K", "BOX-1", "text"],
  ["Interleaved 2 of 5 of an odd number", "]I00123456789", "123456789", "text"],
  // Transport units.
  ["an SSCC", SSCC, SSCC, "sscc"],
  ["an SSCC with spaces", "3 4012345 000000001 7", SSCC, "sscc"],
  ["an SSCC with its identifier", `00${SSCC}`, SSCC, "sscc"],
  ["GS1-128", `]C100${SSCC}`, SSCC, "sscc"],
  ["GS1-128 with FNC1 as GS", `${GS}00${SSCC}`, SSCC, "sscc"],
  ["GS1 DataMatrix", `]d2${GS}00${SSCC}`, SSCC, "sscc"],
  ["a human-readable SSCC", "(00) 3 4012345 000000001 7", SSCC, "sscc"],
  ["an SSCC after the goods in it", `]C102${EAN}3712${GS}00${SSCC}`, SSCC, "sscc"],
  ["GS written out", `]C102${EAN}3712<GS>00${SSCC}`, SSCC, "sscc"],
  ["EPC URN", "urn:epc:id:sscc:4012345.3000000001", SSCC, "sscc"],
  ["EPC URN in capital letters", "URN:EPC:ID:SSCC:4012345.3000000001", SSCC, "sscc"],
  ["EPC tag URN", "urn:epc:tag:sscc-96:2.4012345.3000000001", SSCC, "sscc"],
  ["Digital Link", `https://id.gs1.org/00/${SSCC}`, SSCC, "sscc"],
  ["Digital Link of a shop", `https://shop.example/some/path/00/${SSCC}?x=1`, SSCC, "sscc"],
  ["Digital Link with a word", `https://shop.example/sscc/${SSCC}`, SSCC, "sscc"],
  // Articles.
  ["UPC-A", "012345678905", UPC, "gtin"],
  ["UPC-A as EAN-13", "0012345678905", UPC, "gtin"],
  ["UPC-A with the symbology", "]E00012345678905", UPC, "gtin"],
  ["ITF-14", "]I004006381333931", EAN, "gtin"],
  ["EAN-13", "4006381333931", EAN, "gtin"],
  ["EAN-13 with spaces", "4 006381 333931", EAN, "gtin"],
  ["EAN-13 with an add-on", "]E3400638133393112", EAN, "gtin"],
  ["EAN-8", "]E496385074", "00000096385074", "gtin"],
  ["UPC-E", "01234565", "00012345000065", "gtin"],
  ["UPC-E without its number system", "]E01234565", "00012345000065", "gtin"],
  ["GTIN with lot and expiry", `]d201${EAN}1726123110LOT1`, EAN, "gtin"],
  ["GTIN with a serial", `]Q301${EAN}21S-7${GS}10L`, `${EAN}S-7`, "gtin"],
  ["GTIN in brackets", `(01)${EAN}(17)261231(10)LOT1`, EAN, "gtin"],
  ["GTIN without an envelope", `01${EAN}10LOT1`, EAN, "gtin"],
  ["SGTIN", "urn:epc:id:sgtin:4006381.033393.42", EAN, "gtin"],
  ["Digital Link of an article", "https://id.gs1.org/01/4006381333931/10/LOT1?17=261231", EAN, "gtin"],
  // Shipments.
  ["GINC", "(401)4012345ABC", "4012345ABC", "shipment"],
  ["GSIN", `]C140240123450000000016`, "40123450000000016", "shipment"],
  ["an order number of a logistic label", `]C1400PO-77`, "PO-77", "shipment"],
  ["an order number before a postal code", `]C1400PO77${GS}42160013127`, "PO77", "shipment"],
  // Carriers.
  ["UPS", UPS, UPS, "carrier_number"],
  ["UPS in groups", "1Z 123 45E 02 0527 1688", UPS, "carrier_number"],
  [
    "UPS MaxiCode",
    `[)>${RS}01${GS}96841706672${GS}840${GS}002${GS}1Z05271688${GS}UPSN${GS}12345E${GS}089${GS}${GS}1/1${RS}${EOT}`,
    UPS,
    "carrier_number",
  ],
  [
    "the tracking page of UPS",
    `https://www.ups.com/track?loc=en_US&tracknum=${UPS}&requester=ST/`,
    UPS,
    "carrier_number",
  ],
  ["USPS", "9405 8036 9930 0124 2878 99", USPS, "carrier_number"],
  ["USPS with the ZIP code", `42078701${USPS}`, USPS, "carrier_number"],
  ["USPS with nine digits of ZIP code", `420787011234${USPS}`, USPS, "carrier_number"],
  ["USPS as GS1-128", `]C142078701${GS}${USPS}`, USPS, "carrier_number"],
  ["USPS in brackets", `(420)78701(94)05803699300124287899`, USPS, "carrier_number"],
  ["FedEx Express, 34 digits", "1001921334250001000300779017972697", "779017972697", "carrier_number"],
  ["FedEx Ground, 34 digits", "9622001900000000000000776632517510", "776632517510", "carrier_number"],
  ["FedEx Ground, 22 digits", "9611020987654312345672", "987654312345672", "carrier_number"],
  ["FedEx Express, 32 digits", "10019213342500007790179726970201", "779017972697", "carrier_number"],
  [
    "FedEx PDF417",
    `[)>${RS}01${GS}0284116${GS}840${GS}019${GS}7790179726970201${GS}FDE${GS}${RS}${EOT}`,
    "779017972697",
    "carrier_number",
  ],
  ["DHL with its data identifier", "JJD000390007882823436", "JD000390007882823436", "carrier_number"],
  ["DHL without it", "JD000390007882823436", "JJD000390007882823436", "carrier_number"],
  ["a postal item", "RR 123 456 785 DE", S10, "carrier_number"],
  ["a postal item in small letters", S10.toLowerCase(), S10, "carrier_number"],
  ["DPD with its barcode identifier", "%000642409980525123456101276", "09980525123456", "carrier_number"],
  ["DPD with its check character", "008182709980000020033350276C", "09980000020033", "carrier_number"],
];

describe("a code", () => {
  for (const [what, raw, key, kind] of CASES)
    test(`is found as ${what}`, () => {
      const read = readCode(raw);
      assert.ok(read.keys.includes(key), `${JSON.stringify(raw)}: ${read.keys.join(", ")}`);
      assert.equal(read.kind, kind);
    });

  test("has no key of another one: a check digit that is wrong makes no identifier of it", () => {
    const wrong = readCode("340123450000000018");
    assert.deepEqual([wrong.kind, wrong.sscc], ["text", null]);
    assert.deepEqual(readCode("4006381333932").keys, ["4006381333932"]);
    assert.equal(readCode("RR123456784DE").kind, "text");
    assert.deepEqual(readCode("A-1-11").keys, ["A-1-11", "A111"]);
    assert.ok(!readCode("LOT/4711").keys.includes("4711"));
  });

  test("keeps how it was scanned, as the first of the plain keys", () => {
    assert.deepEqual(readCode("Box 7-a").keys, ["Box 7-a", "BOX7-A", "BOX7A"]);
    assert.ok(readCode("https://depot.example/track/PH1").keys.includes("https://depot.example/track/PH1"));
  });

  test("of one article is one key in every length", () => {
    const keys = ["012345678905", "0012345678905", "00012345678905", "(01)00012345678905"].map(
      (raw) => readCode(raw).gtin,
    );
    assert.deepEqual(new Set(keys), new Set([UPC]));
  });

  test("says lot, expiry and serial", () => {
    const { elements } = readCode(`]d201${EAN}1726123110LOT1${GS}21S7`);
    assert.deepEqual(Object.fromEntries(elements), { "01": EAN, 17: "261231", 10: "LOT1", 21: "S7" });
  });

  test("is read whatever is sent, without an error", () => {
    for (const raw of [
      "",
      " ",
      "]C1",
      "(00)",
      "[)>",
      "https://",
      "urn:epc:id:sscc:",
      "%",
      "*",
      "**",
      "\u0000",
      "1".repeat(5000),
      GS.repeat(3000),
      "http://[",
      "https://x.example/%E0%A4%A/00/%",
    ])
      assert.doesNotThrow(() => readCode(raw));
  });
});
