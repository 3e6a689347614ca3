/** Messages from the service. */
import { chooseReading, compareClocks, findLatestTime } from "../device-clock.ts";
import type { Commands, OperationsAnswer, ServiceMessage } from "../messages.ts";
import { acknowledge, isSettled, reportMissing } from "../operation-queue.ts";
import { receiveCommand } from "./commands.ts";
import { push, sendSnapshot } from "./outbox.ts";
import { type Run, record, setFlash, setMemory, without } from "./run.ts";
import { changeTransaction } from "./transactions.ts";

export function receive(run: Run, message: ServiceMessage | Commands): void {
  if (message.type === "command") {
    receiveCommand(run, message);
    return;
  }
  if (message.type === "commands") {
    for (const command of message.commands) receiveCommand(run, command);
    return;
  }
  const { [message.answers ?? ""]: request } = run.memory.sent_messages;
  // An answer to what was not asked, or not since the device started, tells nothing about the time.
  if (request === undefined) return;
  readServerTime(run, request.sent_at, Date.parse(message.server_time));
  // What is refused is sent again as if no answer had come: not at once, and not never.
  if (message.type !== "refusal")
    setMemory(run, { sent_messages: without(run.memory.sent_messages, message.answers!) });
  if (message.type === "receipt" && request.nonce !== undefined)
    changeTransaction(run, request.nonce, { is_acknowledged: true });
  if (message.type === "operations_answer") receiveAnswer(run, message);
  const { waiting } = run.memory;
  if (findLatestTime(run.memory.reading, run.clock) === null) return;
  setMemory(run, { waiting: [] });
  for (const command of waiting) receiveCommand(run, command);
}

function readServerTime(run: Run, sent_at: number, server_time: number): void {
  const reading = compareClocks(sent_at, run.clock, server_time);
  const before = run.memory.reading?.offset_ms ?? run.flash.offset_ms;
  const chosen_reading = chooseReading(run.memory.reading, reading, run.clock);
  setMemory(run, { reading: chosen_reading });
  const change_ms = Math.round(chosen_reading.offset_ms - before);
  if (Math.abs(change_ms) < 1000) return;
  setFlash(run, { offset_ms: chosen_reading.offset_ms });
  record(run, "clock_set", null, { change_ms });
}

function receiveAnswer(run: Run, answer: OperationsAnswer): void {
  if (answer.epoch !== run.flash.epoch) return;
  // First what is missing: the hash after it stands beside an operation that may be stored.
  setFlash(run, { queue: acknowledge(reportMissing(run.flash.queue, answer.missing), answer) });
  // What is still there came after the push, did not fit into it, or is missing.
  push(run);
  if (run.memory.snapshot_is_ahead && isSettled(run.flash.queue)) sendSnapshot(run);
}
