/** Connects to the embedded server of a running service from another process, for inspection only. */
import { readFile } from "node:fs/promises";
import type pg from "pg";
import { openDataFolder } from "./layout.ts";
import { acceptsConnections, readPidFile } from "./postmaster.ts";

/**
 * How to connect to the server of a data folder that another process serves; null when none is ready. Nothing is
 * locked, started or stopped: the server ends with its service.
 */
export async function attachEmbeddedDatabase(
  path: string,
  database = "packhorse",
): Promise<pg.ClientConfig | null> {
  const { cluster, password } = await openDataFolder(path);
  const found = await readPidFile(cluster);
  if (found?.port === undefined || found.status !== "ready") return null;
  const config = { port: found.port, user: "postgres", database };
  if (process.platform === "win32")
    return { ...config, host: "127.0.0.1", password: (await readFile(password, "utf8")).trim() };
  const { socket_dir } = found;
  return socket_dir !== undefined && (await acceptsConnections(socket_dir))
    ? { ...config, host: socket_dir }
    : null;
}
