/** Namespace of the tracking protocol's URIs that name nothing else: `OTEP_NAMESPACE`. */
import { isUri, NAMESPACE } from "#otep/projections/parts/uri.ts";
import { ConfigError } from "./env.ts";

/** Names are appended directly to it. */
export function readOtepNamespace(env: NodeJS.ProcessEnv): string {
  const text = env["OTEP_NAMESPACE"] || NAMESPACE;
  if (!isUri(text) || !/[/#:]$/.test(text))
    throw new ConfigError(
      `OTEP_NAMESPACE must be a URI that ends with /, # or :, such as ${NAMESPACE}, not "${text}".`,
    );
  return text;
}
