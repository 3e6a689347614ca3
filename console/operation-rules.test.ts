/** Rules of operations in forms: what a field shows of them, what breaks them, and that no form writes one by hand. */
import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { parseSync } from "vite";
import { FILTERS, RULE_TEXTS, RULES } from "../packages/client/rules.gen.ts";
import { type Node, readName, walk } from "./find-literals.ts";
import { operationRules } from "./operation-rules.ts";
import { findBroken, findRule, toInputProps } from "./parts/form-rules.ts";

test("a value is refused by the rule that it breaks, in the unit that is entered", () => {
  const rules = RULES["clientVehicleCreate"]!;
  const length = findRule(rules, "load_length_mm");
  assert.deepEqual(findBroken("", findRule(rules, "plate")), { rule: "required" });
  assert.deepEqual(findBroken("  ", findRule(rules, "plate")), { rule: "required" });
  assert.deepEqual(findBroken("A".repeat(21), findRule(rules, "plate")), {
    rule: "characters_max",
    limit: 20,
  });
  assert.equal(findBroken("B-XY 12", findRule(rules, "plate")), undefined);
  assert.equal(findBroken("", length), undefined);
  assert.deepEqual(findBroken(0, length, { factor: 10 }), { rule: "minimum", limit: 0.1 });
  assert.deepEqual(findBroken(3000.1, length, { factor: 10 }), { rule: "maximum", limit: 3000 });
  assert.equal(findBroken(3000, length, { factor: 10 }), undefined);
  assert.deepEqual(findBroken("x", findRule(RULES["skillCreate"]!, "name"), { required: true }), undefined);
  assert.deepEqual(findBroken("", {}, { required: true }), { rule: "required" });
  assert.deepEqual(findBroken(1.5, findRule(rules, "capacity_units")), { rule: "integer" });
  // The form writes it in small letters and without the spaces.
  assert.equal(findBroken(" ADR ", findRule(RULES["skillCreate"]!, "code")), undefined);
  assert.deepEqual(findBroken("a b", findRule(RULES["skillCreate"]!, "code")), { rule: "not_valid" });
  assert.deepEqual(findBroken([], { maxItems: 2 }, {}), undefined);
  assert.deepEqual(findBroken(["a", "b", "c"], { maxItems: 2 }), { rule: "entries_max", limit: 2 });
  const country = findRule(RULES["clientPriceListCreate"]!, "zones.0.countries.*");
  assert.deepEqual(findBroken(["DE", "FRA"], {}, {}, country), { rule: "not_valid" });
  // Kept in cents and in grams, shown in euros and in kilograms.
  const amount = findRule(RULES["clientPriceListCreate"]!, "minimum_minor");
  assert.deepEqual(findBroken(100_000_001, amount, { scale: 100 }), { rule: "maximum", limit: 1_000_000 });
  assert.equal(findBroken(99_999_999, amount, { scale: 100 }), undefined);
});

test("a field shows the rules of its member", () => {
  const { min, max, allowDecimal, decimalScale } = toInputProps(
    findRule(RULES["clientVehicleCreate"]!, "load_length_mm"),
    { factor: 10 },
  ) as Record<string, unknown>;
  assert.deepEqual([min, max, allowDecimal, decimalScale], [0.1, 3000, true, 1]);
  assert.deepEqual(toInputProps(findRule(RULES["clientContractorCreate"]!, "sign_in.email"), {}), {
    required: true,
    maxLength: 320,
    type: "email",
  });
  const break_rule = findRule(RULES["shiftCreate"]!, "break_min");
  assert.equal((toInputProps(break_rule) as { suffix: string }).suffix, " min");
  assert.equal("suffix" in toInputProps(break_rule, { unit: null }), false, "the label says it");
});

test("the build puts rules and filters of the operation that is named into a page", () => {
  const { transform } = operationRules();
  assert.equal(transform("<p />"), undefined);
  const built = transform('const [one, other] = [getRules("skillDelete"), getFilters("skills")];');
  assert.equal(
    built,
    `const [one, other] = [(${JSON.stringify({ by_path: RULES["skillDelete"] })}), (${JSON.stringify({ by_member: FILTERS["skills"] })})];`,
  );
});

test("a broken rule has a text in each language of the service", () => {
  const keys = Object.keys(RULE_TEXTS["en"]!);
  for (const [language, texts] of Object.entries(RULE_TEXTS)) {
    assert.deepEqual(Object.keys(texts), keys, language);
    if (language !== "en") assert.notEqual(texts["required"], RULE_TEXTS["en"]!["required"], language);
  }
});

const HANDWRITTEN =
  /^(required|withAsterisk|maxLength|minLength|min|max|decimalScale|allowDecimal|allowNegative|maxTags|suffix|pattern)$/;

/** An input into which something is typed, with what stands in its tag. */
interface TypedInput {
  file: string;
  tag: string;
  attributes: ReadonlyMap<string, Node | null>;
  /** What its props are spread from. */
  spreads: Node[];
}

async function listTypedInputs(): Promise<TypedInput[]> {
  const inputs: TypedInput[] = [];
  for await (const file of glob("{pages,field,parts,shell}/**/*.tsx", { cwd: import.meta.dirname })) {
    const source = await readFile(path.join(import.meta.dirname, file), "utf8");
    walk(parseSync(file, source).program as unknown as Node, (node) => {
      if (node.type !== "JSXOpeningElement") return true;
      if (!/^(?!File|Scan)\w*(Input|Textarea|Autocomplete)$/.test(String(readName(node)))) return true;
      const { start, end, attributes } = node as unknown as {
        start: number;
        end: number;
        attributes: Node[];
      };
      const [spreads, others] = [true, false].map((is_spread) =>
        attributes.filter(({ type }) => (type === "JSXSpreadAttribute") === is_spread),
      ) as [Node[], Node[]];
      inputs.push({
        file,
        tag: source.slice(start, end),
        attributes: new Map(others.map((one) => [String(readName(one)), one["value"] as Node | null])),
        spreads: spreads.map((one) => one["argument"] as Node),
      });
      return true;
    });
  }
  return inputs;
}

/** The value of an attribute that is a literal: `required`, `max={3}`, `type="date"`. */
function getLiteral({ attributes }: TypedInput, name: string): unknown {
  const value = attributes.get(name);
  if (value === undefined) return undefined;
  if (value === null) return true;
  const literal = value.type === "JSXExpressionContainer" ? (value["expression"] as Node) : value;
  return literal.type === "Literal" ? literal["value"] : undefined;
}

/** A choice of the browser, a search in what the page has, or a text to copy. */
const isNotTyped = (input: TypedInput) =>
  ["date", "time", "datetime-local", "search"].includes(String(getLiteral(input, "type"))) ||
  input.attributes.has("readOnly");

/** What a constant has in it was written by hand. */
const isConstant = ({ type, name }: Node) => type === "Identifier" && /^[A-Z\d_]+$/.test(String(name));

test("a field into which something is typed takes its rules from the member of the request that it becomes", async () => {
  const inputs = await listTypedInputs();
  const without = inputs.filter(
    (input) =>
      !isNotTyped(input) &&
      input.spreads.every(isConstant) &&
      !["max", "maxLength"].some(
        (name) => input.attributes.has(name) && getLiteral(input, name) === undefined,
      ) &&
      !/\/\/ No member of a request: \w/.test(input.tag),
  );
  assert.deepEqual(
    without.map(({ file, tag }) => `${file}: ${tag}`),
    [],
  );
  assert(inputs.length > 400, `${inputs.length} inputs`);
});

test("no field that has the rules of its member has one written by hand", async () => {
  const fields = (await listTypedInputs()).filter(({ spreads }) =>
    spreads.some(({ type }) => type === "CallExpression" || type === "MemberExpression"),
  );
  const handwritten = fields.flatMap((input) =>
    [...input.attributes.keys()]
      .filter((name) => HANDWRITTEN.test(name) && (getLiteral(input, name) ?? false) !== false)
      .map((name) => `${input.file}: ${name} of ${input.tag}`),
  );
  assert.deepEqual(handwritten, []);
  assert.deepEqual(
    fields.filter((input) => getLiteral(input, "type") === "email").map(({ file, tag }) => `${file}: ${tag}`),
    [],
  );
  assert(fields.length > 250, `${fields.length} fields`);
});

test("a field whose label says the unit does not repeat it", async () => {
  const repeated: string[] = [];
  let labels = 0;
  for (const { file, tag } of await listTypedInputs()) {
    const [, name, key] = /(?:label|legend)=\{(\w+)\.([\w.]+)\}/.exec(tag) ?? [];
    if (name === undefined || !/\{\.\.\.\w*\.?(field|own|toMemberProps)\(/.test(tag)) continue;
    const folder = path.join(import.meta.dirname, path.dirname(file));
    const source = await readFile(path.join(folder, path.basename(file)), "utf8");
    const [, module] =
      new RegExp(
        `import \\{[^}]*\\b${name === "text" ? "text" : `text as ${name}`}\\b[^}]*\\} from "([^"]+)"`,
      ).exec(source) ?? [];
    if (module === undefined) continue;
    const texts = JSON.parse(
      await readFile(path.join(folder, path.dirname(module), "messages/en.json"), "utf8"),
    );
    const label: unknown = key!.split(".").reduce((node, one) => node?.[one], texts);
    if (typeof label !== "string") continue;
    labels += 1;
    if (/(, (mm|g|km|s|%|cm³|minutes)|\((mm|g)\))( |$)/.test(label) && !/unit: null|factor|scale/.test(tag))
      repeated.push(`${file}: ${label}`);
  }
  assert.deepEqual(repeated, []);
  assert(labels > 150, `${labels} labels`);
});
