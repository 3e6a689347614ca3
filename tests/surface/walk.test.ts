/**
 * Every operation of the registry, whatever it is: strangers, wrong roles, missing scopes, gates, hostile input and
 * other businesses' ids are refused, never answered with 500, and change nothing.
 * Source: docs/contract/rest.md, "Conventions", "Authentication".
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import fc from "fast-check";
import { needsToken, type Operation } from "#operation/define.ts";
import { Refusal } from "#operation/refusal.ts";
import type { JsonSchema } from "#operation/schema.ts";
import { newToken } from "#platform/auth/secrets.ts";
import { providerOf } from "#tests/support/provider.ts";
import { testService } from "#tests/support/service.ts";
import { ROLES, type Role } from "#vocabulary/roles.ts";
import { hostileOf, sampleOf, validOf } from "./inputs.ts";

const service = await testService();
const operations = [...service.mechanism.registry.operations.values()];
const SEED = 20_261_120;
const RUNS = 20;

type Values = Record<string, unknown>;
type Headers = Record<string, string>;
interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: any operation's answer.
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

/** Of a provider that takes bearer tokens: its routes are walked with them. */
const provider_key = (await providerOf(mine, { allows_bearer: true })).provider.key_id;

/** The role that holds most. */
function roleFor({ access }: Operation): Role | undefined {
  return access.public
    ? undefined
    : (access.roles.find((role) => role === "client_admin") ?? access.roles[0]);
}

function permitted(operation: Operation): Headers {
  if (!operation.access.public && operation.access.provider)
    return { ...as("client_admin"), "otep-key": provider_key };
  // Some judge the token themselves, and want one to judge.
  const role = operation.access.public && needsToken(operation.access) ? "customer" : roleFor(operation);
  return role === undefined ? {} : as(role);
}

/** Over REST where there is a path; else straight through the one road. */
async function send(operation: Operation, input: unknown, headers: Headers): Promise<Answer> {
  const { rest } = operation;
  if (rest === undefined) return sendStraight(operation, input, headers);
  const object = typeof input === "object" && input !== null && !Array.isArray(input);
  const left: Values = object ? { ...(input as Values) } : {};
  const path = rest.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = left[name] ?? 1;
    delete left[name];
    return encoded(value) || "%20";
  });
  // The whole body is one member of the input.
  if (rest.body !== undefined)
    return service.http(rest.method, path, JSON.stringify(left[rest.body.member] ?? null), headers);
  if (rest.method !== "GET") return service.http(rest.method, path, object ? left : input, headers);
  const query = Object.entries(left).map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return service.http("GET", query.length === 0 ? path : `${path}?${query.join("&")}`, undefined, headers);
}

function encoded(value: unknown): string {
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  // A lone surrogate has no address of its own; its bytes do.
  return text.isWellFormed() ? encodeURIComponent(text) : "%ED%A0%80";
}

async function sendStraight(operation: Operation, input: unknown, headers: Headers): Promise<Answer> {
  const { callers } = service.mechanism;
  const { ANONYMOUS } = await import("#operation/actor.ts");
  try {
    const token = headers["authorization"]?.slice("Bearer ".length);
    const actor = token === undefined ? ANONYMOUS : await callers.ofToken(token, service.now());
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

/** What is wrong, one line an operation. */
async function walk(
  look: (operation: Operation) => Promise<string | undefined>,
  some = operations,
): Promise<void> {
  const wrong: string[] = [];
  for (const operation of some) {
    const fault = await look(operation);
    if (fault !== undefined) wrong.push(`${operation.name}: ${fault}`);
  }
  assert.deepEqual(wrong, []);
}

/** Kept by refusals and reads on purpose: the audit, sign-in attempts, when a token was last used. */
const KEPT_ANYWAY = ["audit", "sign_in", "access_token"];

const tables = (
  await service.system.rows<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and not c.relispartition
        and has_table_privilege(c.oid, 'select') order by 1`,
  )
)
  .map(({ name }) => name)
  .filter((name) => !KEPT_ANYWAY.some((word) => name === word || name.startsWith(`${word}_`)));

/** Of an account, wrong passwords are counted whatever else is refused; of a provider, when its key was last used. */
const COUNTED_ANYWAY: Record<string, string> = {
  account: "{failed_sign_ins,locked_until}",
  otep_provider: "{last_used_at}",
};

/** Rows and their last writers, table by table: what changes when anything is written. */
async function fingerprint(): Promise<string> {
  const parts = tables.map((name) => {
    const mark =
      name in COUNTED_ANYWAY
        ? `hashtextextended((to_jsonb(r) - '${COUNTED_ANYWAY[name]}'::text[])::text, 0)::numeric`
        : "r.xmin::text::numeric";
    return `select '${name}' as t, count(*) as n, coalesce(sum(${mark}), 0)::text as x from "${name}" r`;
  });
  return JSON.stringify(await service.system.rows(parts.join(" union all ")));
}

function short({ status, body }: Answer): string {
  return `${status} ${JSON.stringify(body)?.slice(0, 160)}`;
}

/** Ids of rows of a business, by the names that members give them. */
async function idsOf(t: typeof mine): Promise<Values> {
  const order = await t.order();
  const driver = await t.driver();
  const customer = await t.customer();
  const contractor = await t.contractor();
  const { account_id } = await t.person("employee");
  return {
    order_id: order.id,
    order_ids: [order.id],
    number: order.tracking_number,
    driver_id: driver.id,
    customer_id: customer.id,
    contractor_id: contractor.id,
    account_id,
    employee_id: account_id,
  };
}

/** Those of them that an operation takes. */
function membersOf({ input }: Operation, ids: Values): Values {
  const { properties = {} } = input as JsonSchema;
  return Object.fromEntries(Object.entries(ids).filter(([name]) => name in properties));
}

const inputOf = (operation: Operation) => (sampleOf(operation.input as JsonSchema) ?? {}) as Values;

describe("every operation", () => {
  test("has a name and a path of its own, whatever its members are called", () => {
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

  test("takes its path's members from its input", () =>
    walk(async ({ rest, input }) => {
      const names = [...(rest?.path.matchAll(/\{(\w+)\}/g) ?? [])].map((match) => match[1] as string);
      const lost = names.filter((name) => (input as JsonSchema).properties?.[name] === undefined);
      return lost.length === 0 ? undefined : `no member ${lost.join(", ")}`;
    }));

  test("refuses strangers with 401 unless it is public", () =>
    walk(async (operation) => {
      if (operation.access.public) return undefined;
      const answer = await send(operation, inputOf(operation), {});
      return answer.status === 401 ? undefined : short(answer);
    }));

  test("refuses a bad token with 401 unless it takes no notice of tokens", () =>
    walk(async (operation) => {
      if (operation.rest === undefined || (operation.access.public && operation.access.ignores_token))
        return undefined;
      const answer = await send(operation, inputOf(operation), { authorization: "Bearer ph_nobody" });
      return answer.status === 401 ? undefined : short(answer);
    }));

  test("refuses every other role with 403", () =>
    walk(async (operation) => {
      const { access } = operation;
      if (access.public) return undefined;
      for (const role of ROLES) {
        if (access.roles.includes(role)) continue;
        const answer = await send(operation, inputOf(operation), as(role));
        // Whoever belongs to no business has no feature switched on, and gates come before roles.
        const gated = role === "platform_admin" && operation.feature !== undefined && answer.status === 409;
        if (answer.status !== 403 && !gated) return `${role}: ${short(answer)}`;
      }
      return undefined;
    }));

  test("refuses a token without its scopes with 403", async () => {
    const scopeless = new Map<Role, string>();
    for (const [role, token] of tokens) {
      const made = newToken();
      const { account_id } = await service.mechanism.callers.ofToken(token, service.now());
      await service.system.execute(
        `insert into access_token (business_id, account_id, token_hash, kind, scopes, created_at)
         select business_id, id, $2, 'api', '{}', now() from account where id = $1`,
        [account_id, made.token_hash],
      );
      scopeless.set(role, made.token);
    }
    await walk(async (operation) => {
      const role = roleFor(operation);
      if (role === undefined || operation.access.public || operation.access.scopes.length === 0)
        return undefined;
      const answer = await send(operation, inputOf(operation), {
        authorization: `Bearer ${scopeless.get(role)}`,
      });
      return answer.status === 403 && answer.body.error_code === "SCOPE_MISSING" ? undefined : short(answer);
    });
  });

  test("answers as its gate says where its module or feature is off", async () => {
    const admin = { authorization: `Bearer ${(await bare.person("client_admin")).token}` };
    await walk(async (operation) => {
      if (operation.module === undefined && operation.feature === undefined) return undefined;
      const answer = await send(operation, inputOf(operation), operation.access.public ? {} : admin);
      if (operation.module !== undefined) return answer.status === 403 ? undefined : short(answer);
      assert.deepEqual(answer.body, { result: false, feature_enabled: false });
      return answer.status === 409 ? undefined : short(answer);
    });
  });

  test("refuses members it does not know when it writes", () =>
    walk(async (operation) => {
      const input = operation.input as JsonSchema;
      if (
        operation.effect !== "write" ||
        operation.rest?.body !== undefined ||
        input.additionalProperties !== undefined ||
        input.anyOf !== undefined
      )
        return undefined;
      const answer = await send(operation, { ...inputOf(operation), zz_unknown: 1 }, permitted(operation));
      const named = answer.body.errors?.some((error: { field?: string }) => error.field === "zz_unknown");
      return answer.status === 422 && named ? undefined : short(answer);
    }));
});

describe("hostile input", () => {
  test("never breaks an operation, and what is refused changes nothing", { timeout: 1_200_000 }, () =>
    walk(async (operation) => {
      const headers = { ...permitted(operation), "x-dry-run": "1" };
      const before = await fingerprint();
      for (const input of fc.sample(hostileOf(operation.input as JsonSchema), {
        seed: SEED,
        numRuns: RUNS,
      })) {
        const answer = await send(operation, input, headers);
        if (answer.status >= 500 && answer.status !== 503)
          return `${short(answer)} for ${JSON.stringify(input)?.slice(0, 200)}`;
      }
      return before === (await fingerprint()) ? undefined : "changed the database";
    }),
  );

  test("valid input previews and reads without breaking or changing anything", {
    timeout: 1_200_000,
  }, async () => {
    const own = await idsOf(mine);
    await walk(async (operation) => {
      const headers = { ...permitted(operation), "x-dry-run": "1" };
      const before = await fingerprint();
      const inputs = fc.sample(validOf(operation.input as JsonSchema), { seed: SEED, numRuns: RUNS });
      for (const [index, input] of inputs.entries()) {
        // Every other one speaks of rows that are there.
        const given = index % 2 === 0 ? input : { ...(input as Values), ...membersOf(operation, own) };
        const answer = await send(operation, given, headers);
        if (answer.status >= 500 && answer.status !== 503)
          return `${short(answer)} for ${JSON.stringify(given)?.slice(0, 300)}`;
      }
      return before === (await fingerprint()) ? undefined : "changed the database";
    });
  });

  test(
    "as arguments of a tool is an answer that a model can read, and changes nothing",
    { timeout: 1_200_000 },
    () =>
      walk(
        async (operation) => {
          const before = await fingerprint();
          for (const input of fc.sample(hostileOf(operation.input as JsonSchema), {
            seed: SEED,
            numRuns: RUNS,
          })) {
            const params = { name: operation.mcp?.user, arguments: input };
            const headers = { ...permitted(operation), "x-mcp-dry-run": "1" };
            const answer = await service.http(
              "POST",
              "/mcp",
              { jsonrpc: "2.0", id: 1, method: "tools/call", params },
              headers,
            );
            const { result, error } = answer.body;
            // Arguments that are no object, and JSON that reaches for prototypes, are the protocol's to refuse.
            const told =
              result === undefined
                ? [-32602, -32700].includes(error?.code)
                : result.content[0].text.startsWith("{");
            if (answer.status >= 500 || !told)
              return `${short(answer)} for ${JSON.stringify(input)?.slice(0, 200)}`;
          }
          return before === (await fingerprint()) ? undefined : "changed the database";
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
  test("does not exist: its ids are refused wherever a path takes them", async () => {
    const ids = await idsOf(theirs);
    await walk(async (operation) => {
      const names = [...(operation.rest?.path.matchAll(/\{(\w+)\}/g) ?? [])].map(
        (match) => match[1] as string,
      );
      if (
        operation.access.public ||
        roleFor(operation) === "platform_admin" ||
        !names.some((name) => name in ids)
      )
        return undefined;
      const before = await fingerprint();
      const given = Object.fromEntries(names.filter((name) => name in ids).map((name) => [name, ids[name]]));
      const answer = await send(operation, { ...inputOf(operation), ...given }, permitted(operation));
      if (before !== (await fingerprint())) return "changed the database";
      // A body that is not valid, or a role that owns nothing of the kind, is refused before the row is looked for.
      const open = operation.effect === "read" && (operation.input as JsonSchema).required?.length === 1;
      return (open ? [404] : [403, 404, 409, 422]).includes(answer.status) ? undefined : short(answer);
    });
  });
});
