/** The input of an operation with each id once in every list of ids, at any depth; the first place of each is kept. Pure. */
export function withUniqueIds<Input extends object>(input: Input): Input {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      name.endsWith("_ids") ? dropDuplicates(value) : deduplicateInside(value),
    ]),
  ) as Input;
}

const dropDuplicates = (value: unknown) =>
  Array.isArray(value) && value.every((one) => typeof one === "number" || typeof one === "string")
    ? [...new Set(value)]
    : deduplicateInside(value);

function deduplicateInside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deduplicateInside);
  const is_plain =
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return is_plain ? withUniqueIds(value) : value;
}
