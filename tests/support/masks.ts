/** Compares responses of calls that are alike, but for times and new ids. */
type Values = Record<string, unknown>;

/** Measured anew by each call, and sometimes alike: `idle` is points for how long a driver has waited. */
const DURATIONS: ReadonlySet<string> = new Set(["elapsed_ms", "idle"]);

const TIME = /^\d{4}-\d\d-\d\dT/;
/** A link that is signed until a time: the same within a second. */
const SIGNED_LINK = /[?&]until=\d+&signature=/;

/** Masks timestamps, durations, and values that differ between two direct calls, such as new ids. */
export function maskDifferences(value: unknown, other: unknown): unknown {
  if (typeof value === "string" && (TIME.test(value) || SIGNED_LINK.test(value))) return "T";
  if (typeof value !== "object" || value === null || typeof other !== "object" || other === null)
    return value === other ? value : "*";
  if (Array.isArray(value))
    return value.map((item, index) => maskDifferences(item, (other as unknown[])[index]));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      DURATIONS.has(key) || (key === "score" && "idle" in value)
        ? "T"
        : maskDifferences(member, (other as Values)[key]),
    ]),
  );
}

/** Masks the same paths in a third response. */
export function applyMask(value: unknown, mask: unknown): unknown {
  if (mask === "*" || mask === "T") return value === undefined ? undefined : mask;
  if (typeof value !== "object" || value === null || typeof mask !== "object" || mask === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => applyMask(item, (mask as unknown[])[index]));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, applyMask(member, (mask as Values)[key])]),
  );
}
