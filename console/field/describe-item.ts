/** Words for an item of the queue: what it is, what a person should know, what to do next. */
import type { QueuedItem } from "../offline/items.ts";
import { text } from "./text.ts";

const findText = (table: Readonly<Record<string, string>>, key: string): string =>
  table[key] ?? table["other"] ?? key;

export const nameType = (type: string): string => findText(text.types, type);

export const findNextStep = ({ refusal }: QueuedItem): string =>
  findText(text.next, refusal?.error_code ?? "");

interface ScannedRoute {
  route_number: string | null;
  driver_name: string | null;
}

const describeWrongRoute = (route: ScannedRoute | null): string =>
  route?.route_number === null || route === null
    ? text.notices.elsewhere
    : text.notices.wrong_route({ route: route.route_number, driver: route.driver_name ?? "–" });

/** What a person should know of an item that was done. */
export function describeNotice({ type, label, answer }: QueuedItem): string {
  const { outcome, belongs, stop_status, orders } = (answer ?? {}) as {
    outcome?: string;
    belongs?: ScannedRoute | null;
    stop_status?: string | null;
    orders?: readonly { attention: string | null }[];
  };
  if (type === "scan")
    return outcome === "unknown" ? text.notices.unknown : describeWrongRoute(belongs ?? null);
  if ((orders ?? []).some(({ attention }) => attention !== null))
    return text.notices.changed({ stop: label });
  return stop_status === null ? text.notices.removed : "";
}
