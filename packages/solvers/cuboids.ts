/** What the searches for packages and for loads have in common: boxes in boxes. */

/** In which order a block grows along the three axes. */
export const AXIS_ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

/** `[length]` the largest sum of the given sides, each at most so many times, that is at most the length. */
export function usableLengths(sides: ReadonlyMap<number, number>, longest: number): Int32Array {
  const reached = new Uint8Array(longest + 1);
  reached[0] = 1;
  for (const [side, most] of sides) {
    // `used[length]` of this side in the sum that reaches the length; reached before means none.
    const used = new Int32Array(longest + 1);
    for (let length = side; length <= longest; length++) {
      if (reached[length] === 1 || reached[length - side] === 0 || used[length - side]! >= most) continue;
      reached[length] = 1;
      used[length] = used[length - side]! + 1;
    }
  }
  const usable = new Int32Array(longest + 1);
  for (let length = 1; length <= longest; length++)
    usable[length] = reached[length] === 1 ? length : usable[length - 1]!;
  return usable;
}
