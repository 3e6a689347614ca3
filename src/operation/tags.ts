/** Entity tags: does the caller have this already? Weak or strong makes no difference there (RFC 9110, 13.1.2). */
export function isKnownTag(if_none_match: string | undefined, tag: string): boolean {
  return (if_none_match ?? "").split(",").some((one) => ["*", tag].includes(one.trim().replace(/^W\//, "")));
}
