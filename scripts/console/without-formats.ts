/**
 * The vocabulary of the protocol without its mappings to other formats, which are four fifths of it: pages that only
 * show events read labels and phases.
 */
import type { Plugin } from "vite";

interface Mapped {
  map?: unknown;
}

export function withoutFormats(): Plugin {
  return {
    name: "vocabulary-without-formats",
    enforce: "pre",
    transform(code, id) {
      if (!/packages[\\/]otep[\\/]src[\\/]vocabulary\.json$/.test(id)) return null;
      const {
        statuses,
        incidents,
        epcisReverse: _reverse,
        ...rest
      } = JSON.parse(code) as {
        statuses: Mapped[];
        incidents: Mapped[];
        epcisReverse: unknown;
      };
      const strip = (entries: Mapped[]) => entries.map(({ map: _map, ...entry }) => entry);
      return { code: JSON.stringify({ ...rest, statuses: strip(statuses), incidents: strip(incidents) }) };
    },
  };
}
