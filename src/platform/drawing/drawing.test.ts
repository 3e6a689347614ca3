import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readPdf } from "#tests/support/pdf.ts";
import { template } from "#tests/support/text-template.ts";
import { draw } from "./draw.ts";
import { findUnprintable, toLine, typeset } from "./typeset.ts";

/** Text of a line in the order in which it is drawn, and the families it is drawn with. */
async function drawn(text: string, language = "en") {
  const { runs, lost } = await typeset(toLine(text), { bold: false, language });
  return {
    text: runs.map((run) => run.text).join(""),
    families: [
      ...new Set(
        runs.map((run) =>
          run.face.key.replace(/^noto-sans-([a-z]+)-.*/, (_match, name) =>
            FAMILY.test(name) ? name : "sans",
          ),
        ),
      ),
    ].join(" "),
    lost,
  };
}

const FAMILY =
  /^(arabic|hebrew|armenian|bengali|ethiopic|georgian|gujarati|kannada|lao|malayalam|sinhala|tamil|telugu|thai|sc|jp|kr)$/;

describe("text", () => {
  const SCRIPTS: [name: string, text: string, families: string][] = [
    ["Latin", "São João, Łódź, Çeşme, İzmir, €5", "sans"],
    ["Vietnamese", "Nguyễn Thị Minh Khai, Quận Bình Thạnh", "sans"],
    ["Greek", "Λεωφόρος Βασιλίσσης Σοφίας, Αθήνα", "sans"],
    ["Cyrillic", "вулиця Хрещатик, Київ; ул. Щукина", "sans"],
    ["Devanagari", "मुंबई", "sans"],
    ["Thai", "ถนนสุขุมวิท กรุงเทพฯ", "thai sans"],
    ["Tamil", "சென்னை, தமிழ்நாடு", "tamil sans"],
    ["Georgian", "რუსთაველის გამზირი", "georgian sans"],
    ["Armenian", "Երևան, Մաշտոցի", "armenian sans"],
    ["Ethiopic", "አዲስ አበባ", "ethiopic sans"],
    ["Bengali", "ঢাকা", "bengali"],
    ["Gujarati", "અમદાવાદ", "gujarati"],
    ["Kannada", "ಬೆಂಗಳೂರು", "kannada"],
    ["Malayalam", "കൊച്ചി", "malayalam"],
    ["Telugu", "హైదరాబాద్", "telugu"],
    ["Sinhala", "කොළඹ", "sinhala"],
    ["Lao", "ວຽງຈັນ", "lao"],
    ["Chinese", "北京市朝阳区建国路", "sc"],
    ["Japanese", "東京都千代田区 ひびや公園", "jp sans"],
    ["Korean", "서울특별시 종로구", "kr sans"],
  ];
  for (const [name, text, families] of SCRIPTS) {
    test(`${name} is drawn as written, with fonts that have it`, async () => {
      assert.deepEqual(await drawn(text), { text: text.normalize("NFC"), families, lost: 0 });
    });
  }

  test("Chinese characters have the forms of the language", async () => {
    assert.equal((await drawn("直", "ja-JP")).families, "jp");
    assert.equal((await drawn("直", "ko")).families, "kr");
    assert.equal((await drawn("直", "pt-BR")).families, "sc");
  });

  test("right-to-left text is drawn from the right, with its numbers and Latin words from the left", async () => {
    // Fonts reverse letters of Hebrew and Arabic by themselves, within a run.
    assert.equal((await drawn("רחוב הרצל 15")).text, "15 הרצל רחוב");
    assert.equal((await drawn("شارع الملك 12 (Box 7)")).text, "(Box 7) 12 الملك شارع");
    assert.equal((await drawn("Rua שלום, 5 andar")).text, "Rua 5 ,שלום andar");
    // Digits of the Arabic script run from the left, and their font would draw them from the right.
    const { runs } = await typeset("٣٤", { bold: false, language: "ar" });
    const shaped_runs = runs.map(({ face, text }) =>
      face.font.layout(text).glyphs.map(({ codePoints }) => codePoints),
    );
    assert.deepEqual(shaped_runs.flat(2), [0x0663, 0x0664]);
  });

  test("Arabic letters are joined: no glyph of a word is the letter's isolated form", async () => {
    const { runs } = await typeset("شارع", { bold: false, language: "ar" });
    const face = runs[0]?.face;
    const [joined, alone] = ["بيت", "ب"].map((text) => face?.font.layout(text).glyphs.map(({ id }) => id));
    assert.ok(joined && alone && !joined.includes(alone.at(-1) as number));
  });

  test("characters that no font has are counted, and marks of direction and variants are not drawn", async () => {
    assert.deepEqual(await drawn("a 😀 ရန် ❤️\u200eb"), {
      text: "a ? ?? ?b",
      families: "sans",
      lost: 4,
    });
    assert.deepEqual(findUnprintable("a 😀 ရန် ไทย\u200eb 王"), ["😀", "ရ", "န်"]);
  });

  test("line ends, tabs and lone surrogates never break a line", async () => {
    assert.equal(toLine("a\u0007b\n\t c\ud800"), "a b c\ufffd");
  });
});

describe("a document", () => {
  const contents = { lines: ["Łukasz", "東京都", "Київ"] };

  test("contains the glyphs it uses and no missing one, and is the same bytes when drawn again", async () => {
    const drawing = {
      template_url: template.url,
      contents,
      language: "en",
      issued_at: "2026-11-22T10:00:00Z",
    };
    const [one, two] = [await draw(drawing), await draw(drawing)];
    assert.deepEqual(Buffer.from(one.bytes), Buffer.from(two.bytes));
    const [page] = await readPdf(one.bytes);
    assert.equal(page?.missing_glyphs, 0);
    for (const words of contents.lines) assert.ok(page?.text.includes(words), page?.text);
    assert.ok(one.bytes.length < 20_000, `${one.bytes.length} bytes`);
  });

  test("a long line is scaled down, then truncated, and stays in its room", async () => {
    const long = { lines: ["長い".repeat(300)] };
    const { bytes } = await draw({
      template_url: template.url,
      contents: long,
      language: "ja",
      issued_at: "2026-11-22T10:00:00Z",
    });
    const [page] = await readPdf(bytes);
    const text = page?.text.trim() ?? "";
    assert.ok(text.endsWith("…") && text.length > 10 && text.length < 100, text);
  });
});
