/** What the palette offers besides orders: pages, sections of the settings and the commands of manifests. */
import type { Me } from "../api/session.ts";
import type { PaletteEntry } from "./find-commands.ts";
import { listPages, listSections, MANIFESTS, PUBLIC_NAVIGATION } from "./manifests.ts";
import { isFor } from "./navigation.ts";

export function listCommands(me: Me): PaletteEntry[] {
  return [
    ...[...listPages(me), ...PUBLIC_NAVIGATION].map(({ label, to }) => ({
      label,
      hint: "Page" as const,
      keywords: [],
      to,
    })),
    ...MANIFESTS.flatMap(({ commands }) => commands)
      .filter((command) => isFor(me, command))
      .map(({ label, keywords, to, search }) => ({ label, hint: "Command" as const, keywords, to, search })),
    ...listSections(me).map(({ id, label }) => ({
      label,
      hint: "Settings" as const,
      keywords: ["settings"],
      to: `/settings/${id}`,
    })),
  ];
}
