/**
 * Follows one MQTT topic over WebSocket: the part of MQTT 3.1.1 that needs, at quality of service 0. A tenth of the
 * size of a general client, which would be a third of the console's first load.
 */

const CONNECT_FLAGS_CLEAN = 0x02;
const KEEP_ALIVE_S = 60;
/** No ping is sent while messages arrive; without an answer for this long the connection is lost. */
const PING_MS = 25_000;
const ANSWER_MS = 10_000;

/** Packet types. Source: MQTT 3.1.1, table 2.1. */
const CONNECT = 1;
const CONNACK = 2;
const PUBLISH = 3;
const SUBSCRIBE = 8;
const SUBACK = 9;
const PINGREQ = 12;

export interface Packet {
  type: number;
  flags: number;
  body: Uint8Array;
}

const utf8 = new TextEncoder();

function encodeText(text: string): number[] {
  const bytes = utf8.encode(text);
  return [bytes.length >> 8, bytes.length & 255, ...bytes];
}

function encodePacket(first: number, body: readonly number[]): Uint8Array<ArrayBuffer> {
  const length: number[] = [];
  let rest = body.length;
  do {
    length.push((rest & 127) | (rest > 127 ? 128 : 0));
    rest >>= 7;
  } while (rest > 0);
  return new Uint8Array([first, ...length, ...body]);
}

export const encodeConnect = (client_id: string) =>
  encodePacket(CONNECT << 4, [
    ...encodeText("MQTT"),
    4,
    CONNECT_FLAGS_CLEAN,
    KEEP_ALIVE_S >> 8,
    KEEP_ALIVE_S & 255,
    ...encodeText(client_id),
  ]);

export const encodeSubscribe = (topic: string) =>
  encodePacket((SUBSCRIBE << 4) | 2, [0, 1, ...encodeText(topic), 0]);

const encodePing = () => encodePacket(PINGREQ << 4, []);

/** Returns a function that is given the bytes of a connection and returns the packets that are complete. */
export function createPacketReader(): (bytes: Uint8Array) => Packet[] {
  let pending_bytes = new Uint8Array(0);
  return (bytes) => {
    const all = new Uint8Array(pending_bytes.length + bytes.length);
    all.set(pending_bytes);
    all.set(bytes, pending_bytes.length);
    const packets: Packet[] = [];
    let at = 0;
    for (;;) {
      let length = 0;
      let header = 1;
      let byte: number | undefined;
      do {
        byte = all[at + header];
        length += ((byte ?? 0) & 127) * 128 ** (header - 1);
        header += 1;
      } while (byte !== undefined && byte > 127);
      const end = at + header + length;
      if (byte === undefined || end > all.length) break;
      const first = all[at] as number;
      packets.push({ type: first >> 4, flags: first & 15, body: all.slice(at + header, end) });
      at = end;
    }
    pending_bytes = all.slice(at);
    return packets;
  };
}

/** The text of a PUBLISH. */
export function decodeMessage({ flags, body }: Packet): string {
  const topic_length = ((body[0] ?? 0) << 8) | (body[1] ?? 0);
  const has_id = (flags & 6) !== 0;
  return new TextDecoder().decode(body.subarray(2 + topic_length + (has_id ? 2 : 0)));
}

export interface TopicHandlers {
  /** The subscription is granted: nothing that happens from now on is missed. */
  onFollowing(): void;
  onMessage(text: string): void;
  /** Once, when the connection ended or could not be opened. `forbidden`: the topic was refused. */
  onEnd(why: "lost" | "forbidden"): void;
}

/** Returns a function that ends the connection, after which nothing is called. */
export function followTopic(url: string, topic: string, handlers: TopicHandlers): () => void {
  const socket = new WebSocket(url, "mqtt");
  socket.binaryType = "arraybuffer";
  const read = createPacketReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  const end = (why: "lost" | "forbidden") => {
    if (ended) return;
    stop();
    handlers.onEnd(why);
  };
  const stop = () => {
    ended = true;
    clearTimeout(timer);
    socket.close();
  };
  const expectMore = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (socket.readyState === WebSocket.OPEN) socket.send(encodePing());
      timer = setTimeout(() => end("lost"), ANSWER_MS);
    }, PING_MS);
  };
  const handle = (packet: Packet) => {
    const code = packet.body.at(-1);
    if (packet.type === CONNACK) {
      if (code === 0) socket.send(encodeSubscribe(topic));
      else end("lost");
    } else if (packet.type === SUBACK) {
      if (code === 0) handlers.onFollowing();
      else end("forbidden");
    } else if (packet.type === PUBLISH) {
      handlers.onMessage(decodeMessage(packet));
    }
  };

  socket.addEventListener("open", () => socket.send(encodeConnect(crypto.randomUUID())));
  socket.addEventListener("message", ({ data }) => {
    if (ended) return;
    expectMore();
    for (const packet of read(new Uint8Array(data as ArrayBuffer))) if (!ended) handle(packet);
  });
  socket.addEventListener("close", () => end("lost"));
  expectMore();
  return () => {
    if (!ended) stop();
  };
}
