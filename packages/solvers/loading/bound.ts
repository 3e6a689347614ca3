import type { Model } from "./model.ts";

/** Continuous bounds: volume and payload as if items could be cut. */
export type Bounds = { volume: number; spaces: number };

export function computeBounds(model: Model): Bounds {
  const kinds = model.kinds.filter(({ count }) => count > 0);
  const room = kinds.reduce((sum, { volume, count }) => sum + volume * count, 0);
  const payload = kinds.reduce((sum, { payload: one, count }) => sum + one * count, 0);
  const types = Array.from({ length: model.types }, (_, type) => type).filter(
    (type) => model.quantity[type]! > 0 && kinds.some(({ alone }) => alone[type] === null),
  );
  let volume = 0;
  let weight = 0;
  // The lightest for its volume first: no choice within the payload has more volume.
  for (const type of types.sort(
    (a, b) => model.weight[a]! / model.volume[a]! - model.weight[b]! / model.volume[b]!,
  )) {
    const heavy = model.quantity[type]! * model.weight[type]!;
    const share = heavy === 0 ? 1 : Math.min(1, Math.max(0, payload - weight) / heavy);
    volume += share * model.quantity[type]! * model.volume[type]!;
    weight += share * heavy;
  }
  return {
    volume: Math.min(room, Math.ceil(volume * (1 - 1e-12))),
    spaces: countSpaces(model, types),
  };
}

/** The largest spaces first, until they have the volume and the payload of everything that fits one alone. */
function countSpaces(model: Model, types: readonly number[]): number {
  const sum = (of: ArrayLike<number>) =>
    types.reduce((total, type) => total + model.quantity[type]! * of[type]!, 0);
  const need = (wanted_volume: number, sizes: { size: number; count: number }[]) => {
    let remaining_volume = wanted_volume * (1 - 1e-12);
    let spaces = 0;
    for (const { size, count } of sizes.toSorted((a, b) => b.size - a.size)) {
      if (remaining_volume <= 0) break;
      const used = size === 0 ? 0 : Math.min(count, Math.max(1, Math.ceil(remaining_volume / size)));
      spaces += used;
      remaining_volume = size === Infinity && used > 0 ? 0 : remaining_volume - used * size;
    }
    return spaces;
  };
  const byVolume = need(
    sum(model.volume),
    model.kinds.map(({ volume: size, count }) => ({ size, count })),
  );
  const byWeight = need(
    sum(model.weight),
    model.kinds.map(({ payload: size, count }) => ({ size, count })),
  );
  return Math.max(types.length > 0 ? 1 : 0, byVolume, byWeight);
}
