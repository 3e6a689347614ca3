/** Documents that are generated from the registry: those committed to git and those served. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { glob, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { buildSchema } from "graphql";
import { buildReference, fillContract, fillToolTables, REFERENCE } from "#surfaces/generated.ts";
import { testService } from "#tests/support/service.ts";

const root = path.resolve(import.meta.dirname, "../..");
const service = await testService();
const run = promisify(execFile);

test("generated files match the registry", async () => {
  const { registry } = service.runtime;
  const stale: string[] = [];
  const reference = buildReference(registry);
  for (const [file, text] of Object.entries(reference)) {
    const present = await readFile(path.join(root, file), "utf8").catch(() => undefined);
    if (present !== text) stale.push(file);
  }
  for await (const file of glob("**/*.*", { cwd: path.join(root, REFERENCE) }))
    if (
      !(`${REFERENCE}/${file}` in reference) &&
      file !== "README.md" &&
      path.basename(file) !== "schema.sql"
    )
      stale.push(file);
  const contract = await readFile(path.join(root, "docs/contract/rest.md"), "utf8");
  if (fillContract(contract, registry) !== contract) stale.push("docs/contract/rest.md");
  const tools = await readFile(path.join(root, "docs/contract/mcp.md"), "utf8");
  if (fillToolTables(tools, registry) !== tools) stale.push("docs/contract/mcp.md");
  assert.deepEqual(stale, [], "run `npm run generate`");
});

test("a table of the contract names existing families, each in one table", () => {
  const { registry } = service.runtime;
  const table = (families: string) => `<!-- generated: routes ${families} -->\n<!-- end -->\n`;
  assert.match(fillContract(table("skills"), registry), /\| GET \| `\/api\/v1\/skills` \|/);
  assert.throws(() => fillContract(table("skils"), registry), /no family skils/);
  assert.throws(() => fillContract(table("skills drivers") + table("skills"), registry), /two tables/);
});

describe("discovery", () => {
  const PLACES = [
    "/api/openapi.json",
    "/api/.well-known/ai-tools.json",
    "/api/ai/tools",
    "/api/ai/tools?format=openai",
    "/api/ai/tools?format=anthropic",
    "/api/ai/tools?format=langchain",
    "/api/ai/tools?format=mcp&server=developer",
    "/api/ai/tools/openapi",
    "/api/ai/tools/graphql",
    "/api/ai/capabilities",
    "/api/ai-skill/version",
    "/.well-known/oauth-protected-resource",
  ];

  for (const place of PLACES) {
    test(`serves ${place} without authentication`, async () => {
      const { status, body } = await service.http("GET", place);
      assert.equal(status, 200);
      assert.equal(typeof body, "object");
    });
  }

  test("lists every tool in every format, and refuses an unknown format", async () => {
    const { body: manifest } = await service.http("GET", "/api/.well-known/ai-tools.json");
    const names = manifest.tools.map(({ name }: { name: string }) => name);
    for (const tool of manifest.tools) {
      for (const member of [
        "authentication",
        "risk",
        "scopes",
        "confirm",
        "description",
        "input_schema",
        "use_case",
        "category",
      ]) {
        assert.ok(member in tool, `${tool.name} has no ${member}`);
      }
    }
    const listTools = async (format: string) =>
      (await service.http("GET", `/api/ai/tools?format=${format}`)).body.tools;
    assert.deepEqual(
      (await listTools("openai")).map((tool: { function: { name: string } }) => tool.function.name),
      names,
    );
    for (const format of ["anthropic", "mcp", "langchain"]) {
      assert.deepEqual(
        (await listTools(format)).map(({ name }: { name: string }) => name),
        names,
      );
    }
    // What the JavaScript library takes for a tool: a JSON Schema with a type, under `schema`.
    for (const tool of await listTools("langchain"))
      assert.deepEqual(
        [typeof tool.name, tool.schema.type, tool.args_schema],
        ["string", "object", tool.schema],
      );
    const text = await service.http("GET", "/llms.txt");
    for (const name of names) assert.ok(text.body.includes(`- ${name}: `), name);
    assert.equal((await service.http("GET", "/api/ai/tools?format=soap")).status, 422);
  });

  test("negotiates JSON, answers 304 to who has it, and narrows the tools to a profile", async () => {
    const get = (url: string, headers = {}) => service.http("GET", url, undefined, headers);
    const text = await get("/llms.txt");
    assert.match(String(text.headers["content-type"]), /^text\/plain/);
    assert.match(String(text.body), /## Workflows[^#]*confirm high risk/);
    assert.match(String(text.body), /- cancel_order: [^\n]*\n {2}Arguments: \{"type":"object"/);
    const manifest = await get("/llms.txt", { accept: "application/json, text/plain;q=0.5" });
    assert.deepEqual(manifest.body, (await get("/.well-known/ai-tools.json")).body);
    assert.equal(manifest.headers["vary"], "accept, accept-encoding");
    assert.match(String((await get("/llms.txt", { accept: "text/plain" })).headers["content-type"]), /^text/);
    for (const url of ["/llms.txt", "/api/ai/tools?format=openai", "/api/ai-skill", "/api/ai/capabilities"]) {
      const { headers } = await get(url);
      const again = await get(url, { "if-none-match": `"x", W/${headers["etag"]}` });
      assert.deepEqual(
        [again.status, again.raw.length, again.headers["etag"]],
        [304, 0, headers["etag"]],
        url,
      );
      assert.equal((await get(url, { "if-none-match": '"x"' })).status, 200, url);
    }
    const listNames = (tools: { name: string }[]) => tools.map(({ name }) => name);
    const { body: support } = await get("/api/ai/tools?server=user&profile=support");
    const names = listNames(support.tools);
    assert.ok(names.includes("get_orders") && names.includes("track_package"));
    assert.ok(!names.includes("create_order") && !names.includes("get_routes"));
    // The console counts what a token may do from the overview.
    const { body: overview } = await get("/api/ai/capabilities");
    const held = overview.profiles.find(({ name }: { name: string }) => name === "support").scopes;
    const reached = overview.tools.filter(
      ({ servers, scopes }: { servers: string[]; scopes: string[] }) =>
        servers.includes("user") && scopes.every((scope) => held.includes(scope)),
    );
    assert.deepEqual(listNames(reached), names);
    const find = (tool_name: string) =>
      overview.tools.find(({ name }: { name: string }) => name === tool_name);
    assert.partialDeepStrictEqual(find("cancel_order"), {
      effect: "write",
      risk: "high",
      scopes: ["orders:write"],
      servers: ["user"],
    });
    assert.ok(find("cancel_order").roles.includes("employee"));
    assert.equal(find("track_package").roles, null);
    const { body: full_answer } = await get("/api/ai/tools?server=user&profile=full");
    assert.equal(full_answer.total, 93);
    const { status, body: refused } = await get("/api/ai/tools?profile=everything");
    assert.deepEqual([status, /ops-readonly/.test(refused.errors[0].message)], [422, true]);
  });

  test("returns the GraphQL schema with a hint for each operation", async () => {
    const { body } = await service.http("GET", "/api/ai/tools/graphql");
    buildSchema(body.document);
    assert.deepEqual(
      Object.keys(body.aiHints).sort(),
      [...service.runtime.registry.operations.keys()].sort(),
    );
  });

  test("serves the skill file with its declared hash", async () => {
    const { createHash } = await import("node:crypto");
    const { body } = await service.http("GET", "/api/ai-skill/version");
    const skill = await service.http("GET", "/api/ai-skill");
    assert.match(String(skill.headers["content-type"]), /^text\/markdown/);
    assert.equal(createHash("md5").update(skill.raw).digest("hex"), body.hash);
    assert.equal(body.download_url, "http://localhost:8080/api/ai-skill");
  });
});

test("the OpenAPI descriptions pass the linter of redocly", { timeout: 600_000 }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-openapi-"));
  try {
    for (const place of ["/api/openapi.json", "/api/ai/tools/openapi"]) {
      const { raw } = await service.http("GET", place);
      const file = path.join(folder, "openapi.json");
      await writeFile(file, raw);
      const { stdout } = await run(
        path.join(root, "node_modules/.bin/redocly"),
        ["lint", "--format=json", file],
        {
          cwd: folder,
          env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
          maxBuffer: 64 * 1024 * 1024,
        },
      ).catch((error: { stdout: string; stderr: string }) => {
        if (error.stdout.startsWith("{")) return { stdout: error.stdout };
        throw error;
      });
      const { totals, problems } = JSON.parse(stdout) as {
        totals: { errors: number };
        problems: { message: string; severity: string }[];
      };
      assert.equal(
        totals.errors,
        0,
        JSON.stringify(problems.filter(({ severity }) => severity === "error").slice(0, 5)),
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("the reference page loads nothing from other hosts", async () => {
  const { status, body, headers } = await service.http("GET", "/docs");
  assert.equal(status, 200);
  assert.match(String(headers["content-security-policy"]), /^default-src 'none'/);
  assert.doesNotMatch(body, /(?:src|href)="(?:https?:)?\/\//);
});
