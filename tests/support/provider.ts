/** For tests of the routes of providers: a provider of a business, and its signed requests. */
import assert from "node:assert/strict";
import { createHash, createHmac, randomUUID } from "node:crypto";
import { createOtepProvider } from "#domain/integration/partners/operations/create-otep-provider.ts";
import type { HttpAnswer, TestBusiness, TestService } from "./service.ts";

export interface Signer {
  provider: { id: number; key_id: string; code: string };
  secret: string;
  /** A request signed at the current time of the service's clock, or as `signing` defines. */
  post(path: string, body: unknown, headers?: Record<string, string>, signing?: Signing): Promise<HttpAnswer>;
  ingest(body: unknown, headers?: Record<string, string>): Promise<HttpAnswer>;
}

export interface Signing {
  secret?: string;
  key?: string;
  timestamp?: number | string;
  /** The body to sign, when it differs from the body to send. */
  signed_body?: string;
  signed_path?: string;
  signature?: string;
}

let counted = 0;

export async function createProvider(
  business: TestBusiness,
  facts: Record<string, unknown> = {},
): Promise<Signer> {
  counted += 1;
  const created_provider = await business.as("client_admin")(createOtepProvider, {
    code: `acme${counted}`,
    name: "Acme",
    source_types: ["carrier", "third_party", "storage"],
    ...facts,
  } as never);
  const { provider, secret } = created_provider as { provider: Signer["provider"]; secret: string };
  return createSigner(business, provider, secret);
}

export function createSigner(business: TestBusiness, provider: Signer["provider"], secret: string): Signer {
  const post: Signer["post"] = (path, body, headers = {}, signing = {}) => {
    const text = typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const signed_headers = signedHeaders({ provider, secret }, path, text, business.service.now(), signing);
    return business.service.http("POST", path, text, { ...signed_headers, ...headers });
  };
  return { provider, secret, post, ingest: (body, headers) => post("/api/v1/otep/ingest", body, headers) };
}

/** The headers of a request signed at a given time, or as `signing` defines. */
export function signedHeaders(
  { provider, secret: own_secret }: Pick<Signer, "secret"> & { provider: { key_id: string } },
  path: string,
  text: string | Buffer,
  now: Date,
  signing: Signing = {},
): Record<string, string> {
  const { secret = own_secret, key = provider.key_id, signed_body = text, signed_path = path } = signing;
  const timestamp = String(signing.timestamp ?? Math.floor(now.getTime() / 1000));
  const digest = createHash("sha256").update(signed_body).digest("hex");
  const signature =
    signing.signature ??
    `v1=${createHmac("sha256", secret).update(`v1\n${timestamp}\nPOST\n${signed_path}\n${digest}`).digest("hex")}`;
  return { "otep-key": key, "otep-timestamp": timestamp, "otep-signature": signature };
}

/** An order with an event of each code from a carrier, a minute after another, with members that strangers may not see. */
export async function createTrackedOrder(
  business: TestBusiness,
  codes = ["picked_up", "departed", "note", "out_for_delivery", "delivered"],
) {
  const order = await business.order();
  const carrier = await createProvider(business);
  const start = business.service.now().getTime();
  const answer = await carrier.ingest(
    codes.map((code, index) => ({
      event_id: `${order.id}-${index}`,
      subject: order.tracking_number,
      occurred_at: new Date(start + index * 60_000).toISOString(),
      status_code: `otep:core:${code}`,
      location: { name: "Secret Hub", address: { lines: ["Hidden 7"], city: "Brasília", country: "BR" } },
      source: { raw_text: "Hidden remark" },
      extensions: { "x-lane": "hidden" },
    })),
  );
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return order;
}

const MINUTE = 60_000;

/** Events as a provider sends them, dated in minutes from the service's now, and the timelines that they make. */
export function createEventTools(service: TestService) {
  /** ISO 8601, a number of minutes after the service's now. */
  const after = (minutes: number) => new Date(service.now().getTime() + minutes * MINUTE).toISOString();
  return {
    after,
    event: (number: string, code: string, more: Record<string, unknown> = {}) => ({
      event_id: randomUUID(),
      subject: number,
      occurred_at: after(0),
      status_code: `otep:core:${code}`,
      ...more,
    }),
    /** Stored events of providers about a number. */
    countEvents: async (business: TestBusiness, number: string) =>
      (
        await service.system.row<{ n: number }>(
          "select count(*) as n from tracking_event where business_id = $1 and tracking_number = $2 and provider <> 'packhorse'",
          [business.id, number],
        )
      )?.n,
    readTimeline: async (number: string) =>
      (await service.http("GET", `/api/v1/otep/trackings/${number}`)).body,
  };
}
