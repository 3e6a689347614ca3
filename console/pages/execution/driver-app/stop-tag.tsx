/** What is most important about a stop, in one word. */
import type { QueuedItem } from "../../../offline/items.ts";
import { Tag } from "../../../parts/badge.tsx";
import { type DayStop, isResolved } from "./overlay.ts";
import { text } from "./text.ts";

export function StopTag({
  stop,
  items,
  is_next = false,
}: {
  stop: DayStop;
  items: readonly QueuedItem[];
  is_next?: boolean;
}) {
  const has = (state: QueuedItem["state"]) => items.some((item) => item.state === state);
  if (has("refused")) return <Tag tone="bad">{text.day.not_accepted}</Tag>;
  if (has("noticed")) return <Tag tone="warn">{text.day.to_read}</Tag>;
  if (has("waiting")) return <Tag tone="blue">{text.day.not_sent}</Tag>;
  if (is_next && stop.status === "PENDING") return <Tag tone="accent">{text.day.next}</Tag>;
  if (stop.status === "PENDING") return null;
  const tone =
    stop.status === "DONE" ? "good" : stop.status === "FAILED" ? "bad" : isResolved(stop) ? "warn" : "blue";
  return <Tag tone={tone}>{text.status[stop.status as keyof typeof text.status] ?? stop.status}</Tag>;
}
