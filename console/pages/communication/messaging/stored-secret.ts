/** Describes a stored secret in its form field: its last characters, enough to recognise it. */
export function describeSecret(kept: { configured: boolean; last_four: string | null } | undefined): string {
  if (kept?.configured !== true) return "It is never shown again.";
  const end = kept.last_four === null ? "One is kept" : `One is kept that ends in ${kept.last_four}`;
  return `${end}; empty leaves it as it is.`;
}
