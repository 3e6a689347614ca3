/** Which subjects a provider's key may send events for. Pure. */
import type { SubjectReference } from "#otep/event.ts";

/**
 * Does a pattern match this subject? A pattern is an id, or `scheme:id`; `*` matches any text. Patterns without a
 * scheme are compared with the id only.
 */
export function isInScope(patterns: readonly string[], { scheme, id }: SubjectReference): boolean {
  return patterns.some(
    (pattern) => matchesPattern(pattern, id) || matchesPattern(pattern, `${scheme}:${id}`),
  );
}

/** Each piece between stars is matched at its first position, so no pattern can be slow. */
function matchesPattern(pattern: string, text: string): boolean {
  if (pattern === "*") return true;
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const index = text.indexOf(piece, at);
    if (index < 0) return false;
    at = index + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
