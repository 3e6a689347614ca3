/** Whose the URIs of the tracking protocol are that stand for nothing else: `OTEP_NAMESPACE`. */
import { isUri, NAMESPACE } from "#otep/projections/parts/uri.ts";
import { ConfigError } from "./env.ts";

/** Names are put right behind it. */
export function otepNamespace(env: NodeJS.ProcessEnv): string {
  const text = env["OTEP_NAMESPACE"] || NAMESPACE;
  if (!isUri(text) || !/[/#:]$/.test(text))
    throw new ConfigError(
      `OTEP_NAMESPACE must be a URI that ends with /, # or :, such as ${NAMESPACE}, not "${text}".`,
    );
  return text;
}
