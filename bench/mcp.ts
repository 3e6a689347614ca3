/** MCP: tools/list against a static answer of the same size, tools/call with and without SQL. */

import { measureCandidates, measureRate, verdict } from "./load.ts";
import { createBenchSetup, startServer } from "./setup.ts";

export async function benchMcp(): Promise<boolean> {
  const setup = await createBenchSetup(20_000);
  const server = await startServer(setup);
  const headers = { authorization: `Bearer ${setup.token}` };
  const rpc = (method: string, params: object = {}) =>
    JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const size = async (body: string) => {
    const answer = await fetch(`${server.service}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });
    return (await answer.text()).length;
  };
  const list = rpc("tools/list");
  const call = rpc("tools/call", { name: "get_capabilities", arguments: {} });
  const row = await setup.system.row<{ id: number }>(
    "select id from delivery_order where business_id = $1 limit 1",
    [setup.businesses[0]],
  );
  const read = rpc("tools/call", { name: "get_order_detail", arguments: { order_id: row?.id } });
  try {
    const measured = await measureCandidates(
      [
        {
          name: "static list",
          url: `${server.bare}/static?size=${await size(list)}`,
          method: "POST",
          body: list,
        },
        { name: "tools/list", url: `${server.service}/mcp`, method: "POST", headers, body: list },
        {
          name: "static call",
          url: `${server.bare}/static?size=${await size(call)}`,
          method: "POST",
          body: call,
        },
        { name: "tools/call", url: `${server.service}/mcp`, method: "POST", headers, body: call },
      ],
      { rounds: 3 },
    );
    // Between runs of two seconds the rates of calls with SQL differ by a tenth: the median of three is not
    // precise enough.
    const with_sql = await measureCandidates(
      [
        { name: "bare get", url: `${server.bare}/get?id=${row?.id}` },
        { name: "tools/call with SQL", url: `${server.service}/mcp`, method: "POST", headers, body: read },
      ],
      { rounds: 9 },
    );
    console.table([...measured, ...with_sql]);
    return [
      verdict(
        "tools/list / static answer of the same size",
        measureRate(measured, "tools/list") / measureRate(measured, "static list"),
        0.6,
      ),
      verdict(
        "tools/call without SQL / static answer",
        measureRate(measured, "tools/call") / measureRate(measured, "static call"),
        0.7,
      ),
      verdict(
        "tools/call with SQL / bare route with the same SQL",
        measureRate(with_sql, "tools/call with SQL") / measureRate(with_sql, "bare get"),
        1.0,
      ),
    ].every(Boolean);
  } finally {
    await server.stop();
    await setup.stop();
  }
}
