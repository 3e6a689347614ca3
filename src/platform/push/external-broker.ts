/**
 * Publishes to an external broker over MQTT 3.1.1. A page of messages is published when the broker has acknowledged
 * each message; after any failure the connection is reopened and the caller publishes the page again.
 */
import type { MqttClient } from "mqtt";
import type { Message } from "./outbox.ts";

const CONNECT_MS = 5000;
const ACKNOWLEDGE_MS = 10_000;

export interface ExternalBroker {
  /** In the given order. Rejects unless the broker has acknowledged every message. */
  publish(messages: readonly Message[]): Promise<void>;
  close(): Promise<void>;
}

export function createExternalBroker(url: string): ExternalBroker {
  let client: MqttClient | undefined;

  async function drop(): Promise<void> {
    const dropped = client;
    client = undefined;
    await dropped?.endAsync(true).catch(() => {});
  }

  async function connected(): Promise<MqttClient> {
    if (client?.connected) return client;
    await drop();
    const { connectAsync } = await import("mqtt");
    const mqtt_client = await connectAsync(
      url,
      { protocolVersion: 4, clean: true, reconnectPeriod: 0, connectTimeout: CONNECT_MS, keepalive: 30 },
      false,
    );
    // Errors surface in the current publish.
    mqtt_client.on("error", () => {});
    client = mqtt_client;
    return mqtt_client;
  }

  return {
    async publish(messages) {
      if (messages.length === 0) return;
      try {
        const to = await connected();
        await whileOpen(
          to,
          Promise.all(messages.map(({ topic, payload, qos }) => to.publishAsync(topic, payload, { qos }))),
        );
      } catch (error) {
        await drop();
        throw new Error("The broker of MQTT_URL did not take the messages.", { cause: error });
      }
    },
    close: drop,
  };
}

async function whileOpen(client: MqttClient, work: Promise<unknown>): Promise<void> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const closed = () => reject(new Error("The connection to the broker closed."));
  const timer = setTimeout(() => reject(new Error("The broker does not acknowledge.")), ACKNOWLEDGE_MS);
  client.once("close", closed);
  try {
    await Promise.race([work, ended]);
  } finally {
    clearTimeout(timer);
    client.off("close", closed);
    work.catch(() => {});
  }
}
