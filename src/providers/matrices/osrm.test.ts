import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import path from "node:path";
import { describe, test } from "node:test";
import { getText } from "#platform/external/get-text.ts";
import type { Point } from "#vocabulary/geo.ts";
import { createOsrm } from "./osrm.ts";
import type { RoadMatrix, RoadMatrixFault } from "./port.ts";

const FOLDER = path.join(import.meta.dirname, "exchanges");
const REQUEST = { time_limit_ms: 60_000 };

const BERLIN: Point[] = [
  { lat: 52.517037, lng: 13.38886 },
  { lat: 52.529407, lng: 13.397634 },
  { lat: 52.523219, lng: 13.428555 },
  { lat: 52.506891, lng: 13.332212 },
  { lat: 52.545102, lng: 13.355441 },
];
const THREE = BERLIN.slice(0, 3);

interface Exchange {
  request: string;
  status: number;
  body: { durations?: (number | null)[][]; distances?: (number | null)[][] };
}

async function readExchanges(name: string): Promise<Exchange[]> {
  return JSON.parse(await readFile(path.join(FOLDER, `${name}.json`), "utf8")).exchanges;
}

/** Runs work against a server on this machine, and returns the requests it received. */
async function against<T>(
  answer: RequestListener,
  settings: { coordinates_max?: number; timeout_ms?: number },
  work: (roads: RoadMatrix) => Promise<T>,
): Promise<string[]> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const { coordinates_max = 100, timeout_ms = 60_000 } = settings;
  try {
    await work(
      createOsrm({
        url: `http://127.0.0.1:${port}`,
        coordinates_max,
        get: (url) => getText(url, { headers: {}, private_addresses: true, timeout_ms }),
      }),
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return requests;
}

/** Serves recorded exchanges; any other request gets 404. */
function playing(exchanges: readonly Exchange[]): RequestListener {
  return (request, response) => {
    const recorded_exchange = exchanges.find((exchange) => exchange.request === request.url);
    response.writeHead(recorded_exchange?.status ?? 404, { "content-type": "application/json" });
    response.end(JSON.stringify(recorded_exchange?.body ?? { code: "InvalidUrl", message: `not recorded` }));
  };
}

const single = (values: number[]) => [...Float32Array.from(values)];

describe("OSRM", () => {
  test("returns seconds and metres by row and column, not symmetric", async () => {
    const exchanges = await readExchanges("table-whole");
    const { durations, distances } = exchanges[0]?.body ?? {};
    const requests = await against(playing(exchanges), {}, async (roads) => {
      const table = await roads.matrix(THREE, REQUEST);
      assert.deepEqual([...table.duration_s], single((durations ?? []).flat() as number[]));
      assert.deepEqual([...table.distance_m], single((distances ?? []).flat() as number[]));
      assert.notEqual(table.distance_m[1], table.distance_m[3]);
    });
    assert.equal(requests.length, 1);
  });

  test("larger tables are requested in blocks the server accepts, and assembled", async () => {
    const exchanges = await readExchanges("table-blocks");
    const requests = await against(playing(exchanges), { coordinates_max: 4 }, async (roads) => {
      const { duration_s, distance_m } = await roads.matrix(BERLIN, REQUEST);
      // The blocks are recorded by row, then by column: two, two and one points.
      const joinRows = (name: "durations" | "distances") =>
        [0, 1, 2].flatMap((row) => {
          const [left_block, middle, right] = exchanges
            .slice(row * 3, row * 3 + 3)
            .map(({ body }) => body[name]);
          return (left_block ?? []).flatMap((values, at) => [
            ...values,
            ...(middle?.[at] ?? []),
            ...(right?.[at] ?? []),
          ]);
        }) as number[];
      assert.equal(duration_s.length, 25);
      assert.deepEqual([...duration_s], single(joinRows("durations")));
      assert.deepEqual([...distance_m], single(joinRows("distances")));
    });
    assert.deepEqual(requests.toSorted(), exchanges.map(({ request }) => request).toSorted());
  });

  test("both values are infinite where there is no road", async () => {
    await against(playing(await readExchanges("table-no-route")), {}, async (roads) => {
      const { duration_s, distance_m } = await roads.matrix(THREE, REQUEST);
      for (const values of [duration_s, distance_m]) {
        assert.deepEqual(
          [...values].map((value) => Number.isFinite(value)),
          [true, true, false, true, true, false, false, false, true],
        );
      }
    });
  });

  test("an error code is reported, and so is a response that is not a table", async () => {
    const cases: [RequestListener, RoadMatrixFault][] = [
      [
        playing(await readExchanges("table-too-big")),
        { code: "refused", status: 400, detail: "TooBig: Too many table coordinates" },
      ],
      [
        playing(await readExchanges("table-no-distances")),
        { code: "no_table", table: "distances", rows: 3, columns: 3 },
      ],
      [
        (_request, response) => response.writeHead(502).end("<html>"),
        { code: "no_json", status: 502, server: "OSRM" },
      ],
      [(_request, response) => response.end("null"), { code: "refused", status: 200, detail: "" }],
      [
        (_request, response) =>
          response.end('{"code":"Ok","durations":[[0,-1,1],[1,0,1],[1,1,0]],"distances":[]}'),
        { code: "no_table", table: "durations", rows: 3, columns: 3 },
      ],
    ];
    for (const [answer, fault] of cases) {
      await against(answer, {}, (roads) =>
        assert.rejects(roads.matrix(THREE, REQUEST), { name: "RoadMatrixUnavailable", fault }),
      );
    }
  });

  test("a slow response and an unreachable server fail, without revealing the server's address", async () => {
    const given_up = {
      name: "RoadMatrixUnavailable",
      message: "unreachable",
      fault: { code: "unreachable" },
    };
    let gone: RoadMatrix | undefined;
    await against(
      () => {},
      { timeout_ms: 50 },
      async (roads) => {
        await assert.rejects(roads.matrix(THREE, REQUEST), given_up);
        gone = roads;
      },
    );
    assert.ok(gone);
    await assert.rejects(gone.matrix(THREE, REQUEST), given_up);
  });

  test("a table that takes too long or is cancelled causes no further requests", async () => {
    const play = playing(await readExchanges("table-blocks"));
    const late = await against(play, { coordinates_max: 4 }, (roads) =>
      assert.rejects(roads.matrix(BERLIN, { time_limit_ms: -1 }), { fault: { code: "too_slow" } }),
    );
    assert.deepEqual(late, []);
    let looks = 0;
    const requests = await against(play, { coordinates_max: 4 }, (roads) =>
      assert.rejects(roads.matrix(BERLIN, { ...REQUEST, isCancelled: () => ++looks > 2 }), {
        fault: { code: "cancelled" },
      }),
    );
    assert.ok(requests.length <= 2);
  });

  test("an empty list and a single point need no server", async () => {
    const roads = createOsrm({
      url: "http://osrm.example",
      get: () => assert.fail("There is nothing to ask."),
    });
    assert.equal((await roads.matrix([], REQUEST)).duration_s.length, 0);
    assert.deepEqual([...(await roads.matrix(BERLIN.slice(0, 1), REQUEST)).distance_m], [0]);
  });
});
