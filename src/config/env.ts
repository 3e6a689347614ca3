/** Reads single environment variables; an invalid one ends the start with a sentence that names it. */

export class ConfigError extends Error {}

export function readInteger(
  env: NodeJS.ProcessEnv,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  }
  return value;
}

export function readUrl(env: NodeJS.ProcessEnv, name: string): string | null {
  const text = env[name];
  if (text === undefined || text === "") return null;
  if (!URL.canParse(text)) throw new ConfigError(`${name} must be a URL, not "${text}".`);
  return text;
}

export function readHttpUrl(env: NodeJS.ProcessEnv, name: string): string | null {
  const text = readUrl(env, name);
  // Not quoted in the message: it may contain a key.
  if (text !== null && !["http:", "https:"].includes(new URL(text).protocol))
    throw new ConfigError(`${name} must begin with http:// or https://.`);
  return text;
}

export function readBoolean(env: NodeJS.ProcessEnv, name: string): boolean | undefined {
  const text = env[name];
  if (text === undefined || text === "") return undefined;
  if (["1", "true", "yes", "on"].includes(text)) return true;
  if (["0", "false", "no", "off"].includes(text)) return false;
  throw new ConfigError(`${name} must be 1 or 0, not "${text}".`);
}
