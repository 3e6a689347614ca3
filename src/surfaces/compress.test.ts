import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fastify from "fastify";
import { registerCompression } from "./compress.ts";

const app = fastify();
registerCompression(app as never);
const orders = Array.from({ length: 100 }, (_, id) => ({ id, name: "Clara Dias" }));
app.get("/orders", (_request, reply) =>
  reply.header("etag", '"7"').header("vary", "origin").send({ orders }),
);
app.get("/order", () => ({ id: 1 }));
app.get("/api/ai/tools", (_request, reply) => reply.header("etag", '"8"').send({ orders }));
app.get("/llms.txt", (_request, reply) => reply.type("text/plain").send("x".repeat(5000)));
app.get("/text", (_request, reply) => reply.type("text/plain").send("x".repeat(5000)));

const CONSOLE = { "x-packhorse-client": "console", "accept-encoding": "gzip, deflate, br" };

const ask = async (url: string, headers: Record<string, string>) => {
  const { rawPayload, headers: sent_headers } = await app.inject({ url, headers });
  return { bytes: rawPayload, sent: sent_headers };
};

test("a long JSON answer to the console is compressed as the browser accepts it", async () => {
  const { bytes, sent: sent_headers } = await ask("/orders", CONSOLE);
  assert.deepEqual(JSON.parse(brotliDecompressSync(bytes).toString()), { orders });
  assert.partialDeepStrictEqual(sent_headers, {
    "content-encoding": "br",
    "content-length": String(bytes.length),
    etag: '"7"',
    vary: "origin, accept-encoding",
  });
  const zipped = await ask("/orders", { ...CONSOLE, "accept-encoding": "gzip" });
  assert.equal(zipped.sent["content-encoding"], "gzip");
  assert.deepEqual(JSON.parse(gunzipSync(zipped.bytes).toString()), { orders });
});

test("catalogues for agents are compressed for every client, and say that it depends on what it accepts", async () => {
  for (const [url, encoding] of [
    ["/api/ai/tools", "br"],
    ["/api/ai/tools?format=openai", "gzip"],
    ["/llms.txt", "br"],
    ["/llms.txt", "gzip"],
  ] as const) {
    for (const _turn of [1, 2]) {
      const { bytes, sent: sent_headers } = await ask(url, { "accept-encoding": encoding });
      assert.partialDeepStrictEqual(sent_headers, { "content-encoding": encoding, vary: "accept-encoding" });
      const text = (encoding === "br" ? brotliDecompressSync : gunzipSync)(bytes).toString();
      assert.equal(text, url.startsWith("/llms") ? "x".repeat(5000) : JSON.stringify({ orders }));
    }
  }
  const { sent: json_headers } = await ask("/api/ai/tools", {});
  assert.deepEqual([json_headers["content-encoding"], json_headers["vary"]], [undefined, "accept-encoding"]);
});

test("short answers, other types, browsers that accept nothing and programs are sent as they are", async () => {
  for (const [url, headers] of [
    ["/order", CONSOLE],
    ["/text", CONSOLE],
    ["/orders", { "x-packhorse-client": "console" }],
    ["/orders", { "accept-encoding": "br" }],
  ] as const) {
    const { sent: sent_headers } = await ask(url, headers);
    assert.equal(sent_headers["content-encoding"], undefined, `${url} ${JSON.stringify(headers)}`);
  }
});
