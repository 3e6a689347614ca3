/** A name server on this machine: answers with the given addresses, denies other names, and is silent about `silent.` names. */
import { createSocket } from "node:dgram";
import { isIPv4 } from "node:net";

const TYPE_A = 1;
const TYPE_AAAA = 28;

export interface NameServer {
  address: string;
  /** Names that it was asked for, without repeats. */
  requested_names: Set<string>;
  close(): void;
}

/** `records`: IPv4 and full IPv6 addresses by name. A reader of addresses, so that an answer may change. */
export async function startNameServer(records: (name: string) => readonly string[]): Promise<NameServer> {
  const socket = createSocket("udp4");
  const asked_names = new Set<string>();
  socket.on("message", (query, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.subarray(at + 1, at + 1 + length).toString());
      at += length + 1;
    }
    const name = labels.join(".").toLowerCase();
    const type = query.readUInt16BE(at + 1);
    asked_names.add(name);
    if (name.startsWith("silent.")) return;
    const addresses = records(name);
    const answers = addresses.filter((one) => isIPv4(one) === (type === TYPE_A));
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(addresses.length > 0 ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(answers.length, 6);
    header.writeUInt32BE(0, 8);
    const rows = answers.map((one) => {
      const bytes =
        type === TYPE_AAAA
          ? Buffer.from(
              one
                .split(":")
                .map((part) => part.padStart(4, "0"))
                .join(""),
              "hex",
            )
          : Buffer.from(one.split(".").map(Number));
      const row = Buffer.alloc(12);
      row.writeUInt16BE(0xc00c, 0);
      row.writeUInt16BE(type, 2);
      row.writeUInt16BE(1, 4);
      row.writeUInt16BE(bytes.length, 10);
      return Buffer.concat([row, bytes]);
    });
    socket.send(Buffer.concat([header, query.subarray(12, at + 5), ...rows]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    requested_names: asked_names,
    close: () => socket.close(),
  };
}
