/** What the palette offers besides records: commands of the page that is open, pages, settings and what manifests declare. */
import type { OPERATIONS } from "../../packages/client/operations.gen.ts";
import type { Me } from "../api/session.ts";
import type { Audience, Command } from "../manifest.ts";
import { type PageCommand, readPageCommands } from "../parts/commands.ts";
import type { PaletteEntry } from "./find-commands.ts";
import { listAreas, listSections, MANIFESTS } from "./manifests.ts";
import { isFor } from "./navigation.ts";

/** Leads to a page. */
export type LinkEntry = PaletteEntry & Pick<Command, "to" | "search">;

export function listLinks(me: Me): LinkEntry[] {
  return [
    ...listAreas(me).flatMap(({ label: area, pages }) =>
      pages.map(({ label, to }) => ({ label, hint: "Page", keywords: [area], to })),
    ),
    ...MANIFESTS.flatMap(({ commands }) => commands)
      .filter((command) => isFor(me, command))
      .map(({ label, keywords, to, search }) => ({ label, hint: "Command", keywords, to, search })),
    ...listSections(me).map(({ id, label }) => ({
      label,
      hint: "Settings",
      keywords: [],
      to: `/settings/${id}`,
    })),
  ];
}

/** Runs a command of the page. */
export interface ActionEntry extends PaletteEntry {
  key?: string | undefined;
  run: () => void;
}

export type Operations = typeof OPERATIONS;

/** The commands of the open page which the account may run; without the operations, those that name none. */
export function listActions(me: Me, operations: Operations | undefined): ActionEntry[] {
  return readPageCommands().flatMap(({ of, commands }) =>
    commands.flatMap((command) => {
      const label = nameCommand(me, command, operations);
      if (label === undefined) return [];
      return [{ label, hint: of, keywords: command.keywords ?? [], key: command.key, run: command.run }];
    }),
  );
}

/** What a command is called; undefined when the account may not run it. */
function nameCommand(
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
