/** Commands of the service: each is carried out once. */
import { findLatestTime } from "../device-clock.ts";
import { type Command, type DefinedCommand, readCommand, type Use } from "../messages.ts";
import { isFull, reportMissing } from "../operation-queue.ts";
import { NEW_COMPARTMENT } from "./device-state.ts";
import { open } from "./doors.ts";
import { push, sendAcks, sendBye, sendHeartbeat, sendSnapshot } from "./outbox.ts";
import { emit, type Run, setCompartment, setFlash, setMemory } from "./run.ts";
import { changeTransaction, finish, forgetTransactions } from "./transactions.ts";

/** Commands that wait until the device knows the time. */
const WAITING_MAX = 8;

export function receiveCommand(run: Run, packet: Command): void {
  const { nonce } = packet;
  const transaction = run.flash.transactions.find((one) => one.nonce === nonce);
  if (transaction !== undefined) {
    // It was carried out, or is being carried out: never again. The answer may be lost, so it is sent again.
    if (transaction.ack !== null) changeTransaction(run, nonce, { is_acknowledged: false });
    sendAcks(run);
    return;
  }
  const latest_time = findLatestTime(run.memory.reading, run.clock);
  if (latest_time === null) {
    if (run.memory.waiting.some((one) => one.nonce === nonce)) return;
    setMemory(run, { waiting: [...run.memory.waiting, packet].slice(-WAITING_MAX) });
    sendHeartbeat(run);
    return;
  }
  // Without room its result could not be kept. The service sends it again, or it expires.
  if (!forgetTransactions(run)) return;
  const expires_at = Date.parse(packet.expires_at);
  const command = readCommand(packet);
  const { compartment = null } = packet;
  setFlash(run, {
    transactions: [
      ...run.flash.transactions,
      { nonce, compartment, expires_at, ack: null, is_acknowledged: false },
    ],
  });
  if (latest_time >= expires_at) finish(run, nonce, "expired");
  else if (command === undefined) finish(run, nonce, "refused", { why: "unsupported" });
  else if (compartment !== null && !Object.hasOwn(run.flash.compartments, compartment))
    finish(run, nonce, "refused", { why: "no_compartment" });
  else carryOut(run, command);
}

function carryOut(run: Run, command: DefinedCommand): void {
  const { nonce, compartment: code = "" } = command;
  switch (command.kind) {
    case "open":
      openByCommand(run, nonce, code, command.body.use);
      return;
    case "set_use": {
      const { allowed, next_counters } = run.flash.compartments[code]!;
      if (command.body.revision <= allowed.revision) {
        finish(run, nonce, "refused", { why: "superseded" });
        return;
      }
      const counters = { ...next_counters };
      for (const { use, counter } of command.body.uses) counters[use] = Math.max(counters[use], counter);
      setCompartment(run, code, { allowed: command.body, next_counters: counters });
      break;
    }
    case "invalidate_codes": {
      const { use, up_to } = command.body;
      const { next_counters } = run.flash.compartments[code]!;
      const next = Math.max(next_counters[use], up_to + 1);
      setCompartment(run, code, { next_counters: { ...next_counters, [use]: next } });
      break;
    }
    case "snapshot":
      sendSnapshot(run);
      break;
    case "resend":
      setFlash(run, { queue: reportMissing(run.flash.queue, command.body.ranges) });
      break;
    case "configure": {
      const { compartments: codes, ...limits } = command.body;
      const compartments = codes?.map((one) => [one, run.flash.compartments[one] ?? NEW_COMPARTMENT]);
      setFlash(run, {
        ...limits,
        ...(compartments !== undefined && { compartments: Object.fromEntries(compartments) }),
      });
      break;
    }
    case "reboot":
      break;
  }
  finish(run, nonce, "done");
  if (command.kind === "resend") push(run);
  if (command.kind !== "reboot") return;
  sendBye(run, "reboot");
  emit(run, { kind: "reboot" });
}

/** A sensor that says open does not block it: sensors fail more often than latches. */
function openByCommand(run: Run, nonce: string, code: string, use: Use): void {
  const { door, fault } = run.flash.compartments[code]!;
  if (isFull(run.flash.queue)) finish(run, nonce, "refused", { why: "memory_full" });
  else if (fault === "no_board") finish(run, nonce, "failed", { why: "no_board", at: code });
  else {
    open(run, code, { cause: "command", nonce, use, since: run.clock });
    // Otherwise the sensor is to say that it opened.
    if (door !== "CLOSED") finish(run, nonce, "done", { at: code });
  }
}
