/**
 * The service under test, on a database of this process, and builders that take only the fields that matter.
 *
 *   const service = await testService();          // once a file; stops itself after the tests
 *   const business = await service.business();    // a business of its own for each test
 *   const order = await business.order({ units: 3 });
 *   const answer = await business.as("client_admin")(holdOrder, { order_id: order.id, reason: "unpaid" });
 */
import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import type pg from "pg";
import type { Static, TSchema } from "typebox";
import { type Actor, ANONYMOUS } from "#operation/caller/actor.ts";
import type { Operation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { DOMAIN_FOLDER, loadRegistry, type Registry } from "#operation/define/registry.ts";
import type { Limits } from "#operation/limits/rate-limits.ts";
import type { Call, Result } from "#operation/run/call.ts";
import { invoke } from "#operation/run/invoke.ts";
import { generateToken, hashPassword } from "#platform/auth/secrets.ts";
import { type Db, systemDb } from "#platform/db/db.ts";
import { createLocalFiles } from "#platform/files/local.ts";
import type { BodySettings } from "#surfaces/bodies.ts";
import { FEATURES, MODULES } from "#vocabulary/features.ts";
import type { Role } from "#vocabulary/roles.ts";
import { createService, type Service } from "../../src/service.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";
import { checkEvents } from "./events.ts";

/** Anything that has a name and schemas: the objects that operation files export. */
interface NamedOperation<Input extends TSchema, Output extends TSchema> {
  name: string;
  input: Input;
  output: Output;
}

/** Services of one process run until its last file has ended, most of the time without a call: pools keep little then. */
const FEW_IDLE: Pick<pg.PoolConfig, "idleTimeoutMillis"> = { idleTimeoutMillis: 1000 };

export interface CallOptions {
  dry_run?: boolean;
  idempotency_key?: string;
  if_match?: number;
  language?: string;
  agent?: Call["agent"];
  address?: string;
}

export type Caller = <Input extends TSchema, Output extends TSchema>(
  operation: NamedOperation<Input, Output>,
  input: Static<Input>,
  options?: CallOptions,
) => Promise<Static<Output>>;

export interface HttpAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of any answer.
  body: any;
  headers: Record<string, unknown>;
  raw: Buffer;
}

export interface TestService extends Service {
  /** Where its families are. */
  folders: readonly string[];
  /** Another process's service on the same database, with the same clock. */
  another(): Promise<Service>;
  /** Every row of every business. */
  system: Db;
  /** Moves the service's clock; tests never wait. */
  advance(milliseconds: number): void;
  setNow(at: Date | string): void;
  /**
   * Stops the service's clock: from now on only `advance` and `setNow` move it, however slow the machine is.
   */
  freezeClock(): void;
  now(): Date;
  business(facts?: Partial<BusinessFacts>): Promise<TestBusiness>;
  /** Call as any actor; returns the result of `invoke`. */
  call(actor: Actor, operation: { name: string }, input: unknown, options?: CallOptions): Promise<Result>;
  anonymous: Caller;
  http(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<HttpAnswer>;
  platformAdmin(): Promise<TestPerson>;
}

export interface BusinessFacts {
  code: string;
  time_zone: string;
  currency: string;
  features: Record<string, boolean>;
  modules: Record<string, boolean>;
  settings: Record<string, unknown>;
}

export interface TestPerson {
  account_id: number;
  email: string;
  password: string;
  token: string;
  actor: Actor;
  call: Caller;
  http(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<HttpAnswer>;
}

export interface TestBusiness {
  id: number;
  code: string;
  service: TestService;
  /** The person of a role, created on first use. */
  person(role: Role, name?: string): Promise<TestPerson>;
  as(role: Role, name?: string): Caller;
  http(
    role: Role,
    method: string,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<HttpAnswer>;
  /** A plannable delivery in Brasília unless said otherwise. */
  order(draft?: Record<string, unknown>): Promise<{ id: number; tracking_number: string }>;
  /** An active driver on duty with a van of 180 units; signs in through `person("driver", name)`. */
  driver(facts?: Partial<DriverFacts>): Promise<{ id: number; person: TestPerson }>;
  customer(facts?: {
    name?: string;
    hidden_price_families?: string[];
  }): Promise<{ id: number; person: TestPerson }>;
  contractor(facts?: { name?: string }): Promise<{ id: number; person: TestPerson }>;
  readStatus(order_id: number): Promise<string>;
  /** Kinds of a subject's events, oldest first. */
  readEvents(
    type: string,
    id: number | string,
  ): Promise<{ kind: string; payload: Record<string, unknown>; seq: number }[]>;
}

export interface DriverFacts {
  name: string;
  skills: string[];
  capacity_units: number;
  contractor_id: number;
  status: string;
}

export const TEST_PASSWORD = "correct horse battery";
const password_hash = hashPassword(TEST_PASSWORD);

export interface TestServiceOptions {
  /** Run jobs in this process too. */
  work?: boolean;
  mcp_fixtures?: boolean;
  /** Operations of no family, for mechanisms that no family uses yet. */
  operations?: readonly Operation[];
  /** Where families are, besides those of the product: folders with areas. */
  folders?: readonly string[];
  /** Rate limits: `{}` for those that the operations declare; none when absent. */
  limits?: Limits;
  /** Instead of the protocol's own. */
  otep_namespace?: string;
  /** Limits of request bodies: memory and minimum speed. */
  bodies?: BodySettings;
  /** Serve the built console too (`npm run build:console`). */
  console?: boolean;
  /** Folder of the console, when not the built one. */
  console_folder?: string;
  console_origins?: readonly string[];
  metrics_token?: string;
  /** Instead of a new one; dropped after the tests as well. */
  database?: TestDatabase;
}

const CONSOLE = path.resolve(import.meta.dirname, "../../console/dist");

async function registryWith(operations: readonly Operation[], folders: readonly string[]): Promise<Registry> {
  const registry = await loadRegistry(folders);
  for (const operation of operations) {
    (registry.operations as Map<string, Operation>).set(operation.name, operation);
    const { rest } = operation;
    if (rest !== undefined)
      (registry.byRoute as Map<string, Operation>).set(`${rest.method} ${rest.path}`, operation);
  }
  return registry;
}

/** Of a business of the tests that says no other. Its date is not that of UTC for three hours of each day. */
export const TEST_TIME_ZONE = "America/Sao_Paulo";

export async function testService(options: TestServiceOptions = {}): Promise<TestService> {
  const database = options.database ?? (await openTestDatabase());
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-files-"));
  let offset_ms = 0;
  let held_ms: number | undefined;
  const machine_ms = () => held_ms ?? Date.now();
  const now = () => new Date(machine_ms() + offset_ms);
  const { folders = [DOMAIN_FOLDER] } = options;
  const registry = await registryWith(options.operations ?? [], folders);
  const events = checkEvents(registry.events);
  const start = () =>
    createService({
      database: { ...database.config, ...FEW_IDLE },
      files: createLocalFiles(folder),
      secret_key: Buffer.alloc(32, 7),
      base_url: "http://localhost:8080",
      version: "0.0.0-test",
      mqtt_prefix: "packhorse-test",
      mqtt_public_url: "mqtts://lockers.example:8883",
      log_level: process.env["TEST_LOG"] ?? "silent",
      allowed_origins: [],
      mcp_fixtures: options.mcp_fixtures ?? false,
      console_folder: options.console_folder ?? (options.console === true ? CONSOLE : null),
      console_origins: options.console_origins ?? [],
      push: options.console === true ? { kind: "embedded", host: "127.0.0.1", port: null } : null,
      metrics_token: options.metrics_token ?? null,
      work: options.work ?? false,
      now,
      registry,
      onEmit: events.onEmit,
      // Tests send many requests from one address; tests of the limits set them.
      limits: options.limits === undefined ? null : options.limits,
      ...(options.bodies === undefined ? {} : { bodies: options.bodies }),
      ...(options.otep_namespace === undefined ? {} : { otep_namespace: options.otep_namespace }),
      service_connections: 6,
    });
  const service = await start().catch(async (error) => {
    // Otherwise its server would keep this process running.
    await database.drop();
    throw error;
  });
  after(async () => {
    await service.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
    events.assertDeclared();
  });
  const system = systemDb(service.runtime.pools.system);
  const { runtime, app } = service;

  const call = (actor: Actor, operation: { name: string }, input: unknown, more: CallOptions = {}) =>
    invoke(runtime, {
      operation: runtime.registry.get(operation.name),
      actor,
      input: structuredClone(input) as Record<string, unknown>,
      request: {
        id: randomUUID(),
        surface: "rest",
        address: more.address ?? "127.0.0.1",
        language: more.language ?? "",
        user_agent: "test",
      },
      ...(more.dry_run === undefined ? {} : { dry_run: more.dry_run }),
      ...(more.idempotency_key === undefined ? {} : { idempotency_key: more.idempotency_key }),
      ...(more.if_match === undefined ? {} : { if_match: more.if_match }),
      ...(more.agent === undefined ? {} : { agent: more.agent }),
    });

  const callerFor =
    (find: () => Promise<Actor>): Caller =>
    async (operation, input, more) => {
      const result = await call(await find(), operation, input, more);
      assert(result.kind !== "proposed", "The call was queued for approval.");
      return result.answer as never;
    };

  const http = async (
    method: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<HttpAnswer> => {
    const answer = await app.inject({
      method: method as "GET",
      url,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined
        ? {}
        : { payload: typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
    const isJson = String(answer.headers["content-type"] ?? "").includes("json");
    return {
      status: answer.statusCode,
      body: isJson && answer.body !== "" ? JSON.parse(answer.body) : answer.body,
      headers: answer.headers,
      raw: answer.rawPayload,
    };
  };

  const createPerson = async (account_id: number, email: string): Promise<TestPerson> => {
    const { token, token_hash } = generateToken();
    await system.execute(
      `insert into access_token (business_id, account_id, token_hash, kind, created_at)
       select business_id, id, $2, 'login', now() from account where id = $1`,
      [account_id, token_hash],
    );
    const actor = await runtime.authentication.authenticateToken(token, now());
    return {
      account_id,
      email,
      password: TEST_PASSWORD,
      token,
      actor,
      // The actor is looked up at each call, so that a test sees changes of the account or the business.
      call: callerFor(() => runtime.authentication.authenticateToken(token, now())),
      http: (method, url, body, headers = {}) =>
        http(method, url, body, { authorization: `Bearer ${token}`, ...headers }),
    };
  };

  const makeAccount = async (
    business_id: number | null,
    role: Role,
    name: string,
    links: Record<string, number> = {},
  ) => {
    const email = `${name.toLowerCase().replaceAll(/\W+/g, "-")}-${randomBytes(4).toString("hex")}@test.example`;
    const row = await system.row<{ id: number }>(
      `insert into account (business_id, role, name, email, password_hash, customer_id, contractor_id, driver_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
      [
        business_id,
        role,
        name,
        email,
        await password_hash,
        links["customer_id"] ?? null,
        links["contractor_id"] ?? null,
        links["driver_id"] ?? null,
      ],
    );
    return createPerson(row?.id ?? 0, email);
  };

  const test_service: TestService = {
    ...service,
    folders,
    system,
    now,
    async another() {
      const other = await start();
      after(() => other.stop());
      return other;
    },
    advance(milliseconds) {
      offset_ms += milliseconds;
      runtime.authentication.clearCache();
    },
    setNow(at) {
      offset_ms = new Date(at).getTime() - machine_ms();
      runtime.authentication.clearCache();
    },
    freezeClock() {
      held_ms = Date.now();
    },
    call,
    anonymous: callerFor(async () => ANONYMOUS),
    http,
    platformAdmin: () => makeAccount(null, "platform_admin", "Platform"),
    async business(facts = {}) {
      const code = facts.code ?? `b${randomBytes(6).toString("hex")}`;
      const on = (words: readonly string[]) => Object.fromEntries(words.map((word) => [word, true]));
      const row = await system.row<{ id: number }>(
        `with made as (
           insert into business (code, name, time_zone, currency, country, feature_families, modules, settings)
           values ($1, $2, $3, $4, 'BR', $5, $6, $7::jsonb - 'depot') returning id),
         depot as (
           insert into warehouse (business_id, code, name, place, is_depot)
           select id, 'DEPOT', 'Depot', $7::jsonb -> 'depot', true from made
            where jsonb_typeof($7::jsonb -> 'depot') = 'object')
         select id from made`,
        [
          code,
          `Business ${code}`,
          facts.time_zone ?? TEST_TIME_ZONE,
          facts.currency ?? "BRL",
          JSON.stringify(facts.features ?? on(FEATURES)),
          JSON.stringify(facts.modules ?? on(MODULES)),
          JSON.stringify({
            depot: {
              name: "Hub",
              line1: "SIA 3",
              city: "Brasília",
              country: "BR",
              lat: -15.657,
              lng: -47.8027,
            },
            ...facts.settings,
          }),
        ],
      );
      return buildBusiness(row?.id ?? 0, code);
    },
  };

  const buildBusiness = (id: number, code: string): TestBusiness => {
    const people = new Map<string, Promise<TestPerson>>();
    const person = (role: Role, name: string = role) => {
      const key = `${role}/${name}`;
      let account = people.get(key);
      if (account === undefined) {
        account = makeAccount(id, role, name);
        people.set(key, account);
      }
      return account;
    };
    const business: TestBusiness = {
      id,
      code,
      service: test_service,
      person,
      as: (role, name) => async (operation, input, more) =>
        (await person(role, name)).call(operation, input, more),
      http: async (role, method, url, body, headers) => (await person(role)).http(method, url, body, headers),
      async order(draft = {}) {
        const answer = await business.as("client_admin")(
          runtime.registry.get("clientOrderCreate") as never,
          {
            dropoff: {
              name: "Clara Dias",
              phone: "+55 61 99999-0000",
              line1: `Quadra ${Math.ceil(Math.random() * 900)}`,
              city: "Brasília",
              country: "BR",
              lat: -15.7 - Math.random() / 10,
              lng: -47.8 - Math.random() / 10,
            },
            ...draft,
          } as never,
        );
        const { order_id, tracking_number } = answer as { order_id: number; tracking_number: string };
        return { id: order_id, tracking_number };
      },
      async driver(facts = {}) {
        const name = facts.name ?? "Driver";
        const signed = await makeAccount(id, "driver", name);
        const row = await system.row<{ id: number }>(
          `with van as (insert into vehicle (business_id, plate, name, capacity_units) values ($1, $2, 'Van', $3) returning id)
           insert into driver (business_id, account_id, vehicle_id, name, email, status, duty, skills, contractor_id)
           select $1, $4, van.id, $9, $5, $6, 'on', $7, $8 from van returning id`,
          [
            id,
            randomBytes(5).toString("hex"),
            facts.capacity_units ?? 180,
            signed.account_id,
            signed.email,
            facts.status ?? "active",
            facts.skills ?? [],
            facts.contractor_id ?? null,
            name,
          ],
        );
        const driver_id = row?.id ?? 0;
        await system.execute("update account set driver_id = $2 where id = $1", [
          signed.account_id,
          driver_id,
        ]);
        runtime.authentication.clearCache();
        return { id: driver_id, person: await createPerson(signed.account_id, signed.email) };
      },
      async customer(facts = {}) {
        const name = facts.name ?? "Customer";
        const row = await system.row<{ id: number }>(
          "insert into customer (business_id, code, name, hidden_price_families) values ($1, $2, $3, $4) returning id",
          [id, randomBytes(5).toString("hex"), name, facts.hidden_price_families ?? []],
        );
        const customer_id = row?.id ?? 0;
        return { id: customer_id, person: await makeAccount(id, "customer", name, { customer_id }) };
      },
      async contractor(facts = {}) {
        const name = facts.name ?? "Contractor";
        const row = await system.row<{ id: number }>(
          "insert into contractor (business_id, name) values ($1, $2) returning id",
          [id, name],
        );
        const contractor_id = row?.id ?? 0;
        return {
          id: contractor_id,
          person: await makeAccount(id, "broker_employee", name, { contractor_id }),
        };
      },
      async readStatus(order_id) {
        const row = await system.row<{ status: string }>("select status from delivery_order where id = $1", [
          order_id,
        ]);
        assert(row !== undefined, `There is no order ${order_id}.`);
        return row.status;
      },
      readEvents: (type, subject_id) =>
        system.rows(
          "select kind, payload, seq from event where business_id = $1 and subject_type = $2 and subject_id = $3 order by seq",
          [id, type, String(subject_id)],
        ),
    };
    return business;
  };
  return test_service;
}

/** The refusal of a call; fails when the call succeeds or throws anything else. */
export async function catchRefusal(promise: Promise<unknown>): Promise<Refusal> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  assert.fail("The call should have been refused.");
}
