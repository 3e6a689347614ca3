/** The AsyncAPI document, of the schemas and examples. Source: AsyncAPI 3.0.0, bindings of HTTP and MQTT. */
import type { TSchema } from "typebox";
import * as messages from "../messages.ts";
import { examples } from "./examples.ts";

type Name = keyof typeof examples;

const MESSAGES: Record<Name, [schema: TSchema, summary: string]> = {
  provision: [messages.Provision, "A new device says who it is"],
  provision_answer: [messages.ProvisionAnswer, "What a device needs to work"],
  operations: [messages.OperationsPush, "What happened, in order"],
  operations_answer: [messages.OperationsAnswer, "What is stored, and what is missing"],
  snapshot: [messages.Snapshot, "The state of every compartment"],
  heartbeat: [messages.Heartbeat, "The device is there"],
  bye: [messages.Bye, "The device ends its connection on purpose"],
  receipt: [messages.Receipt, "A message arrived"],
  command: [messages.Command, "What a device is to do"],
  commands: [messages.Commands, "All open commands"],
  ack: [messages.Ack, "What became of a command"],
  refusal: [messages.Refusal, "A message was not accepted"],
  presence: [messages.Presence, "Whether a device is connected"],
};

/** Exchanges over HTTP: the path, its method, the message of the device and that of the service. */
const EXCHANGES: [name: string, path: string, method: string, request: Name | null, answer: Name][] = [
  ["provision", messages.PATHS.provision, "POST", "provision", "provision_answer"],
  ["operations", messages.PATHS.operations, "POST", "operations", "operations_answer"],
  ["snapshot", messages.PATHS.snapshot, "POST", "snapshot", "receipt"],
  ["heartbeat", messages.PATHS.heartbeat, "POST", "heartbeat", "receipt"],
  ["bye", messages.PATHS.bye, "POST", "bye", "receipt"],
  ["commands", messages.PATHS.commands, "GET", null, "commands"],
  ["ack", messages.PATHS.ack, "POST", "ack", "receipt"],
];

const ref = (path: string) => ({ $ref: `#/${path}` });
const pascal = (name: string) => name.replace(/(^|_)[a-z]/g, (part) => part.slice(-1).toUpperCase());

/** A copy whose nested schemas with a name are references; `schemas` gets each of them. */
function extractSchemas(schema: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => extractSchemas(one, schemas));
  if (schema === null || typeof schema !== "object") return schema;
  const { $id, ...members } = schema as { $id?: string };
  const copy = Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, extractSchemas(member, schemas)]),
  );
  if ($id === undefined) return copy;
  schemas[$id] = copy;
  return ref(`components/schemas/${$id}`);
}

/** Schemas of the details of operations and the bodies of commands, for readers: `LockerDetailsDoorOpened`. */
function nameSchemas(prefix: string, table: Readonly<Record<string, TSchema>>): TSchema[] {
  return Object.entries(table).map(([name, schema]) => ({ ...schema, $id: `${prefix}${pascal(name)}` }));
}

function buildHttp(): { channels: Record<string, unknown>; operations: Record<string, unknown> } {
  const channels: Record<string, unknown> = {};
  const operations: Record<string, unknown> = {};
  for (const [name, address, method, request, answer] of EXCHANGES) {
    const channel = `http_${name}`;
    const names = request === null ? [answer] : [request, answer];
    channels[channel] = {
      address,
      servers: [ref("servers/http")],
      ...(address.includes("{nonce}") && { parameters: { nonce: { description: "Of the command." } } }),
      messages: Object.fromEntries(names.map((one) => [one, ref(`components/messages/${one}`)])),
    };
    operations[channel] = {
      action: "receive",
      summary: request === null ? "Pull of all open commands" : MESSAGES[request][1],
      channel: ref(`channels/${channel}`),
      bindings: { http: { method, bindingVersion: "0.3.0" } },
      messages: request === null ? [] : [ref(`channels/${channel}/messages/${request}`)],
      reply: {
        channel: ref(`channels/${channel}`),
        messages: [ref(`channels/${channel}/messages/${answer}`)],
      },
      ...(name !== "provision" && { security: [ref("components/securitySchemes/signature")] }),
    };
  }
  return { channels, operations };
}

const MQTT: [name: string, topic: string, action: "send" | "receive", names: Name[], retained: boolean][] = [
  [
    "mqtt_messages",
    messages.TOPICS.messages,
    "receive",
    ["operations", "snapshot", "heartbeat", "bye", "ack"],
    false,
  ],
  [
    "mqtt_commands",
    messages.TOPICS.commands,
    "send",
    ["command", "operations_answer", "receipt", "refusal"],
    false,
  ],
  ["mqtt_presence", messages.TOPICS.presence, "receive", ["presence"], true],
];

function buildMqtt(): { channels: Record<string, unknown>; operations: Record<string, unknown> } {
  const channels: Record<string, unknown> = {};
  const operations: Record<string, unknown> = {};
  for (const [name, topic, action, names, retain] of MQTT) {
    channels[name] = {
      address: `{topic_prefix}/${topic}`,
      servers: [ref("servers/mqtt")],
      parameters: { topic_prefix: { description: "Told at provisioning." } },
      messages: Object.fromEntries(names.map((one) => [one, ref(`components/messages/${one}`)])),
    };
    operations[name] = {
      action,
      channel: ref(`channels/${name}`),
      bindings: { mqtt: { qos: 1, retain, bindingVersion: "0.2.0" } },
      messages: names.map((one) => ref(`channels/${name}/messages/${one}`)),
      security: [ref("components/securitySchemes/token")],
    };
  }
  return { channels, operations };
}

export function buildAsyncapi(): Record<string, unknown> {
  const schemas: Record<string, unknown> = {};
  const named_messages = Object.entries(MESSAGES).map(([name, [schema, summary]]) => [
    name,
    {
      name,
      title: (schema as { $id?: string }).$id,
      summary,
      contentType: "application/json",
      payload: extractSchemas(schema, schemas),
      examples: [{ name: "morning", payload: examples[name as Name] }],
    },
  ]);
  for (const schema of [
    ...nameSchemas("LockerDetails", messages.DETAILS),
    ...nameSchemas("LockerBody", messages.COMMAND_BODIES),
  ])
    extractSchemas(schema, schemas);
  const [http, mqtt] = [buildHttp(), buildMqtt()];
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Protocol of lockers",
      version: `${messages.PROTOCOL_VERSION}.0.0`,
      description: "From the point of view of the service. The rules are in README.md.",
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    defaultContentType: "application/json",
    servers: {
      http: { host: "lockers.example", protocol: "https" },
      mqtt: { host: "lockers.example:8883", protocol: "secure-mqtt", protocolVersion: "3.1.1" },
    },
    channels: { ...http.channels, ...mqtt.channels },
    operations: { ...http.operations, ...mqtt.operations },
    components: {
      messages: Object.fromEntries(named_messages),
      schemas,
      securitySchemes: {
        signature: {
          type: "http",
          scheme: "signature",
          description: "RFC 9421 with Ed25519: README.md, Signatures.",
        },
        token: { type: "userPassword", description: "`device:<id>` and a token: README.md, MQTT." },
      },
    },
  };
}
