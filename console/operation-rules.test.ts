/** Rules of operations in forms: what a field shows of them, what breaks them, and that no form writes one by hand. */
import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { FILTERS, RULE_TEXTS, RULES } from "../packages/client/rules.gen.ts";
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
  assert.equal(
    (toInputProps(findRule(RULES["shiftCreate"]!, "break_min"), {}) as { suffix: string }).suffix,
    " min",
  );
});

test("the build puts rules and filters of the operation that is named into a page", () => {
  const { transform } = operationRules();
  assert.equal(transform("<p />"), undefined);
  const built = transform('const [one, other] = [getRules("skillDelete"), getFilters("skills")];');
  assert.equal(
    built,
    `const [one, other] = [${JSON.stringify({ by_path: RULES["skillDelete"] })}, ${JSON.stringify({ by_member: FILTERS["skills"] })}];`,
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
  /\s(required(?=[\s/])|required=|withAsterisk|(?:maxLength|minLength|min|max|decimalScale|allowDecimal|allowNegative|maxTags|suffix|pattern)=|type="email")/;

test("no field of a form that has the rules of its operation has one written by hand", async () => {
  let fields = 0;
  for await (const file of glob("{pages,field,parts}/**/*.tsx", { cwd: import.meta.dirname })) {
    const source = await readFile(path.join(import.meta.dirname, file), "utf8");
    if (!source.includes("getRules(")) continue;
    for (const { index } of source.matchAll(/\{\.\.\.(\w+\.)?(field|own)\(/g)) {
      const tag = source.slice(source.slice(0, index).search(/<[A-Z][^<]*$/), source.indexOf("/>", index));
      const [, handwritten_rule] =
        HANDWRITTEN.exec(tag.slice(0, tag.indexOf("{...")) + tag.slice(tag.lastIndexOf(")}"))) ?? [];
      assert.equal(handwritten_rule, undefined, `${file}: ${tag}`);
      fields += 1;
    }
  }
  assert(fields > 100, `${fields} fields`);
});

/** Pages that call an operation with limits, and type what has none. */
const WITHOUT_LIMITS: Readonly<Record<string, string>> = {
  "pages/customer/shipping-orders/desk/receive-dialog.tsx": "Scans numbers, and sends ids.",
  "pages/insight/datasets/permissions-page.tsx": "A condition in JSON, which the service checks.",
};

/** Areas of the pages that are looked at. */
const AREAS = [
  "carriers",
  "communication",
  "customer",
  "identity",
  "insight",
  "integration",
  "locations",
  "lockers",
  "money",
  "tracking",
];

const LIMITS = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern"] as const;
const hasLimits = (name: string) =>
  Object.values(RULES[name] ?? {}).some((rule) => LIMITS.some((limit) => limit in rule));

test("a form in which something is typed takes the rules of the operation that it submits", async () => {
  const without: string[] = [];
  for await (const file of glob(`pages/{${AREAS.join()}}/**/*.tsx`, { cwd: import.meta.dirname })) {
    const source = await readFile(path.join(import.meta.dirname, file), "utf8");
    const operations = [...source.matchAll(/\.(\w+)/g)].map(([, name]) => name!).filter(hasLimits);
    if (operations.length === 0) continue;
    const is_typed = /<((?!File|Scan)\w+Input|Textarea|Autocomplete)\s/.test(source);
    const has_rules = operations.some((name) => source.includes(`getRules("${name}")`));
    const forms = source.split(/<FormDrawer\b|\buseSaveForm\b(?=[<(])/).slice(1);
    const is_bare = forms.some((form) => !/\brules\b/.test(form.slice(0, 300)));
    if (is_bare || (is_typed && !has_rules)) without.push(file);
  }
  assert.deepEqual(without.sort(), Object.keys(WITHOUT_LIMITS));
});
