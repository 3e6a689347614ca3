/** The members of a schema that are marked as secret, as paths without positions in lists: `invitation.link`. */
import type { JsonSchema } from "#operation/define/schema.ts";

export function listSecretPaths(schema: JsonSchema, at: readonly string[] = []): string[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.items === undefined ? [] : [schema.items])];
  const paths = [
    ...(schema["x-secret"] ? [at.join(".")] : []),
    ...parts.flatMap((part) => listSecretPaths(part, at)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
      listSecretPaths(member, [...at, name]),
    ),
  ];
  return [...new Set(paths)];
}
