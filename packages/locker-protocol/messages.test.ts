import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import {
  ACK_STATUSES,
  COMMAND_BODIES,
  type Command,
  DETAILS,
  type Operation,
  readCommand,
  readKeyId,
  readOperation,
} from "./messages.ts";

const operation = (action: string, details?: Operation["details"]): Operation => ({
  seq: 1,
  action,
  occurred_at: "2026-11-28T12:00:00.000Z",
  result: "ok",
  ...(details && { details }),
});

test("an operation is read with the details of its action, and not with others", () => {
  assert.deepEqual(readOperation(operation("power_lost")), { ...operation("power_lost"), details: {} });
  assert.ok(readOperation(operation("door_closed", { contents: "FULL" })));
  assert.equal(readOperation(operation("door_closed")), undefined);
  assert.equal(readOperation(operation("door_closed", { contents: "HALF" })), undefined);
  assert.equal(readOperation(operation("acme_self_test", { lamps: 3 })), undefined);
  assert.equal(readOperation(operation("constructor")), undefined);
});

const command = (kind: string, body: Record<string, unknown>, compartment?: string) =>
  ({
    type: "command",
    packet_id: "5f0c1c9e-6b0e-4d5e-8d43-0d2f6a1f3a10",
    nonce: "0b9c1c9e-6b0e-4d5e-8d43-0d2f6a1f3a11",
    kind,
    ...(compartment && { compartment }),
    expires_at: "2026-11-28T12:00:30.000Z",
    body,
  }) as Command;

test("a command is read with the body of its kind, and those of a compartment name it", () => {
  assert.ok(readCommand(command("open", { use: "collect" }, "B-07")));
  assert.equal(readCommand(command("open", { use: "collect" })), undefined);
  assert.equal(readCommand(command("open", {}, "B-07")), undefined);
  assert.ok(readCommand(command("resend", { ranges: [{ from: 3, to: 5 }] })));
  assert.equal(readCommand(command("resend", { ranges: [] })), undefined);
  assert.equal(readCommand(command("play_music", {})), undefined);
});

test("a key id names a device, in one form", () => {
  assert.equal(readKeyId("device:71"), 71);
  for (const text of ["device:", "device:0", "device:07", "device:1 ", "device:9999999999999999", "71", ""])
    assert.equal(readKeyId(text), undefined, text);
});

test("the guide has every action, command and status", async () => {
  const guide = await readFile(path.join(import.meta.dirname, "README.md"), "utf8");
  for (const word of [...Object.keys(DETAILS), ...Object.keys(COMMAND_BODIES), ...ACK_STATUSES])
    assert.ok(guide.includes(`\`${word}\``), word);
});
