/** Limits of calls: `RATE_LIMITS`. */
import { ConfigError } from "./env.ts";

export type LimitSettings = Record<string, { per_s: number; burst: number }> | null;

/** `otep_read=10/30 otep_ingest=50/100`: calls a second and at once; `off` for none. */
export function limitsOf(env: NodeJS.ProcessEnv): LimitSettings {
  const text = (env["RATE_LIMITS"] ?? "").trim();
  if (text === "off") return null;
  return Object.fromEntries(
    text.split(/[\s,]+/).flatMap((word) => {
      if (word === "") return [];
      const [, name, per_s, burst] = /^([a-z_]+)=(\d+(?:\.\d+)?)\/(\d+)$/.exec(word) ?? [];
      if (name === undefined || !(Number(per_s) > 0) || !(Number(burst) >= 1))
        throw new ConfigError(`RATE_LIMITS holds words such as otep_read=10/30, or is off; not "${word}".`);
      return [[name, { per_s: Number(per_s), burst: Number(burst) }]];
    }),
  );
}
