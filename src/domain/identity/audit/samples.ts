import { createToken } from "#domain/identity/accounts/operations/create-token.ts";
import { defineSamples, type Fixture, type Sample } from "#tests/support/samples.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** It has called an operation. */
    used_token: number;
  }
}

async function useToken({ people, service, unique_word: mark }: Fixture): Promise<number> {
  const { access_token, token } = await people.client_admin.call(createToken, { name: `${mark} used` });
  await service.http("GET", "/api/v1/user/me", undefined, { authorization: `Bearer ${access_token}` });
  await service.runtime.audit.flush();
  return token.id;
}

const inputs: Sample[] = [
  (i) => ({ subject: i.subject }),
  (i) => ({ actor_id: i.employee }),
  (i) => ({ token_id: i.used_token }),
  () => ({ surface: "mcp", tool: "get_orders" }),
];

export const samples = defineSamples({
  own_texts: ["types"],
  records: {
    // An order, as audit entries name it.
    subject: { create: async (fixture) => `order/${await fixture.id("order")}`, unknown: "order/2000000011" },
    used_token: useToken,
  },
  operations: {
    audit: {
      grow: (fixture) => fixture.another("order"),
      inputs,
    },
    auditExport: { inputs },
    platformAudit: { grow: (fixture) => fixture.another("order") },
  },
  written_by_any_call: { audit: "all" },
});
