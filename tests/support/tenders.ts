/** For tests of third-party delivery: providers of a business, and their signed requests. */
import { createHash, createHmac } from "node:crypto";
import { createDeliveryProvider } from "#domain/fleet/third-party/operations/create-delivery-provider.ts";
import type { HttpAnswer, TestBusiness } from "./service.ts";

export interface TestDeliveryProvider {
  id: number;
  code: string;
  /** A request signed with the provider's key, at the service's time. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<HttpAnswer>;
}

let counted = 0;

export async function createTestProvider(
  business: TestBusiness,
  facts: Record<string, unknown> = {},
): Promise<TestDeliveryProvider> {
  counted += 1;
  const { provider, secret } = await business.as("client_admin")(createDeliveryProvider, {
    code: `courier${counted}`,
    name: `Courier ${counted}`,
    price_terms: { base_minor: 500, per_km_minor: 0 },
    ...facts,
  } as never);
  return {
    id: provider.id,
    code: provider.code,
    call(method, path, body, headers = {}) {
      const url = `/api/v1/thirdparty${path}`;
      const text = body === undefined ? "" : JSON.stringify(body);
      const timestamp = String(Math.floor(business.service.now().getTime() / 1000));
      const digest = createHash("sha256").update(text).digest("hex");
      const signature = createHmac("sha256", secret)
        .update(`v1\n${timestamp}\n${method}\n${url}\n${digest}`)
        .digest("hex");
      return business.service.http(method, url, body === undefined ? undefined : text, {
        "otep-key": provider.key_id,
        "otep-timestamp": timestamp,
        "otep-signature": `v1=${signature}`,
        ...headers,
      });
    },
  };
}
