/**
 * A family that nobody has heard of: a folder with operations, events and samples, a migration, and a folder with
 * pages of the console. It is on every surface and in the documentation, and no other file knows it. The other tests of this folder
 * require of it what they require of every family; `tests/journeys/new-family.test.ts` opens its pages.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, test } from "node:test";
import { createAuthentication } from "#operation/caller/authentication.ts";
import { loadRegistry } from "#operation/define/registry.ts";
import { invoke } from "#operation/run/invoke.ts";
import { MIGRATIONS_FOLDER } from "#platform/db/migrate.ts";
import { buildReference, generateClient } from "#surfaces/generated.ts";
import { catchRefusal } from "#tests/support/service.ts";
import { findRecordWords } from "../../console/message-files.ts";
import { COLUMNS, readSchemaFiles } from "../../scripts/schema.ts";
import { callEverywhere } from "./calls.ts";
import { createFixture, loadIds, NEW_FAMILY, surfaceService, unknownIds } from "./fixture.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

const service = await surfaceService();
const { registry } = service.runtime;
const operations = [...registry.operations.values()].filter(({ family }) => family === "fuel-cards");
const mine = await createFixture(service, await service.business(), "Quokka");

test("no file of the product, its documents or its console names it", async () => {
  const mentions: string[] = [];
  for await (const file of glob("{src,console,packages,docs,migrations,scripts}/**/*.{ts,tsx,md,sql,json}", {
    cwd: ROOT,
    exclude: (name) => name.includes("node_modules") || name.includes("dist"),
  })) {
    if (/fuel.?card/i.test(await readFile(path.join(ROOT, file), "utf8"))) mentions.push(file);
  }
  assert.deepEqual(mentions, []);
});

describe("the new family", () => {
  test("gives the same response over REST, GraphQL and MCP", async () => {
    const read = registry.get("fuelCard");
    const fuel_card_id = await mine.id("fuel_card");
    const answers = await callEverywhere(registry, read, { fuel_card_id }, mine.people.employee);
    assert.equal(answers.length, 3);
    assert.partialDeepStrictEqual(answers[0], { result: true, fuel_card: { id: fuel_card_id } });
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
  });

  test("is in OpenAPI, the tools, the reference and the client", async () => {
    const openapi = (await service.http("GET", "/api/openapi.json")).body;
    assert.equal(openapi.paths["/api/v1/fuel-cards"].post.operationId, "fuelCardCreate");
    const tools = (await service.http("GET", "/api/ai/tools?format=mcp")).body.tools;
    const tool = tools.find(({ name }: { name: string }) => name === "get_fuel_card");
    assert.match(tool.description, /For the number of a card\. Next: get_drivers\.$/);
    assert.equal(tool.inputSchema.properties.fuel_card_id.description, "From create_fuel_card.");
    const page = buildReference(registry)["docs/reference/fleet/fuel-cards.md"] ?? "";
    assert.match(
      page,
      /\| `fuelCard`: Get a fuel card \| `GET \/api\/v1\/fuel-cards\/\{fuel_card_id\}` \| query \|/,
    );
    assert.match(page, /type FuelCard = \{/);
    assert.match(generateClient(registry), /\bfuelCardCreate: \(input: FuelCardCreateInput/);
  });

  test("has the columns that npm run generate writes, and its table in the schema of its area", async () => {
    const migrations = [MIGRATIONS_FOLDER, path.join(NEW_FAMILY, "migrations")];
    const files = await readSchemaFiles(service.runtime.pools.owner, migrations);
    const columns = await readFile(path.join(NEW_FAMILY, "columns.gen.ts"), "utf8");
    for (const block of [/ {4}fuel_card: \{\n(?: {6}.*\n)+ {4}\};/, / {2}fuel_card: \{ json.*\},/]) {
      const [text = ""] = block.exec(columns) ?? [];
      assert.notEqual(text, "");
      // Within the declaration of a module it stands further right.
      assert(files[COLUMNS]?.includes(text.replaceAll(/^ {2}(?= {2})/gm, "")), text);
    }
    assert.match(files["docs/reference/fleet/schema.sql"] ?? "", /create table fuel_card \(/);
  });

  test("publishes its event, which is in the reference with its payload", async () => {
    const fuel_card_id = await mine.id("fuel_card");
    const { body } = await mine.people.client_admin.http("GET", "/api/v1/events");
    const published = body.events.filter(({ types }: { types: string[] }) =>
      types.includes("fuel_card.changed"),
    );
    assert.partialDeepStrictEqual(published, [
      {
        kind: "fuel_card.created",
        subject_type: "fuel_card",
        subject_id: String(fuel_card_id),
        payload: { vehicle_id: await mine.id("vehicle") },
      },
    ]);
    const reference = buildReference(registry);
    const page = reference["docs/reference/fleet/fuel-cards.md"] ?? "";
    assert.match(
      page,
      /\| `fuel_card\.created`: A fuel card was created for a vehicle\. \| fuel_card \| `drivers:read` \| \| `fuel_card\.changed` \| `vehicle_id` integer \|/,
    );
    const schemas = JSON.parse(reference["docs/reference/fleet/fuel-cards.events.json"] ?? "{}");
    assert.deepEqual(schemas.types["fuel_card.changed"].kinds, [
      "fuel_card.created",
      "fuel_card.status_changed",
    ]);
    assert.deepEqual(schemas.kinds["fuel_card.created"].payload.required, ["vehicle_id"]);
  });

  test("refuses with the text of its catalogue, in the language of the reader", async () => {
    const [unknown] = Object.values(unknownIds(mine, await loadIds(mine, ["fuel_card"])));
    const { status, body } = await mine.people.employee.http("GET", `/api/v1/fuel-cards/${unknown}`);
    assert.deepEqual([status, body.message], [404, "There is no such fuel card."]);
    const fuel_card_id = await mine.another("fuel_card");
    const change = (action: string, language: string) =>
      mine.people.client_admin.http(
        "POST",
        `/api/v1/fuel-cards/${fuel_card_id}/status`,
        { action },
        { "accept-language": language },
      );
    const refused = await change("unblock", "pt-BR");
    assert.deepEqual(
      [refused.status, refused.body.message],
      [409, "O estado do cartão de combustível é active."],
    );
    assert.equal((await change("block", "pt-BR")).body.fuel_card.status, "blocked");
  });

  test("has words for its events and records, in each language of the console", async () => {
    const words = await findRecordWords([path.join(NEW_FAMILY, "console/pages")]);
    const fuel_card_words = words.filter(({ family }) => family === "fleet/fuel-cards");
    assert.deepEqual(fuel_card_words.map(({ language }) => language).sort(), ["en", "pt"]);
    for (const { content } of fuel_card_words) {
      assert.deepEqual(Object.keys(content.events ?? {}), [
        ...registry.events.kinds.keys().filter((kind) => kind.startsWith("fuel_card.")),
      ]);
      assert.deepEqual(Object.keys(content.subjects ?? {}), ["fuel_card"]);
    }
  });

  test("has a setting of businesses, which is its default until it is set", async () => {
    const fixture = await createFixture(service, await service.business(), "Numbat");
    const { http } = fixture.people.client_admin;
    const vehicle_id = await fixture.id("vehicle");
    const create = async (number: string) =>
      (await http("POST", "/api/v1/fuel-cards", { vehicle_id, number })).body.fuel_card.status;
    const change = (value: unknown) =>
      http("PUT", "/api/v1/client/settings", { settings: { new_fuel_cards_blocked: value } });
    assert.equal((await http("GET", "/api/v1/client/settings")).body.settings.new_fuel_cards_blocked, null);
    assert.equal(await create("0001"), "active");
    assert.equal((await change("yes")).status, 422);
    assert.equal((await change(true)).body.settings.new_fuel_cards_blocked, true);
    assert.equal(await create("0002"), "blocked");
  });

  test("lists its records by page and by filter, as every list does", async () => {
    const fuel_card_id = await mine.another("fuel_card");
    const { http } = mine.people.employee;
    const path = (query: string) => `/api/v1/fuel-cards?${query}`;
    await mine.people.client_admin.http("POST", `/api/v1/fuel-cards/${fuel_card_id}/status`, {
      action: "block",
    });
    const { body } = await http("GET", path("status=blocked&per_page=1"));
    assert.partialDeepStrictEqual(body, { page: 1, per_page: 1, fuel_cards: [{ status: "blocked" }] });
    assert.equal((await http("GET", path("status=lost"))).status, 422);
  });

  test("has scopes that roles have by default, that can be granted, and that the documents list", async () => {
    const { scopes } = registry;
    assert.ok(scopes.roles.employee.has("fuel_cards:read") && !scopes.roles.employee.has("fuel_cards:write"));
    assert.ok(scopes.roles.client_admin.has("fuel_cards:write"));
    assert.match(
      buildReference(registry)["docs/reference/permissions.md"] ?? "",
      /\| fleet \| `fuel_cards:read` \| See fuel cards\. \| `client_admin` `employee` \| dispatcher, finance \|/,
    );
    const metadata = (await service.http("GET", "/.well-known/oauth-authorization-server")).body;
    assert.ok(metadata.scopes_supported.includes("fuel_cards:write"));
    const { http } = mine.people.client_admin;
    const created = await http("POST", "/api/v1/user/employees", {
      name: "Fuel",
      email: "fuel@test.example",
      permissions: ["fuel_cards:read"],
    });
    assert.deepEqual([created.status, created.body.employee?.permissions], [201, ["fuel_cards:read"]]);
    // No operation that employees may call needs it.
    const useless = { name: "Fuel", email: "fuel2@test.example", permissions: ["fuel_cards:write"] };
    assert.equal((await http("POST", "/api/v1/user/employees", useless)).status, 422);
    const token = await http("POST", "/api/v1/user/tokens", { name: "Cards", scopes: ["fuel_cards:read"] });
    assert.deepEqual(token.body.token.scopes, ["fuel_cards:read"]);
  });

  test("reaches the employees of its presets with the update that brings it, and nobody else", async () => {
    // The installation before the update: the same rows, without the family.
    const former = await loadRegistry();
    const authentication = createAuthentication(service.runtime.system_queries, former);
    const runtime = { ...service.runtime, registry: former, authentication };
    const business = await service.business();
    const { actor } = await business.person("client_admin");
    const change = (input: Record<string, unknown>) =>
      invoke(runtime, {
        operation: former.get("userEmployeeUpdate"),
        actor,
        input,
        request: {
          id: randomUUID(),
          surface: "rest",
          address: "127.0.0.1",
          language: "",
          user_agent: "test",
        },
      });
    const inputs = {
      preset: { preset: "finance" },
      adjusted: { preset: "dispatcher", permissions: ["orders:read", "wms:write"] },
      other_preset: { preset: "counter" },
      own_selection: { permissions: [...former.scopes.presets.finance] },
      default: { preset: null },
    };
    const gained: Record<string, unknown[]> = {};
    for (const [name, input] of Object.entries(inputs)) {
      const person = await business.person("employee", name);
      await change({ employee_id: person.account_id, ...input });
      service.runtime.authentication.clearCache();
      const [before, after] = [
        await authentication.authenticateToken(person.token, service.now()),
        await service.runtime.authentication.authenticateToken(person.token, service.now()),
      ];
      const { status } = await person.http("GET", "/api/v1/fuel-cards/4711");
      gained[name] = [...after.permissions.difference(before.permissions), status];
      assert.ok(before.permissions.isSubsetOf(after.permissions), name);
    }
    assert.deepEqual(gained, {
      preset: ["fuel_cards:read", 404],
      adjusted: ["fuel_cards:read", 404],
      other_preset: [403],
      own_selection: [403],
      default: ["fuel_cards:read", 404],
    });
  });

  test("is refused to other roles, and its table shows no row of another business", async () => {
    for (const operation of operations) {
      const refusal = await catchRefusal(mine.people.driver.call(operation as never, {} as never));
      assert.equal(refusal.status, 403, operation.name);
    }
    const { rows } = await service.runtime.pools.owner.query(
      "select relrowsecurity from pg_class where relname = 'fuel_card'",
    );
    assert.deepEqual(rows, [{ relrowsecurity: true }]);
  });
});
