/** Entries of the log of a locker in words. */
import { number } from "../../../parts/format.ts";
import type { Tone } from "../../../parts/labels.ts";
import { findWord, nameCode } from "../../../parts/labels.ts";
import type { Times } from "../../../parts/times.ts";
import type { DeviceOperation } from "./queries.ts";
import { text } from "./text.ts";

type Described = Pick<
  DeviceOperation,
  "action" | "result" | "details" | "seq" | "actor_type" | "account_name" | "occurred_at" | "recorded_at"
>;

export const describeActor = ({ actor_type, account_name }: Described): string =>
  account_name ?? nameCode(text.actors, actor_type);

/** What the details of the entry say; texts of people as they wrote them. */
export function describeDetails(
  { action, details, seq, occurred_at, recorded_at }: Described,
  times: Times,
): string {
  const read = (name: string): string | null => {
    const value = details[name];
    return typeof value === "string" && value !== ""
      ? value
      : typeof value === "number"
        ? String(value)
        : null;
  };
  const word = (table: Readonly<Record<string, string>>, name: string): string =>
    findWord(table, read(name) ?? "") ?? "";
  const parts = [
    action === "gap" ? text.gap_range({ from: read("from") ?? "", to: read("to") ?? "" }) : "",
    action === "gap" ? word(text.gap_reasons, "why") : "",
    action === "code_refused" ? word(text.refused_codes, "why") : "",
    action === "released" ? word(text.release_reasons, "why") : "",
    action === "command_expired" ? word(text.outcomes, "outcome") : "",
    action === "tampered" ? word(text.tampering, "what") : "",
    action === "door_opened" ? word(text.causes, "cause") : "",
    word(text.use_words, "use"),
    word(text.purposes, "purpose"),
    word(text.contents_words, "contents"),
    typeof details["celsius"] === "number"
      ? number(details["celsius"], { style: "unit", unit: "celsius" })
      : "",
    read("reason") ?? "",
    read("note") ?? "",
    // A locker that was without a connection reports it later.
    seq !== null && Date.parse(recorded_at) - Date.parse(occurred_at) > 60_000
      ? text.reported_at({ moment: times.moment(recorded_at) })
      : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

export type Mark = "too_late" | "time_uncertain" | "failed" | "unknown" | "tampered" | "gap";

/** What somebody who reads the log must not miss. */
export function listMarks({ action, result, details }: Described): { mark: Mark; tone: Tone }[] {
  return [
    ...(action === "gap" ? [{ mark: "gap" as const, tone: "warn" as const }] : []),
    ...(action === "tampered" ? [{ mark: "tampered" as const, tone: "bad" as const }] : []),
    ...(details["too_late"] === true ? [{ mark: "too_late" as const, tone: "warn" as const }] : []),
    ...(details["time_uncertain"] === true
      ? [{ mark: "time_uncertain" as const, tone: "grey" as const }]
      : []),
    ...(result === "failed" ? [{ mark: "failed" as const, tone: "bad" as const }] : []),
    ...(result === "unknown" && action !== "gap" && action !== "tampered"
      ? [{ mark: "unknown" as const, tone: "warn" as const }]
      : []),
  ];
}
