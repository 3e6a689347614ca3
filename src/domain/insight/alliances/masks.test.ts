/** What a grant masks appears on no surface: neither the member nor its value, in any shared read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { storeTrackingEvents } from "#domain/tracking/tracking/public.ts";
import { buildConsumerContext } from "#operation/run/consumers.ts";
import { storedStatusEvent } from "#otep/compose.ts";
import { ally } from "#tests/support/alliances.ts";
import { testService } from "#tests/support/service.ts";
import { previewGrant } from "./operations/preview-grant.ts";
import { setGrant } from "./operations/set-grant.ts";
import { expandMask } from "./rules.ts";
import { MASKABLE_FIELDS, type MaskableField } from "./shapes.ts";

const service = await testService();

/** Texts that nothing else contains, by the member that contains them. */
const SECRETS: Record<MaskableField, readonly string[]> = {
  ref: ["REF-4471"],
  customer: ["Quillmoor Trading"],
  sender_name: ["Wexford Depot"],
  sender_phone: ["61 90000 1111"],
  sender_email: ["wexford@sender.example"],
  sender_address: ["Rua Brimstone 9", "Halifax"],
  recipient_name: ["Zephyrine Okafor"],
  recipient_phone: ["61 92222 3333"],
  recipient_email: ["zephyrine@recipient.example"],
  recipient_address: ["Quadra Larkspur 17", "Lisbonne-Sud", "71234-987"],
  position: ["-15.7391", "-47.8842"],
  window: ["2031-05-06T13:07"],
  instructions: ["Ring twice for Zephyrine"],
  contents: ["Twelve astrolabes"],
  weight_g: ["71713"],
  eta: ["2031-05-06T14:21"],
  event_places: ["Thornbury"],
  proofs: ["2031-05-06T15:33"],
};

async function open() {
  const [owner, reader] = [await service.business(), await service.business()];
  const alliance_id = await ally(owner, reader);
  const { id: customer_id } = await owner.customer({ name: "Quillmoor Trading" });
  const order = await owner.order({
    type: "P2P",
    customer_id,
    ref: "REF-4471",
    scheduled_date: "2031-05-06",
    pickup: {
      name: "Wexford Depot",
      phone: "+55 61 90000 1111",
      email: "wexford@sender.example",
      line1: "Rua Brimstone 9",
      city: "Halifax",
      country: "BR",
      lat: -15.8,
      lng: -47.9,
    },
    dropoff: {
      name: "Zephyrine Okafor",
      phone: "+55 61 92222 3333",
      email: "zephyrine@recipient.example",
      line1: "Quadra Larkspur 17",
      city: "Lisbonne-Sud",
      postal_code: "71234-987",
      country: "BR",
      lat: -15.7391,
      lng: -47.8842,
      window: { start: "2031-05-06T13:07:00Z", end: "2031-05-06T16:00:00Z" },
    },
    delivery_instruction: "Ring twice for Zephyrine",
    parcels: [{ weight_g: 71713, contents: "Twelve astrolabes" }],
  });
  await service.system.execute(
    `insert into proof (business_id, subject_type, subject_id, kind, captured_at, created_at)
     values ($1, 'order', $2, 'photo', '2031-05-06T15:33:00Z', now())`,
    [owner.id, order.id],
  );
  const now = service.now().getTime();
  const facts = { now, provider: "packhorse", source_type: "self_delivery" } as const;
  const common = {
    subject: { id: order.tracking_number, scheme: "tracking_number" },
    source: { type: "self_delivery", provider: "packhorse" },
    occurred_at: new Date(now).toISOString(),
  } as const;
  const events = [
    storedStatusEvent(
      {
        ...common,
        code: "otep:core:in_transit",
        location: { address: { city: "Thornbury" } },
        description: "Handed over by Zephyrine Okafor",
      } as never,
      facts,
    ),
    storedStatusEvent(
      {
        ...common,
        code: "otep:core:delivered",
        time_type: "estimated",
        occurred_at: "2031-05-06T14:21:00Z",
      } as never,
      facts,
    ),
  ];
  await buildConsumerContext(service.runtime, "test").transaction(owner.id, (context) =>
    storeTrackingEvents(
      context,
      events.map((event) => ({ event })),
    ),
  );
  return { owner, reader, alliance_id, order };
}

const { owner, reader, alliance_id, order } = await open();
const person = await reader.person("client_admin");

const ADDRESS = "{ line1 line2 city region postal_code country }";
const ORDER = `{ tracking_number masked ref customer sender_name sender_phone sender_email sender_address ${ADDRESS} recipient_name
  recipient_phone recipient_email recipient_address ${ADDRESS} position { lat lng } window { start end } instructions contents weight_g }`;
const QUERIES = {
  orders: `{ allianceOrders(client_code: "${owner.code}") { orders ${ORDER} } }`,
  tracking: `{ allianceTracking(client_code: "${owner.code}", number: "${order.tracking_number}") {
    order ${ORDER} events { label city } eta proofs { kind captured_at } } }`,
};

async function callTool(path: string, name: string, args: object) {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  return (await person.http("POST", path, message)).body;
}

/** Every way in which the partner's order can be read, and what it said. */
async function readEverywhere(): Promise<[string, unknown][]> {
  const base = `/api/v1/alliances/clients/${owner.code}`;
  const answers: [string, unknown][] = [
    ["REST orders", (await person.http("GET", `${base}/orders`)).body],
    ["REST tracking", (await person.http("GET", `${base}/tracking/${order.tracking_number}`)).body],
  ];
  for (const [name, query] of Object.entries(QUERIES)) {
    answers.push([`GraphQL ${name}`, (await person.http("POST", "/api/graphql", { query })).body]);
    answers.push([`MCP GraphQL ${name}`, await callTool("/mcp/developer", "run_graphql_query", { query })]);
  }
  return answers;
}

/** What must not be told beside the orders themselves: the tools of the user's server. */
async function readTools(): Promise<[string, unknown][]> {
  const tools: [string, object][] = [
    ["list_alliances", {}],
    ["get_alliance", { alliance_id }],
    ["list_alliance_members", { alliance_id }],
    ["list_accessible_clients", {}],
  ];
  return Promise.all(
    tools.map(
      async ([name, args]) => [`MCP ${name}`, await callTool("/mcp", name, args)] as [string, unknown],
    ),
  );
}

test("masked members and their values are in no answer, and the others are in every one", async () => {
  const masks = fc.sample(fc.subarray([...MASKABLE_FIELDS]), { numRuns: 10, seed: 7 });
  for (const fields_masked of [[], [...MASKABLE_FIELDS], ["recipient_address" as const], ...masks]) {
    const terms = {
      alliance_id,
      client_code: owner.code,
      scopes: ["tracking" as const, "orders_read" as const],
    };
    await owner.as("client_admin")(setGrant, { ...terms, client_code: reader.code, fields_masked });
    const preview = await owner.as("client_admin")(previewGrant, {
      ...terms,
      client_code: reader.code,
      fields_masked,
      number: order.tracking_number,
    });
    const mask = expandMask(fields_masked);
    const only_tracking = ["eta", "event_places", "proofs"];
    for (const [where, answer] of [...(await readEverywhere()), ["preview", preview] as const]) {
      const text = JSON.stringify(answer);
      assert.ok(text.includes(order.tracking_number), `${where}: ${text.slice(0, 400)}`);
      assert.ok(!text.includes("Handed over"), where);
      for (const field of MASKABLE_FIELDS) {
        const leaked_secrets = SECRETS[field].filter((secret) => text.includes(secret));
        if (mask.includes(field))
          assert.deepEqual(leaked_secrets, [], `${where} tells ${field} under ${mask}`);
        else if (!only_tracking.includes(field) || where.includes("racking") || where === "preview")
          assert.deepEqual(leaked_secrets, SECRETS[field], `${where} lacks ${field} under ${mask}`);
      }
    }
    for (const [where, answer] of await readTools()) {
      const text = JSON.stringify(answer);
      assert.ok(!text.includes('"isError":true'), `${where}: ${text.slice(0, 300)}`);
      assert.deepEqual(
        Object.values(SECRETS)
          .flat()
          .filter((secret) => text.includes(secret)),
        [],
        where,
      );
    }
  }
});
