/** A plugin of Vite: `virtual:page-access` has who may call the operations that manifests name, and no others. */
import { READS } from "../packages/client/reads.gen.ts";
import { listReads } from "./access.ts";
import { findManifests } from "./find-manifests.ts";

const MODULE = "virtual:page-access";

export function pageAccess() {
  return {
    name: "page-access",
    resolveId: (id: string) => (id === MODULE ? `\0${MODULE}` : undefined),
    async load(id: string) {
      if (id !== `\0${MODULE}`) return undefined;
      const read_names = new Set((await findManifests()).flatMap(({ manifest }) => listReads(manifest)));
      const entries = Object.entries(READS).filter(([name]) => read_names.has(name));
      return `export const ACCESS = ${JSON.stringify(Object.fromEntries(entries))};`;
    },
  };
}
