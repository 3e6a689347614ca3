import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import pg from "pg";
import { attachEmbeddedDatabase } from "./attach.ts";
import { startEmbeddedDatabase } from "./supervise.ts";

const data_dir = await mkdtemp(join(tmpdir(), "packhorse-attach-"));
after(() => rm(data_dir, { recursive: true, force: true }));

test("a second process connects to the server of a running service without affecting it", async () => {
  assert.equal(await attachEmbeddedDatabase(data_dir), null, "no database exists here yet");
  const service = await startEmbeddedDatabase({ data_dir });
  try {
    await assert.rejects(startEmbeddedDatabase({ data_dir }), { fault: "in_use" });
    const config = await attachEmbeddedDatabase(data_dir);
    assert.ok(config);
    const client = new pg.Client(config);
    await client.connect();
    const { rows } = await client.query("select current_database() as name");
    await client.end();
    assert.deepEqual(rows, [{ name: "packhorse" }]);
    assert.ok(service.pid > 0);
  } finally {
    await service.stop();
  }
  assert.equal(await attachEmbeddedDatabase(data_dir), null);
});
