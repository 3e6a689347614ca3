import type { Tone } from "../labels.ts";
import type { Trace } from "./spans.ts";

/** Red is reserved for errors. */
const TONES: readonly Tone[] = ["accent", "blue", "teal", "violet", "good", "warn", "grey"];

/**
 * The colour of a service, in the order in which services appear in the trace; its name is always shown beside
 * it.
 */
export function serviceTone({ services }: Pick<Trace, "services">, service: string): Tone {
  return TONES[services.indexOf(service) % TONES.length] ?? "grey";
}
