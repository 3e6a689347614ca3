import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { promisify } from "node:util";
import type { DraftOfRow } from "./drafts.ts";
import { describeExisting, findExisting, updateExisting } from "./existing.ts";

const buildRow = (row: number, ref?: string): DraftOfRow => ({
  row,
  draft: { ...(ref === undefined ? {} : { ref }), parcels: [{ weight_g: 1 }], dropoff: { line1: "Weg 1" } },
});

/** A service in which an order of each reference exists, whose id is the number in it. */
function fakeService(refs: readonly string[]) {
  const calls: { method: string; path: string; body: object; headers: object }[] = [];
  const call = async (method: string, path: string, body: object = {}, headers: object = {}) => {
    calls.push({ method, path, body, headers });
    const { orders = [] } = body as { orders?: { ref: string }[] };
    return {
      orders: orders.map(({ ref }, index) => ({
        index,
        doubts: [
          { code: "no_name" },
          ...(refs.includes(ref) ? [{ code: "ref_exists", order_id: Number(ref.slice(2)) }] : []),
        ],
      })),
    };
  };
  return { calls, service: { call: call as never } };
}

test("rows whose reference an order has are found by dry runs, and rows without a reference are not asked for", async () => {
  const { calls, service } = fakeService(["R-3", "R-150"]);
  const rows = [buildRow(2), ...Array.from({ length: 150 }, (_, at) => buildRow(at + 3, `R-${at + 1}`))];
  const ids_by_draft = await findExisting(service, rows);
  assert.deepEqual(
    [...ids_by_draft].map(([{ row }, order_id]) => [row, order_id]),
    [
      [5, 3],
      [152, 150],
    ],
  );
  assert.equal(calls.length, 2);
  for (const { path, headers } of calls) {
    assert.equal(path, "/api/v1/client/batchOrderCreate");
    assert.deepEqual(headers, { "x-dry-run": "1" });
  }
  assert.match(
    describeExisting(ids_by_draft),
    /of 2 rows exist: row 5, 152\. Nothing was imported\. Choose: /,
  );
});

test("an update changes the order that exists and leaves its parcels", async () => {
  const { calls, service } = fakeService([]);
  await updateExisting(service, new Map([[buildRow(2, "R-7"), 7]]));
  assert.deepEqual(calls, [
    {
      method: "PATCH",
      path: "/api/v1/client/orders/7",
      body: { dropoff: { line1: "Weg 1" } },
      headers: {},
    },
  ]);
});

/** A service in which every reference exists, or those that are given; `created` is how many orders it was sent. */
async function serveOrders(existing?: readonly string[]) {
  let created = 0;
  const server = createServer(async (request, response) => {
    const body = JSON.parse((await text(request)) || "{}") as { orders?: { ref?: string }[] };
    const is_dry = request.headers["x-dry-run"] === "1";
    const orders = (body.orders ?? []).map(({ ref = "" }, index) => ({
      index,
      result: true,
      errors: [],
      doubts: is_dry && (existing?.includes(ref) ?? true) ? [{ code: "ref_exists", order_id: 1 }] : [],
    }));
    if (!is_dry) created += orders.length;
    const job = { state: "COMPLETED", items_total: 1, items_done: 1, items_failed: 0 };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ access_token: "t", async_id: "a", ...job, orders }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, created: () => created, close: () => server.close() };
}

test("the same file again creates nothing before a person chooses", async (context) => {
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-import-"));
  const file = path.join(folder, "day.csv");
  await writeFile(file, "ref,line1\nA-1,Weg 1\n");
  const server = await serveOrders();
  context.after(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  const run = (...more: string[]) =>
    promisify(execFile)(process.execPath, ["scripts/import.ts", file, "--url", server.url, ...more]).then(
      () => 0,
      ({ code, stderr }: { code: number; stderr: string }) => {
        assert.match(stderr, /row 2\. Nothing was imported/);
        return code;
      },
    );
  assert.deepEqual([await run(), server.created()], [1, 0]);
  assert.deepEqual([await run("--existing", "skip"), server.created()], [0, 0]);
  assert.deepEqual([await run("--existing", "again"), server.created()], [0, 1]);
});

test("rows of one file with the same new reference create nothing before a person chooses", async (context) => {
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-import-"));
  const file = path.join(folder, "day.csv");
  await writeFile(file, "ref,line1\nA-1,Weg 1\nA-2,Weg 2\n A-1,Weg 3\n,Weg 4\n,Weg 5\n");
  const server = await serveOrders([]);
  context.after(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  const run = (...more: string[]) =>
    promisify(execFile)(process.execPath, ["scripts/import.ts", file, "--url", server.url, ...more]).then(
      () => "imported",
      ({ stderr }: { stderr: string }) => stderr,
    );
  for (const more of [[], ["--existing", "skip"], ["--existing", "update"]])
    assert.match(await run(...more), /A-1 in rows 2, 4\. Nothing was imported/);
  assert.equal(server.created(), 0);
  assert.deepEqual([await run("--existing", "again"), server.created()], ["imported", 5]);
});
