/**
 * A family that nobody has heard of: a folder with operations, events and samples, a migration, and a folder with a
 * page of the console. It is on every surface, in the documentation, in the navigation and in the walks of this folder,
 * and no other file knows it.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, test } from "node:test";
import { createAuthentication } from "#operation/caller/authentication.ts";
import { DOMAIN_FOLDER, loadRegistry } from "#operation/define/registry.ts";
import { invoke } from "#operation/run/invoke.ts";
import { buildReference, generateClient } from "#surfaces/generated.ts";
import { recordChanges } from "#tests/support/changes.ts";
import { loadSamples } from "#tests/support/samples.ts";
import { refusalOf, testService } from "#tests/support/service.ts";
import { findManifests } from "../../console/find-manifests.ts";
import { selectAreas } from "../../console/shell/areas.ts";
import { callEverywhere } from "./calls.ts";
import { createFixture, idsOf, unknownIds } from "./fixture.ts";
import { listKinds, listSampleCalls } from "./sample-calls.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FIXTURE = "tests/fixtures/new-family";
const folders = [DOMAIN_FOLDER, path.join(ROOT, FIXTURE, "domain")];

const service = await testService({ folders });
for await (const file of glob("*.sql", { cwd: path.join(ROOT, FIXTURE, "migrations") })) {
  const migration = await readFile(path.join(ROOT, FIXTURE, "migrations", file), "utf8");
  await service.runtime.pools.owner.query(migration);
}
const { registry } = service.runtime;
const operations = [...registry.operations.values()].filter(({ family }) => family === "fuel-cards");
const samples = await loadSamples(folders);
const mine = await createFixture(service, await service.business(), "Quokka", samples);
const theirs = await createFixture(service, await service.business(), "Zephyrine", samples);

test("no file of the product, its documents or its console names it", async () => {
  const named: string[] = [];
  for await (const file of glob("{src,console,packages,docs,migrations,scripts}/**/*.{ts,tsx,md,sql,json}", {
    cwd: ROOT,
    exclude: (name) => name.includes("node_modules") || name.includes("dist"),
  })) {
    if (/fuel.?card/i.test(await readFile(path.join(ROOT, file), "utf8"))) named.push(file);
  }
  assert.deepEqual(named, []);
});

describe("the new family", () => {
  test("gives the same response over REST, GraphQL and MCP", async () => {
    const read = registry.get("fuelCard");
    const fuel_card_id = await mine.id("fuel_card");
    const answers = await callEverywhere(registry, read, { fuel_card_id }, mine.people.employee);
    assert.equal(answers.length, 3);
    assert.partialDeepStrictEqual(answers[0], { result: true, fuel_card: { number: "Quokka-4711" } });
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
      /\| `fuelCard`: One fuel card \| `GET \/api\/v1\/fuel-cards\/\{fuel_card_id\}` \| query \|/,
    );
    assert.match(page, /type FuelCard = \{/);
    assert.match(generateClient(registry), /\bfuelCardCreate: \(input: FuelCardCreateInput/);
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
    assert.deepEqual(schemas.types["fuel_card.changed"].kinds, ["fuel_card.created"]);
    assert.deepEqual(schemas.kinds["fuel_card.created"].payload.required, ["vehicle_id"]);
  });

  test("refuses with the text of its catalogue", async () => {
    const [unknown] = Object.values(unknownIds(mine, await idsOf(mine, ["fuel_card"])));
    const { status, body } = await mine.people.employee.http("GET", `/api/v1/fuel-cards/${unknown}`);
    assert.deepEqual([status, body.message], [404, "There is no such fuel card."]);
  });

  test("has a page in the navigation of the console, for those who may read it", async () => {
    const manifests = await findManifests([path.join(ROOT, FIXTURE, "console/pages")]);
    const found = manifests.find(({ family }) => family === "fleet/fuel-cards");
    assert.deepEqual(Object.keys(found?.manifest.pages ?? {}), ["/fuel-cards"]);
    const labelsFor = async (role: "employee" | "customer" | "driver") => {
      const { body } = await mine.people[role].http("GET", "/api/v1/user/me");
      const areas = selectAreas(
        manifests.map(({ manifest }) => manifest),
        body,
      );
      return areas.flatMap(({ pages }) => pages).map(({ label }) => label);
    };
    const labels = await labelsFor("employee");
    const position = labels.indexOf("Fuel cards");
    assert.deepEqual(labels.slice(position - 1, position + 1), ["Fleets", "Fuel cards"]);
    assert.equal((await labelsFor("customer")).includes("Fuel cards"), false);
    assert.equal((await labelsFor("driver")).includes("Fuel cards"), false);
  });

  test("shows another business's records as little as those that do not exist, and dry runs write nothing", async () => {
    const kinds = [
      ...new Set(
        operations.flatMap((one) => listSampleCalls(one, samples).flatMap((two) => listKinds(two).kinds)),
      ),
    ];
    assert.deepEqual(kinds.sort(), ["fuel_card", "vehicle"]);
    const [my_ids, their_ids] = [await idsOf(mine, kinds), await idsOf(theirs, kinds)];
    const nobodys = unknownIds(mine, my_ids);
    const changes = await recordChanges(service, samples.written_by_any_call);
    let compared = 0;
    for (const operation of operations) {
      for (const sample_call of listSampleCalls(operation, samples)) {
        const { call } = mine.people[sample_call.as];
        const dry = operation.effect === "write" ? { dry_run: true } : {};
        await call(operation as never, sample_call.input(my_ids, my_ids) as never, dry);
        for (const kind of listKinds(sample_call).kinds) {
          const refusals = [];
          for (const ids of [their_ids, nobodys]) {
            const input = sample_call.input({ ...my_ids, [kind]: ids[kind] }, my_ids);
            const { status, error_code, message } = await refusalOf(
              call(operation as never, input as never, dry),
            );
            refusals.push({ status, error_code, message });
          }
          assert.deepEqual(refusals[0], refusals[1], `${operation.name} ${kind}`);
          compared += 1;
        }
      }
    }
    assert.equal(compared, 2);
    assert.deepEqual(await changes.take(), []);
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
    const authentication = createAuthentication(service.runtime.system_queries, former.scopes);
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
      const refusal = await refusalOf(mine.people.driver.call(operation as never, {} as never));
      assert.equal(refusal.status, 403, operation.name);
    }
    const { rows } = await service.runtime.pools.owner.query(
      "select relrowsecurity from pg_class where relname = 'fuel_card'",
    );
    assert.deepEqual(rows, [{ relrowsecurity: true }]);
  });
});
