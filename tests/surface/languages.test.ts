/**
 * Messages follow `Accept-Language` where the contract says so: the header is parsed as HTTP defines, and no refusal of
 * a driver's route is left in English. Source: docs/contract/rest.md, "Languages".
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { JsonSchema } from "#operation/define/schema.ts";
import { chooseLanguage, LANGUAGES, parseLanguageRanges } from "#operation/response/language.ts";
import type { HttpAnswer } from "#tests/support/service.ts";
import { listCatalogues, listTexts } from "./catalogues.ts";
import { surfaceService } from "./fixture.ts";
import { minimalInput } from "./inputs.ts";

const service = await surfaceService();
const operations = [...service.runtime.registry.operations.values()];

describe("the language of a request", () => {
  for (const [header, language] of [
    ["", "en"],
    ["de", "de"],
    ["DE", "de"],
    ["de-CH", "de"],
    ["de-Latn-CH-1996", "de"],
    ["fr;q=0.2, es;q=0.8", "es"],
    ["fr;q=0.8, es;q=0.8", "fr"],
    ["ja,en;q=0.5", "ja"],
    ["nl, ko;q=0.4", "ko"],
    ["nl, sv", "en"],
    ["fr;q=0", "en"],
    ["fr;q=0, de;q=0.1", "de"],
    ["*", "en"],
    ["nl, *;q=0.5", "en"],
    ["zh", "zh-Hans"],
    ["zh-CN", "zh-Hans"],
    ["zh-SG", "zh-Hans"],
    ["zh-TW", "zh-Hant"],
    ["zh-HK", "zh-Hant"],
    ["zh-Hant", "zh-Hant"],
    ["zh-hant-HK", "zh-Hant"],
    ["zh-Hans-TW", "zh-Hans"],
    ["pt-BR,pt;q=0.9,en;q=0.8", "pt"],
    ["en-GB,de;q=0.9", "en"],
    ["fr ; q=0.5 , de ; q=0.7", "de"],
    ["de;level=1;q=0.3, fr;q=0.4", "fr"],
    [",,;q=1,", "en"],
    ["q=1", "en"],
    ["de;q=banana", "de"],
    ["-", "en"],
    ["x".repeat(10_000), "en"],
  ] as const) {
    test(`${JSON.stringify(header.slice(0, 40))} is ${language}`, () => {
      assert.equal(chooseLanguage(header, LANGUAGES), language);
    });
  }

  test("is read from a limited part of the header", () => {
    assert.ok(parseLanguageRanges("a,".repeat(10_000)).length <= 200);
  });
});

/** Of the platform, and of the families whose messages follow the header. */
const english = (await listCatalogues())
  .filter(({ languages }) => languages.size === LANGUAGES.length)
  .flatMap(({ languages }) => [...listTexts(languages.get("en") ?? {}).values()]);
const ENGLISH = new Set(english);
const patterns = english.map(
  (text) =>
    new RegExp(
      `^${text
        .split(/\{\w+\}/)
        .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
        .join("[\\s\\S]*")}$`,
    ),
);
/** Latin letters of three words in a row, or one of the English texts: not what a Japanese driver should read. */
function isEnglish(text: string): boolean {
  return (
    ENGLISH.has(text) || patterns.some((pattern) => pattern.test(text)) || /[a-z]+ [a-z]+ [a-z]+/i.test(text)
  );
}

function getTexts({ body }: HttpAnswer): string[] {
  if (typeof body !== "object" || body === null || body.message === undefined) return [];
  return [body.message, ...(body.errors ?? []).map(({ message }: { message: string }) => message)];
}

const JAPANESE = { "accept-language": "ja, en;q=0.1" };

/** Values that violate each constraint of a schema, one after the other. */
function broken(schema: JsonSchema, good: Record<string, unknown>): Record<string, unknown>[] {
  const inputs: Record<string, unknown>[] = [{}, { ...good, no_such_member: 1 }];
  for (const name of Object.keys(schema.properties ?? {})) {
    for (const value of [
      null,
      7.5,
      -9e15,
      9e15,
      "",
      "x".repeat(5000),
      "a\u0000b",
      "\ud800",
      true,
      [],
      [[]],
      {},
      [1, 1],
    ])
      inputs.push({ ...good, [name]: value });
  }
  return inputs;
}

describe("a driver's routes in another language", () => {
  const routes = operations.filter(({ rest }) => rest?.path.startsWith("/api/v1/driver/"));

  test("have no schema refusal in English", async () => {
    const business = await service.business();
    const { person } = await business.driver();
    const english: string[] = [];
    let messages_read = 0;
    for (const operation of routes) {
      const { rest } = operation;
      if (rest === undefined) continue;
      const good = minimalInput(operation.input as JsonSchema) as Record<string, unknown>;
      for (const input of broken(operation.input as JsonSchema, good)) {
        const path = rest.path.replaceAll(/\{(\w+)\}/g, (_all, name) =>
          encodeURIComponent(String(input[name] ?? 1).toWellFormed()),
        );
        const query = rest.method === "GET" ? `?${new URLSearchParams(input as Record<string, string>)}` : "";
        // Registration and sign-in are rate limited by address, so each request here has its own.
        const headers = {
          ...JAPANESE,
          "x-forwarded-for": `198.51.${messages_read % 250}.${Math.floor(messages_read / 250) % 250}`,
        };
        const answer = await person.http(
          rest.method,
          path + query,
          rest.method === "GET" ? undefined : input,
          headers,
        );
        assert.ok(
          answer.status < 500,
          `${operation.name} ${JSON.stringify(input).slice(0, 200)}: ${answer.status}`,
        );
        const texts = getTexts(answer);
        messages_read += texts.length;
        for (const text of texts)
          if (isEnglish(text)) english.push(`${operation.name} ${answer.status}: ${text.slice(0, 120)}`);
      }
    }
    assert.deepEqual([...new Set(english)].slice(0, 30), []);
    assert.ok(messages_read > 300, `Only ${messages_read} messages were read.`);
  });

  test("have no other refusal in English either: token, role, body, size, address, key, method", async () => {
    const business = await service.business();
    const { person } = await business.driver();
    const admin = await business.person("client_admin");
    const route = "/api/v1/driver/routes";
    const duty = "/api/v1/driver/duty";
    const ask = (
      who: { http: typeof service.http },
      method: string,
      url: string,
      body?: unknown,
      more: object = {},
    ) => who.http(method, url, body, { ...JAPANESE, ...more });
    const answers: [string, number, HttpAnswer][] = [
      ["no token", 401, await ask(service, "GET", route)],
      ["a bad token", 401, await ask(service, "GET", route, undefined, { authorization: "Bearer ph_no" })],
      [
        "a token of another kind",
        401,
        await ask(service, "GET", route, undefined, { authorization: "Basic eA==" }),
      ],
      ["another role", 403, await ask(admin, "GET", route)],
      ["no JSON", 400, await ask(person, "POST", duty, "{nope")],
      ["a list", 422, await ask(person, "POST", duty, "[1]")],
      [
        "another kind of body",
        415,
        await ask(person, "POST", duty, "<a/>", { "content-type": "application/xml" }),
      ],
      ["a large body", 413, await ask(person, "POST", duty, { state: "x".repeat(1_100_000) })],
      ["no such route", 404, await ask(person, "GET", "/api/v1/driver/nothing")],
      ["no such method", 405, await ask(person, "DELETE", duty)],
      ["an odd key", 422, await ask(person, "POST", duty, { state: "on" }, { "idempotency-key": "a b" })],
      ["an odd dry run", 400, await ask(person, "POST", duty, { state: "on" }, { "x-dry-run": "yes" })],
      ["an odd version", 422, await ask(person, "POST", duty, { state: "on" }, { "if-match": "x" })],
      ["an unknown thing", 404, await ask(person, "GET", "/api/v1/driver/routes/2000000011")],
    ];
    await ask(person, "POST", duty, { state: "on" }, { "idempotency-key": "once" });
    answers.push([
      "a used key",
      409,
      await ask(person, "POST", duty, { state: "off" }, { "idempotency-key": "once" }),
    ]);
    for (const [what, status, answer] of answers) {
      assert.equal(answer.status, status, `${what}: ${JSON.stringify(answer.body)}`);
      assert.ok(getTexts(answer).length > 0, what);
      for (const text of getTexts(answer)) assert.ok(!isEnglish(text), `${what}: ${text}`);
      assert.equal(answer.headers["content-language"], "ja", what);
      assert.match(String(answer.headers["vary"]), /accept-language/i, what);
    }
  });

  test("are in English without the header, over every surface, and in the requested language with it", async () => {
    const business = await service.business();
    const admin = await business.person("client_admin");
    const callSurfaces = (headers: Record<string, string>) => ({
      rest: admin.http("GET", "/api/v1/driver/routes", undefined, headers),
      graphql: admin.http("POST", "/api/graphql", { query: "{ driverRoutes { total } }" }, headers),
    });
    for (const [surface, answer] of Object.entries(callSurfaces({})))
      assert.match(JSON.stringify((await answer).body), /This needs one of these roles: driver\./, surface);
    for (const [surface, answer] of Object.entries(callSurfaces({ "accept-language": "de-AT" })))
      assert.match(
        JSON.stringify((await answer).body),
        /Dazu ist eine dieser Rollen nötig: driver\./,
        surface,
      );
  });

  test("items of a queue that the schema refuses have messages in the driver's language too", async () => {
    const business = await service.business();
    const { person } = await business.driver();
    const item = { seq: 1, type: "stop_skip", occurred_at: service.now().toISOString(), body: {} };
    const { body, status } = await person.http(
      "POST",
      "/api/v1/driver/sync",
      { device_id: "d", items: [item] },
      JAPANESE,
    );
    assert.equal(status, 200, JSON.stringify(body));
    const texts = [
      body.items[0].message,
      ...body.items[0].errors.map(({ message }: { message: string }) => message),
    ];
    assert.ok(texts.length > 1);
    for (const text of texts) assert.ok(!isEnglish(text), text);
  });
});

test("other families respond in English whatever the header is", async () => {
  const business = await service.business();
  const { status, body } = await business.http(
    "client_admin",
    "POST",
    "/api/v1/client/orderCreate",
    { nothing: 1 },
    JAPANESE,
  );
  assert.equal(status, 422);
  assert.equal(body.message, "The request is not valid.");
  assert.equal(body.errors[0].message, "is not a member of this request");
});
