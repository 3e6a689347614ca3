import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Refusal } from "../define/refusal.ts";
import { defineMessages, type Message, plainMessage, type Value } from "./messages.ts";
import { fields, refusals } from "./platform-messages.ts";

const folder = await mkdtemp(path.join(tmpdir(), "messages-"));
after(() => rm(folder, { recursive: true }));

const english = {
  parcels: "{count, plural, one {# parcel} other {# parcels}} of {name}",
  rule: "It's <b>plain</b>.",
  nested: { deep: "Deep {depth}" },
};
await writeFile(path.join(folder, "en.json"), JSON.stringify(english));
const german = {
  parcels: "{count, plural, one {# Paket} other {# Pakete}} von {name}",
  rule: "Ganz <b>schlicht</b>.",
  nested: { deep: "Tiefe {depth}" },
};
await writeFile(path.join(folder, "de.json"), JSON.stringify(german));
interface Messages {
  parcels: Message<{ count: number; name: Value }>;
  rule: Message;
  nested: { deep: Message<{ depth: Value }> };
}
const messages = defineMessages<Messages>(`${pathToFileURL(folder)}/`);

test("a message is said in the language that is asked for, in English where there is no such text", () => {
  const values = { count: 2, name: "Ana" };
  assert.equal(messages.parcels.format("de-AT, en;q=0.5", values), "2 Pakete von Ana");
  assert.equal(messages.parcels.format("", { ...values, count: 1 }), "1 parcel of Ana");
  assert.equal(messages.parcels.format("ja", values), "2 parcels of Ana");
  assert.equal(messages.nested.deep.format("de", { depth: 12345 }), "Tiefe 12345");
  assert.equal(messages.nested.deep.text("de"), "Tiefe {depth}");
  assert.deepEqual(messages.rule.languages, ["en", "de"]);
});

test("a text without arguments, braces in values, and an argument without a value stay as they are", () => {
  assert.equal(messages.rule.format(""), "It's <b>plain</b>.");
  assert.equal(messages.nested.deep.format("", { depth: "{x} '{y}'" }), "Deep {x} '{y}'");
  assert.equal(messages.nested.deep.format("de", {} as never), "Tiefe {depth}");
});

test("a refusal says its texts in English, and in another language once that is known", () => {
  const refusal = new Refusal("invalid_request", "invalid", {
    message: refusals.role_missing.with({ roles: "driver" }),
    errors: [
      { field: "a", message: fields.minimum.with({ limit: 3 }) },
      { field: "b", message: plainMessage({ en: "is odd" }, "business"), code: "odd" },
    ],
    extra: { more: 1 },
    headers: { "retry-after": "1" },
  });
  assert.equal(refusal.message, "This needs one of these roles: driver.");
  assert.deepEqual(refusal.errors, [
    { field: "a", message: "must be at least 3" },
    { field: "b", message: "is odd", code: "odd" },
  ]);
  const german = refusal.in("de");
  assert.equal(german.message, "Dazu ist eine dieser Rollen nötig: driver.");
  assert.deepEqual(
    german.errors?.map(({ message }) => message),
    ["muss mindestens 3 sein", "is odd"],
  );
  const { code, kind, extra, headers } = german;
  assert.deepEqual(
    [code, kind, extra, headers],
    ["invalid_request", "invalid", { more: 1 }, refusal.headers],
  );
  assert.equal(
    new Refusal("not_found", "not_found", { message: refusals.not_found }).in("fr").message,
    "Introuvable.",
  );
});
