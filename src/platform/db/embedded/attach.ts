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
  const pid_file = await readPidFile(cluster);
  if (pid_file?.port === undefined || pid_file.status !== "ready") return null;
  const config = { port: pid_file.port, user: "postgres", database };
  if (process.platform === "win32")
    return { ...config, host: "127.0.0.1", password: (await readFile(password, "utf8")).trim() };
  const { socket_dir } = pid_file;
  return socket_dir !== undefined && (await acceptsConnections(socket_dir))
    ? { ...config, host: socket_dir }
    : null;
}
