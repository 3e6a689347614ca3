import assert from "node:assert/strict";
import { test } from "node:test";
import { getTextKind, judgeText, type TextKind } from "./text.ts";

test("takes the kind from what the schema says", () => {
  for (const [name, schema, kind] of [
    ["note", { maxLength: 1000 }, "note"],
    ["description", {}, "long"],
    ["name", { maxLength: 255 }, "name"],
    ["line1", { maxLength: 255 }, "line"],
    ["sku", { maxLength: 64 }, "code"],
    ["postal_code", { maxLength: 20 }, "code"],
    ["ref", { maxLength: 100 }, "code"],
    ["code", { maxLength: 6, pattern: "^[0-9]{6}$" }, "exact"],
    ["state", { enum: ["a"] }, "exact"],
    ["email", { format: "email" }, "exact"],
    ["password", { maxLength: 200, "x-secret": true }, "exact"],
    ["csv", { maxLength: 5_000_000 }, "exact"],
    ["state", { maxLength: 2000, "x-text": "exact" }, "exact"],
  ] as const)
    assert.equal(getTextKind(name, schema), kind, `${name} ${JSON.stringify(schema)}`);
});

test("judges and cleans a text by its kind", () => {
  const one = ["name", "line", "code"] as const;
  const prose = ["note", "long"] as const;
  const every = [...one, ...prose];
  const cases: [readonly TextKind[], string, string | { fault: string }][] = [
    [every, "plain", "plain"],
    [every, "  Ana Souza \t", "Ana Souza"],
    [every, "\u00a0\u3000Ana\u2003", "Ana"],
    [every, "Zoe\u0308", "Zoë"],
    [every, "\u1112\u1161\u11ab", "한"],
    [one, "Rua 1\r\nAp 2", "Rua 1 Ap 2"],
    [one, "a\tb\u2028c", "a b c"],
    [prose, "a\r\nb\rc\u2028d\te", "a\nb\nc\nd\te"],
    [every, "a\u0007b", { fault: "control" }],
    [every, "a\u001b[31mb", { fault: "control" }],
    [every, "a\u0090b", { fault: "control" }],
    [every, "a\u007fb", { fault: "control" }],
    [every, "invoice\u202efdp.exe", { fault: "direction" }],
    [one, "a\u2067b\u2069c", { fault: "direction" }],
    [prose, "a\u2067b\u2069c", "a\u2067b\u2069c"],
    [prose, "a\u2067b\nc\u2069d", { fault: "direction" }],
    [every, "\u202a+972 50 123 4567\u202c", "+972 50 123 4567"],
    [every, "\ufeffname\u200b", "name"],
    [["code"], "AB\u200b12", { fault: "invisible" }],
    [["code"], "AB\u00ad12", { fault: "invisible" }],
    [["code"], "AB\u200d12", { fault: "invisible" }],
    [["name", "line", "note"], "می\u200cخواهم", "می\u200cخواهم"],
    [["name", "note"], "👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"],
    [["name", "line"], "الرياض\u200f 12", "الرياض\u200f 12"],
    [["exact"], " \u0007\u202eZoe\u0308\r\n", " \u0007\u202eZoe\u0308\r\n"],
  ];
  for (const [kinds, text, expected] of cases)
    for (const kind of kinds)
      assert.deepEqual(
        judgeText(kind, text),
        typeof expected === "string" ? { text: expected } : expected,
        `${kind} ${JSON.stringify(text)}`,
      );
});

test("is empty where nothing is left to see, and judges the same twice", () => {
  for (const text of ["", " ", "\u200b\u00a0", "\r\n\t", "\ufeff", "\u202e\u200b\ufeff"]) {
    assert.deepEqual(judgeText("name", text, true), { fault: "empty" }, JSON.stringify(text));
    assert.deepEqual(judgeText("name", text), { text: "" });
    assert.deepEqual(judgeText("note", text, true), { fault: "empty" });
  }
  for (const text of [" a\u0308 ", "a\r\n b ", "\u202ax\u202c"]) {
    const once = judgeText("note", text) as { text: string };
    assert.deepEqual(judgeText("note", once.text), once);
  }
});
