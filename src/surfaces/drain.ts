/**
 * Graceful shutdown of an HTTP server: active requests are completed, connections are not kept alive, and only
 * requests that exceed the time limit are cut off.
 */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

export interface Drain {
  /** From now on every response closes its connection, so that the next request goes to another process. */
  begin(): void;
  /** Stops listening, and closes the server after the last response, after `limit_ms` at the latest. */
  end(limit_ms: number): Promise<void>;
}

const CHECK_INTERVAL_MS = 50;
/** An idle connection may still send a request for this long: it may have been in transit. */
const SILENT_MS = 500;

/** The response to the latest request of a connection. A member of the socket costs a request less than a set of responses. */
const LATEST = Symbol("latest response");

interface Connection extends Socket {
  [LATEST]?: ServerResponse;
}

export function createDrain(app: FastifyInstance): Drain {
  const { server } = app;
  const sockets = new Set<Connection>();
  let draining = false;

  const last = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader("connection", "close");
  };
  server.on("connection", (socket: Connection) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  // Before the framework's own listener, which may respond at once.
  server.prependListener("request", ({ socket }: { socket: Connection }, response) => {
    if (draining) last(response);
    socket[LATEST] = response;
  });

  return {
    begin() {
      draining = true;
      for (const { [LATEST]: response } of sockets) if (response !== undefined) last(response);
    },
    async end(limit_ms) {
      const began = performance.now();
      const look = setInterval(() => {
        server.closeIdleConnections();
        if (performance.now() - began < SILENT_MS) return;
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      }, CHECK_INTERVAL_MS);
      const cut = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, limit_ms);
      try {
        await app.close();
      } finally {
        clearInterval(look);
        clearTimeout(cut);
      }
    },
  };
}
