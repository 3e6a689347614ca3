/**
 * Every operation of the registry, whatever it is: anonymous callers, wrong roles, missing scopes, gates, hostile input and
 * other businesses' ids are refused, never answered with 500, and change nothing.
 * Source: docs/contract/rest.md, "Conventions", "Authentication".
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import fc from "fast-check";
import { type Actor, ANONYMOUS } from "#operation/caller/actor.ts";
import { needsToken, type Operation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { generateToken } from "#platform/auth/secrets.ts";
import { recordChanges } from "#tests/support/changes.ts";
import { createTestDevice } from "#tests/support/devices.ts";
import { makeLink } from "#tests/support/links.ts";
import { createProvider } from "#tests/support/provider.ts";
import type { RecordIds } from "#tests/support/samples.ts";

import { PARTNER_USES } from "#vocabulary/partners.ts";
import { ROLES, type Role } from "#vocabulary/roles.ts";
import { createFixture, loadIds, samples, surfaceService } from "./fixture.ts";
import { hostileInput, minimalInput, randomInput } from "./inputs.ts";
import { findRefs } from "./sample-calls.ts";

const service = await surfaceService();
const operations = [...service.runtime.registry.operations.values()];
const SEED = 20_261_120;
const RUNS = Number(process.env["FUZZ_RUNS"] ?? 10);

type Values = Record<string, unknown>;
type Headers = Record<string, string>;
interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: any operation's response.
  body: any;
}

const mine = await service.business();
const theirs = await service.business();
const bare = await service.business({ features: {}, modules: {} });

const tokens = new Map<Role, string>();
tokens.set("platform_admin", (await service.platformAdmin()).token);
tokens.set("client_admin", (await mine.person("client_admin")).token);
tokens.set("employee", (await mine.person("employee")).token);
tokens.set("broker_employee", (await mine.contractor()).person.token);
tokens.set("driver", (await mine.driver()).person.token);
tokens.set("customer", (await mine.customer()).person.token);

const as = (role: Role): Headers => ({ authorization: `Bearer ${tokens.get(role)}` });

/** Token of a provider that may use bearer tokens: its routes are tested with it. */
const provider_key = (await createProvider(mine, { allows_bearer: true, uses: [...PARTNER_USES] })).provider
  .key_id;

const device = await createTestDevice(mine);

const fixture = await createFixture(service, mine, "Linked");
/** By type of subject, a token of a link that may call all that such links can. */
const link_tokens = new Map(
  await Promise.all(
    Object.entries(fixture.samples.link_subjects).map(async ([type, find]) => {
      const names = operations.filter(({ access }) => !access.public && access.link === type);
      const subject = { type, id: await find(fixture) };
      const token = await makeLink(
        mine,
        names.map(({ name }) => name),
        subject,
        24 * 3_600_000,
      );
      return [type, token] as const;
    }),
  ),
);

/** The role with the most permissions. */
function roleFor({ access }: Operation): Role | undefined {
  return access.public
    ? undefined
    : (access.roles.find((role) => role === "client_admin") ?? access.roles[0]);
}

function permitted(operation: Operation): Headers {
  if (!operation.access.public && operation.access.device) return BY_DEVICE;
  if (!operation.access.public && operation.access.partner)
    return { ...as("client_admin"), "otep-key": provider_key };
  if (!operation.access.public && operation.access.link !== undefined)
    return { authorization: `Bearer ${link_tokens.get(operation.access.link)}` };
  // Some validate the token themselves, and need one in the input.
  const role = operation.access.public && needsToken(operation.access) ? "customer" : roleFor(operation);
  return role === undefined ? {} : as(role);
}

/** The device at the broker. */
const device_actor: Actor = {
  ...ANONYMOUS,
  kind: "device",
  business_id: mine.id,
  business: (await mine.person("client_admin")).actor.business,
  device: { id: device.id },
};

/** Stands for the signature of the device, which depends on the request. */
const BY_DEVICE: Headers = { "x-by-device": "1" };

/** Over REST if there is a path; else directly through `invoke`. */
async function send(operation: Operation, input: unknown, headers: Headers): Promise<Answer> {
  const { rest } = operation;
  if (rest === undefined) return sendStraight(operation, input, headers);
  const request: typeof service.http = async (method, url, body, plain_headers = {}) => {
    if (!("x-by-device" in plain_headers)) return service.http(method, url, body, plain_headers);
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    return service.http(method, url, text, { ...plain_headers, ...(await device.sign(method, url, text)) });
  };
  const object = typeof input === "object" && input !== null && !Array.isArray(input);
  const other_input: Values = object ? { ...(input as Values) } : {};
  const path = rest.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const token = rest.link_in_path ? headers["authorization"]?.replace("Bearer ", "") : undefined;
    const value = token ?? other_input[name] ?? 1;
    delete other_input[name];
    return encoded(value) || "%20";
  });
  // The whole body is one member of the input.
  if (rest.body !== undefined)
    return request(rest.method, path, JSON.stringify(other_input[rest.body.member] ?? null), headers);
  if (rest.method !== "GET") return request(rest.method, path, object ? other_input : input, headers);
  const query = Object.entries(other_input).map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return request("GET", query.length === 0 ? path : `${path}?${query.join("&")}`, undefined, headers);
}

function encoded(value: unknown): string {
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  // A lone surrogate cannot be encoded in a URL; its bytes can.
  return text.isWellFormed() ? encodeURIComponent(text) : "%ED%A0%80";
}

async function sendStraight(operation: Operation, input: unknown, headers: Headers): Promise<Answer> {
  const { authentication: callers } = service.runtime;
  try {
    const token = headers["authorization"]?.slice("Bearer ".length);
    const caller = token === undefined ? ANONYMOUS : await callers.authenticateToken(token, service.now());
    const actor = "x-by-device" in headers ? device_actor : caller;
    const object = typeof input === "object" && input !== null ? input : {};
    const result = await service.call(actor, operation, object, {
      dry_run: headers["x-dry-run"] === "1" && operation.effect === "write",
    });
    return { status: 200, body: "answer" in result ? result.answer : result };
  } catch (error) {
    if (!(error instanceof Refusal))
      return { status: 500, body: { message: String(error), id: randomUUID() } };
    return {
      status: error.status,
      body: error.body ?? { error_code: error.error_code, errors: error.errors, message: error.message },
    };
  }
}

/** Failures, one line per operation. */
async function checkEach(
  look: (operation: Operation) => Promise<string | undefined>,
  some = operations,
): Promise<void> {
  const wrong: string[] = [];
  await changes.take();
  for (const operation of some) {
    const fault = await look(operation);
    if (fault !== undefined) wrong.push(`${operation.name}: ${fault}`);
  }
  assert.deepEqual(wrong, []);
}

const changes = await recordChanges(service, samples.written_by_any_call);

/** What was written since the last look. */
async function findChange(): Promise<string | undefined> {
  const written = await changes.take();
  return written.length === 0 ? undefined : `changed ${written.map(({ table }) => table).join()}`;
}

/** The first internal error of several calls at once. */
async function findBroken(
  inputs: readonly unknown[],
  call: (input: unknown) => Promise<Answer>,
): Promise<string | undefined> {
  const answers = await Promise.all(inputs.map(call));
  const index = answers.findIndex(({ status }) => status >= 500 && status !== 503);
  const answer = answers[index];
  if (answer === undefined) return undefined;
  return `${short(answer)} for ${JSON.stringify(inputs[index])?.slice(0, 300)}`;
}

function short({ status, body }: Answer): string {
  return `${status} ${JSON.stringify(body)?.slice(0, 160)}`;
}

/** Ids of records of a business, of each kind that some operation takes and that has a sample: tenders, for partners alone, have none. */
async function createRecords(business: typeof mine): Promise<RecordIds> {
  const fixture = await createFixture(service, business, business === mine ? "Heron" : "Plover");
  const kinds = operations.flatMap(({ input }) => findRefs(input as JsonSchema).map(({ kind }) => kind));
  return loadIds(
    fixture,
    [...new Set(kinds)].filter((kind) => kind in samples.records),
  );
}

/** The ids that an operation takes. */
function buildMembers({ input }: Operation, ids: RecordIds): Values {
  const { properties = {} } = input as JsonSchema;
  return Object.fromEntries(
    findRefs(input as JsonSchema).flatMap(({ path, kind }) => {
      const [schema, id] = [properties[path], ids[kind]];
      return schema === undefined || id === undefined ? [] : [[path, schema.type === "array" ? [id] : id]];
    }),
  );
}

const buildInput = (operation: Operation) => (minimalInput(operation.input as JsonSchema) ?? {}) as Values;

describe("every operation", () => {
  test("has a unique name and path, whatever its members are called", () => {
    const names = operations.map(({ name }) => name.toLowerCase());
    assert.equal(new Set(names).size, names.length);
    const paths = operations.flatMap(({ rest }) =>
      rest === undefined ? [] : [`${rest.method} ${rest.path.replaceAll(/\{\w+\}/g, "{}")}`],
    );
    assert.deepEqual(
      paths.filter((path, index) => paths.indexOf(path) !== index),
      [],
    );
  });

  test("has every path parameter in its input", () =>
    checkEach(async ({ rest, input }) => {
      const names = [...(rest?.path.matchAll(/\{(\w+)\}/g) ?? [])].map((match) => match[1] as string);
      const lost = names.filter((name) => (input as JsonSchema).properties?.[name] === undefined);
      return lost.length === 0 ? undefined : `no member ${lost.join(", ")}`;
    }));

  test("refuses unauthenticated calls with 401 unless it is public", () =>
    checkEach(async (operation) => {
      if (operation.access.public) return undefined;
      const answer = await send(operation, buildInput(operation), {});
      return answer.status === 401 ? undefined : short(answer);
    }));

  test("refuses an invalid token with 401 unless it ignores tokens", () =>
    checkEach(async (operation) => {
      if (operation.rest === undefined || (operation.access.public && operation.access.ignores_token))
        return undefined;
      const answer = await send(operation, buildInput(operation), { authorization: "Bearer ph_nobody" });
      return answer.status === 401 ? undefined : short(answer);
    }));

  test("refuses every other role with 403", () =>
    checkEach(async (operation) => {
      const { access } = operation;
      if (access.public) return undefined;
      for (const role of ROLES) {
        if (access.roles.includes(role)) continue;
        const answer = await send(operation, buildInput(operation), as(role));
        // An account without a business has no feature switched on, and gates are checked before roles.
        const gated = role === "platform_admin" && operation.feature !== undefined && answer.status === 409;
        // In a path, the token of an account is no token.
        const expected = operation.rest?.link_in_path ? 401 : 403;
        if (answer.status !== expected && !gated) return `${role}: ${short(answer)}`;
      }
      return undefined;
    }));

  test("refuses a token without its scopes with 403", async () => {
    const scopeless = new Map<Role, string>();
    for (const [role, token] of tokens) {
      const new_token = generateToken();
      const { account_id } = await service.runtime.authentication.authenticateToken(token, service.now());
      await service.system.execute(
        `insert into access_token (business_id, account_id, token_hash, kind, scopes, created_at)
         select business_id, id, $2, 'api', '{}', now() from account where id = $1`,
        [account_id, new_token.token_hash],
      );
      scopeless.set(role, new_token.token);
    }
    await checkEach(async (operation) => {
      const role = roleFor(operation);
      if (role === undefined || operation.access.public || operation.access.scopes.length === 0)
        return undefined;
      const answer = await send(operation, buildInput(operation), {
        authorization: `Bearer ${scopeless.get(role)}`,
      });
      return answer.status === 403 && answer.body.error_code === "SCOPE_MISSING" ? undefined : short(answer);
    });
  });

  test("responds as its gate defines when its module or feature is off", async () => {
    const admin = { authorization: `Bearer ${(await bare.person("client_admin")).token}` };
    await checkEach(async (operation) => {
      if (operation.module === undefined && operation.feature === undefined) return undefined;
      const answer = await send(operation, buildInput(operation), operation.access.public ? {} : admin);
      if (operation.module !== undefined) return answer.status === 403 ? undefined : short(answer);
      assert.deepEqual(answer.body, { result: false, feature_enabled: false });
      return answer.status === 409 ? undefined : short(answer);
    });
  });

  test("refuses unknown members when it writes", () =>
    checkEach(async (operation) => {
      const input = operation.input as JsonSchema;
      if (
        operation.effect !== "write" ||
        operation.rest?.body !== undefined ||
        input.additionalProperties !== undefined ||
        input.anyOf !== undefined
      )
        return undefined;
      const answer = await send(operation, { ...buildInput(operation), zz_unknown: 1 }, permitted(operation));
      const names_field = answer.body.errors?.some(
        (error: { field?: string }) => error.field === "zz_unknown",
      );
      return answer.status === 422 && names_field ? undefined : short(answer);
    }));
});

describe("hostile input", () => {
  test("never causes an internal error, and refused calls change nothing", { timeout: 1_200_000 }, () =>
    checkEach(async (operation) => {
      const headers = { ...permitted(operation), "x-dry-run": "1" };
      const inputs = fc.sample(hostileInput(operation.input as JsonSchema), { seed: SEED, numRuns: RUNS });
      const broken = await findBroken(inputs, (input) => send(operation, input, headers));
      return broken ?? findChange();
    }),
  );

  test("valid input in dry runs and reads causes no internal error and changes nothing", {
    timeout: 1_200_000,
  }, async () => {
    const own_records = await createRecords(mine);
    await checkEach(async (operation) => {
      const headers = { ...permitted(operation), "x-dry-run": "1" };
      const { fixed } = samples.operations[operation.name] ?? {};
      // A read that stores its answer does so with the first call, and changes nothing when it is repeated.
      if (operation.stores_document)
        await send(operation, { ...buildMembers(operation, own_records), ...fixed }, headers);
      await changes.take();
      const inputs = fc.sample(randomInput(operation.input as JsonSchema), { seed: SEED, numRuns: RUNS });
      // Every second input uses ids of existing rows.
      const complete_inputs = inputs.map((input, index) => {
        const members = index % 2 === 0 ? {} : buildMembers(operation, own_records);
        return index % 2 === 0 && fixed === undefined
          ? input
          : { ...(input as Values), ...members, ...fixed };
      });
      const broken = await findBroken(complete_inputs, (input) => send(operation, input, headers));
      return broken ?? findChange();
    });
  });

  test(
    "as arguments of a tool gives a response that a model can read, and changes nothing",
    { timeout: 1_200_000 },
    () =>
      checkEach(
        async (operation) => {
          const inputs = fc.sample(hostileInput(operation.input as JsonSchema), {
            seed: SEED,
            numRuns: RUNS,
          });
          const headers = { ...permitted(operation), "x-mcp-dry-run": "1" };
          const broken = await findBroken(inputs, async (input) => {
            const params = { name: operation.mcp?.user, arguments: input };
            const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
            const answer = await service.http("POST", "/mcp", message, headers);
            const { result, error } = answer.body;
            // Arguments that are not an object, and JSON that targets prototypes, are refused by the protocol
            // layer.
            const is_answered =
              result === undefined
                ? [-32602, -32700].includes(error?.code)
                : result.content[0].text.startsWith("{");
            return is_answered ? answer : { ...answer, status: 500 };
          });
          if (broken !== undefined) return broken;
          return findChange();
        },
        operations.filter(({ mcp }) => mcp?.user !== undefined),
      ),
  );

  test("in the body itself is refused before any operation sees it", async () => {
    const write = operations.find(
      ({ rest, effect, access }) => rest?.method === "POST" && effect === "write" && !access.public,
    );
    assert.ok(write?.rest);
    const path = write.rest.path.replaceAll(/\{\w+\}/g, "1");
    const cases: [string, number[]][] = [
      ["{bad", [400]],
      ["[]", [422]],
      ['"text"', [422]],
      ["[".repeat(100_000), [400]],
      [`{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`, [422]],
      [`{"a":"${"x".repeat(9 * 1024 * 1024)}"}`, [413]],
      ['{"__proto__":{"polluted":true}}', [422]],
    ];
    for (const [body, statuses] of cases) {
      const answer = await service.http("POST", path, body, permitted(write));
      assert.ok(statuses.includes(answer.status), `${body.slice(0, 30)}: ${short(answer)}`);
    }
    assert.equal(({} as Values)["polluted"], undefined);
    const typed = await service.http("POST", path, "a=1", {
      ...permitted(write),
      "content-type": "application/x-www-form-urlencoded",
    });
    assert.equal(typed.status, 415);
  });
});

describe("another business", () => {
  test("is invisible: its ids are refused in every path", async () => {
    const ids = await createRecords(theirs);
    await checkEach(async (operation) => {
      const names = [...(operation.rest?.path.matchAll(/\{(\w+)\}/g) ?? [])].map(
        (match) => match[1] as string,
      );
      const members = buildMembers(operation, ids);
      if (
        operation.access.public ||
        roleFor(operation) === "platform_admin" ||
        !names.some((name) => name in members)
      )
        return undefined;
      const known_members = Object.fromEntries(
        names.filter((name) => name in members).map((name) => [name, members[name]]),
      );
      const answer = await send(
        operation,
        { ...buildInput(operation), ...known_members },
        permitted(operation),
      );
      const change = await findChange();
      if (change !== undefined) return change;
      // An invalid body, or a role that owns no such record, is refused before the row is looked up.
      // A business that is asked for its records by its code says that it shares none.
      const open =
        operation.effect === "read" &&
        operation.tenant === undefined &&
        (operation.input as JsonSchema).required?.length === 1;
      return (open ? [404] : [403, 404, 409, 422]).includes(answer.status) ? undefined : short(answer);
    });
  });
});
