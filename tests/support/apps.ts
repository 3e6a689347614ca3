/** An app assigned to a business, and the people who use it, with only the facts that matter. */
import { randomBytes } from "node:crypto";
import Type from "typebox";
import type { Operation } from "#operation/define/define.ts";
import { hashPassword } from "#platform/auth/secrets.ts";
import { CAPABILITY_IDS } from "../../src/domain/identity/apps/capabilities.ts";
import { type HttpAnswer, TEST_PASSWORD, type TestBusiness, type TestService } from "./service.ts";

export interface AppFacts {
  type: string;
  roles: string[];
  capabilities: string[];
  methods: string[];
  identity_provider: string | null;
  server_client_id: string | null;
  /** The client's own. */
  client: Record<string, unknown>;
}

export interface TestApp {
  code: string;
  business: TestBusiness;
  at(path: string): string;
  post(path: string, body: object, headers?: Record<string, string>): Promise<HttpAnswer>;
  /** Signs a customer in on a device. */
  signIn(email: string, more?: object): Promise<HttpAnswer>;
  assign(business: TestBusiness, client?: Record<string, unknown>): Promise<TestApp>;
}

/** An operation that requires capabilities whose families are not built yet: all of them by default. */
export function providing(provides: readonly string[] = CAPABILITY_IDS): Operation {
  return {
    name: "testProvides",
    summary: "Something that apps can do",
    family: "test",
    effect: "read",
    risk: "low",
    access: { roles: ["customer"], scopes: [] },
    provides,
    input: Type.Object({}),
    output: Type.Object({ result: Type.Boolean() }),
    refusals: {},
    run: async () => ({ result: true }),
  } as Operation;
}

export const DEVICE = { device_id: "device-1", device_platform: "ios" };

export async function createApp(
  service: TestService,
  business: TestBusiness,
  facts: Partial<AppFacts> = {},
): Promise<TestApp> {
  const code = `a${randomBytes(6).toString("hex")}`;
  await service.system.execute(
    `insert into platform_app (code, name, type, roles, capabilities, methods, identity_provider, server_client_id, created_at)
     values ($1, 'Shop', $2, $3, $4, $5, $6, $7, now())`,
    [
      code,
      facts.type ?? "customer",
      facts.roles ?? ["customer"],
      facts.capabilities ?? CAPABILITY_IDS.filter((id) => !id.startsWith("auth.")),
      facts.methods ?? ["idp", "email", "registration"],
      facts.identity_provider ?? null,
      facts.server_client_id ?? null,
    ],
  );
  return bound(service, business, code, facts.client);
}

async function bound(
  service: TestService,
  business: TestBusiness,
  code: string,
  client: Record<string, unknown> = {},
): Promise<TestApp> {
  await service.system.execute(
    `insert into app_assignment (business_id, app_id, capabilities, methods, registration, version_policy, created_at)
     select $1, id, $3, $4, $5, $6, now() from platform_app where code = $2`,
    [
      business.id,
      code,
      JSON.stringify(client["capabilities"] ?? {}),
      JSON.stringify(client["methods"] ?? {}),
      JSON.stringify(client["registration"] ?? {}),
      JSON.stringify(client["version_policy"] ?? {}),
    ],
  );
  const at = (path: string) => `/api/v1/apps/${code}/clients/${business.code}${path}`;
  const post = (path: string, body: object, headers?: Record<string, string>) =>
    service.http("POST", at(path), body, headers);
  return {
    code,
    business,
    at,
    post,
    signIn: (email, more = {}) => post("/auth/email", { email, password: TEST_PASSWORD, ...DEVICE, ...more }),
    assign: (other, settings) => bound(service, other, code, settings),
  };
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** An account with this address, in a business of its choice. */
export async function createAccount(
  service: TestService,
  business: TestBusiness,
  email: string,
  role = "customer",
): Promise<number> {
  const row = await service.system.row<{ id: number }>(
    `insert into account (business_id, role, name, email, password_hash) values ($1, $2, 'Clara Dias', $3, $4) returning id`,
    [business.id, role, email, await hashPassword(TEST_PASSWORD)],
  );
  return row?.id ?? 0;
}

/** An app of a new business, and a customer who may sign in to it. */
export async function createShop(service: TestService, client: Record<string, unknown> = {}) {
  const business = await service.business();
  const app = await createApp(service, business, { client });
  const { person } = await business.customer();
  return { business, app, person };
}

/** Status of a request with a token. */
export async function statusWith(service: TestService, token: string): Promise<number> {
  return (await service.http("GET", "/api/v1/user/me", undefined, bearer(token))).status;
}
