/** Whether points lie inside a drawn line, closed from its end to its beginning. Pure. */
export interface Pixel {
  x: number;
  y: number;
}

/** By the even-odd rule. */
export function isInside({ x, y }: Pixel, line: readonly Pixel[]): boolean {
  let inside = false;
  line.forEach((a, index) => {
    const b = line[(index + 1) % line.length] as Pixel;
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  });
  return inside;
}
