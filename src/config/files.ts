/** Storage of files: `FILES_URL` and the settings of its store. */
import type { S3Settings } from "#platform/files/s3.ts";
import { ConfigError, readBoolean, readHttpUrl } from "./env.ts";

/**
 * `FILES_URL=s3://bucket/prefix` with the settings of the store. Values are not quoted in messages: one may be the
 * secret.
 */
export function readFileStoreSettings(env: NodeJS.ProcessEnv): S3Settings | null {
  const text = env["FILES_URL"] || null;
  const s3_variable = [
    "S3_ENDPOINT",
    "S3_REGION",
    "S3_ACCESS_KEY_ID",
    "S3_SECRET_ACCESS_KEY",
    "S3_PATH_STYLE",
  ].find((name) => env[name]);
  if (text === null) {
    if (s3_variable !== undefined)
      throw new ConfigError(`${s3_variable} is for FILES_URL=s3://bucket, which is not set.`);
    return null;
  }
  const [, bucket, prefix = ""] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/.exec(text) ?? [];
  const folders = prefix.split("/").filter((folder) => folder !== "");
  if (bucket === undefined || folders.some((folder) => folder === "." || folder === ".."))
    throw new ConfigError(
      "FILES_URL must be s3://bucket or s3://bucket/prefix, the bucket in small letters, digits, . and -, the prefix in letters, digits, and . _ - /.",
    );
  const region = env["S3_REGION"] || "us-east-1";
  if (!/^[a-z0-9-]+$/.test(region))
    throw new ConfigError("S3_REGION must be the name of a region, such as eu-central-1.");
  const endpoint = readHttpUrl(env, "S3_ENDPOINT");
  if (endpoint !== null && /[?#@]/.test(endpoint))
    throw new ConfigError(
      "S3_ENDPOINT must be an address without ?, # and @; keys have settings of their own.",
    );
  const [access_key_id, secret_access_key] = ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"].map((name) => {
    const value = env[name]?.trim();
    if (!value) throw new ConfigError(`${name} is needed with FILES_URL.`);
    return value;
  }) as [string, string];
  return {
    bucket,
    prefix: folders.join("/"),
    endpoint: new URL(endpoint ?? `https://s3.${region}.amazonaws.com`),
    region,
    access_key_id,
    secret_access_key,
    // No certificate covers a bucket with dots in the host name.
    path_style: readBoolean(env, "S3_PATH_STYLE") ?? (endpoint !== null || bucket.includes(".")),
  };
}
