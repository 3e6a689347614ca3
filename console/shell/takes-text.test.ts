import assert from "node:assert/strict";
import { test } from "node:test";
import { type KeyTarget, takesText } from "./takes-text.ts";

test("shortcuts work on whatever has the focus, except where text is written", () => {
  const cases: [boolean, Partial<KeyTarget>][] = [
    [false, { tagName: "BODY" }],
    [false, { tagName: "BUTTON", type: "submit" }],
    [false, { tagName: "A" }],
    [false, { tagName: "TR" }],
    [false, { tagName: "CANVAS" }],
    [false, { tagName: "INPUT", type: "checkbox" }],
    [false, { tagName: "INPUT", type: "radio" }],
    [false, { tagName: "INPUT", type: "range" }],
    [false, { tagName: "INPUT", type: "text", readOnly: true }],
    [true, { tagName: "INPUT", type: "text" }],
    [true, { tagName: "INPUT", type: "search" }],
    [true, { tagName: "INPUT", type: "date" }],
    [true, { tagName: "TEXTAREA", type: "textarea" }],
    [true, { tagName: "SELECT", type: "select-one" }],
    [true, { tagName: "DIV", isContentEditable: true }],
  ];
  for (const [expected, target] of cases)
    assert.equal(
      takesText({ tagName: "", isContentEditable: false, ...target }),
      expected,
      JSON.stringify(target),
    );
});
