import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { asAdmin, type Headers, openMcp } from "#tests/support/mcp.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
const { rpc, call } = openMcp(service);

describe("meta tools", () => {
  test("describe one tool with an example, as does the refusal of wrong arguments", async () => {
    const { body } = await rpc("tools/call", {
      name: "get_capabilities",
      arguments: { tool: "create_order" },
    });
    const { tools, left_out } = body.result.structuredContent;
    assert.deepEqual([tools, left_out.map(({ name }: { name: string }) => name)], [[], ["create_order"]]);
    const headers = await asAdmin(await service.business());
    const capabilities = (await call("get_capabilities", { tool: "create_order" }, headers))
      .structuredContent;
    const [only] = capabilities["tools"] as { name: string; example: object; next: string[] }[];
    assert.equal(only?.name, "create_order");
    assert.ok(only.next.includes("get_order_detail"));
    assert.equal((await call("create_order", only.example, headers)).isError, undefined);
    const refused = (await call("create_order", { dropof: {} }, headers)).structuredContent;
    assert.deepEqual((refused["error"] as { example: object }).example, only.example);
    const wrong = (await call("get_capabilities", { tool: "make_order" }, headers)).structuredContent;
    assert.match(JSON.stringify(wrong), /is no tool; nearest: .*create_order/);
  });

  test("search the REST and GraphQL catalogues by words", async () => {
    const rest = await call(
      "get_api_endpoints",
      { query: "clientBatchOrderCreate", with_schemas: true },
      {},
      "/mcp/developer",
    );
    const [endpoint] = rest.structuredContent["endpoints"] as { operation: string }[];
    assert.equal(endpoint?.operation, "clientBatchOrderCreate");
    assert.equal(
      (await call("get_api_endpoints", { query: "no such thing" }, {}, "/mcp/developer")).structuredContent[
        "total"
      ],
      0,
    );
    const graphql = await call(
      "get_graphql_operations",
      { query: "track", kind: "query" },
      {},
      "/mcp/developer",
    );
    const names = (graphql.structuredContent["operations"] as { name: string; signature: string }[]).map(
      ({ name }) => name,
    );
    assert.ok(names.includes("trackingPublic"));
  });

  test("find calls by a question, and tell the sections of a guide", async () => {
    const ask = async (name: string, args: object) =>
      (await call(name, args, {}, "/mcp/developer")).structuredContent;
    for (const query of ["how do I cancel an order", "cancelling orders", "Cancel an order?"]) {
      const { endpoints } = await ask("get_api_endpoints", { query });
      assert.equal((endpoints as { operation: string }[])[0]?.operation, "clientOrderCancel", query);
    }
    const { operations } = await ask("get_graphql_operations", { query: "How can I cancel orders?" });
    assert.equal((operations as { name: string }[])[0]?.name, "clientOrderCancel");
    const unknown = await ask("get_webhook_guide", { section: "cooking" });
    assert.match(JSON.stringify(unknown), /INVALID_REQUEST.*is no heading of this guide; they are: .*;/);
  });

  test("run GraphQL with the connection's scopes, confirm, dry run and approval", async () => {
    const business = await service.business();
    const headers = await asAdmin(business);
    const run = async (args: object, more: Headers = headers) =>
      call("run_graphql_query", args, more, "/mcp/developer");
    const read = await run({
      query: "query ($n: Int) { clientOrders(per_page: $n) { total } }",
      variables: { n: 3 },
    });
    assert.deepEqual(read.structuredContent, { data: { clientOrders: { total: 0 } } });
    const query = `mutation { clientBatchOrderCreate(orders: [{ dropoff: { line1: "Quadra 7", lat: -15.7, lng: -47.9 } }]) { done } }`;
    const refused = await run({ query });
    assert.equal(refused.isError, true);
    assert.partialDeepStrictEqual(refused.structuredContent, {
      error: { code: "CONFIRM_REQUIRED", retryable: false, details: [{ field: "confirm_fields" }] },
      errors: [{ extensions: { error_code: "CONFIRM_REQUIRED", preview: { answer: { done: 1 } } } }],
    });
    const previewed = await run({ query, dry_run: true });
    assert.partialDeepStrictEqual(previewed.structuredContent, {
      data: { clientBatchOrderCreate: { done: 1 } },
    });
    const queued = await run({ query, confirm: true }, { ...headers, "x-mcp-require-approval": "1" });
    assert.partialDeepStrictEqual(queued.structuredContent, {
      data: { clientBatchOrderCreate: null },
      extensions: { pending_approval: {} },
    });
    const narrow = await run({ query, confirm: true }, { ...headers, "x-mcp-profile": "support" });
    assert.partialDeepStrictEqual(narrow.structuredContent, {
      errors: [{ extensions: { error_code: "SCOPE_MISSING" } }],
    });
    assert.deepEqual((await run({ query, confirm: true })).structuredContent, {
      data: { clientBatchOrderCreate: { done: 1 } },
    });
  });

  test("run a GraphQL document only if each of its high-risk fields is confirmed, and nothing of it otherwise", async () => {
    const business = await service.business();
    const headers = { ...(await asAdmin(business)), "user-agent": "planner/3" };
    const [first, second] = [await business.order(), await business.order()];
    const run = async (args: object) =>
      (await call("run_graphql_query", args, headers, "/mcp/developer")) as {
        structuredContent: {
          data?: Record<string, unknown>;
          error?: { code: string; message: string; details: { field: string; message: string }[] };
          errors?: { path?: string[]; extensions: { error_code: string } }[];
        };
        isError?: boolean;
      };
    const query = `mutation Both($first: Int53!, $second: Int53!) {
      note: clientOrderNote(order_id: $first, note: "by an agent") { result }
      hold: clientOrderHold(order_id: $first, reason: "unpaid") { result }
      ...More
    }
    fragment More on Mutation { stop: clientOrderCancel(order_id: $second) { result } }`;
    const variables = { first: first.id, second: second.id };
    const states = async () =>
      await service.system.rows<{ status: string; note: string }>(
        "select status, note from delivery_order where business_id = $1 order by id",
        [business.id],
      );
    const before = await states();
    for (const [confirmation, missing] of [
      [{}, ["hold", "stop"]],
      [{ confirm: true }, ["hold", "stop"]],
      [{ confirm: true, confirm_fields: ["hold"] }, ["stop"]],
      [{ confirm_fields: ["hold", "stop"] }, ["hold", "stop"]],
    ] as const) {
      const { isError, structuredContent: answer } = await run({ query, variables, ...confirmation });
      assert.equal(isError, true);
      assert.equal(answer.error?.code, "CONFIRM_REQUIRED");
      assert.deepEqual(
        answer.error.details.map(({ message }) => message.split(" ")[0]),
        missing,
      );
      const refused = answer.errors?.map(({ path, extensions }) => `${path} ${extensions.error_code}`);
      for (const key of ["note", "hold", "stop"])
        assert.ok(
          refused?.includes(`${key} ${missing.some((one) => one === key) ? "CONFIRM_REQUIRED" : "NOT_RUN"}`),
          `${key}: ${refused}`,
        );
    }
    const wrong = await run({ query, variables, confirm: true, confirm_fields: ["hold", "stop", "note"] });
    assert.partialDeepStrictEqual(wrong.structuredContent.error, {
      code: "INVALID_REQUEST",
      details: [
        {
          field: "confirm_fields",
          message: "note is no high-risk field of the document; they are hold, stop",
        },
      ],
    });
    assert.deepEqual(await states(), before);
    const tried = await run({ query, variables, confirm_fields: ["hold", "stop"], dry_run: true });
    assert.deepEqual(Object.keys(tried.structuredContent.data ?? {}), ["note", "hold", "stop"]);
    assert.deepEqual(await states(), before);
    const mutation_result = await run({ query, variables, confirm: true, confirm_fields: ["hold", "stop"] });
    assert.deepEqual(mutation_result.structuredContent, {
      data: { note: { result: true }, hold: { result: true }, stop: { result: true } },
    });
    assert.deepEqual(
      (await states()).map(({ status, note }) => [status, note]),
      [
        ["HOLD", "by an agent"],
        ["CANCELLED", before[1]?.note],
      ],
    );
    const faulty = await run({ query: "{ nothing }" });
    assert.partialDeepStrictEqual(faulty.structuredContent.error, {
      code: "GRAPHQL_VALIDATION_FAILED",
      details: [{ field: "query" }],
    });
    await service.runtime.audit.flush();
    const recorded = await service.system.rows<{ tool: string; refusal: string; client: string }>(
      "select tool, refusal, client from audit where business_id = $1 and outcome = 'refused' and tool is not null",
      [business.id],
    );
    const count = (tool_name: string) => recorded.filter(({ tool }) => tool === tool_name).length;
    assert.deepEqual([count("hold_order"), count("cancel_order"), count("run_graphql_query")], [3, 4, 6]);
    assert.ok(recorded.every(({ client }) => client === "planner/3"));
  });

  test("report whether a skill file is the latest, and return the guides", async () => {
    const served = await service.http("GET", "/api/ai-skill");
    const { createHash } = await import("node:crypto");
    const current_hash = createHash("md5").update(served.raw).digest("hex");
    const same = await call("check_skill_update", { current_hash }, {}, "/mcp/developer");
    assert.equal(same.structuredContent["update_available"], false);
    const old = await call("check_skill_update", { current_hash: "0".repeat(32) }, {}, "/mcp/developer");
    assert.partialDeepStrictEqual(old.structuredContent, { update_available: true, hash: current_hash });
    const guide = await call("get_integration_guide", { section: "errors" }, {}, "/mcp/developer");
    assert.match(String(guide.structuredContent["markdown"]), /^## Errors/);
    const parts: unknown[] = [];
    for (let args: object | undefined = {}; args !== undefined; ) {
      const { structuredContent } = await call("get_otep_guide", args, {}, "/mcp/developer");
      parts.push(structuredContent["markdown"]);
      args = structuredContent["next"] as object | undefined;
    }
    const links = [...parts.join("").matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link as string);
    assert.ok(links.length >= 8);
    for (const link of links) {
      const address = new URL(link);
      assert.equal(address.origin, service.runtime.settings.base_url);
      const { status, raw } = await service.http("GET", address.pathname);
      assert.deepEqual([status, raw.length > 0], [200, true], link);
    }
    assert.ok(links.includes("http://localhost:8080/documents/packages/otep/vectors/README.md"));
    assert.ok(links.includes("http://localhost:8080/documents/docs/guides/otep.md#the-public-view"));
    const document = await service.http("GET", "/documents/docs/contract/otep.md");
    assert.match(String(document.headers["content-type"]), /^text\/markdown/);
    // Links of the formats page: mapping tables and whole documents.
    for (const place of [
      "docs/guides/otep-formats.md",
      "packages/otep/src/mappings/countries.json",
      "packages/otep/vectors/formats/epcis.json",
    ])
      assert.equal((await service.http("GET", `/documents/${place}`)).status, 200, place);
    const closed = ["packages/otep/vectors/formats", "packages/otep/src/redact.ts"];
    for (const place of [
      ...closed,
      "package.json",
      "docs/contract/../../package.json",
      "docs%2F..%2Fpackage.json",
      "",
    ])
      assert.equal((await service.http("GET", `/documents/${place}`)).status, 404, place);
    const faulty = await call("get_integration_guide", { chapter: 1 }, {}, "/mcp/developer");
    assert.partialDeepStrictEqual(faulty.structuredContent, {
      error: { code: "INVALID_REQUEST", details: [{ field: "chapter" }] },
    });
  });
});
