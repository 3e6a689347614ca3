/** Power, network, and the time that passes. */
import type { Input } from "./device-state.ts";
import { readSensor, setOpenSince } from "./doors.ts";
import { push, sendAcks, sendHeartbeat, sendState } from "./outbox.ts";
import { display, type Run, record, setCompartment, setFlash, setMemory } from "./run.ts";
import { finish } from "./transactions.ts";

const RESEND_MS = 10_000;
/** How long a door may take to open after its latch moved. */
const OPENING_MS = 10_000;

export function boot(
  run: Run,
  { cause, boards, firmware = run.flash.firmware }: Input & { kind: "power_restored" },
): void {
  const before = run.flash;
  const boots = before.boots + 1;
  setFlash(run, { boots, firmware });
  record(run, "booted", null, { boots, firmware, cause });
  if (firmware !== before.firmware)
    record(run, "firmware_updated", null, { from: before.firmware, to: firmware });
  for (const board of boards) readSensor(run, board, "unknown");
  for (const [code, { door, opening }] of Object.entries(run.flash.compartments)) {
    if (door === "OPEN") setOpenSince(run, code, run.clock);
    else if (opening !== null) setCompartment(run, code, { opening: null });
  }
  // What was carried out when power was cut is not carried out again: nobody can tell how far it came.
  for (const { nonce, ack, compartment } of run.flash.transactions)
    if (ack === null) finish(run, nonce, "unknown", { at: compartment });
}

export function connect(run: Run, connected: boolean): void {
  if (connected === run.memory.connected) return;
  setMemory(run, { connected, sent_messages: {} });
  record(run, connected ? "network_restored" : "network_lost", null, {});
  sendHeartbeat(run);
  sendAcks(run);
  sendState(run);
}

export function tick(run: Run): void {
  const { clock, memory, flash } = run;
  for (const [code, { door, opening }] of Object.entries(flash.compartments)) {
    if (opening === null || door !== "CLOSED" || clock - opening.since < OPENING_MS) continue;
    const { nonce } = opening;
    setCompartment(run, code, { opening: null });
    record(run, "door_stuck", code, { door, ...(nonce !== undefined && { nonce }) }, "failed");
    display(run, "door_stuck", code);
    if (nonce !== undefined) finish(run, nonce, "failed", { why: "stuck", at: code });
  }
  for (const [code, since] of Object.entries(memory.open_since)) {
    if (clock - since < flash.door_open_limit_s * 1000) continue;
    setOpenSince(run, code, null);
    record(run, "door_stuck", code, { door: "OPEN" }, "failed");
  }
  const sent_messages = Object.entries(memory.sent_messages).filter(
    ([, { sent_at }]) => clock - sent_at < RESEND_MS,
  );
  setMemory(run, { sent_messages: Object.fromEntries(sent_messages) });
  if (memory.heartbeat === null || clock - memory.heartbeat >= flash.heartbeat_s * 1000) sendHeartbeat(run);
  sendAcks(run);
  push(run);
}
