/** The common time axis of a trace, and formatted durations. Pure; all times are nanoseconds. */

const MS = 1_000_000n;
const SECOND = 1000n * MS;
const MINUTE = 60n * SECOND;
const HOUR = 60n * MINUTE;
const DAY = 24n * HOUR;

/** Longest first; each with its number of the next unit. */
const UNITS: readonly (readonly [bigint, string])[] = [
  [DAY, "d"],
  [HOUR, "h"],
  [MINUTE, "min"],
  [SECOND, "s"],
  [MS, "ms"],
  [1000n, "µs"],
  [1n, "ns"],
];

/** Round distances between marks, from a nanosecond on. */
const STEPS: readonly bigint[] = [
  ...[1n, 1000n, MS].flatMap((unit) => [1n, 2n, 5n, 10n, 20n, 50n, 100n, 200n, 500n].map((n) => n * unit)),
  ...[1n, 2n, 5n, 10n, 15n, 30n].map((n) => n * SECOND),
  ...[1n, 2n, 5n, 10n, 15n, 30n].map((n) => n * MINUTE),
  ...[1n, 2n, 3n, 6n, 12n].map((n) => n * HOUR),
  ...[1n, 2n, 5n, 7n, 14n, 30n, 90n, 180n, 365n, 730n, 1825n, 3650n].map((n) => n * DAY),
];

/**
 * Relative position of an instant between two others: 0 at the first, 1 at the second, and 0 when they are
 * equal.
 */
export function computePosition(
  at_ns: bigint,
  { start_ns, end_ns }: { start_ns: bigint; end_ns: bigint },
): number {
  if (end_ns <= start_ns) return 0;
  // A millionth is finer than any screen.
  return Number(((at_ns - start_ns) * 1_000_000n) / (end_ns - start_ns)) / 1_000_000;
}

/** Marks at round distances from the start, the start among them, at most `most` + 1. */
export function computeMarks(length_ns: bigint, most: number): bigint[] {
  const step = STEPS.find((one) => length_ns / one <= BigInt(most)) ?? length_ns;
  if (length_ns <= 0n || step === 0n) return [0n];
  return Array.from({ length: Number(length_ns / step) + 1 }, (_, index) => BigInt(index) * step);
}

/** `2 d 3 h`, `1.25 s`, `0`: two units where the first is a minute or more, one with decimals below. */
export function formatDuration(length_ns: bigint): string {
  if (length_ns <= 0n) return "0";
  const at = UNITS.findIndex(([size]) => length_ns >= size);
  const [size, name] = UNITS[at]!;
  if (size < MINUTE) {
    const value = Number(length_ns) / Number(size);
    return `${Number(value.toPrecision(3))} ${name}`;
  }
  const [next_size, next_name] = UNITS[at + 1]!;
  const rest = (length_ns % size) / next_size;
  return `${length_ns / size} ${name}${rest === 0n ? "" : ` ${rest} ${next_name}`}`;
}

/** `2026-03-02 08:00:00.000000001 UTC`: as many decimals as it has, three at least. */
export function formatInstant(at_ns: bigint): string {
  const iso = new Date(Number(at_ns / MS)).toISOString();
  const below = String(at_ns % MS)
    .padStart(6, "0")
    .replace(/0+$/, "");
  return `${iso.slice(0, 10)} ${iso.slice(11, -1)}${below} UTC`;
}
