/** Push for subscribers: an MQTT broker on separate ports, and MQTT clients. */
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import fastify, { type FastifyInstance } from "fastify";
import { connectAsync, type IClientOptions, type MqttClient } from "mqtt";
import type { Runtime } from "#operation/define/runtime.ts";
import { CALLERS_CHANNEL } from "../../src/service.ts";
import { type PushSettings, registerPush } from "../../src/surfaces/push/push.ts";
import type { TestPerson, TestService } from "./service.ts";
import { until } from "./until.ts";

/** A second service process, as far as push is concerned. */
export async function startPush(runtime: Runtime, settings: PushSettings, changed: Partial<Runtime> = {}) {
  const app = fastify({ forceCloseConnections: true }) as unknown as FastifyInstance;
  app.get("/plain", () => "plain");
  const push = registerPush(app, { ...runtime, ...changed }, settings, CALLERS_CHANNEL);
  await app.listen({ host: "127.0.0.1", port: 0 });
  after(() => app.close());
  await push.started;
  return { app, push, http_port: (app.server.address() as AddressInfo).port };
}

/** With a token as password, and without reconnecting. */
export async function connectMqtt(
  url: string,
  token: string,
  more: IClientOptions = {},
): Promise<MqttClient> {
  const client = await connectAsync(
    url,
    { protocolVersion: 4, username: "anybody", password: token, reconnectPeriod: 0, ...more },
    false,
  );
  client.on("error", () => {});
  after(() => client.endAsync(true));
  return client;
}

/** Call before the action that ends the connection; resolves after it has ended. */
export function waitForClose(client: MqttClient): Promise<boolean> {
  let is_closed = false;
  client.once("close", () => {
    is_closed = true;
  });
  return until("the end of a connection", () => is_closed);
}

export interface PushedEvent {
  topic: string;
  event_id: number;
  event_type: string;
  business_id: number;
  subject_type: string;
  subject_id: string;
  sequence: number;
  occurred_at: string;
  recorded_at: string;
  payload: Record<string, unknown>;
}

/** The messages that a client receives from now on. */
function collectMessages(client: MqttClient): PushedEvent[] {
  const received: PushedEvent[] = [];
  client.on("message", (topic, payload) => received.push({ topic, ...JSON.parse(payload.toString("utf8")) }));
  return received;
}

export async function isGranted(client: MqttClient, filter: string): Promise<boolean> {
  try {
    const [granted] = await client.subscribeAsync(filter, { qos: 1 });
    return granted !== undefined && granted.qos < 128;
  } catch (error) {
    assert.deepEqual((error as { packet?: { granted: number[] } }).packet?.granted, [128], String(error));
    return false;
  }
}

export async function subscribe(client: MqttClient, filter: string): Promise<PushedEvent[]> {
  const received = collectMessages(client);
  assert(await isGranted(client, filter), `${filter} was refused.`);
  return received;
}

/** A driver's phone reports its position. */
export async function sendPosition(
  service: TestService,
  person: TestPerson,
  route_id: number,
): Promise<void> {
  const answer = await person.http("POST", "/api/v1/driver/positions", {
    device_id: "phone",
    route_id,
    positions: [{ seq: 1, at: service.now().toISOString(), lat: -15.7, lng: -47.8 }],
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}
