/** True when `If-None-Match` lists the tag. Weak and strong tags compare as equal there (RFC 9110, 13.1.2). */
export function matchesEtag(if_none_match: string | undefined, tag: string): boolean {
  return (if_none_match ?? "").split(",").some((one) => ["*", tag].includes(one.trim().replace(/^W\//, "")));
}
