/** Lockers and compartments in words. */
import type { Times } from "../../../parts/times.ts";
import type { LockerHealth } from "./queries.ts";
import { text } from "./text.ts";

/**
 * When a locker was heard. One that is online was heard in the last three minutes: a more precise time would be wrong while
 * the page is open, because a heartbeat changes nothing that pages follow.
 */
export function describeLastHeard(
  {
    status,
    last_seen_at,
    queued_operations,
  }: Pick<LockerHealth, "status" | "last_seen_at" | "queued_operations">,
  times: Times,
): string {
  if (status === "PROVISIONING") return text.heard.not_provisioned;
  if (last_seen_at === null) return text.heard.never;
  if (status === "ONLINE") return text.heard.now;
  const moment = times.moment(last_seen_at);
  return status === "OFFLINE" && queued_operations > 0
    ? text.heard.queued({ moment, n: queued_operations })
    : text.heard.at({ moment });
}
