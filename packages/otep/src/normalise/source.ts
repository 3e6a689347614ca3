/** The source of the event, and the actor. */
import { ACTOR_TYPES, type Actor, SOURCE_TYPES, type Source, type SourceType } from "../event.ts";
import { isAbsent, LIMITS, readObject, readProse, readText, readWord, reportUnknown } from "./read.ts";
import type { Report } from "./report.ts";
import { readInstant } from "./times.ts";

const sourceTypes = new Set<string>(SOURCE_TYPES);
const actorTypes = new Set<string>(ACTOR_TYPES);

export interface Origin {
  /** The provider of these events. An event that names another provider is refused. */
  provider?: string;
  /** The kind of source when the event does not say; `other` otherwise. */
  source_type?: SourceType;
}

const sourceMembers = new Set([
  "type",
  "provider",
  "system",
  "raw_code",
  "raw_text",
  "synthesized",
  "recorded_at",
]);

export function readSource(report: Report, value: unknown, origin: Origin): Source | undefined {
  const source: Source = { type: origin.source_type ?? "other" };
  if (origin.provider !== undefined) source.provider = origin.provider;
  const fields = readObject(report, value, "/source", "invalid_type");
  if (fields === undefined) return source;
  reportUnknown(report, fields, "/source", sourceMembers);
  const type = readWord(report, fields.type, "/source/type", sourceTypes);
  if (type !== undefined) source.type = type as SourceType;
  const provider = readText(report, fields.provider, "/source/provider", LIMITS.word);
  if (provider !== undefined) {
    if (origin.provider !== undefined && provider !== origin.provider) {
      return report.error(
        "/source/provider",
        "invalid_identifier",
        `Events are taken here for ${origin.provider} only.`,
      );
    }
    source.provider = provider;
  }
  const system = readText(report, fields.system, "/source/system", LIMITS.word);
  if (system !== undefined) source.system = system;
  const raw_code = readText(report, fields.raw_code, "/source/raw_code", LIMITS.event_id);
  if (raw_code !== undefined) source.raw_code = raw_code;
  const raw_text = readText(report, fields.raw_text, "/source/raw_text", LIMITS.text);
  if (raw_text !== undefined) source.raw_text = raw_text;
  if (fields.synthesized === true) source.synthesized = true;
  else if (fields.synthesized !== undefined && fields.synthesized !== null && fields.synthesized !== false) {
    report.error("/source/synthesized", "invalid_type", "Must be true or false.");
  }
  const recorded_at = readInstant(report, fields.recorded_at, "/source/recorded_at");
  if (recorded_at !== undefined) source.recorded_at = recorded_at;
  return source;
}

const actorMembers = new Set(["type", "id", "name"]);

export function readActor(report: Report, value: unknown): Actor | undefined {
  const fields = readObject(report, value, "/actor", "invalid_type");
  if (fields === undefined) return undefined;
  reportUnknown(report, fields, "/actor", actorMembers);
  if (isAbsent(fields.type)) return report.error("/actor/type", "missing_field", "type is required.");
  const type = readWord(report, fields.type, "/actor/type", actorTypes);
  const id = readText(report, fields.id, "/actor/id", LIMITS.event_id);
  const name = readProse(report, fields.name, "/actor/name", LIMITS.name);
  if (type === undefined) return undefined;
  const actor: Actor = { type: type as Actor["type"] };
  if (id !== undefined) actor.id = id;
  if (name !== undefined) actor.name = name;
  return actor;
}
