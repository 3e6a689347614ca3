import assert from "node:assert/strict";
import { test } from "node:test";
import { buildMessageTypes } from "./message-types.ts";

test("a message takes the values that its texts name, a count where a language chooses by it", () => {
  const types = buildMessageTypes({ a: "A", b: { c: "{n} of {all}" } }, [
    { b: { c: "{n, plural, one {#} other {#}} von {all}" } },
  ]);
  assert.match(types, /"a": Message;/);
  assert.match(types, /"c": Message<\{ n: number; all: Value \}>;/);
});
