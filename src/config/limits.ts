/** Rate limits: `RATE_LIMITS`, and where processes share their counts: `REDIS_URL`. */
import { ConfigError } from "./env.ts";

export type LimitSettings = Record<string, { per_s: number; burst: number }> | null;

/** `otep_read=10/30 otep_ingest=50/100`: calls per second and burst; `off` for none. */
export function readRateLimits(env: NodeJS.ProcessEnv): LimitSettings {
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

/** `redis://[user:password@]host:port[/database]`, or `rediss` with TLS. */
export function readRedisUrl(env: NodeJS.ProcessEnv): string | null {
  const text = (env["REDIS_URL"] ?? "").trim();
  if (text === "") return null;
  const protocol = URL.canParse(text) ? new URL(text).protocol : "";
  // Not the text: it may hold a password.
  if (!["redis:", "rediss:"].includes(protocol))
    throw new ConfigError("REDIS_URL must be a URL that begins with redis:// or rediss://.");
  return text;
}
