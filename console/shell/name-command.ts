/** What commands of a page are called, and who may run them. */
import type { OPERATIONS } from "../../packages/client/operations.gen.ts";
import type { Me } from "../api/session.ts";
import type { Audience } from "../manifest.ts";
import type { PageCommand } from "../parts/commands.ts";
import { isFor } from "./navigation.ts";

export type Operations = typeof OPERATIONS;

/** What a command is called; undefined when the account may not run it. */
export function nameCommand(
  me: Me,
  { label, operation }: PageCommand,
  operations: Operations | undefined,
): string | undefined {
  if (operation === undefined) return label;
  if (operations === undefined) return undefined;
  const { title, scopes, ...audience }: Audience & { title: string; scopes?: Me["permissions"] } = operations[
    operation
  ] as never;
  const may = isFor(me, audience) && (scopes ?? []).every((scope) => me.permissions.includes(scope));
  return may ? (label ?? title) : undefined;
}
