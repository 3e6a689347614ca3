/** What the palette offers besides records: commands of the page that is open, pages, settings and what manifests declare. */
import type { Me } from "../api/session.ts";
import type { Command } from "../manifest.ts";
import { readPageCommands } from "../parts/commands.ts";
import type { PaletteEntry } from "./find-commands.ts";
import { listAreas, listSections, MANIFESTS } from "./manifests.ts";
import { nameCommand, type Operations } from "./name-command.ts";
import { isFor } from "./navigation.ts";
import { text } from "./text.ts";

/** Leads to a page. */
export type LinkEntry = PaletteEntry & Pick<Command, "to" | "search">;

export function listLinks(me: Me): LinkEntry[] {
  return [
    ...listAreas(me).flatMap(({ label: area, pages }) =>
      pages.map(({ label, to }) => ({ label, hint: text.palette.page, keywords: [area], to })),
    ),
    ...MANIFESTS.flatMap(({ commands }) => commands)
      .filter((command) => isFor(me, command))
      .map(({ label, keywords, to, search }) => ({
        label,
        hint: text.palette.command,
        keywords,
        to,
        search,
      })),
    ...listSections(me).map(({ id, label }) => ({
      label,
      hint: text.palette.settings,
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
