/** A device at the broker as firmware is: it keeps a connection, numbers its operations, and carries out commands once. */
import { randomUUID } from "node:crypto";
import { connectAsync, type MqttClient } from "mqtt";
import {
  buildKeyId,
  buildTopicPrefix,
  type Command,
  type DeviceMessage,
  type Operation,
  type ServiceMessage,
  TOPICS,
} from "#locker-protocol/messages.ts";
import { buildToken } from "#locker-protocol/signature.ts";
import type { LockerKeys } from "./seed.ts";

type NewOperation = Pick<Operation, "action" | "details">;

export interface BenchDevice {
  id: number;
  compartment_id: number;
  /** When the answer to each of its messages came, milliseconds after the message. */
  answer_times_ms: number[];
  refusals: string[];
  /** Resolves with the moment (`performance.now()`) at which the next command to open a door was there. */
  awaitOpen(): Promise<number>;
  sendHeartbeat(): void;
  /** Reports one operation: a door that opens, and by the next call that it was closed. */
  moveDoor(): void;
  /** Messages without an answer. */
  unanswered(): number;
  /** Counts from now on. */
  reset(): void;
  stop(): Promise<void>;
}

export async function connectDevice(
  port: number,
  topic: { prefix: string; business_id: number },
  keys: LockerKeys,
): Promise<BenchDevice> {
  const { id: device_id, compartment_id } = keys;
  const prefix = buildTopicPrefix(topic.prefix, topic.business_id, device_id);
  const presence = `${prefix}/${TOPICS.presence}`;
  const client: MqttClient = await connectAsync(
    `mqtt://127.0.0.1:${port}`,
    {
      protocolVersion: 4,
      username: buildKeyId(device_id),
      password: await buildToken({ device_id, jti: randomUUID(), now_ms: Date.now() }, keys),
      reconnectPeriod: 0,
      will: {
        topic: presence,
        payload: Buffer.from('{"type":"presence","status":"offline"}'),
        qos: 1,
        retain: true,
      },
    },
    false,
  );
  const sent_at = new Map<string, number>();
  const answer_times_ms: number[] = [];
  const refusals: string[] = [];
  let seq = 0;
  let is_open = false;
  let onOpen: (at: number) => void = () => {};

  const send = (message: Record<string, unknown> & { type: DeviceMessage["type"] }) => {
    const message_id = randomUUID();
    const clock = new Date().toISOString();
    sent_at.set(message_id, performance.now());
    client.publish(`${prefix}/${TOPICS.messages}`, JSON.stringify({ message_id, clock, ...message }), {
      qos: 1,
    });
  };
  const report = (operation: NewOperation) => {
    seq += 1;
    const occurred_at = new Date().toISOString();
    const operations = [{ seq, compartment: "A01", occurred_at, result: "ok", ...operation }];
    send({ type: "operations", epoch: 1, queued: 1, operations });
  };
  const carryOut = ({ kind, nonce }: Command) => {
    send({ type: "ack", nonce, status: "done", seq, at: new Date().toISOString() });
    if (kind !== "open") return;
    report({ action: "door_opened", details: { cause: "command", nonce } });
    report({ action: "door_closed", details: { contents: "EMPTY" } });
  };

  client.on("error", (error) => refusals.push(error.message));
  client.on("close", () => refusals.push("CLOSED"));
  client.on("message", (_topic, payload) => {
    const at = performance.now();
    const message = JSON.parse(payload.toString("utf8")) as ServiceMessage;
    if (message.type === "command") {
      if (message.kind === "open") onOpen(at);
      carryOut(message);
      return;
    }
    if (message.type === "refusal") refusals.push(message.error_code);
    const asked_at = sent_at.get(message.answers ?? "");
    if (asked_at !== undefined) answer_times_ms.push(at - asked_at);
    sent_at.delete(message.answers ?? "");
  });
  await client.subscribeAsync(`${prefix}/${TOPICS.commands}`, { qos: 1 });
  await client.publishAsync(presence, '{"type":"presence","status":"online"}', { qos: 1, retain: true });

  return {
    id: device_id,
    compartment_id,
    answer_times_ms,
    refusals,
    awaitOpen: () =>
      new Promise((resolve) => {
        onOpen = resolve;
      }),
    sendHeartbeat: () => send({ type: "heartbeat", epoch: 1, queued: 0 }),
    moveDoor() {
      if (is_open) report({ action: "door_closed", details: { contents: "EMPTY" } });
      else report({ action: "door_opened", details: { cause: "operator" } });
      is_open = !is_open;
    },
    unanswered: () => sent_at.size,
    reset() {
      sent_at.clear();
      answer_times_ms.length = 0;
      refusals.length = 0;
    },
    async stop() {
      client.removeAllListeners("close");
      await client.endAsync(true);
    },
  };
}
