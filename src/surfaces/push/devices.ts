/**
 * Lockers and the like at the broker: each is told its commands, and calls the operations that it calls over HTTP.
 *
 * A message goes to the operation whose input has its `type`; the answer, or a refusal, is published. Commands stand in the
 * database: what a device lacks is sent when it subscribes and after each event that wakes it, and nothing of a queue is
 * relied on. Of several connections of a device, the latest counts: the family knows which it is.
 *
 * Source: packages/locker-protocol/README.md.
 */
import { randomUUID } from "node:crypto";
import {
  buildTopicPrefix,
  COMMANDS_MAX,
  type Presence,
  type Refusal as SentRefusal,
  TOPICS,
} from "#locker-protocol/messages.ts";
import {
  authenticateDeviceToken,
  findSignedInDevice,
  getCallingDevice,
  type SignedInDevice,
} from "#operation/caller/device-signature.ts";
import type { Operation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { toRefusal } from "#operation/response/failure.ts";
import { invoke } from "#operation/run/invoke.ts";
import type { Published, Subscriber } from "#platform/push/embedded.ts";

export interface ConnectedDevice extends SignedInDevice {
  kind: "device";
  /** Its user name, and the id of its only connection to this process: another one ends it. */
  name: string;
  connection_id: string;
  topic_prefix: string;
  /** Of its subscription to commands and answers; null without. */
  qos: 0 | 1 | null;
}

type Device = Subscriber<ConnectedDevice>;
type Answer = Record<string, unknown>;

export interface DeviceConnections {
  size(): number;
  admit(user_name: string, token: string): Promise<ConnectedDevice | undefined>;
  add(device: Device): void;
  remove(device: Device): void;
  maySubscribe(device: Device, filter: string): boolean;
  /** Sends what it lacks. */
  subscribed(device: Device, qos: 0 | 1): void;
  unsubscribed(device: Device, filters: readonly string[]): void;
  /** False when the device may not publish that. */
  receive(device: Device, message: Published): Promise<boolean>;
  /** Something was stored for a device, which may be connected elsewhere or not at all. */
  wake(device_id: number): void;
  /** Ends when everything that was received is done. What comes later, as the wills of those that are disconnected, is not taken. */
  stop(): Promise<void>;
}

export const isDeviceName = (user_name: string): boolean => user_name.startsWith("device:");

export function createDeviceConnections(runtime: Runtime): DeviceConnections {
  const { registry, settings, log } = runtime;
  /** By id. */
  const devices = new Map<number, Device>();
  let is_stopping = false;
  const { enqueue, waitForAll } = createTaskQueues((error) =>
    log.error({ err: error }, "a message of a device failed"),
  );
  const for_devices = [...registry.operations.values()].filter(
    ({ access }) => access.public !== true && access.device === true,
  );
  /** By the type of message that calls them. */
  const operations_by_type = new Map(
    for_devices.flatMap((operation) => {
      const type = getMessageType(operation.input as JsonSchema);
      return type === undefined ? [] : [[type, operation] as const];
    }),
  );
  const pull = for_devices.find(({ output }) => getMessageType(output as JsonSchema) === "commands");

  async function call(device: Device, operation: Operation, input: Answer, begins = false): Promise<Answer> {
    const { actor, connection_id } = device.who;
    const result = await invoke(runtime, {
      operation,
      actor,
      input,
      request: {
        id: randomUUID(),
        surface: "device",
        address: device.address,
        language: "en",
        user_agent: "",
        connection: { id: connection_id, begins },
      },
      response: { headers: {} },
    });
    if (result.kind !== "done") throw new Error(`${operation.name} was not carried out.`);
    return result.answer;
  }

  function publish(device: Device, message: Answer): void {
    const { topic_prefix, qos } = device.who;
    if (qos === null) return;
    const payload = Buffer.from(JSON.stringify(message));
    device.send({ topic: `${topic_prefix}/${TOPICS.commands}`, payload, qos });
  }

  async function handle(device: Device, topic: string, payload: Buffer): Promise<void> {
    if (!(await recheck(device))) return;
    let message: Answer = {};
    try {
      message = parseMessage(payload);
      const { type } = message;
      const operation = operations_by_type.get(String(type));
      const is_presence = type === PRESENCE;
      if (operation === undefined || is_presence !== (topic === TOPICS.presence))
        throw new UnreadableMessage("UNKNOWN_MESSAGE");
      const answer = await call(device, operation, message);
      if (!is_presence) publish(device, answer);
    } catch (error) {
      const error_code = getErrorCode(error);
      // The device has no answer then, and sends it again.
      if (error_code === undefined) throw error;
      publish(device, buildRefusal(message, error_code));
      if (error_code === "CONNECTION_SUPERSEDED") device.disconnect();
    }
  }

  function buildRefusal({ message_id }: Answer, error_code: string): SentRefusal {
    const server_time = runtime.now().toISOString();
    const answers = typeof message_id === "string" ? { answers: message_id.slice(0, 64) } : {};
    return { type: "refusal", ...answers, error_code, server_time };
  }

  async function sendCommands(device: Device): Promise<void> {
    if (pull === undefined || device.who.qos === null) return;
    while (devices.get(getId(device)) === device) {
      const { commands } = await call(device, pull, {});
      const list = commands as Answer[];
      for (const command of list) publish(device, command);
      if (list.length < COMMANDS_MAX) return;
    }
  }

  async function begin(device: Device): Promise<void> {
    const presence: Presence = { type: PRESENCE, status: "online" };
    const operation = operations_by_type.get(PRESENCE);
    if (operation !== undefined) await call(device, operation, presence, true);
  }

  /** As with a signed request: whether the device may call is asked for each message. */
  async function recheck(device: Device): Promise<boolean> {
    const actor = await findSignedInDevice(runtime, device.who);
    if (actor === undefined) device.disconnect();
    else device.who.actor = actor;
    return actor !== undefined;
  }

  /** A device whose commands could not be read connects again, and gets them then. */
  async function orDisconnect(device: Device, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      device.disconnect();
      if (getErrorCode(error) === undefined) throw error;
    }
  }

  return {
    size: () => devices.size,
    async admit(user_name, token) {
      const signed_in = await authenticateDeviceToken(runtime, { user_name, token }, runtime.now());
      if (signed_in === undefined) return undefined;
      const { business_id } = signed_in.actor;
      return {
        ...signed_in,
        kind: "device",
        name: user_name,
        connection_id: randomUUID(),
        topic_prefix: buildTopicPrefix(settings.mqtt_prefix, business_id, getCallingDevice(signed_in.actor)),
        qos: null,
      };
    },
    add(device) {
      devices.set(getId(device), device);
      void enqueue(getId(device), () => orDisconnect(device, () => begin(device)));
    },
    remove(device) {
      if (devices.get(getId(device)) === device) devices.delete(getId(device));
    },
    maySubscribe: ({ who }, filter) => filter === `${who.topic_prefix}/${TOPICS.commands}`,
    subscribed(device, qos) {
      device.who.qos = qos;
      void enqueue(getId(device), () => orDisconnect(device, () => sendCommands(device)));
    },
    unsubscribed(device, filters) {
      if (filters.includes(`${device.who.topic_prefix}/${TOPICS.commands}`)) device.who.qos = null;
    },
    async receive(device, { topic, payload, qos }) {
      const name = [TOPICS.messages, TOPICS.presence].find(
        (one) => topic === `${device.who.topic_prefix}/${one}`,
      );
      if (name === undefined || qos === 2) return false;
      if (is_stopping) return true;
      await enqueue(getId(device), () => handle(device, name, payload));
      return true;
    },
    wake(device_id) {
      const device = devices.get(device_id);
      if (device === undefined) return;
      void enqueue(device_id, () =>
        orDisconnect(device, async () => {
          if (await recheck(device)) await sendCommands(device);
        }),
      );
    },
    stop() {
      is_stopping = true;
      return waitForAll();
    },
  };
}

const PRESENCE = "presence";

const getId = ({ who: { actor } }: Device): number => getCallingDevice(actor);

/** A message that names no operation. */
class UnreadableMessage extends Error {}

function parseMessage(payload: Buffer): Answer {
  try {
    const message: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload));
    if (typeof message === "object" && message !== null && !Array.isArray(message)) return message as Answer;
  } catch {
    // Answered below.
  }
  throw new UnreadableMessage("INVALID_JSON");
}

/** Undefined for a failure of the service itself. */
function getErrorCode(error: unknown): string | undefined {
  if (error instanceof UnreadableMessage) return error.message;
  return (error instanceof Refusal ? error : toRefusal(error))?.error_code;
}

/** `heartbeat` of a schema whose member `type` is that word. */
function getMessageType({ properties = {} }: JsonSchema): string | undefined {
  const { const: type } = (properties["type"] ?? {}) as { const?: unknown };
  return typeof type === "string" ? type : undefined;
}

/** Tasks of one device one after the other, in their order: whoever waits for one is told when it has ended. */
function createTaskQueues(onError: (error: unknown) => void) {
  const last_tasks = new Map<number, Promise<void>>();
  return {
    async enqueue(id: number, task: () => Promise<void>): Promise<void> {
      const running = (last_tasks.get(id) ?? Promise.resolve()).then(task).catch(onError);
      last_tasks.set(id, running);
      await running;
      if (last_tasks.get(id) === running) last_tasks.delete(id);
    },
    waitForAll: async () => void (await Promise.all(last_tasks.values())),
  };
}
