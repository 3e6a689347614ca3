/** Ports for services that a test starts as processes of their own. */
import { once } from "node:events";
import { createServer } from "node:net";

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
