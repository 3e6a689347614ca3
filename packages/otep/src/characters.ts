/**
 * Has a text more characters than a limit? Counted as Unicode and JSON Schema count them: one for a character outside
 * the basic plane, for which JavaScript counts two.
 */
export function isLongerThan(text: string, characters_max: number): boolean {
  const units = text.length;
  if (units <= characters_max) return false;
  if (units > 2 * characters_max) return true;
  let pairs = 0;
  for (let index = 0; index < units; index++) {
    if (text.codePointAt(index)! > 0xffff) {
      pairs++;
      index++;
    }
  }
  return units - pairs > characters_max;
}
