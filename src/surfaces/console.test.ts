/** What an address of the console may be, and what it may not. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import fastify from "fastify";
import { testService } from "#tests/support/service.ts";
import { registerConsole } from "./console.ts";
import { errorHandlerOf, registerErrors } from "./rest/rest.ts";

const service = await testService();

/** The address as it is: other clients tidy it up first. */
async function readAt(port: number, path: string, accept: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, headers: { accept, connection: "close" } }, async (answer) => {
      resolve({ status: answer.statusCode ?? 0, body: (await answer.toArray()).join("") });
    }).on("error", reject);
  });
}

test("addresses lead to files, to the one page, or to 404, and none of them to a failure", async (t) => {
  const parent = await mkdtemp(path.join(tmpdir(), "packhorse-console-"));
  const folder = path.join(parent, "dist");
  await mkdir(path.join(folder, "assets"), { recursive: true });
  await writeFile(path.join(folder, "index.html"), "<!doctype html>page");
  await writeFile(path.join(folder, "assets", "100%.js"), "script");
  await writeFile(path.join(parent, "secret.txt"), "secret");
  const app = fastify({
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: errorHandlerOf(service.mechanism),
  } as never);
  t.after(async () => {
    await app.close();
    await rm(parent, { recursive: true });
  });
  registerErrors(app as never, service.mechanism);
  await registerConsole(app as never, folder);
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

test("an address longer than the router reads is refused as that, not for a method that it takes", async () => {
  const app = fastify();
  registerErrors(app as never, service.mechanism);
  const long = await app.inject({ url: `/api/v1/tracking/${"1".repeat(301)}` });
  assert.deepEqual([long.statusCode, long.json().error_code], [400, "URI_TOO_LONG"]);
  assert.equal(long.headers["allow"], undefined);
  const put = await app.inject({ method: "PUT", url: "/api/v1/tracking/PH10000000000085" });
  assert.deepEqual([put.statusCode, put.headers["allow"]], [405, "GET, HEAD"]);
});

test("the addresses that are given to people are pages for every client, others for browsers alone", async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-console-"));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, "index.html"), "<!doctype html>");
  const app = fastify();
  t.after(() => app.close());
  await registerConsole(app, folder);
  const asked = async (url: string, accept: string) =>
    (await app.inject({ url, headers: { accept } })).statusCode;
  for (const url of ["/", "/mcp-approvals", "/mcp-approvals?state=pending"]) {
    assert.equal(await asked(url, "*/*"), 200, url);
    assert.equal(await asked(url, "text/html,*/*;q=0.8"), 200, url);
  }
  assert.equal(await asked("/orders", "text/html"), 200);
  assert.equal(await asked("/orders", "*/*"), 404);
  assert.equal(await asked("/api/v1/nothing", "text/html"), 404);
});
