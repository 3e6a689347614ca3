/** Which inputs carry secrets, and which answers: members that a schema marks `x-secret`. */
import type { Operation } from "./define.ts";
import type { JsonSchema } from "./schema.ts";

const with_secrets = new WeakMap<object, boolean>();

/** True when the input schema has a secret member at any depth. */
export function mayCarrySecret({ input }: Pick<Operation, "input">): boolean {
  let known = with_secrets.get(input);
  if (known === undefined) {
    known = JSON.stringify(input).includes('"x-secret":true');
    with_secrets.set(input, known);
  }
  return known;
}

/** True when it hands a token, a key or a link to whoever calls it: what an agent reads may end up with anybody. */
export function answersSecret({ output, secret_answer }: Operation): boolean {
  if (secret_answer !== undefined) return secret_answer === true;
  let known = with_secrets.get(output);
  if (known === undefined) {
    known = JSON.stringify(output).includes('"x-secret":true');
    with_secrets.set(output, known);
  }
  return known;
}

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
