/** The status of an event: protocol version, status code with the core code it refines, and reason. */
import {
  type CodeEntry,
  findCode,
  findCoreCode,
  findIncidentReason,
  isProfile,
  isStatusCodeForm,
  PROTOCOL_VERSION,
} from "../vocabulary.ts";
import { isAbsent, LIMITS, readText } from "./read.ts";
import type { Report } from "./report.ts";

const EXPERIMENTAL_REASON = /^x-[a-z][a-z0-9_]{0,47}$/;

const ownMajor = PROTOCOL_VERSION.slice(0, PROTOCOL_VERSION.indexOf("."));

export function readVersion(
  report: Report,
  value: unknown,
  fallback: string | undefined,
): string | undefined {
  const version = isAbsent(value) ? (fallback ?? PROTOCOL_VERSION) : value;
  if (version === PROTOCOL_VERSION) return version;
  if (typeof version !== "string") {
    return report.error("/protocol_version", "invalid_type", "A version is text, as in 1.0.0.");
  }
  const match = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/.exec(version);
  if (match === null || match[1] !== ownMajor) {
    return report.error(
      "/protocol_version",
      "unsupported_version",
      `Versions ${ownMajor}.x.y are read here.`,
    );
  }
  return version;
}

interface Status {
  code: string;
  entry: CodeEntry;
  effect: string;
}

export function readStatus(report: Report, value: unknown, base: unknown): Status | undefined {
  if (isAbsent(value)) return report.error("/status_code", "missing_field", "status_code is required.");
  if (typeof value !== "string") return report.error("/status_code", "invalid_type", "Must be text.");
  const given_base = readBase(report, base);
  const entry = findCode(value);
  if (entry !== undefined) {
    warnDeprecated(report, entry);
    checkBase(report, entry, given_base);
    return { code: entry.id, entry, effect: entry.effect };
  }

  const core = findCoreCode(value);
  if (core !== undefined) {
    report.warn("/status_code", "alias_code", `Write ${core.id} instead of ${value}.`);
    checkBase(report, core, given_base);
    return { code: core.id, entry: core, effect: core.effect };
  }
  if (!isStatusCodeForm(value)) {
    return report.error(
      "/status_code",
      "unknown_status_code",
      "A status code has the form otep:<profile>:<code>; experimental ones begin with x-.",
    );
  }
  const [, profile, code] = value.split(":") as [string, string, string];
  if (!isProfile(profile) && !profile.startsWith("x-")) {
    return report.error("/status_code", "unknown_profile", `${profile} is not a registered profile.`);
  }
  if (!code.startsWith("x-") && !profile.startsWith("x-")) {
    return report.error("/status_code", "unknown_status_code", `${value} is not a registered status code.`);
  }
  report.warn("/status_code", "experimental_code", `${value} is experimental.`);
  const refined = given_base ?? findCoreCode("note")!;
  return { code: value, entry: refined, effect: refined.effect };
}

/** Undefined when absent or invalid. */
function readBase(report: Report, base: unknown): CodeEntry | undefined {
  if (isAbsent(base)) return undefined;
  const core = typeof base === "string" ? findCoreCode(base) : undefined;
  return core ?? report.error("/base", "unknown_status_code", "base must be a core code.");
}

/** A registered code has a fixed base: a producer that sends another one means something else by the code. */
function checkBase(report: Report, { id, base }: CodeEntry, given_base: CodeEntry | undefined): void {
  if (given_base !== undefined && given_base.base !== base)
    report.error("/base", "status_mismatch", `The base of ${id} is ${base}.`);
}

/** The meaning of a published code never changes, so the replacement is named instead. */
export function warnDeprecated(
  report: Report,
  { id, replaced_by }: Pick<CodeEntry, "id" | "replaced_by">,
): void {
  if (replaced_by !== undefined) {
    report.warn("/status_code", "deprecated_code", `Write ${replaced_by} instead of ${id}.`);
  }
}

export function readReason(report: Report, value: unknown): string | undefined {
  const text = readText(report, value, "/incident_reason", LIMITS.word);
  if (text === undefined) return undefined;
  const reason = text.startsWith("otep:incident:") ? text.slice(14) : text;
  if (findIncidentReason(reason) !== undefined) return reason;
  if (!EXPERIMENTAL_REASON.test(reason)) {
    return report.error(
      "/incident_reason",
      "unknown_incident_reason",
      "Not a registered reason; experimental ones begin with x-.",
    );
  }
  report.warn("/incident_reason", "experimental_code", `${reason} is experimental.`);
  return reason;
}
