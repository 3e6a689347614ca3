/** Words for an item of the queue: what it is, what a person should know, what to do next. */
import type { QueuedItem } from "../offline/items.ts";
import { text } from "./text.ts";

const find = (table: Readonly<Record<string, string>>, key: string): string =>
  table[key] ?? table["other"] ?? key;

export const nameType = (type: string): string => find(text.types, type);

export const findNextStep = ({ refusal }: QueuedItem): string => find(text.next, refusal?.error_code ?? "");

interface Belongs {
  route_number: string | null;
  driver_name: string | null;
}

const nameBelongs = (belongs: Belongs | null): string =>
  belongs?.route_number === null || belongs === null
    ? text.notices.elsewhere
    : text.notices.wrong_route({ route: belongs.route_number, driver: belongs.driver_name ?? "–" });

/** What a person should know of an item that was done. */
export function describeNotice({ type, label, answer }: QueuedItem): string {
  const { outcome, belongs, stop_status, orders } = (answer ?? {}) as {
    outcome?: string;
    belongs?: Belongs | null;
    stop_status?: string | null;
    orders?: readonly { attention: string | null }[];
  };
  if (type === "scan") return outcome === "unknown" ? text.notices.unknown : nameBelongs(belongs ?? null);
  if ((orders ?? []).some(({ attention }) => attention !== null))
    return text.notices.changed({ stop: label });
  return stop_status === null ? text.notices.removed : "";
}
