/** The text of a file's public link. Pure. */

/** The text that the signature of a public link covers. */
export function buildLinkText(business_id: number, file_id: number, until: number): string {
  return `${business_id}/${file_id}/${until}`;
}
