import type { Tone } from "../words.ts";
import type { Trace } from "./spans.ts";

/** Red is left to errors. */
const TONES: readonly Tone[] = ["accent", "blue", "teal", "violet", "good", "warn", "grey"];

/** The colour of a service, in the sequence in which the trace comes to them; the names stand beside it. */
export function toneOf({ services }: Pick<Trace, "services">, service: string): Tone {
  return TONES[services.indexOf(service) % TONES.length] ?? "grey";
}
