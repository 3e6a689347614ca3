/** One example of each message, of one morning of one device. */
import { buildChainStart, extendChain } from "../chain.ts";
import type {
  Ack,
  Bye,
  Command,
  Commands,
  Heartbeat,
  Operation,
  OperationsAnswer,
  OperationsPush,
  Presence,
  Provision,
  ProvisionAnswer,
  Receipt,
  Refusal,
  Snapshot,
} from "../messages.ts";

const nonce = "0b9c1c9e-6b0e-4d5e-8d43-0d2f6a1f3a11";

const operations: Operation[] = [
  {
    seq: 1,
    action: "booted",
    occurred_at: "2026-11-28T08:00:00.000Z",
    time_uncertain: true,
    result: "ok",
    details: { boots: 1, firmware: "1.4.2", cause: "power" },
  },
  {
    seq: 2,
    action: "door_opened",
    compartment: "B-07",
    occurred_at: "2026-11-28T08:05:12.250Z",
    result: "ok",
    details: { cause: "command", nonce, use: "deposit" },
  },
  {
    seq: 3,
    action: "door_closed",
    compartment: "B-07",
    occurred_at: "2026-11-28T08:05:31.000Z",
    result: "ok",
    details: { contents: "FULL" },
  },
  {
    seq: 4,
    action: "deposit_confirmed",
    compartment: "B-07",
    occurred_at: "2026-11-28T08:05:31.000Z",
    result: "ok",
    details: { by: "sensor" },
  },
];
const head = extendChain(buildChainStart(7, 1), operations);

interface Examples {
  provision: Provision;
  provision_answer: ProvisionAnswer;
  operations: OperationsPush;
  operations_answer: OperationsAnswer;
  snapshot: Snapshot;
  heartbeat: Heartbeat;
  bye: Bye;
  receipt: Receipt;
  command: Command;
  commands: Commands;
  ack: Ack;
  refusal: Refusal;
  presence: Presence;
}

const command: Command = {
  type: "command",
  packet_id: "5f0c1c9e-6b0e-4d5e-8d43-0d2f6a1f3a10",
  nonce,
  kind: "open",
  compartment: "B-07",
  expires_at: "2026-11-28T08:05:40.000Z",
  body: { use: "deposit" },
};

export const examples: Examples = {
  provision: {
    type: "provision",
    protocol_version: 1,
    claim_code: "K7QF-2M9X-T4HD",
    serial: "LK-2026-00071",
    public_key: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs",
    model: "Acme Wall 24",
    firmware: "1.4.2",
    capabilities: ["mqtt", "door_sensor", "contents_sensor", "keypad", "display"],
    clock: "2026-11-28T07:58:03.000Z",
  },
  provision_answer: {
    type: "provision_answer",
    device_id: 7,
    epoch: 1,
    code_secret: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
    server_time: "2026-11-28T08:00:03.120Z",
    heartbeat_s: 60,
    mqtt: { url: "mqtts://lockers.example:8883", topic_prefix: "packhorse/device/1/7" },
    compartments: [
      { compartment_id: 31, code: "B-06" },
      { compartment_id: 32, code: "B-07" },
    ],
  },
  operations: {
    type: "operations",
    message_id: "1.1.9",
    epoch: 1,
    operations,
    queued: 4,
    clock: "2026-11-28T08:03:31.100Z",
    head,
  },
  operations_answer: {
    type: "operations_answer",
    answers: "1.1.9",
    epoch: 1,
    applied_seq: 4,
    received_to: 4,
    missing: [],
    head,
    server_time: "2026-11-28T08:05:31.220Z",
  },
  snapshot: {
    type: "snapshot",
    message_id: "1.1.8",
    epoch: 1,
    seq: 4,
    compartments: [
      { code: "B-06", door: "UNKNOWN", contents: "UNKNOWN", fault: "no_board" },
      { code: "B-07", door: "CLOSED", contents: "FULL" },
    ],
    firmware: "1.4.2",
    battery_percent: 97,
    queued: 4,
    clock: "2026-11-28T08:03:31.000Z",
  },
  heartbeat: {
    type: "heartbeat",
    message_id: "1.1.10",
    epoch: 1,
    queued: 0,
    battery_percent: 97,
    clock: "2026-11-28T08:04:00.000Z",
  },
  bye: {
    type: "bye",
    message_id: "1.1.11",
    epoch: 1,
    queued: 0,
    reason: "update",
    clock: "2026-11-28T08:04:10.000Z",
  },
  receipt: { type: "receipt", answers: "1.1.10", server_time: "2026-11-28T08:06:00.080Z" },
  command,
  commands: { type: "commands", commands: [command], server_time: "2026-11-28T08:05:10.000Z" },
  ack: {
    type: "ack",
    message_id: "1.1.7",
    nonce,
    status: "done",
    result: { door: "OPEN", contents: "EMPTY" },
    seq: 42,
    at: "2026-11-28T08:05:12.250Z",
    clock: "2026-11-28T08:03:12.300Z",
  },
  refusal: {
    type: "refusal",
    answers: "1.1.9",
    error_code: "OPERATION_CHANGED",
    server_time: "2026-11-28T08:05:31.220Z",
  },
  presence: { type: "presence", status: "offline" },
};
