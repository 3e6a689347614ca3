/** A service in memory, for tests: stores operations, answers messages, keeps the answers of commands. */
import { buildChainStart, canonicalize, chainHash } from "./chain.ts";
import { formatTime } from "./device-clock.ts";
import type { Ack, DeviceMessage, LostRange, Operation, Range, ServiceMessage } from "./messages.ts";

export interface ServiceModel {
  epoch: number;
  stored: Map<number, Operation>;
  /** By each operation of a range. */
  lost: Map<number, LostRange>;
  applied_seq: number;
  head: string;
  /** Operations in the order in which they took effect. */
  log: Operation[];
  /** Final answers by nonce. */
  acks: Map<string, Ack["status"]>;
}

export function createServiceModel(device_id: number, epoch: number): ServiceModel {
  const head = buildChainStart(device_id, epoch);
  return { epoch, stored: new Map(), lost: new Map(), applied_seq: 0, head, log: [], acks: new Map() };
}

/** Throws where the device contradicts itself. */
export function receiveMessage(
  service: ServiceModel,
  message: DeviceMessage,
  now_ms: number,
): ServiceMessage {
  const { message_id: answers } = message;
  const server_time = formatTime(now_ms);
  if (message.type === "operations") {
    for (const operation of message.operations) store(service, operation);
    for (const range of message.lost ?? [])
      for (let seq = range.from; seq <= range.to; seq++)
        if (!service.stored.has(seq)) service.lost.set(seq, range);
    apply(service);
    const last = message.operations.at(-1)?.seq;
    if (last === service.applied_seq && message.head !== service.head)
      throw new Error(`The chains differ at ${last}.`);
    const received_to = Math.max(0, ...service.stored.keys(), ...service.lost.keys());
    return {
      type: "operations_answer",
      answers,
      epoch: service.epoch,
      applied_seq: service.applied_seq,
      received_to,
      missing: findMissing(service, received_to),
      head: service.head,
      server_time,
    };
  }
  if (message.type === "ack" && message.status !== "acked") {
    const status = service.acks.get(message.nonce) ?? message.status;
    if (status !== message.status) throw new Error(`${message.nonce} was ${status}, now ${message.status}.`);
    service.acks.set(message.nonce, status);
  }
  return { type: "receipt", answers, server_time };
}

function store(service: ServiceModel, operation: Operation): void {
  // It was on its way when the device reported it lost: what is given up takes no effect any more.
  if (service.lost.has(operation.seq)) return;
  const before = service.stored.get(operation.seq);
  if (before !== undefined && canonicalize({ ...before }) !== canonicalize({ ...operation }))
    throw new Error(`Operation ${operation.seq} has other contents.`);
  service.stored.set(operation.seq, operation);
}

function apply(service: ServiceModel): void {
  for (;;) {
    const seq = service.applied_seq + 1;
    const operation = service.stored.get(seq);
    const lost = service.lost.get(seq);
    if (operation !== undefined) {
      service.log.push(operation);
      service.head = chainHash(service.head, operation);
    } else if (lost !== undefined) {
      if (lost.to === seq) service.head = lost.head ?? service.head;
    } else return;
    service.applied_seq = seq;
  }
}

function findMissing(service: ServiceModel, received_to: number): Range[] {
  const missing: Range[] = [];
  for (let seq = service.applied_seq + 1; seq <= received_to; seq++) {
    if (service.stored.has(seq) || service.lost.has(seq)) continue;
    const last = missing.at(-1);
    if (last?.to === seq - 1) last.to = seq;
    else missing.push({ from: seq, to: seq });
  }
  return missing;
}
