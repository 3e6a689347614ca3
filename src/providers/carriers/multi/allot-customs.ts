/** Declares each package of a shipment for itself, where we know the contents of the shipment as a whole: pure. */
import { failed } from "../calls.ts";
import type { Customs } from "../port.ts";

/**
 * The pieces of all lines, in order, are laid into the packages by their share of the weight, at least one into each. Pieces,
 * values and weights of each line add up to what was declared.
 */
export function allotCustoms(customs: Customs, weights_g: readonly number[]): Customs[] {
  const pieces = customs.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (pieces < weights_g.length)
    throw failed(
      "unsupported",
      "The carrier needs a customs line for each package, and fewer pieces were declared: ship the packages one by one.",
      "CUSTOMS",
    );
  const total_g = weights_g.reduce((sum, weight) => sum + weight, 0);
  let end = 0;
  let sum_g = 0;
  return weights_g.map((weight, index) => {
    const start = end;
    sum_g += weight;
    const remaining_count = weights_g.length - index - 1;
    const share = Math.round((pieces * sum_g) / total_g);
    end = remaining_count === 0 ? pieces : Math.min(pieces - remaining_count, Math.max(start + 1, share));
    return { ...customs, lines: cutLines(customs.lines, start, end) };
  });
}

/** Pieces `start` to `end` of all lines. */
function cutLines(lines: Customs["lines"], start: number, end: number): Customs["lines"] {
  let before = 0;
  return lines.flatMap((line) => {
    const from = Math.max(0, start - before);
    const to = Math.min(line.quantity, end - before);
    before += line.quantity;
    if (from >= to) return [];
    const cut = (amount: number) =>
      Math.floor((amount * to) / line.quantity) - Math.floor((amount * from) / line.quantity);
    return [
      {
        ...line,
        quantity: to - from,
        value_minor: cut(line.value_minor),
        weight_g: cut(line.weight_g),
      },
    ];
  });
}
