/** Where MQTT connections come in: a TCP port, and WebSockets on one path of an HTTP server. */
import type { Server as HttpServer, IncomingMessage } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import type { Duplex } from "node:stream";
import { PACKET_BYTES_MAX } from "./incoming.ts";

type Accept = (connection: Duplex) => void;

export interface Listening {
  port: number;
  close(): void;
}

/** Rejects when the port cannot be listened on. */
export function listenOnTcp(host: string, port: number, accept: Accept): Promise<Listening> {
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) => {
    // Until the broker listens for errors itself.
    socket.on("error", () => {});
    accept(socket);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      server.on("error", () => {});
      resolve({ port: (server.address() as AddressInfo).port, close: () => void server.close() });
    });
  });
}

interface Upgrading {
  shouldUpgradeCallback(request: IncomingMessage): boolean;
}

/**
 * Takes WebSocket upgrades on `path` and leaves every other request to the server, those that offer an
 * upgrade nobody asked for (`h2c`) too.
 */
export function listenOnWebSocket(server: HttpServer, path: string, accept: Accept): void {
  const isOurs = (request: IncomingMessage) =>
    (request.url ?? "").split("?", 1)[0] === path && request.headers.upgrade?.toLowerCase() === "websocket";
  const upgrading = server as unknown as Upgrading;
  const listened = server.listenerCount("upgrade") > 0;
  const before = upgrading.shouldUpgradeCallback.bind(server);
  upgrading.shouldUpgradeCallback = (request) => isOurs(request) || (listened && before(request));
  // Loaded by the first who comes.
  let opening: Promise<Accepting> | undefined;
  server.on("upgrade", (request, socket, head) => {
    if (!isOurs(request)) return;
    socket.on("error", () => {});
    opening ??= openWebSockets();
    opening.then(
      (upgrade) => upgrade(request, socket, head, accept),
      () => socket.destroy(),
    );
  });
}

type Accepting = (request: IncomingMessage, socket: Duplex, head: Buffer, accept: Accept) => void;

async function openWebSockets(): Promise<Accepting> {
  const { createWebSocketStream, WebSocketServer } = await import("ws");
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: PACKET_BYTES_MAX + 5,
    // MQTT 3.1.1, section 6: the subprotocol is `mqtt`; older clients say `mqttv3.1`.
    handleProtocols: (offered) => ["mqtt", "mqttv3.1"].find((word) => offered.has(word)) ?? false,
  });
  return (request, socket, head, accept) =>
    sockets.handleUpgrade(request, socket, head, (opened) => accept(createWebSocketStream(opened)));
}
