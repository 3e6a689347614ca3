import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { parseSync } from "vite";
import { findLiterals, findReadsAtStart } from "./find-literals.ts";
import { findManifests } from "./find-manifests.ts";
import { chooseLanguage, findLanguage } from "./language/language.ts";
import { withFallback } from "./language/texts.ts";
import { findManifestTexts } from "./message-files.ts";

const ALL = ["de", "en", "es", "fr", "ja", "ko", "pt", "zh-Hans", "zh-Hant"];
/** Folders with messages for the public and for drivers, who choose among all languages. */
const PUBLIC = [
  "field",
  "language",
  "map",
  "pages/execution/driver-app",
  "pages/execution/instant-rider/rider",
  "pages/tracking/tracking",
  "pages/tracking/tracking/changes",
  "pages/tracking/tracking/notifications",
  "parts/timeline",
];
const CONSOLE = ["en", "pt"];

const CONSOLE_FOLDER = import.meta.dirname;

async function readMessages(folder: string, language: string): Promise<Record<string, unknown>> {
  const file = path.join(CONSOLE_FOLDER, folder, "messages", `${language}.ts`);
  const { messages } = (await import(pathToFileURL(file).href)) as { messages: Record<string, unknown> };
  return messages;
}

const folders = new Map<string, string[]>();
for await (const file of glob("**/messages/*.ts", { cwd: CONSOLE_FOLDER, exclude: ["dist/**"] })) {
  const folder = path.dirname(path.dirname(file));
  folders.set(folder, [...(folders.get(folder) ?? []), path.basename(file, ".ts")].sort());
}

/** Texts by their path: `headline.delivered`. */
function listTexts(messages: object, above = ""): Map<string, unknown> {
  return new Map(
    Object.entries(messages).flatMap(([key, text]): [string, unknown][] =>
      typeof text === "object" ? [...listTexts(text, `${above}${key}.`)] : [[`${above}${key}`, text]],
    ),
  );
}

/** What a text shows when its values are 7001, 7002 …: numbers, so that forms of plurals can be chosen. */
function fill(text: unknown): string {
  if (typeof text !== "function") return String(text);
  return flatten(text(...Array.from({ length: text.length }, (_, index) => 7001 + index)));
}

function flatten(node: unknown): string {
  if (Array.isArray(node)) return node.map(flatten).join("");
  if (typeof node === "object" && node !== null && "props" in node)
    return flatten((node.props as { children?: unknown }).children);
  return node === null || node === undefined ? "" : String(node);
}

const findValues = (text: unknown) =>
  (fill(text).match(/7\p{P}?\p{Z}?00\d/gu) ?? []).map((value) => value.replaceAll(/\D/g, "")).sort();

test("messages are whole: English and Portuguese everywhere, all languages where the public reads them", () => {
  assert(folders.size > 2, "The files of messages were not found.");
  for (const [folder, languages] of folders)
    assert.deepEqual(languages, PUBLIC.includes(folder) ? ALL : CONSOLE, folder);
});

test("every translation has each text once, with the values of the English one and no English left", async () => {
  for (const [folder, languages] of folders) {
    const english = listTexts(await readMessages(folder, "en"));
    for (const language of languages.filter((one) => one !== "en")) {
      const texts = listTexts(await readMessages(folder, language));
      assert.deepEqual([...texts.keys()].sort(), [...english.keys()].sort(), `${folder}, ${language}`);
      for (const [key, text] of texts) {
        const where = `${folder}, ${language}: ${key}`;
        assert.equal(typeof text, typeof english.get(key), where);
        assert.deepEqual(findValues(text), findValues(english.get(key)), where);
        assert.equal(fill(text).trim() === "", fill(english.get(key)).trim() === "", where);
        // A sentence that reads the same was not translated; a word may be the same in both languages.
        if (/\p{L}{2,} \p{L}{2,} \p{L}{2,}/u.test(fill(text)))
          assert.notEqual(fill(text), fill(english.get(key)), where);
      }
    }
  }
});

test("every word of the manifests is translated, and the same way everywhere", async () => {
  const translated = await findManifestTexts();
  for (const { family, manifest } of await findManifests()) {
    const entries = [
      ...manifest.navigation,
      ...manifest.public_navigation,
      ...manifest.settings,
      ...manifest.commands,
      ...manifest.searches,
      ...[manifest.pages, manifest.public_pages].flatMap((pages) => Object.values(pages)),
    ];
    const words = entries.flatMap((entry) =>
      ["title", "label", "about"].flatMap(
        (key) => (entry as unknown as Record<string, string | undefined>)[key] ?? [],
      ),
    );
    for (const language of CONSOLE.filter((one) => one !== "en")) {
      const own = translated.find((one) => one.family === family && one.language === language);
      assert.deepEqual(
        words.filter((word) => own?.manifest[word] === undefined),
        [],
        `${family}, ${language}`,
      );
    }
  }
  const seen = new Map<string, string>();
  for (const { family, language, manifest } of translated)
    for (const [english, word] of Object.entries(manifest)) {
      const key = `${language}: ${english}`;
      assert.equal(seen.get(key) ?? word, word, `${family}, ${key}`);
      seen.set(key, word);
    }
});

test("no component has text of its own, and texts are read only when something is rendered", () => {
  const listed = readdirSync(CONSOLE_FOLDER, { recursive: true, encoding: "utf8" })
    .filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !/(^dist|\.test\.ts$|[\\/]messages[\\/]|(manifest|examples|pointer-range)\.ts$)/.test(file),
    )
    .filter((file) => /^(pages|parts|shell|map|language|field)[\\/]/.test(file));
  assert(listed.length > 100, `Only ${listed.length} files were seen.`);
  const found = new Map<string, string[]>();
  for (const file of listed) {
    const { program } = parseSync(file, readFileSync(path.join(CONSOLE_FOLDER, file), "utf8"));
    const folder = path.dirname(file);
    assert.deepEqual(findReadsAtStart(program), [], `${file} reads a text when it is loaded`);
    const literals = findLiterals(program);
    if (literals.length > 0)
      found.set(folder, [...(found.get(folder) ?? []), ...literals.map((text) => `${file}: ${text}`)]);
  }
  for (const [folder, literals] of found) assert.deepEqual(literals, [], `${folder} has text in components`);
});

test("texts in components and texts read too early are found", () => {
  const find = (code: string) => findLiterals(parseSync("a.tsx", code).program);
  assert.deepEqual(
    find(`const A = () => <p title="On it">Hello {x}<b>{y ? "Not yet" : \`\${n} orders left\`}</b></p>`),
    ["On it", "Hello", "Not yet", "orders left"],
  );
  assert.deepEqual(
    find("import x from 'a b c'; const A = () => <p className='row apart' lang='en'>{text.x} · </p>"),
    [],
  );
  const early = (code: string) => findReadsAtStart(parseSync("a.tsx", code).program);
  assert.deepEqual(
    early("const a = { label: text.a.b }; const f = () => text.a; class A { get x() { return text.b } }"),
    ["text.a.b"],
  );
});

test("a text without a translation is English, at any depth", () => {
  const english = { a: "A", b: { c: "C", d: (n: number) => `D ${n}` } };
  const { a, b } = withFallback(english, { b: { c: "Ç" } });
  assert.deepEqual([a, b.c, b.d(2)], ["A", "Ç", "D 2"]);
});

test("the language is the first that somebody reads and the page has, with the country for dates and numbers", () => {
  for (const [locales, language, locale] of [
    [["pt-BR", "en"], "pt", "pt-BR"],
    [["sv", "de-AT"], "de", "de-AT"],
    [["zh-TW"], "zh-Hant", "zh-TW"],
    [["zh"], "zh-Hans", "zh-Hans"],
    [["zh_HK"], "zh-Hant", "zh-HK"],
    [["en-US"], "en", "en-US"],
    [["en"], "en", "en-GB"],
    [["nonsense tag", "ja"], "ja", "ja"],
    [["sv"], "en", "en-GB"],
    [[], "en", "en-GB"],
  ] as const)
    assert.deepEqual(chooseLanguage(locales, ALL), { language, locale }, String(locales));
  assert.equal(findLanguage("ko-KR", CONSOLE), undefined);
});
