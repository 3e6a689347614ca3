import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import path from "node:path";
import { describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { postText } from "#platform/external/get-text.ts";
import { type RoadMatrix, type RoadMatrixFault, RoadMatrixUnavailable } from "./port.ts";
import { createValhalla } from "./valhalla.ts";

const POINTS = [
  { lat: 52.517037, lng: 13.38886 },
  { lat: 52.529407, lng: 13.397634 },
  { lat: 52.523219, lng: 13.428555 },
];
const REQUEST = { time_limit_ms: 60_000 };
const { exchanges } = JSON.parse(
  await readFile(path.join(import.meta.dirname, "exchanges", "valhalla-blocks.json"), "utf8"),
) as { exchanges: { request: unknown; status: number; body: unknown }[] };

/** Runs work against a server on this machine, and returns how many requests it received. */
async function against(
  answer: (body: unknown, response: ServerResponse) => void,
  work: (roads: RoadMatrix) => Promise<unknown>,
): Promise<number> {
  let request_count = 0;
  const server = createServer(async (request, response) => {
    request_count += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== "POST" || request.url !== "/valhalla/sources_to_targets")
      response.writeHead(404).end('{"error_code":106,"error":"Try any of: \'/sources_to_targets\'"}');
    else answer(JSON.parse(Buffer.concat(chunks).toString("utf8")), response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const headers = { "content-type": "application/json" };
  try {
    await work(
      createValhalla({
        url: `http://127.0.0.1:${port}/valhalla`,
        coordinates_max: 4,
        post: (url, body) => postText(url, { headers, body, private_addresses: true, timeout_ms: 60_000 }),
      }),
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return request_count;
}

function play(body: unknown, response: ServerResponse): void {
  const match = exchanges.find(({ request }) => isDeepStrictEqual(request, body));
  response.writeHead(match?.status ?? 400, { "content-type": "application/json" });
  response.end(JSON.stringify(match?.body ?? { error_code: 124, error: "not recorded" }));
}

describe("Valhalla", () => {
  test("returns seconds and metres in blocks that the server accepts, infinite where there is no road", async () => {
    const request_count = await against(play, async (roads) => {
      assert.equal(roads.name, "valhalla");
      const { duration_s, distance_m } = await roads.matrix(POINTS, REQUEST);
      assert.deepEqual([...duration_s], [0, 288, 402, 301, 0, Infinity, 398, 377, 0]);
      assert.deepEqual([...distance_m], [0, 1891, 3810, 2013, 0, Infinity, 3804, 2840, 0]);
    });
    assert.equal(request_count, 4);
  });

  test("an error of the server is reported, and so is a response that is not a table", async () => {
    const cases: [number, string, Partial<RoadMatrixFault>][] = [
      [
        400,
        '{"error_code":150,"error":"Exceeded max locations","status_code":400,"status":"Bad Request"}',
        { code: "refused", status: 400, detail: "Exceeded max locations" },
      ],
      [200, '{"sources_to_targets":[[{"distance":0,"time":0}]]}', { code: "no_table", table: "durations" }],
      [
        200,
        '{"sources_to_targets":{"durations":[[0,1],[1,0]],"distances":[["0",1],[1,0]]}}',
        { code: "no_table" },
      ],
      [502, "<html>", { code: "no_json", status: 502, server: "Valhalla" }],
    ];
    for (const [status, body, fault] of cases)
      await against(
        (_body, response) => response.writeHead(status).end(body),
        (roads) =>
          assert.rejects(roads.matrix(POINTS, REQUEST), (error: Error) => {
            assert.ok(error instanceof RoadMatrixUnavailable);
            assert.partialDeepStrictEqual(error.fault, fault);
            assert.doesNotMatch(error.message, /127\.0\.0\.1/);
            return true;
          }),
      );
  });

  test("a single point needs no server", async () => {
    assert.equal(await against(play, (roads) => roads.matrix(POINTS.slice(0, 1), REQUEST)), 0);
  });
});
