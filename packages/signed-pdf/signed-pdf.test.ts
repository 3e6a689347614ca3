import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { describe, test } from "node:test";
import fc from "fast-check";
import { PDFDocument as PdfLib, rgb } from "pdf-lib";
import PDFDocument from "pdfkit";
import { buildCode, buildIssuer, CODE_PATTERN, getIssuer, parseCode } from "./code.ts";
import { readPdfContents } from "./contents.ts";
import {
  buildKeyId,
  exportPublicKey,
  hashPublicKey,
  importPublicKey,
  readSignature,
  signPdf,
  verifySignedPdf,
} from "./sign.ts";

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function createIssuer() {
  const { privateKey } = generateKeyPairSync("ed25519");
  const raw = exportPublicKey(privateKey);
  const key_id = buildKeyId(raw);
  return {
    private_key: privateKey,
    key_id,
    issuer: buildIssuer(hashPublicKey(raw)),
    keys: new Map([[key_id, importPublicKey(raw)]]),
  };
}

const ours = createIssuer();
const theirs = createIssuer();
const CODE = buildCode(ours.issuer, Buffer.from("a number of a document"));

async function drawPdf(texts: readonly string[], code = CODE): Promise<Buffer> {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    info: { Title: "Label", Keywords: `Packhorse document ${code}` },
  });
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = once(pdf, "end");
  for (const text of texts) {
    pdf.addPage({ size: [200, 200], margin: 10 });
    pdf.text(text).rect(20, 40, 30, 30).fill();
  }
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

function issue(drawn: Buffer, { private_key, key_id }: Pick<typeof ours, "private_key" | "key_id"> = ours) {
  const content_hash = readPdfContents(drawn)?.content_hash ?? "-";
  return signPdf(
    drawn,
    { code: CODE, issued_at: "2026-11-29T10:00:00.000Z", key_id, content_hash },
    private_key,
  );
}

const drawn = await drawPdf(["Parcel 1 of 2", "Parcel 2 of 2"]);
const { bytes: issued } = issue(drawn);

describe("codes", () => {
  test("name their issuer, and are read however they are typed", () => {
    assert.match(CODE, CODE_PATTERN);
    assert.equal(getIssuer(CODE), ours.issuer);
    for (const typed of [
      CODE,
      CODE.toLowerCase(),
      CODE.replaceAll("-", " "),
      CODE.replaceAll("-", "–"),
      ` ${CODE.replaceAll("-", "")} `,
      CODE.replaceAll("0", "O").replaceAll("1", "l"),
      `https://depot.example/verify/${CODE}`,
      `https://depot.example/verify/${CODE}?lang=de#top`,
    ])
      assert.equal(parseCode(typed), CODE, typed);
    for (const other of [
      "",
      "K7Q2M",
      `${CODE}0`,
      CODE.slice(1),
      `${CODE.slice(0, -1)}U`,
      "https://depot.example/verify/",
    ])
      assert.equal(parseCode(other), null, other);
  });

  test("a wrong letter and two exchanged letters are found, wherever they are", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 7, maxLength: 7 }),
        fc.nat(16),
        fc.nat(31),
        (random, place, letter) => {
          const letters = buildCode(ours.issuer, random).replaceAll("-", "");
          const wrong = letters.slice(0, place) + LETTERS[letter] + letters.slice(place + 1);
          assert.equal(parseCode(wrong) !== null, wrong === letters);
          const exchanged =
            letters.slice(0, place) + (letters[place + 1] ?? "") + letters[place] + letters.slice(place + 2);
          assert.equal(parseCode(exchanged) !== null, exchanged === letters);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("two numbers are two codes, down to their last bits", () => {
    const one = Buffer.alloc(7);
    const other = Buffer.from([0, 0, 0, 0, 0, 0, 2]);
    assert.notEqual(buildCode(ours.issuer, one), buildCode(ours.issuer, other));
  });
});

describe("signatures", () => {
  test("a file is authentic with the public key alone, and remains the document that was drawn", async () => {
    const verdict = verifySignedPdf(issued, ours.keys);
    assert.partialDeepStrictEqual(verdict, {
      kind: "authentic",
      statement: { code: CODE, bytes: drawn.length },
    });
    assert.deepEqual(issued.subarray(0, drawn.length), drawn);
    assert.equal((await PdfLib.load(issued)).getPageCount(), 2);
  });

  test("no file with a byte changed, removed or added is authentic", () => {
    for (let at = 0; at < issued.length; at += 1) {
      const changed = Buffer.from(issued);
      changed[at] = (changed[at] as number) ^ 1;
      assert.notEqual(verifySignedPdf(changed, ours.keys).kind, "authentic", `byte ${at}`);
    }
    for (const changed of [
      Buffer.concat([issued, Buffer.from("\n")]),
      Buffer.concat([Buffer.from(" "), issued]),
      issued.subarray(0, -1),
      Buffer.concat([issued, Buffer.from("5 0 obj\n<<>>\nendobj\ntrailer\n<</Root 3 0 R>>\n")]),
      Buffer.concat([issued, issued.subarray(drawn.length)]),
      Buffer.concat([drawn, Buffer.from("x"), issued.subarray(drawn.length)]),
      drawn,
    ])
      assert.notEqual(verifySignedPdf(changed, ours.keys).kind, "authentic");
  });

  test("a key of another issuer is unknown, and its signature under our key id is none of ours", () => {
    assert.partialDeepStrictEqual(verifySignedPdf(issued, theirs.keys), {
      kind: "unknown_key",
      key_id: ours.key_id,
    });
    const forged = issue(drawn, { private_key: theirs.private_key, key_id: ours.key_id });
    assert.deepEqual(verifySignedPdf(forged.bytes, ours.keys), { kind: "altered", code: CODE });
    assert.equal(verifySignedPdf(drawn, ours.keys).kind, "unsigned");
  });

  test("any bytes are read without an error", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(issued.length), (noise, at) => {
        const bytes = Buffer.concat([issued.subarray(0, at), noise, issued.subarray(at)]);
        for (const file of [noise, bytes]) {
          const verdict = verifySignedPdf(file, ours.keys).kind;
          assert.equal(verdict === "authentic", file.length === issued.length && noise.length === 0);
          readSignature(file);
          readPdfContents(file);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("contents", () => {
  const contents = readPdfContents(drawn);

  test("the signed file has the contents and the code of the drawn one", () => {
    assert.partialDeepStrictEqual(contents, { pages: 2, code: CODE });
    assert.deepEqual(readPdfContents(issued), contents);
  });

  for (const useObjectStreams of [true, false])
    test(`a file that another program saved ${useObjectStreams ? "packed" : "plainly"} has the same contents`, async () => {
      const saved = await (await PdfLib.load(issued)).save({ useObjectStreams });
      assert.notDeepEqual(Buffer.from(saved), issued);
      assert.notEqual(verifySignedPdf(saved, ours.keys).kind, "authentic");
      assert.deepEqual(readPdfContents(saved), contents);
    });

  test("what is drawn over a page, turned, left out or exchanged is seen", async () => {
    const change = async (edit: (pdf: PdfLib) => unknown) => {
      const pdf = await PdfLib.load(issued);
      await edit(pdf);
      return readPdfContents(await pdf.save())?.content_hash;
    };
    const changed = await Promise.all([
      change((pdf) =>
        pdf.getPage(1).drawRectangle({ x: 0, y: 0, width: 50, height: 20, color: rgb(1, 1, 1) }),
      ),
      change((pdf) => pdf.getPage(0).setRotation({ type: "degrees" as never, angle: 180 })),
      change((pdf) => pdf.removePage(1)),
      change((pdf) => pdf.getPage(0).setMediaBox(0, 0, 200, 100)),
      change(async (pdf) => {
        const [page] = await pdf.copyPages(pdf, [1]);
        pdf.removePage(1);
        pdf.insertPage(0, page);
      }),
    ]);
    const texts = readPdfContents(await drawPdf(["Parcel 1 of 3", "Parcel 2 of 2"]))?.content_hash;
    assert.equal(new Set([contents?.content_hash, texts, ...changed]).size, 7);
  });

  test("a file that unpacks to far more than it is, and one with a password, are not read", () => {
    const bomb = Buffer.from(
      "%PDF-1.4\n1 0 obj\n<</Pages 1 0 R/Kids[1 0 R]>>\nendobj\ntrailer<</Root 1 0 R/Encrypt 2 0 R>>",
    );
    assert.equal(readPdfContents(bomb), null);
    assert.equal(readPdfContents(Buffer.from("no PDF")), null);
  });
});
