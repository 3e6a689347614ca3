/**
 * The line of a device to the service over MQTT: messages and commands by a broker, with a token for each connection. The time
 * is asked over HTTP first, because a token needs it.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { connectAsync, type MqttClient } from "mqtt";
import {
  buildKeyId,
  type Command,
  type DeviceMessage,
  type ServiceMessage,
  TOPICS,
} from "#locker-protocol/messages.ts";
import { buildToken } from "#locker-protocol/signature.ts";
import { type Connection, type ConnectionOptions, HttpConnection } from "./http-connection.ts";

const PAUSE_MS = 1000;
const PAUSE_MAX_MS = 15_000;
/** How often it looks whether the network was cut. */
const LOOK_MS = 200;
/** How long a message that was published waits for its answer when the device stops. */
const FLUSH_MS = 1000;

export interface MqttOptions extends ConnectionOptions {
  url: string;
  topic_prefix: string;
  public_key: Uint8Array;
}

export class MqttConnection implements Connection {
  readonly #options: MqttOptions;
  readonly #http: HttpConnection;
  readonly #stopping = new AbortController();
  #client: MqttClient | null = null;
  #done: Promise<void> = Promise.resolve();
  #wake: () => void = () => {};
  /** Messages without an answer. */
  readonly #open = new Set<string>();

  constructor(options: MqttOptions) {
    this.#options = options;
    this.#http = new HttpConnection(options);
  }

  start(): void {
    this.#done = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    await this.#http.stop();
    await this.#done;
  }

  wake(): void {
    this.#wake();
  }

  async #run(): Promise<void> {
    let pause_ms = PAUSE_MS;
    while (!this.#stopping.signal.aborted) {
      const was_connected = await this.#connect();
      this.#options.onConnection(false);
      if (this.#stopping.signal.aborted) return;
      pause_ms = was_connected ? PAUSE_MS : Math.min(PAUSE_MAX_MS, pause_ms * 1.5);
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      const timer = setTimeout(resolve, pause_ms * (0.8 + 0.4 * Math.random()));
      await promise;
      clearTimeout(timer);
    }
  }

  /** One connection, until it ends; whether there was one. */
  async #connect(): Promise<boolean> {
    const { url, topic_prefix, device_id, faults, getClock, private_key, public_key, onConnection } =
      this.#options;
    const offset_ms = await this.#http.learnTime();
    if (offset_ms === undefined) return false;
    const token = await buildToken(
      { device_id, jti: randomUUID(), now_ms: getClock() + offset_ms },
      { private_key, public_key },
    );
    const presence = `${topic_prefix}/${TOPICS.presence}`;
    const buildPresence = (status: "online" | "offline") => JSON.stringify({ type: "presence", status });
    const client = await connectAsync(
      url,
      {
        protocolVersion: 4,
        username: buildKeyId(device_id),
        password: token,
        reconnectPeriod: 0,
        will: { topic: presence, payload: Buffer.from(buildPresence("offline")), qos: 1, retain: true },
      },
      false,
    ).catch(() => undefined);
    if (client === undefined) return false;
    client.on("error", () => {});
    client.on("message", (_topic, payload) => void this.#receive(payload));
    const closed = new Promise<void>((resolve) => client.once("close", resolve));
    const introduce = async () => {
      await client.subscribeAsync(`${topic_prefix}/${TOPICS.commands}`, { qos: 1 });
      await client.publishAsync(presence, buildPresence("online"), { qos: 1, retain: true });
    };
    try {
      // What a broker that was killed has not answered is never settled.
      await Promise.race([introduce(), closed]);
      if (!client.connected) return false;
      this.#client = client;
      onConnection(true);
      while (client.connected && !faults.is_cut && !this.#stopping.signal.aborted)
        await Promise.race([closed, wait(LOOK_MS)]);
      return true;
    } catch {
      return false;
    } finally {
      this.#client = null;
      this.#open.clear();
      // Without a farewell: the broker publishes the last will.
      await client.endAsync(true).catch(() => {});
    }
  }

  send(message: DeviceMessage): void {
    const client = this.#client;
    const { faults, topic_prefix } = this.#options;
    if (client === null || faults.is_cut) return;
    this.#open.add(message.message_id);
    const publish = () =>
      client
        .publishAsync(`${topic_prefix}/${TOPICS.messages}`, JSON.stringify(message), { qos: 1 })
        .catch(() => {});
    void publish();
    if (faults.repeats) void publish();
  }

  async #receive(payload: Buffer): Promise<void> {
    const { faults, onMessage } = this.#options;
    const message = JSON.parse(payload.toString("utf8")) as ServiceMessage | Command;
    if (faults.slow_ms > 0) await wait(faults.slow_ms);
    if (faults.is_cut || this.#stopping.signal.aborted) return;
    if (message.type !== "command") {
      this.#open.delete(message.answers ?? "");
      if (faults.answers_lost > 0) {
        faults.answers_lost -= 1;
        return;
      }
    }
    onMessage(message);
    if (faults.repeats) onMessage(message);
  }

  async flush(): Promise<void> {
    const ends_at = Date.now() + FLUSH_MS;
    while (this.#open.size > 0 && Date.now() < ends_at) await wait(20);
  }
}
