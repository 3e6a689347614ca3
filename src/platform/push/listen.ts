/** Accepts MQTT connections: a TCP port, and WebSockets on one path of an HTTP server. */
import { once } from "node:events";
import type { Server as HttpServer, IncomingMessage } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { PACKET_BYTES_MAX } from "./incoming.ts";

/** `request` is that of a WebSocket; its headers may identify the client. */
type Accept = (connection: Duplex, request?: IncomingMessage) => void;

export interface Listening {
  port: number;
  close(): void;
}

export interface ListeningOnWebSocket {
  /** Sends every client a close frame, and waits a moment for their replies. */
  close(): Promise<void>;
}

/** Source: RFC 6455, section 7.4.1, "going away". */
const GOING_AWAY = 1001;
const GOOD_BYE_MS = 1000;

/** The port of MQTT cannot be listened on; the message says what to do. */
export class PushPortError extends Error {
  constructor(port: number, cause: NodeJS.ErrnoException) {
    const why =
      cause.code === "EADDRINUSE" ? "it is in use by another program" : (cause.code ?? cause.message);
    super(
      `MQTT cannot listen on port ${port}: ${why}. Set MQTT_PORT to another one, or to 0 for push over WebSocket only.`,
      { cause },
    );
  }
}

/** Rejects with `PushPortError` when the port cannot be listened on. */
export function listenOnTcp(host: string, port: number, accept: Accept): Promise<Listening> {
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) => {
    // Until the broker listens for errors itself.
    socket.on("error", () => {});
    accept(socket);
  });
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => reject(new PushPortError(port, error));
    server.once("error", refuse);
    server.listen(port, host, () => {
      server.off("error", refuse);
      server.on("error", () => {});
      resolve({ port: (server.address() as AddressInfo).port, close: () => void server.close() });
    });
  });
}

interface Upgrading {
  shouldUpgradeCallback(request: IncomingMessage): boolean;
}

/**
 * Handles WebSocket upgrades on `path` and leaves every other request to the HTTP server, including those that
 * offer an upgrade to another protocol (`h2c`).
 */
export function listenOnWebSocket(server: HttpServer, path: string, accept: Accept): ListeningOnWebSocket {
  const isOurs = (request: IncomingMessage) =>
    (request.url ?? "").split("?", 1)[0] === path && request.headers.upgrade?.toLowerCase() === "websocket";
  const upgrading = server as unknown as Upgrading;
  const listened = server.listenerCount("upgrade") > 0;
  const before = upgrading.shouldUpgradeCallback.bind(server);
  upgrading.shouldUpgradeCallback = (request) => isOurs(request) || (listened && before(request));
  // Loaded with the first connection.
  let opening: Promise<WebSockets> | undefined;
  server.on("upgrade", (request, socket, head) => {
    if (!isOurs(request)) return;
    socket.on("error", () => {});
    opening ??= openWebSockets();
    opening.then(
      ({ upgrade }) => upgrade(request, socket, head, accept),
      () => socket.destroy(),
    );
  });
  return {
    async close() {
      await opening?.then((open) => open.close()).catch(() => {});
    },
  };
}

interface WebSockets {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, accept: Accept): void;
  close(): Promise<void>;
}

async function openWebSockets(): Promise<WebSockets> {
  const { createWebSocketStream, WebSocketServer } = await import("ws");
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: PACKET_BYTES_MAX + 5,
    // MQTT 3.1.1, section 6: the subprotocol is `mqtt`; older clients send `mqttv3.1`.
    handleProtocols: (offered) => ["mqtt", "mqttv3.1"].find((word) => offered.has(word)) ?? false,
  });
  return {
    upgrade(request, socket, head, accept) {
      sockets.handleUpgrade(request, socket, head, (opened) =>
        accept(createWebSocketStream(opened), request),
      );
    },
    async close() {
      const all_closed = [...sockets.clients].map((client) => {
        const closed = once(client, "close");
        client.close(GOING_AWAY, "The service is stopping.");
        return closed;
      });
      await Promise.race([Promise.allSettled(all_closed), wait(GOOD_BYE_MS)]);
    },
  };
}
