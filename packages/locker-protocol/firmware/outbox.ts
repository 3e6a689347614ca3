/** Messages to the service. */
import { formatTime } from "../device-clock.ts";
import type { Bye, DeviceMessage } from "../messages.ts";
import { buildPush, isSettled } from "../operation-queue.ts";
import { emit, type Run, setMemory } from "./run.ts";

type Body = DeviceMessage extends infer Message
  ? Message extends DeviceMessage
    ? Omit<Message, "message_id" | "clock">
    : never
  : never;

function send(run: Run, body: Body, about: { nonce?: string; push?: true } = {}): void {
  if (!run.memory.connected) return;
  const messages = run.memory.messages + 1;
  const message_id = `${run.flash.epoch}.${run.flash.boots}.${messages}`;
  const sent_messages = { ...run.memory.sent_messages, [message_id]: { sent_at: run.clock, ...about } };
  setMemory(run, { messages, sent_messages });
  emit(run, {
    kind: "send",
    message: { ...body, message_id, clock: formatTime(run.clock) } as DeviceMessage,
  });
}

export function sendHeartbeat(run: Run): void {
  if (!run.memory.connected) return;
  const { epoch, queue } = run.flash;
  setMemory(run, { heartbeat: run.clock });
  send(run, { type: "heartbeat", epoch, queued: queue.entries.length });
}

export function sendBye(run: Run, reason: Bye["reason"]): void {
  const { epoch, queue } = run.flash;
  send(run, { type: "bye", epoch, queued: queue.entries.length, reason });
}

export function sendState(run: Run): void {
  sendSnapshot(run);
  push(run);
}

export function sendSnapshot(run: Run): void {
  const { epoch, queue, firmware, compartments } = run.flash;
  setMemory(run, { snapshot_is_ahead: !isSettled(queue) });
  send(run, {
    type: "snapshot",
    epoch,
    seq: queue.next_seq - 1,
    compartments: Object.entries(compartments).map(([code, { door, contents, fault }]) => ({
      code,
      door,
      contents,
      ...(fault !== null && { fault }),
    })),
    firmware,
    queued: queue.entries.length,
  });
}

/** Pushes the oldest operations, one push at a time. */
export function push(run: Run): void {
  const { epoch, queue } = run.flash;
  if (isSettled(queue) || Object.values(run.memory.sent_messages).some((message) => message.push)) return;
  send(run, { type: "operations", epoch, ...buildPush(queue) }, { push: true });
}

/** Answers that the service has not acknowledged, each once at a time. */
export function sendAcks(run: Run): void {
  const waiting = new Set(Object.values(run.memory.sent_messages).map(({ nonce }) => nonce));
  for (const { nonce, ack, is_acknowledged } of run.flash.transactions)
    if (ack !== null && !is_acknowledged && !waiting.has(nonce))
      send(run, { type: "ack", nonce, ...ack }, { nonce });
}
