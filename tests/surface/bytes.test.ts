/** Bytes that are no text, on every surface: decoded as declared, or refused where they are, and nothing is stored. */
import assert from "node:assert/strict";
import { type AddressInfo, connect } from "node:net";
import { test } from "node:test";
import { createEventTools, createProvider } from "#tests/support/provider.ts";
import type { HttpAnswer } from "#tests/support/service.ts";
import { surfaceService } from "./fixture.ts";

const service = await surfaceService();
const business = await service.business();
const { token } = await business.person("client_admin");
const order = await business.order();
const provider = await createProvider(business);
const { event } = createEventTools(service);
const headers = { authorization: `Bearer ${token}` };

/** What the caller wrote, between an ASCII start and end: the text to store, or how the bytes are refused. */
type Verdict = { stored: string } | { status: number; code: string; offset?: true };
interface Case {
  name: string;
  charset?: string;
  /** The document, from the text that marks the place. */
  encode(json: string): Buffer;
  verdict: Verdict;
}

const MARK = "MARK";
/** UTF-8, with bytes in place of the mark. */
const withBytes =
  (...bytes: number[]) =>
  (json: string) => {
    const [before = "", after = ""] = json.split(MARK);
    return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
  };
const withText = (text: string) => (json: string) => Buffer.from(json.replace(MARK, text));
const utf16 =
  (text: string, order: "le" | "be", mark = true) =>
  (json: string) => {
    const bytes = Buffer.from(`${mark ? "\ufeff" : ""}${json.replace(MARK, text)}`, "utf16le");
    return order === "le" ? bytes : bytes.swap16();
  };
const bad = { status: 400, code: "INVALID_JSON", offset: true } as const;
const unknown = { status: 415, code: "UNSUPPORTED_CHARSET" } as const;

const CASES: Case[] = [
  { name: "UTF-8", encode: withText("Zoë ☕ 東京"), verdict: { stored: "Zoë ☕ 東京" } },
  { name: "UTF-8, declared", charset: "UTF-8", encode: withText("Zoë"), verdict: { stored: "Zoë" } },
  { name: "UTF-8, quoted", charset: '"utf8"', encode: withText("Zoë"), verdict: { stored: "Zoë" } },
  {
    name: "UTF-8 with a byte order mark",
    encode: (json) => withText("Zoë")(`\ufeff${json}`),
    verdict: { stored: "Zoë" },
  },
  {
    name: "Latin-1, declared",
    charset: "ISO-8859-1",
    encode: withBytes(0x5a, 0x6f, 0xeb),
    verdict: { stored: "Zoë" },
  },
  {
    name: "Windows-1252, declared",
    charset: "windows-1252",
    encode: withBytes(0x80, 0x99),
    verdict: { stored: "€™" },
  },
  { name: "Latin-2, declared", charset: "iso-8859-2", encode: withBytes(0xa3), verdict: { stored: "Ł" } },
  {
    name: "Shift_JIS, declared",
    charset: "shift_jis",
    encode: withBytes(0x93, 0x8c),
    verdict: { stored: "東" },
  },
  { name: "UTF-16LE, declared", charset: "utf-16le", encode: utf16("Zoë", "le"), verdict: { stored: "Zoë" } },
  { name: "UTF-16BE by its mark", charset: "utf-16", encode: utf16("Zoë", "be"), verdict: { stored: "Zoë" } },
  {
    name: "UTF-16BE without mark",
    charset: "utf-16be",
    encode: utf16("Zoë", "be", false),
    verdict: { stored: "Zoë" },
  },
  { name: "Latin-1, undeclared", encode: withBytes(0x5a, 0x6f, 0xeb), verdict: bad },
  { name: "a byte that is none", encode: withBytes(0xff), verdict: bad },
  { name: "a sequence that ends early", encode: withBytes(0xc3, 0x28), verdict: bad },
  { name: "an overlong slash", encode: withBytes(0xc0, 0xaf), verdict: bad },
  { name: "an encoded surrogate", encode: withBytes(0xed, 0xa0, 0x80), verdict: bad },
  { name: "beyond Unicode", encode: withBytes(0xf5, 0x80, 0x80, 0x80), verdict: bad },
  { name: "UTF-16, undeclared", encode: utf16("Zoë", "le"), verdict: bad },
  { name: "Latin-1 declared as UTF-8", charset: "utf-8", encode: withBytes(0xeb), verdict: bad },
  { name: "GBK that is none", charset: "gbk", encode: withBytes(0x81, 0xff), verdict: bad },
  { name: "UTF-7", charset: "utf-7", encode: withText("Zo+AOs-"), verdict: unknown },
  { name: "UTF-32", charset: "utf-32", encode: withText("x"), verdict: unknown },
  { name: "no charset at all", charset: "klingon", encode: withText("x"), verdict: unknown },
];

/** The refusal of an answer, in the form of REST. */
interface Refused {
  status: number;
  code: string | undefined;
  offset: number | undefined;
}

interface Surface {
  name: string;
  /** The document, with the mark where the text stands. */
  json(): string;
  send(body: Buffer, type: string): Promise<HttpAnswer>;
  refusal(answer: HttpAnswer): Refused;
  /** The text that the service has now. */
  read(answer?: HttpAnswer): Promise<string | null>;
}

const readNote = async () =>
  (await service.http("GET", `/api/v1/client/orders/${order.id}`, undefined, headers)).body.order
    .note as string;

const restRefusal = ({ status, body }: HttpAnswer): Refused => ({
  status,
  code: body.error_code,
  offset: body.byte_offset,
});

function overMcp(path: string, tool: string, buildArguments: () => object): Surface {
  return {
    name: `${path} ${tool}`,
    json: () =>
      JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: tool, arguments: buildArguments() },
      }),
    send: (body, type) => service.http("POST", path, body, { ...headers, "content-type": type }),
    refusal: ({ status, body }) => ({
      status,
      code: body.error?.data?.reason?.toUpperCase(),
      offset: body.error?.data?.byte_offset,
    }),
    read: readNote,
  };
}

const buildEvent = () => ({ ...event(order.tracking_number, "note"), description: MARK });
const readEvent = async () =>
  (
    await service.system.row<{ text: string }>(
      "select document ->> 'description' as text from tracking_event where business_id = $1 and provider <> 'packhorse' order by id desc limit 1",
      [business.id],
    )
  )?.text ?? null;

const SURFACES: Surface[] = [
  {
    name: "REST",
    json: () => JSON.stringify({ note: MARK }),
    send: (body, type) =>
      service.http("PATCH", `/api/v1/client/orders/${order.id}/note`, body, {
        ...headers,
        "content-type": type,
      }),
    refusal: restRefusal,
    read: readNote,
  },
  {
    name: "GraphQL",
    json: () =>
      JSON.stringify({
        query: `mutation ($note: String!) { clientOrderNote(order_id: ${order.id}, note: $note) { result } }`,
        variables: { note: MARK },
      }),
    send: (body, type) => service.http("POST", "/api/graphql", body, { ...headers, "content-type": type }),
    refusal: ({ status, body }) => ({
      status,
      code: body.errors?.[0]?.extensions?.error_code,
      offset: body.errors?.[0]?.extensions?.byte_offset,
    }),
    read: readNote,
  },
  overMcp("/mcp", "update_order_note", () => ({ order_id: order.id, note: MARK })),
  {
    ...overMcp("/mcp/developer", "create_order", () => ({
      dropoff: { name: MARK, line1: "Quadra 7", city: "Brasília", country: "BR", lat: -15.71, lng: -47.88 },
    })),
    read: async (answer) => {
      if (answer === undefined) return null;
      const { order_id } = answer.body.result.structuredContent;
      const creation = await service.http("GET", `/api/v1/client/orders/${order_id}`, undefined, headers);
      return creation.body.order.dropoff.name;
    },
  },
  {
    name: "OTEP ingest",
    json: () => JSON.stringify(buildEvent()),
    send: (body, type) => provider.ingest(body, { "content-type": type }),
    refusal: restRefusal,
    read: readEvent,
  },
  {
    name: "OTEP ingest, lines",
    json: () => JSON.stringify(buildEvent()),
    send: (body, type) =>
      provider.ingest(body, { "content-type": type.replace("application/json", "application/x-ndjson") }),
    refusal: restRefusal,
    read: readEvent,
  },
  {
    name: "OAuth registration",
    json: () => JSON.stringify({ client_name: MARK, redirect_uris: ["http://127.0.0.1/"] }),
    send: (body, type) => service.http("POST", "/oauth/register", body, { "content-type": type }),
    refusal: restRefusal,
    read: async (answer) => answer?.body.client_name ?? null,
  },
];

for (const surface of SURFACES)
  test(`${surface.name}: a body is decoded as it declares, or refused at its byte`, async () => {
    for (const { name, charset, encode, verdict } of CASES) {
      const type = `application/json${charset === undefined ? "" : `; charset=${charset}`}`;
      const before = await surface.read();
      const answer = await surface.send(encode(surface.json()), type);
      const failure = `${name}: ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 300)}`;
      if ("stored" in verdict) {
        assert.ok(answer.status < 300, failure);
        assert.ok(
          (await surface.read(answer))?.includes(verdict.stored),
          `${failure}, not ${verdict.stored}`,
        );
      } else {
        const { status, code, offset } = surface.refusal(answer);
        assert.deepEqual([status, code], [verdict.status, verdict.code], failure);
        assert.equal(typeof offset, verdict.offset === true ? "number" : "undefined", failure);
        assert.equal(await surface.read(), before, failure);
      }
    }
  });

test("the offset of a refused byte is the one of the body", async () => {
  const body = withBytes(0xff)(JSON.stringify({ note: MARK }));
  const answer = await service.http("PATCH", `/api/v1/client/orders/${order.id}/note`, body, headers);
  assert.equal(answer.body.byte_offset, body.indexOf(0xff));
  assert.equal(answer.body.message, "The body is not valid JSON: the byte at offset 9 is not UTF-8.");
});

test("forms are read like JSON, and webhooks of vendors have UTF-8 only", async () => {
  const form = "application/x-www-form-urlencoded";
  const report = `/api/v1/messaging/reports/messages-api/${business.id}`;
  for (const [path, body, type, status, code] of [
    ["/oauth/revoke", Buffer.from("token=a&x=%C3%A9"), form, 400, undefined],
    ["/oauth/revoke", Buffer.from("token=a&x=%ff"), form, 400, "INVALID_FORM"],
    ["/oauth/token", Buffer.from("grant_type=%c3%28"), form, 400, "INVALID_FORM"],
    ["/oauth/token", Buffer.from([0x61, 0x3d, 0xff]), form, 400, "INVALID_FORM"],
    ["/oauth/token", Buffer.from("a=b"), `${form}; charset=utf-7`, 415, "UNSUPPORTED_CHARSET"],
    [report, Buffer.from("Body=%ff"), form, 400, "INVALID_FORM"],
    [report, Buffer.from("Body=a"), `${form}; charset=iso-8859-1`, 415, "UNSUPPORTED_CHARSET"],
    [report, Buffer.from("Body=%C3%A9"), `${form}; charset=UTF-8`, 401, "INVALID_SIGNATURE"],
    ["/api/v1/payments/events/x", Buffer.from([0x7b, 0xff]), "application/json", 400, "INVALID_JSON"],
  ] as const) {
    const answer = await service.http("POST", path, body, { "content-type": type });
    const failure = `${path} ${type} ${body.toString("latin1")}: ${JSON.stringify(answer.body)}`;
    assert.deepEqual([answer.status, answer.body?.error_code], [status, code], failure);
  }
});

test("escapes of JSON that are no text are refused where they stand, the same on every surface", async () => {
  for (const [escaped, message] of [
    ["\\ud800", "must be well-formed Unicode"],
    ["a\\udfff\\ud800", "must be well-formed Unicode"],
    ["a\\u0000b", "must not contain the NUL character"],
  ] as const)
    for (const surface of SURFACES.slice(0, 3)) {
      const before = await readNote();
      const { status, body } = await surface.send(
        Buffer.from(surface.json().replace(MARK, escaped)),
        "application/json",
      );
      const errors =
        body.errors?.[0]?.extensions?.errors ?? body.result?.structuredContent?.error.details ?? body.errors;
      const failure = `${surface.name} ${escaped}: ${status} ${JSON.stringify(body)}`;
      assert.deepEqual(errors, [{ field: "note", message }], failure);
      assert.equal(await readNote(), before, failure);
    }
});

test("an address whose bytes are no text is refused, the same on every surface", async () => {
  const paths = [
    "/api/v1/tracking/",
    "/api/v1/client/orders/",
    "/api/v1/otep/trackings/",
    "/api/v1/client/orders?q=",
    "/api/v1/client/orders?status=NEW_ORDER&",
    "/api/v1/client/datasets/1/records?q=",
    "/api/graphql?query=",
    "/.well-known/x/",
    "/nothing/",
  ];
  for (const path of paths)
    for (const bytes of ["%ff", "%c3%28", "%ED%A0%80", "%C3"]) {
      const { status, body } = await service.http("GET", path + bytes, undefined, headers);
      assert.deepEqual(
        [status, body.error_code],
        [400, "INVALID_ADDRESS"],
        `${path}${bytes}: ${JSON.stringify(body)}`,
      );
    }
  for (const path of ["/mcp?profile=%ff", "/mcp/developer?profile=%c3%28"]) {
    const { status, body } = await service.http(
      "POST",
      path,
      { jsonrpc: "2.0", id: 1, method: "ping" },
      headers,
    );
    assert.deepEqual([status, body.error?.data?.reason], [400, "invalid_address"], path);
  }
  assert.equal(
    (await service.http("GET", "/api/v1/client/orders?q=50%25%20off", undefined, headers)).status,
    200,
  );
  assert.equal(
    (await service.http("GET", "/api/v1/client/orders?q=%E6%9D%B1", undefined, headers)).status,
    200,
  );
});

test("NUL in an address is judged by what reads it", async () => {
  for (const [path, status, error_code] of [
    ["/api/v1/tracking/a%00b", 422, "INVALID_REQUEST"],
    ["/api/v1/client/orders/a%00b", 422, "INVALID_REQUEST"],
    ["/api/v1/client/orders?status=a%00b", 422, "INVALID_REQUEST"],
    ["/api/v1/client/orders?cursor=a%00b", 422, "INVALID_REQUEST"],
    ["/.well-known/x/a%00b", 404, "NOT_FOUND"],
    ["/nothing/a%00b", 404, "NOT_FOUND"],
  ] as const) {
    const { status: answered, body } = await service.http("GET", path, undefined, headers);
    assert.deepEqual([answered, body.error_code], [status, error_code], `${path}: ${JSON.stringify(body)}`);
  }
});

test("raw bytes in an address and NUL in a header are refused", async () => {
  await service.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = service.app.server.address() as AddressInfo;
  const send = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () => socket.end(Buffer.from(text, "latin1")));
      const chunks: Buffer[] = [];
      socket.on("data", (chunk) => chunks.push(Buffer.from(chunk)));
      socket.once("error", reject);
      socket.once("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
    });
  const rest = `Host: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n`;
  for (const [target, more] of [
    ["/api/v1/client/orders?q=\u00c3\u00a9", ""],
    ["/api/v1/tracking/\u00ff", ""],
    ["/api/v1/client/orders", "X-Dry-Run: 1\u0000\r\n"],
    ["/api/v1/client/orders", "Idempotency-Key: \u0000\r\n"],
  ] as const) {
    const answer = await send(`GET ${target} HTTP/1.1\r\n${rest}${more}\r\n`);
    assert.match(answer, /^HTTP\/1\.1 400 /, `${target} ${more}`);
  }
});
