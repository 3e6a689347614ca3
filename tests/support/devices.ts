/** Lockers as callers: provisioned over HTTP, with requests that their keys sign. */
import assert from "node:assert/strict";
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { after } from "node:test";
import { connectAsync, type IClientOptions, type MqttClient } from "mqtt";
import { createClaim, createDevice } from "#domain/lockers/devices/public.ts";
import { buildKeyId, buildTopicPrefix, type Operation, TOPICS } from "#locker-protocol/messages.ts";
import { buildToken, signRequest } from "#locker-protocol/signature.ts";
import type { HttpAnswer, TestBusiness } from "./service.ts";
import { runInBusiness } from "./transaction.ts";
import { until } from "./until.ts";

export interface Keys {
  private_key: Buffer;
  public_key: Buffer;
}

export function generateKeys(): Keys {
  const { d = "", x = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  return { private_key: Buffer.from(d, "base64url"), public_key: Buffer.from(x, "base64url") };
}

export interface Signing {
  keys?: Keys;
  device_id?: number;
  /** Seconds by which the clock of the device is wrong. */
  skew_s?: number;
  nonce?: string;
  /** The body to sign, when it differs from the body to send. */
  signed_body?: string;
}

export interface TestDevice {
  id: number;
  /** Below which its topics are. */
  topic_prefix: string;
  /** A token with which it signs in at the broker. */
  buildToken(signing?: Pick<Signing, "keys" | "device_id" | "skew_s"> & { jti?: string }): Promise<string>;
  serial: string;
  keys: Keys;
  /** Header fields of a request. */
  sign(method: string, path: string, text?: string, signing?: Signing): Promise<Record<string, string>>;
  call(method: string, path: string, body?: object, signing?: Signing): Promise<HttpAnswer>;
  /** Calls below `/api/v1/device-operations` with what every message has. */
  send(path: string, message: Record<string, unknown>, signing?: Signing): Promise<HttpAnswer>;
  push(operations: readonly Operation[], more?: Record<string, unknown>): Promise<HttpAnswer>;
}

const ROOT = "/api/v1/device-operations";

/** A locker that nobody has provisioned, and a claim for it. */
export function claimDevice(
  business: Pick<TestBusiness, "id" | "service">,
  serial: string = randomUUID(),
): Promise<{ id: number; serial: string; claim_code: string }> {
  return runInBusiness(business, async (context) => {
    const device = await createDevice(context, { kind: "locker", serial, name: `Locker ${serial}` });
    assert(device !== undefined);
    const { claim_code } = await createClaim(context, device);
    return { id: device.id, serial, claim_code };
  });
}

export function buildProvision(
  { service }: Pick<TestBusiness, "service">,
  { claim_code, serial, keys }: { claim_code: string; serial: string; keys: Keys },
): Record<string, unknown> {
  return {
    type: "provision",
    protocol_version: 1,
    claim_code,
    serial,
    public_key: keys.public_key.toString("base64url"),
    model: "L-12",
    firmware: "1.0.0",
    capabilities: ["door_sensor"],
    clock: service.now().toISOString(),
  };
}

export async function createTestDevice(
  business: Pick<TestBusiness, "id" | "service">,
  serial?: string,
): Promise<TestDevice> {
  const claim = await claimDevice(business, serial);
  const keys = generateKeys();
  const provision = buildProvision(business, { ...claim, keys });
  const answer = await business.service.http("POST", `${ROOT}/provision`, provision);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return buildTestDevice(business, { ...claim, keys });
}

export function buildTestDevice(
  { id: business_id, service }: Pick<TestBusiness, "id" | "service">,
  { id, serial, keys }: { id: number; serial: string; keys: Keys },
): TestDevice {
  const sign: TestDevice["sign"] = async (method, path, text, signing = {}) => {
    const body = signing.signed_body ?? text;
    return signRequest(
      {
        method,
        url: `http://localhost:80${path}`,
        headers: {},
        ...(body === undefined ? {} : { body: Buffer.from(body) }),
      },
      {
        device_id: signing.device_id ?? id,
        created: Math.floor(service.now().getTime() / 1000) + (signing.skew_s ?? 0),
        nonce: signing.nonce ?? randomUUID(),
        private_key: (signing.keys ?? keys).private_key,
      },
    );
  };
  const call: TestDevice["call"] = async (method, path, body, signing) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return service.http(method, path, text, await sign(method, path, text, signing));
  };
  const send: TestDevice["send"] = (path, message, signing) =>
    call(
      "POST",
      `${ROOT}${path}`,
      {
        message_id: randomUUID(),
        clock: service.now().toISOString(),
        ...(message["type"] === "ack" ? { seq: 0 } : { epoch: 1, queued: 0 }),
        ...message,
      },
      signing,
    );
  return {
    id,
    topic_prefix: buildTopicPrefix(service.runtime.settings.mqtt_prefix, business_id, id),
    buildToken: (signing = {}) =>
      buildToken(
        {
          device_id: signing.device_id ?? id,
          jti: signing.jti ?? randomUUID(),
          now_ms: service.now().getTime() + (signing.skew_s ?? 0) * 1000,
        },
        signing.keys ?? keys,
      ),
    serial,
    keys,
    sign,
    call,
    send,
    push: (operations, more = {}) => send("", { type: "operations", operations, ...more }),
  };
}

export interface ConnectedTestDevice {
  client: MqttClient;
  /** What it received on `commands`. */
  messages: Record<string, unknown>[];
  publish(message: object | string): Promise<unknown>;
  /** Publishes a message with what every message has, and returns its answer. */
  ask(message: Record<string, unknown>): Promise<Record<string, unknown>>;
}

/** A device at the broker, with its last will, that listens to commands and answers. */
export async function connectTestDevice(
  url: string,
  { service }: Pick<TestBusiness, "service">,
  device: TestDevice,
  more: IClientOptions & { listens?: boolean } = {},
): Promise<ConnectedTestDevice> {
  const { listens = true, ...options } = more;
  const client = await connectAsync(
    url,
    {
      protocolVersion: 4,
      username: buildKeyId(device.id),
      password: await device.buildToken(),
      reconnectPeriod: 0,
      will: {
        topic: `${device.topic_prefix}/${TOPICS.presence}`,
        payload: Buffer.from(JSON.stringify({ type: "presence", status: "offline" })),
        qos: 1,
        retain: true,
      },
      ...options,
    },
    false,
  );
  client.on("error", () => {});
  after(() => client.endAsync(true));
  const messages: Record<string, unknown>[] = [];
  client.on("message", (_topic, payload) => messages.push(JSON.parse(payload.toString("utf8"))));
  if (listens) await client.subscribeAsync(`${device.topic_prefix}/${TOPICS.commands}`, { qos: 1 });
  const publish: ConnectedTestDevice["publish"] = (message) =>
    client.publishAsync(
      `${device.topic_prefix}/${TOPICS.messages}`,
      typeof message === "string" ? message : JSON.stringify(message),
      { qos: 1 },
    );
  return {
    client,
    messages,
    publish,
    async ask(message) {
      const message_id = randomUUID();
      const always =
        message["type"] === "ack" ? { seq: 0, at: service.now().toISOString() } : { epoch: 1, queued: 0 };
      await publish({ message_id, clock: service.now().toISOString(), ...always, ...message });
      const find = () => messages.find(({ answers }) => answers === message_id);
      await until("an answer", () => find() !== undefined);
      return find() ?? {};
    },
  };
}
