/** One sentence about an error that the person who started the service or a script can fix; undefined for bugs of ours. */
import { ConnectionRoleError } from "#platform/db/connect.ts";
import { EmbeddedDatabaseError } from "#platform/db/embedded/errors.ts";
import { MigrationError } from "#platform/db/migrate.ts";
import { DatabaseRightsError } from "#platform/db/owner.ts";
import { PoolerError } from "#platform/db/pooler.ts";
import { FileStoreUnavailable } from "#platform/files/files.ts";
import { FilesFolderError } from "#platform/files/marker.ts";
import { PushPortError } from "#platform/push/listen.ts";
import { TransferError } from "#platform/transfer/error.ts";
import { SecretKeyError } from "#platform/transfer/secret-key.ts";
import { ConfigError } from "./config.ts";

const EXPLAINED = [
  ConfigError,
  EmbeddedDatabaseError,
  DatabaseRightsError,
  MigrationError,
  ConnectionRoleError,
  PoolerError,
  FilesFolderError,
  FileStoreUnavailable,
  PushPortError,
  TransferError,
  SecretKeyError,
];

export function explainError(error: unknown): string | undefined {
  if (error instanceof Error && EXPLAINED.some((kind) => error instanceof kind)) return error.message;
  const { code, message, syscall } = error as { code?: string; message?: string; syscall?: string };
  if (code === "EADDRINUSE") return "The port is in use by another program; set PORT to another one.";
  const unreachable =
    syscall === "connect" || syscall === "getaddrinfo" || ["28P01", "28000", "3D000"].includes(code ?? "");
  return unreachable ? `The database of DATABASE_URL cannot be used: ${message || code}.` : undefined;
}
