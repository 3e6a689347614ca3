/** What a provider's key lets it speak of. Pure. */
import type { SubjectReference } from "#otep/event.ts";

/**
 * Does a pattern name this subject? A pattern is an id, or `scheme:id`; `*` stands for any text. Patterns without a
 * scheme look at the id alone.
 */
export function serves(patterns: readonly string[], { scheme, id }: SubjectReference): boolean {
  return patterns.some((pattern) => fits(pattern, id) || fits(pattern, `${scheme}:${id}`));
}

/** Each piece between stars is found at its first place: no pattern can make this slow. */
function fits(pattern: string, text: string): boolean {
  if (pattern === "*") return true;
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
