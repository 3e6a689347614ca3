/** Joins pins that would cover one another. Pure. */

export interface Projected {
  /** On screen, pixels. */
  x: number;
  y: number;
}

/** Groups in the sequence of their first pin: each holds the pins within `reach_px` of it. */
export function clusterPins<Pin extends Projected>(pins: readonly Pin[], reach_px: number): Pin[][] {
  const groups: Pin[][] = [];
  for (const pin of pins) {
    const near = groups.find(
      ([first]) => first !== undefined && Math.hypot(first.x - pin.x, first.y - pin.y) <= reach_px,
    );
    if (near === undefined) groups.push([pin]);
    else near.push(pin);
  }
  return groups;
}
