import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { parseSync } from "vite";
import { findLanguage } from "../packages/language/find-language.ts";
import { findLiterals, findReads, findReadsAtLoad } from "./find-literals.ts";
import { findManifests } from "./find-manifests.ts";
import type { Text, Value } from "./language/format-text.ts";
import { chooseLanguage } from "./language/language.ts";
import { type Elements, parseText } from "./language/parse-text.ts";
import { type Messages, readTexts, withFallback } from "./language/texts.ts";
import { findManifestTexts, findRecordWords } from "./message-files.ts";
import { buildMessageTypes, listValues } from "./message-types.ts";

const ALL = ["de", "en", "es", "fr", "ja", "ko", "pt", "zh-Hans", "zh-Hant"];
/** Folders with messages for the public and for drivers, who choose among all languages. */
const PUBLIC = [
  "field",
  "kiosk",
  "language",
  "map",
  "pages/customer/reservations/public",
  "pages/execution/driver-app",
  "pages/execution/instant-rider/rider",
  "pages/files/documents/verify",
  "pages/insight/maps/public",
  "pages/lockers/locker-resale/claim",
  "pages/lockers/locker-resale/own",
  "pages/lockers/locker-shop/shop",
  "pages/tracking/tracking",
  "pages/tracking/tracking/changes",
  "pages/tracking/tracking/notifications",
  "parts",
  "parts/timeline",
];
const CONSOLE = ["en", "pt"];

const CONSOLE_FOLDER = import.meta.dirname;

type Tree = { readonly [key: string]: string | Tree };

async function readMessages(folder: string, language: string): Promise<Tree> {
  return JSON.parse(
    await readFile(path.join(CONSOLE_FOLDER, folder, `messages/${language}.json`), "utf8"),
  ) as Tree;
}

const folders = new Map<string, string[]>();
for await (const file of glob("**/messages/*.json", { cwd: CONSOLE_FOLDER, exclude: ["dist/**"] })) {
  const folder = path.dirname(path.dirname(file));
  folders.set(folder, [...(folders.get(folder) ?? []), path.basename(file, ".json")].sort());
}

/** Texts by their path: `headline.delivered`. */
function listTexts(messages: Tree, above = ""): Map<string, string> {
  return new Map(
    Object.entries(messages).flatMap(([key, text]): [string, string][] =>
      typeof text === "string" ? [[`${above}${key}`, text]] : [...listTexts(text, `${above}${key}.`)],
    ),
  );
}

/** Plural forms of a text, by its own count of them: `one`, `=0`. */
function listPluralForms(elements: Elements): string[] {
  return elements.flatMap((element) => {
    if (!("options" in element)) return [];
    const forms = Object.entries(element.options);
    return [
      // A select has words instead.
      ...("pluralType" in element ? forms.map(([form]) => form) : []),
      ...forms.flatMap(([, { value }]) => listPluralForms(value)),
    ];
  });
}

test("messages are whole: English and Portuguese everywhere, all languages where the public reads them", () => {
  assert(folders.size > 2, "The files of messages were not found.");
  for (const [folder, languages] of folders)
    assert.deepEqual(languages, PUBLIC.includes(folder) ? ALL : CONSOLE, folder);
});

test("every translation has each text once, with the values of the English one and no English left", async () => {
  for (const [folder, languages] of folders) {
    const english = listTexts(await readMessages(folder, "en"));
    for (const language of languages) {
      const texts = listTexts(await readMessages(folder, language));
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      assert.deepEqual([...texts.keys()].sort(), [...english.keys()].sort(), `${folder}, ${language}`);
      for (const [key, text] of texts) {
        const where = `${folder}, ${language}: ${key}`;
        const original = english.get(key)!;
        assert.deepEqual([...listValues(text).keys()].sort(), [...listValues(original).keys()].sort(), where);
        assert.equal(text.trim() === "", original.trim() === "", where);
        const elements = parseText(text);
        if (typeof elements !== "string")
          assert.deepEqual(
            listPluralForms(elements).filter(
              (form) => !/^=\d+$/.test(form) && !forms.includes(form as "one"),
            ),
            [],
            `${where} has forms that the language has not`,
          );
        // A sentence that reads the same was not translated; a word may be the same in both languages.
        if (language !== "en" && /\p{L}{2,} \p{L}{2,} \p{L}{2,}/u.test(text.replaceAll(/\{\w+/g, "")))
          assert.notEqual(text, original, where);
      }
    }
  }
});

test("every text is read by a component", async () => {
  const read = new Map<string, Set<string>>();
  for (const file of listSources()) {
    const { program } = parseSync(file, readFileSync(path.join(CONSOLE_FOLDER, file), "utf8"));
    for (const [source, paths] of findReads(program)) {
      const folder = path.join(path.dirname(file), path.dirname(source));
      read.set(folder, new Set([...(read.get(folder) ?? []), ...paths]));
    }
  }
  const unused: string[] = [];
  for (const folder of folders.keys())
    for (const key of listTexts(await readMessages(folder, "en")).keys()) {
      const members = key.split(".");
      const is_read = ["", ...members].some((_, index) =>
        read.get(folder)?.has(members.slice(0, index).join(".")),
      );
      if (!is_read) unused.push(`${folder}: ${key}`);
    }
  assert.deepEqual(unused, []);
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
      const family_file = translated.find((one) => one.family === family && one.language === language);
      assert.deepEqual(
        words.filter((word) => family_file?.content[word] === undefined),
        [],
        `${family}, ${language}`,
      );
    }
  }
  const texts_by_key = new Map<string, string>();
  for (const { family, language, content } of translated)
    for (const [english, word] of Object.entries(content)) {
      const key = `${language}: ${english}`;
      assert.equal(texts_by_key.get(key) ?? word, word, `${family}, ${key}`);
      texts_by_key.set(key, word);
    }
});

test("the words of records are in every language of the console, each of them once", async () => {
  const word_files = await findRecordWords();
  assert(word_files.length > 100, `Only ${word_files.length} files were seen.`);
  const list = (section_name: string) =>
    word_files
      .filter(({ language }) => language === section_name)
      .flatMap(({ family, content }) =>
        Object.entries(content).flatMap(([section, words]) =>
          Object.keys(words).map((code) => `${section} ${code}, ${family}`),
        ),
      );
  const english = list("en");
  for (const language of CONSOLE) assert.deepEqual(list(language), english, language);
  const codes = english.map((one) => one.split(",")[0]);
  assert.deepEqual(
    codes.filter((code, index) => codes.indexOf(code) !== index),
    [],
  );
  for (const { content, family, language } of word_files)
    for (const words of Object.values(content))
      for (const [code, word] of Object.entries(words))
        assert(word.trim() !== "", `${family}, ${language}: ${code}`);
});

/** Modules that may show texts. */
const listSources = () =>
  readdirSync(CONSOLE_FOLDER, { recursive: true, encoding: "utf8" })
    .filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !/(^dist|\.test\.ts$|[\\/]messages[\\/]|(manifest|examples|pointer-range)\.ts$)/.test(file),
    )
    .filter((file) => /^(pages|parts|shell|map|language|field|kiosk)[\\/]/.test(file));

test("no component has text of its own, and texts are read only when something is rendered", () => {
  const listed = listSources();
  assert(listed.length > 100, `Only ${listed.length} files were seen.`);
  const reads_by_file = new Map<string, string[]>();
  for (const file of listed) {
    const { program } = parseSync(file, readFileSync(path.join(CONSOLE_FOLDER, file), "utf8"));
    const folder = path.dirname(file);
    assert.deepEqual(findReadsAtLoad(program), [], `${file} reads a text when it is loaded`);
    const literals = findLiterals(program);
    if (literals.length > 0)
      reads_by_file.set(folder, [
        ...(reads_by_file.get(folder) ?? []),
        ...literals.map((text) => `${file}: ${text}`),
      ]);
  }
  for (const [folder, literals] of reads_by_file)
    assert.deepEqual(literals, [], `${folder} has text in components`);
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
  const early = (code: string) => findReadsAtLoad(parseSync("a.tsx", code).program);
  assert.deepEqual(
    early("const a = { label: text.a.b }; const f = () => text.a; class A { get x() { return text.b } }"),
    ["text.a.b"],
  );
});

test("texts that a module reads are found", () => {
  const find = (code: string) =>
    Object.fromEntries(
      findReads(parseSync("a.tsx", `import { text as words } from "./text.ts";${code}`).program),
    );
  assert.deepEqual(
    find("const { a, b: c } = words.list; const d = <p>{words.e.f({ n: words.g })}{x.words}</p>"),
    {
      "./text.ts": ["list.a", "list.b", "e.f", "g"],
    },
  );
  assert.deepEqual(find("const { a } = words.list[words.b]; words[words.c].d"), {
    "./text.ts": ["list", "b", "", "c"],
  });
});

test("a text has the values that its translations choose by", () => {
  const types = buildMessageTypes(
    {
      a: "A",
      b: { c: "{n} of {all}", d: "{kind, select, x {X} other {{kind}}} {is, select, true {y} other {}}" },
    },
    [{ b: { c: "{n, plural, one {#} other {#}} {all}" } }],
    path.join(CONSOLE_FOLDER, "map/messages/en.d.json.ts"),
  );
  assert.match(types, /"a": string;/);
  assert.match(types, /"c": Text<\{ n: number; all: Value \}>;/);
  assert.match(types, /"d": Text<\{ kind: string; is: boolean \}>;/);
  assert.throws(() => listValues("{day, date, short}"), /pass it formatted/);
});

test("texts with values follow the rules of their language", () => {
  const read = (language: string, n: string) =>
    readTexts(
      { text: n, plain: "it's" } as Messages<{ text: Text<{ n: number; x: Value }>; plain: string }>,
      language,
    );
  const english = read("en", "{n, plural, one {# stop} other {# stops}} of {x}, '{'literally'}'");
  assert.equal(english.plain, "it's");
  assert.deepEqual(
    [1, 1234].map((n) => english.text({ n, x: 1234 })),
    ["1 stop of 1234, {literally}", "1,234 stops of 1234, {literally}"],
  );
  const portuguese = read("pt", "{n, plural, one {# parada} other {# paradas}} de {x}");
  assert.deepEqual(
    [0, 1, 2, 1234].map((n) => portuguese.text({ n, x: "<b>#" })),
    ["0 parada de <b>#", "1 parada de <b>#", "2 paradas de <b>#", "1.234 paradas de <b>#"],
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
