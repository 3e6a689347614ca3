/** Free ports for services that a test starts as separate processes. */
import { once } from "node:events";
import { createServer } from "node:net";

/** A port on which nothing listens now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
