/** URLs that the console serves, and those it does not. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fastify from "fastify";
import { testService } from "#tests/support/service.ts";
import { compressFiles } from "../../scripts/console/compress-files.ts";
import { registerConsole } from "./console.ts";
import { createErrorHandler, registerErrors } from "./rest/rest.ts";

const service = await testService();

/** Requests the URL unchanged: other clients normalize it first. */
async function readAt(port: number, path: string, accept: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, headers: { accept, connection: "close" } }, async (answer) => {
      resolve({ status: answer.statusCode ?? 0, body: (await answer.toArray()).join("") });
    }).on("error", reject);
  });
}

test("every URL returns a file, the console page or 404, and none causes an error", async (context) => {
  const parent = await mkdtemp(path.join(tmpdir(), "packhorse-console-"));
  const folder = path.join(parent, "dist");
  await mkdir(path.join(folder, "assets"), { recursive: true });
  await writeFile(path.join(folder, "index.html"), "<!doctype html>page");
  await writeFile(path.join(folder, "assets", "100%.js"), "script");
  await writeFile(path.join(parent, "secret.txt"), "secret");
  const app = fastify({
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: createErrorHandler(service.runtime),
  } as never);
  context.after(async () => {
    await app.close();
    await rm(parent, { recursive: true });
  });
  registerErrors(app as never, service.runtime);
  await registerConsole(app as never, folder, { base_url: "http://localhost:8080" });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const read = (url: string, accept = "*/*") => readAt(port, url, accept);

  const script = await read("/assets/100%25.js");
  assert.deepEqual([script.status, script.body], [200, "script"]);
  const page = await read("/orders/7", "text/html");
  assert.deepEqual([page.status, page.body], [200, "<!doctype html>page"]);
  for (const url of [
    "/%25ZZ",
    "/assets/.",
    "/assets/./100%25.js",
    "/..%2fsecret.txt",
    "/%252e%252e/secret.txt",
    "/a%00.js",
    "/assets",
    "/.",
  ]) {
    const answer = await read(url);
    assert.deepEqual([answer.status, JSON.parse(answer.body).error_code], [404, "NOT_FOUND"], url);
  }
});

test("an unknown page is 404, and a browser gets the console app, which shows that", async (context) => {
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-console-"));
  context.after(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, "index.html"), "<!doctype html>app");
  const pages = ["/", "/orders", "/orders/$order_id", "/track", "/track/$number"];
  await writeFile(path.join(folder, "tracking.html"), "<!doctype html>tracking");
  const documents = { "/track": "tracking.html", "/track/$number": "tracking.html" };
  const unindexed = ["/track/$number"];
  await writeFile(
    path.join(folder, "addresses.json"),
    JSON.stringify({ pages, documents, unindexed, origins: [] }),
  );
  const own_service = await testService({ console_folder: folder });
  const fetchPage = async (url: string, accept = "text/html,*/*;q=0.8") => {
    const { statusCode, body, headers } = await own_service.app.inject({ url, headers: { accept } });
    return {
      status: statusCode,
      body,
      robots: headers["x-robots-tag"],
      policy: headers["content-security-policy"],
    };
  };
  for (const url of ["/", "/orders", "/orders/", "/orders/7?x=1"])
    assert.partialDeepStrictEqual(await fetchPage(url), { status: 200, body: "<!doctype html>app" }, url);
  for (const url of ["/track", "/track/", "/track/PH10000000000085", "/track/x?y=1"])
    assert.partialDeepStrictEqual(
      await fetchPage(url),
      { status: 200, body: "<!doctype html>tracking" },
      url,
    );
  for (const url of [
    "/ai-tools",
    "/orders/7/8",
    "/orders//",
    "/ordersx",
    "/docs/nothing",
    "/sitemap.xml",
    "/x/orders",
  ]) {
    const page = await fetchPage(url);
    assert.equal(page.status, 404, url);
    assert.match(page.body, /^<!doctype html>/, url);
    const program = await fetchPage(url, "application/json");
    assert.deepEqual([program.status, JSON.parse(program.body).error_code], [404, "NOT_FOUND"], url);
  }
  assert.equal((await fetchPage("/track/PH10000000000085")).robots, "noindex, nofollow");
  for (const url of ["/orders", "/track"]) assert.equal((await fetchPage(url)).robots, undefined);
  const robots = await fetchPage("/robots.txt");
  assert.equal(robots.status, 200);
  assert.match(robots.body, /^User-agent: \*\n/);
  assert.match(robots.body, /^Disallow: \/$/m);
});

test("a URL that is too long for the router is refused as too long, not for its method", async () => {
  const app = fastify();
  registerErrors(app as never, service.runtime);
  const long = await app.inject({ url: `/api/v1/tracking/${"1".repeat(301)}` });
  assert.deepEqual([long.statusCode, long.json().error_code], [400, "URI_TOO_LONG"]);
  assert.equal(long.headers["allow"], undefined);
  const put = await app.inject({ method: "PUT", url: "/api/v1/tracking/PH10000000000085" });
  assert.deepEqual([put.statusCode, put.headers["allow"]], [405, "GET, HEAD"]);
});

test("URLs that are published to people are pages for every client, others for browsers only", async (context) => {
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-console-"));
  context.after(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, "index.html"), "<!doctype html>");
  const app = fastify();
  context.after(() => app.close());
  await registerConsole(app, folder, { base_url: "http://localhost:8080" });
  const fetchStatus = async (url: string, accept: string) =>
    (await app.inject({ url, headers: { accept } })).statusCode;
  for (const url of ["/", "/mcp-approvals", "/mcp-approvals?state=pending"]) {
    assert.equal(await fetchStatus(url, "*/*"), 200, url);
    assert.equal(await fetchStatus(url, "text/html,*/*;q=0.8"), 200, url);
  }
  assert.equal(await fetchStatus("/orders", "text/html"), 200);
  assert.equal(await fetchStatus("/orders", "*/*"), 404);
  assert.equal(await fetchStatus("/api/v1/nothing", "text/html"), 404);
});

test("assets are sent as the build compressed them, where the browser accepts that", async (context) => {
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-console-"));
  await mkdir(path.join(folder, "assets"));
  const script = "export const text = 'again and again and again';\n".repeat(100);
  await writeFile(path.join(folder, "assets/page-1.js"), script);
  const { before, after } = await compressFiles(path.join(folder, "assets"));
  assert.ok(after < before / 5, `${after} of ${before}`);
  await writeFile(path.join(folder, "assets/plain-1.js"), script);
  const app = fastify();
  context.after(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  await registerConsole(app as never, folder, { base_url: "http://localhost:8080" });
  const read = (file: string, encodings: string) =>
    app.inject({ url: `/assets/${file}`, headers: { "accept-encoding": encodings } });
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, plain: (bytes: Buffer) => bytes };
  for (const [file, accepted, encoding] of [
    ["page-1.js", "gzip, deflate, br", "br"],
    ["page-1.js", "gzip, deflate", "gzip"],
    ["page-1.js", "identity", undefined],
    ["plain-1.js", "gzip, br", undefined],
  ] as const) {
    const { statusCode, headers, rawPayload } = await read(file, accepted);
    assert.equal(statusCode, 200);
    assert.equal(headers["content-encoding"], encoding, `${file} for ${accepted}`);
    assert.match(String(headers["content-type"]), /javascript/);
    assert.match(String(headers["cache-control"]), /max-age=31536000, immutable/);
    assert.match(String(headers["vary"] ?? ""), file === "page-1.js" ? /accept-encoding/ : /^/);
    assert.equal(decode[encoding ?? "plain"](rawPayload).toString(), script);
  }
});
