/** When two states are the same. */
import { readAck } from "#domain/lockers/devices/rules.ts";
import type { Device } from "#locker-protocol/firmware/device-state.ts";
import type { Ack, DeviceMessage, Operation } from "#locker-protocol/messages.ts";
import { compareToLastCheck } from "./service.ts";
import type { Site, State } from "./state.ts";

/** Without messages that change nothing whenever they arrive, and each once: it may arrive again anyway. */
export function dropIdlePackets(state: State): State {
  const packets = state.packets.filter(({ site: at, message }) => {
    const { device, applied_seq, commands } = state.sites[at]!;
    if (message.type === "command") return true;
    if (message.type === "snapshot") return message.seq >= applied_seq;
    const id = "answers" in message ? message.answers : (message as DeviceMessage).message_id;
    // The device waits for what is said of operations and of commands only.
    const request = device.memory?.sent_messages[id!];
    if (request?.push || request?.nonce !== undefined) return true;
    if (message.type === "ack")
      return readAck(commands.find(({ nonce }) => nonce === message.nonce)!, message.status) !== null;
    return message.type === "operations" && message.operations.some(({ seq }) => seq > applied_seq);
  });
  const unique = new Map(
    packets.map((packet) => [`${packet.site} ${describePacket(state.sites[packet.site]!, packet)}`, packet]),
  );
  return unique.size === state.packets.length ? state : { ...state, packets: [...unique.values()] };
}

const device_texts = new WeakMap<Device, Map<string, string>>();

const describeOperation = (
  { seq, action, compartment: code, result, details, occurred_at, time_uncertain }: Operation,
  { applied_seq, cells }: Site,
) =>
  code !== undefined && cells[code] === undefined
    ? [seq - applied_seq]
    : [
        seq - applied_seq,
        action,
        code,
        result,
        action === "booted" ? null : details,
        code && compareToLastCheck(cells[code]!, occurred_at, time_uncertain),
      ];

const describeAck = (ack: Pick<Ack, "status" | "result" | "at"> | null, nonce: string, site: Site) =>
  ack && [
    ack.status,
    ack.result,
    compareToLastCheck(site.cells[site.commands.find((one) => one.nonce === nonce)!.code]!, ack.at),
  ];

function describeDevice(site: Site): string {
  const { device, applied_seq } = site;
  const texts = device_texts.get(device) ?? new Map<string, string>();
  device_texts.set(device, texts);
  const { flash, memory } = device;
  const name = `${applied_seq} ${Object.values(site.cells).map(({ checked_ms }) => checked_ms)}`;
  const text =
    texts.get(name) ??
    JSON.stringify([
      flash.transactions.map(({ nonce, ack, is_acknowledged }) => [
        nonce,
        describeAck(ack, nonce, site),
        is_acknowledged,
      ]),
      flash.queue.entries.map(({ operation }) => describeOperation(operation, site)),
      Object.keys(site.cells).map((code) => {
        const { door, contents, opening } = flash.compartments[code]!;
        return [door, contents, opening?.nonce];
      }),
      // Those of heartbeats and snapshots are left out: their answers change nothing.
      memory &&
        Object.values(memory.sent_messages)
          .flatMap(({ nonce, push }) => nonce ?? push ?? [])
          .sort(),
      memory?.snapshot_is_ahead,
    ]);
  texts.set(name, text);
  return text;
}

function describePacket(site: Site, { message }: State["packets"][number]): string {
  const { device, applied_seq } = site;
  const isOpen = (id: string) => device.memory !== null && Object.hasOwn(device.memory.sent_messages, id);
  switch (message.type) {
    case "command":
      return `c ${message.nonce}`;
    case "ack":
      return `a ${message.nonce} ${JSON.stringify(describeAck(message, message.nonce, site))} ${isOpen(message.message_id)}`;
    case "snapshot":
      return `s ${message.seq - applied_seq} ${message.compartments.flatMap(({ code, door, contents }) => (site.cells[code] ? `${door} ${contents}` : []))}`;
    case "operations": {
      const operations = message.operations.filter(({ seq }) => seq > applied_seq);
      return JSON.stringify([
        isOpen(message.message_id),
        operations.map((one) => describeOperation(one, site)),
      ]);
    }
    case "operations_answer": {
      const open = isOpen(message.answers ?? "");
      return `o ${open} ${open && message.received_to - applied_seq}`;
    }
    default: {
      const { answers } = message as { answers: string };
      return `r ${isOpen(answers) && device.memory?.sent_messages[answers]?.nonce}`;
    }
  }
}

/** Before those of the compartment and of the command. */
const DEVICE_IN_NONCE = /8000-(0{9})\d/g;

/**
 * Two states with the same text behave the same: names of messages, hashes, times and what is over are left out.
 */
export function describe(state: State): string {
  const sites = state.sites.map((site, at) => {
    const packets = state.packets
      .filter((packet) => packet.site === at)
      .map((packet) => describePacket(site, packet))
      .sort();
    const service = JSON.stringify([
      Object.values(site.boards),
      site.visitors,
      site.pulses,
      // When it was checked is told by what came before and after.
      Object.entries(site.cells).map(([code, { checked_ms: _, ...cell }]) => [code, cell]),
      site.commands.map(({ result, ...one }) => [one, result !== null]),
      site.budget,
    ]);
    return `${describeDevice(site)}${service}${packets.join()}`.replaceAll(DEVICE_IN_NONCE, "8000-$1-");
  });
  return `${sites.sort().join("|")}${state.time}`;
}
