/** Postal codes as people write them: with and without spaces, hyphens and capitals. */

const normalize = (postal_code: string): string => postal_code.replaceAll(/[\s-]/g, "").toUpperCase();

export function hasPostalPrefix(postal_code: string | undefined, prefixes: readonly string[]): boolean {
  const normal = normalize(postal_code ?? "");
  return prefixes.some((prefix) => normal.startsWith(normalize(prefix)));
}
