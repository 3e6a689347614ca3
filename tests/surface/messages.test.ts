/**
 * The catalogues of the server: every language has the keys and arguments of English, every text is ICU MessageFormat, and
 * every key is used.
 */
import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, test } from "node:test";
import { IntlMessageFormat } from "intl-messageformat";
import { parseSync } from "vite";
import { LANGUAGES } from "#operation/response/language.ts";
import { loadSamples } from "#tests/support/samples.ts";
import { findFamily, listCatalogues, listTexts } from "./catalogues.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const catalogues = await listCatalogues();

/** Of folders that are not in all languages: what is printed, and what people who scan are told. */
const { catalogue_languages } = await loadSamples();

/** Arguments of English texts of the platform alone: what another program says, in English. */
const ENGLISH_ARGUMENTS = new Set(["reason"]);

type Element = ReturnType<IntlMessageFormat["getAst"]>[number];

function parse(text: string, language: string): Element[] {
  return new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst();
}

function listArguments(elements: readonly Element[]): string[] {
  return elements.flatMap((element) => {
    // Literal texts and the `#` of a plural name no argument.
    if (element.type === 0 || element.type === 7) return [];
    const inside =
      "options" in element ? Object.values(element.options).flatMap(({ value }) => listArguments(value)) : [];
    return [String(element.value), ...inside];
  });
}

const getArguments = (text: string, language: string) => new Set(listArguments(parse(text, language)));

/** Each text that is not English, with the English one. */
function* translations() {
  for (const { folder, family, languages } of catalogues) {
    const english = listTexts(languages.get("en") ?? {});
    for (const [language, texts] of languages) {
      if (language === "en") continue;
      for (const [key, text] of listTexts(texts))
        yield {
          at: `${folder}/${language}.json: ${key}`,
          family,
          language,
          text,
          english: english.get(key) ?? "",
        };
    }
  }
}

describe("catalogues", () => {
  test("are in all languages, so that every refusal has its text in each", () => {
    assert.ok(catalogues.length > 60, "The test sees the catalogues.");
    const wrong = catalogues.flatMap(({ folder, languages }) => {
      const present = [...languages.keys()].sort();
      const expected = catalogue_languages[folder] ?? [...LANGUAGES].sort();
      return present.join() === expected.join() ? [] : [`${folder} is in ${present.join(", ")}`];
    });
    assert.deepEqual(wrong, []);
    const folders = new Set(catalogues.map(({ folder }) => folder));
    const absent = Object.keys(catalogue_languages).filter((folder) => !folders.has(folder));
    assert.deepEqual(absent, [], "catalogue_languages name no folder of messages");
  });

  test("have the same keys in each language, in the same sequence", () => {
    for (const { folder, languages } of catalogues) {
      const keys = [...listTexts(languages.get("en") ?? {}).keys()];
      for (const [language, texts] of languages)
        assert.deepEqual([...listTexts(texts).keys()], keys, `${folder}/${language}.json`);
    }
  });

  test("have texts that parse; one without arguments says what stands there", () => {
    for (const { folder, languages } of catalogues) {
      for (const [language, texts] of languages) {
        for (const [key, text] of listTexts(texts)) {
          const at = `${folder}/${language}.json: ${key}`;
          assert.doesNotThrow(() => parse(text, language), at);
          if (text.includes("{")) continue;
          assert.equal(
            new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).format(),
            text,
            at,
          );
        }
      }
    }
  });

  test("have the same arguments in each language", () => {
    const wrong = [...translations()].flatMap(({ at, family, language, text, english }) => {
      const [text_arguments, english_arguments] = [getArguments(text, language), getArguments(english, "en")];
      const lacking = [...english_arguments.difference(text_arguments)].filter(
        (name) => family !== null || !ENGLISH_ARGUMENTS.has(name),
      );
      const more = [...text_arguments.difference(english_arguments)];
      return lacking.length + more.length === 0 ? [] : [`${at}: ${[...lacking, ...more].join(", ")}`];
    });
    assert.deepEqual(wrong, []);
  });

  test("have no English text under another language", () => {
    // A word may be the same in two languages.
    const copied = [...translations()].filter(
      ({ text, english }) => text === english && / .* /.test(english),
    );
    assert.deepEqual(
      copied.map(({ at }) => at),
      [],
    );
  });

  test("have no key that nothing uses", async () => {
    const sources = new Map<string, string>();
    for await (const file of glob(["src/**/*.ts", "packages/**/*.ts"], { cwd: ROOT })) {
      if (/\.(test|d\.json)\.ts$/.test(file)) continue;
      const family = findFamily(file) ?? "";
      sources.set(family, `${sources.get(family) ?? ""}\n${await readFile(path.join(ROOT, file), "utf8")}`);
    }
    const listWords = (text: string) => new Set(text.match(/\w+(?:\$\{)?/g) ?? []);
    const everywhere = listWords([...sources.values()].join("\n"));
    const unused = catalogues.flatMap(({ folder, family, languages }) => {
      const source = sources.get(family ?? "") ?? "";
      // Other families say the texts of a catalogue that is passed to them whole.
      const is_passed = /[(,]\s*messages\s*[),]/.test(source);
      // A key that is chosen by a value, such as the code of a refusal, which another family or package may decide.
      const words =
        /(?:messages|words|faults)(?:\.\w+)*\[\w/i.test(source) || is_passed ? everywhere : listWords(source);
      // `rule_${rule}` uses every key that begins so.
      const beginnings = [...listWords(source)]
        .filter((word) => word.endsWith("${"))
        .map((word) => word.slice(0, -2));
      const isUsed = (key: string) =>
        words.has(key) || beginnings.some((start) => start !== "" && key.startsWith(start));
      return [...listTexts(languages.get("en") ?? {}).keys()]
        .filter((key) => !key.split(".").every(isUsed))
        .map((key) => `${folder}: ${key}`);
    });
    assert.deepEqual(unused, []);
  });

  test("have every text of ours: a plain message is a value that somebody else wrote", async () => {
    const wrong: string[] = [];
    let call_count = 0;
    for await (const file of glob("src/**/*.ts", { cwd: ROOT, exclude: ["**/*.test.ts"] })) {
      const source = await readFile(path.join(ROOT, file), "utf8");
      if (!source.includes("plainMessage(")) continue;
      for (const { texts, start } of findPlainMessages(parseSync(file, source).program)) {
        call_count += 1;
        if (!isValue(texts)) wrong.push(`${file}:${source.slice(0, start).split("\n").length}`);
      }
    }
    assert.ok(call_count > 5, "The test sees the calls.");
    assert.deepEqual(wrong, []);
    for (const text of [
      '{ en: "No room." }',
      "{ en: `No room for ` }",
      "{ en: say(reason) }",
      "{ en: REASONS[code] }",
    ])
      for (const { texts } of findPlainMessages(parseSync("a.ts", `plainMessage(${text}, "vendor")`).program))
        assert.equal(isValue(texts), false, text);
  });
});

type Node = { type: string; start: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

function findPlainMessages(within: unknown): { texts: Node; start: number }[] {
  if (Array.isArray(within)) return within.flatMap(findPlainMessages);
  if (!isNode(within)) return [];
  const { callee, arguments: inputs } = within as { callee?: Node; arguments?: Node[] };
  const texts =
    within.type === "CallExpression" && callee?.["name"] === "plainMessage" ? inputs?.[0] : undefined;
  return [
    ...(texts === undefined ? [] : [{ texts, start: within.start }]),
    ...Object.values(within).flatMap((value) => (typeof value === "object" ? findPlainMessages(value) : [])),
  ];
}

/** A variable or its member, or texts by language that are such; no literal, no template, no call. */
function isValue(node: Node): boolean {
  if (node.type === "ObjectExpression")
    return (node["properties"] as Node[]).every(({ value }) => isNode(value) && isValue(value));
  return node.type === "Identifier" || (node.type === "MemberExpression" && node["computed"] === false);
}
