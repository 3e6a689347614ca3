/** What a field for a secret says of the one that is kept: enough to know it again. */
export function keptSecret(kept: { configured: boolean; last_four: string | null } | undefined): string {
  if (kept?.configured !== true) return "It is never shown again.";
  const end = kept.last_four === null ? "One is kept" : `One is kept that ends in ${kept.last_four}`;
  return `${end}; empty leaves it as it is.`;
}
