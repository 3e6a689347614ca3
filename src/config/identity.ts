/** OpenID Connect issuers for sign-in: `IDENTITY_PROVIDERS`. */
import { RESERVED_NAMES } from "#providers/identity/port.ts";
import { ConfigError } from "./env.ts";

export interface IdentityProviderSetting {
  name: string;
  issuer: string;
  web_client_id: string | null;
  jwks_url: string | null;
}

const PROVIDER_MEMBERS = ["name", "issuer", "web_client_id", "jwks_url"];

/** `[{"name": "idp", "issuer": "https://…", "web_client_id": "…", "jwks_url": "https://…"}]`; the last two may be absent. */
export function readIdentityProviders(env: NodeJS.ProcessEnv): IdentityProviderSetting[] {
  const text = env["IDENTITY_PROVIDERS"];
  if (text === undefined || text === "") return [];
  const wrong = (what: string) => new ConfigError(`IDENTITY_PROVIDERS ${what}.`);
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw wrong("must be JSON");
  }
  if (!Array.isArray(list)) throw wrong("must be a list");
  const isWeb = (value: unknown) =>
    typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
  const settings = list.map((one: Record<string, unknown>) => {
    const { name = "idp", issuer, web_client_id = null, jwks_url = null } = one ?? {};
    const unknown = Object.keys(one ?? {}).find((member) => !PROVIDER_MEMBERS.includes(member));
    if (unknown !== undefined) throw wrong(`has an unknown member ${unknown}`);
    if (typeof name !== "string" || !/^[a-z][a-z0-9-]{0,39}$/.test(name) || RESERVED_NAMES.includes(name))
      throw wrong(`needs names of small letters, digits and hyphens other than ${RESERVED_NAMES.join(", ")}`);
    if (!isWeb(issuer)) throw wrong(`needs the issuer of ${name}, an http or https address`);
    if (jwks_url !== null && !isWeb(jwks_url)) throw wrong(`has a jwks_url of ${name} that is no address`);
    if (web_client_id !== null && typeof web_client_id !== "string")
      throw wrong(`has a web_client_id of ${name} that is no text`);
    return { name, issuer: issuer as string, web_client_id, jwks_url: jwks_url as string | null };
  });
  for (const member of ["name", "issuer"] as const) {
    if (new Set(settings.map((one) => one[member])).size < settings.length)
      throw wrong(`names one ${member} twice`);
  }
  return settings;
}
