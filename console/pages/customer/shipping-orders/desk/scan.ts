/** Which package a scanned or typed number names. Pure. */

interface Scannable {
  id: number;
  seq: number;
}

/**
 * The number of the order names its next package that has not been scanned; followed by `-2` or `/2` the second one. A
 * package's position alone is accepted too. Null for any other number, and for a package that is not expected.
 */
export function findScanned<Package extends Scannable>(
  typed: string,
  tracking_number: string,
  expected: readonly Package[],
  scanned: ReadonlyMap<number, unknown>,
): Package | null {
  const text = typed.trim().toUpperCase();
  const number = tracking_number.toUpperCase();
  if (text === number) return expected.find(({ id }) => !scanned.has(id)) ?? null;
  const is_named = text.startsWith(number);
  // Without a sign between, it is the number of another order.
  const position = (is_named ? /^[-/ ](\d{1,3})$/ : /^(\d{1,3})$/).exec(
    is_named ? text.slice(number.length) : text,
  )?.[1];
  return position === undefined ? null : (expected.find(({ seq }) => seq === Number(position)) ?? null);
}
