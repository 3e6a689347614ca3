/** Which inputs carry secrets, and which answers: members that a schema marks `x-secret`. */
import type { Operation } from "./define.ts";
import type { JsonSchema } from "./schema.ts";

const with_secrets = new WeakMap<object, boolean>();

/** True when the schema has a secret member at any depth. */
function hasSecretMember(schema: object): boolean {
  let cached_verdict = with_secrets.get(schema);
  if (cached_verdict === undefined) {
    cached_verdict = JSON.stringify(schema).includes('"x-secret":true');
    with_secrets.set(schema, cached_verdict);
  }
  return cached_verdict;
}

export const mayCarrySecret = ({ input }: Pick<Operation, "input">): boolean => hasSecretMember(input);

/** True when it hands a token, a key or a link to its caller: what an agent reads may end up with anybody. */
export const answersSecret = ({ output, secret_answer }: Operation): boolean =>
  secret_answer === undefined ? hasSecretMember(output) : secret_answer === true;

export function carriesSecret(schema: JsonSchema, value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (schema["x-secret"]) return true;
  if (schema.anyOf?.some((branch) => carriesSecret(branch, value))) return true;
  if (Array.isArray(value)) {
    const { items } = schema;
    return items !== undefined && value.some((one) => carriesSecret(items, one));
  }
  if (typeof value !== "object") return false;
  return Object.entries(schema.properties ?? {}).some(([name, member]) =>
    carriesSecret(member, (value as Record<string, unknown>)[name]),
  );
}

/** In a preview, for a secret that the write must answer with; one that may be null is null. */
export const NOT_IN_PREVIEWS = "[withheld: a secret is made when it is written, not in a preview]";

/** The answer of a preview, whose secrets were rolled back and will never be valid, and the paths of those left out. */
export function withholdNewSecrets(
  { output }: Pick<Operation, "output">,
  answer: Record<string, unknown>,
): { answer: Record<string, unknown>; withheld: string[] } {
  if (!hasSecretMember(output)) return { answer, withheld: [] };
  const withheld = new Set<string>();
  const withhold = (schema: JsonSchema, value: unknown, path: string): unknown => {
    if (value === undefined || value === null || !hasSecretMember(schema)) return value;
    const branches = schema.anyOf ?? [];
    if (schema["x-secret"] || (typeof value === "string" && branches.some((branch) => branch["x-secret"]))) {
      withheld.add(path);
      return branches.some(({ type }) => type === "null") ? null : NOT_IN_PREVIEWS;
    }
    if (branches.length > 0)
      return branches.reduce<unknown>((rest, branch) => withhold(branch, rest, path), value);
    if (typeof value !== "object") return value;
    const { items, properties = {} } = schema;
    if (Array.isArray(value))
      return items === undefined ? value : value.map((one) => withhold(items, one, path));
    const inside = (name: string) => (path === "" ? name : `${path}.${name}`);
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        withhold(properties[name] ?? {}, member, inside(name)),
      ]),
    );
  };
  const answer_without_secrets = withhold(output as JsonSchema, answer, "") as Record<string, unknown>;
  return { answer: answer_without_secrets, withheld: [...withheld] };
}
