/** Reading: a list of 50 and one order, on every surface, against bare routes with the same SQL. */

import { measureCandidates, measureRate, verdict } from "./load.ts";
import { createBenchSetup, startServer } from "./setup.ts";

export async function benchList(): Promise<boolean> {
  const setup = await createBenchSetup(200_000);
  const server = await startServer(setup);
  const authorization = `Bearer ${setup.token}`;
  const ids = (
    await setup.system.rows<{ id: number }>(
      "select id from delivery_order where business_id = $1 limit 5000",
      [setup.businesses[0]],
    )
  ).map((row) => row.id);
  const anyId = () => ids[Math.floor(Math.random() * ids.length)];
  const fields =
    "id tracking_number ref external_tracking type family service status order_status_id status_since scheduled_date customer_id route_id name address city postal_code lat lng window_start window_end weight_g units attempts created_at version shipping_price currency";
  try {
    const list = await measureCandidates([
      { name: "bare named", url: `${server.bare}/list` },
      { name: "bare unnamed", url: `${server.bare}/list-unnamed` },
      { name: "rest", url: `${server.service}/api/v1/client/orders`, headers: { authorization } },
      {
        name: "graphql",
        url: `${server.service}/api/graphql`,
        method: "POST",
        headers: { authorization },
        body: JSON.stringify({
          query: `{ clientOrders(per_page: 50) { result total page per_page orders { ${fields} } } }`,
        }),
      },
      {
        name: "mcp",
        url: `${server.service}/mcp`,
        method: "POST",
        headers: { authorization },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "get_orders", arguments: {} },
        }),
      },
    ]);
    const named_rate = measureRate(list, "bare named");
    console.table(list);
    const single = await measureCandidates(
      [
        { name: "bare get", url: `${server.bare}/get`, paths: () => `/get?id=${anyId()}` },
        {
          name: "rest get",
          url: server.service,
          headers: { authorization },
          paths: () => `/api/v1/client/orders/${anyId()}`,
        },
      ],
      { rounds: 3 },
    );
    console.table(single);
    console.log(
      `  one order against the named bare route: ${(measureRate(single, "rest get") / measureRate(single, "bare get")).toFixed(2)}`,
    );
    console.log(
      `  list against the unnamed bare route: ${(measureRate(list, "rest") / measureRate(list, "bare unnamed")).toFixed(2)}`,
    );
    return [
      verdict("list of 50 by REST / bare named", measureRate(list, "rest") / named_rate, 1.0),
      verdict("list of 50 by GraphQL / bare named", measureRate(list, "graphql") / named_rate, 0.9),
      verdict("list of 50 by MCP tool / bare named", measureRate(list, "mcp") / named_rate, 0.9),
    ].every(Boolean);
  } finally {
    await server.stop();
    await setup.stop();
  }
}
