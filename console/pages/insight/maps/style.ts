/** How a layer of a map is drawn, as its style says. */
import type { ExpressionSpecification } from "maplibre-gl";
import type { CustomMapStyle } from "../../../../packages/client/client.gen.ts";

const OTHER = "#8a8178";
type Rule = NonNullable<CustomMapStyle["by"]>["rules"][number];

function buildCondition(field: string, { value, from, to }: Rule): ExpressionSpecification {
  if (value !== undefined) return ["==", ["to-string", ["get", field]], String(value)];
  const number: ExpressionSpecification = ["to-number", ["get", field]];
  return [
    "all",
    ["has", field],
    ...(from === undefined ? [] : [[">=", number, from] as ExpressionSpecification]),
    ...(to === undefined ? [] : [["<", number, to] as ExpressionSpecification]),
  ];
}

/** The first rule that holds. */
export function buildColor({ color, by }: CustomMapStyle): ExpressionSpecification | string {
  if (!by) return color;
  const cases = by.rules.flatMap((rule) => [buildCondition(by.field, rule), rule.color]);
  return ["case", ...cases, by.other ?? OTHER] as unknown as ExpressionSpecification;
}

export function describeRule({ value, from, to, label }: Rule): string {
  if (label) return label;
  return value === undefined ? `${from ?? ""} – ${to ?? ""}` : String(value);
}

export const findOtherColor = ({ by }: CustomMapStyle): string => by?.other ?? OTHER;

/** What is said of a feature: the template with its fields, or all of them. */
export function describeFeature(
  properties: Record<string, unknown>,
  { popup, fields }: { popup: string; fields: readonly string[] },
): { title: string; lines: readonly string[] } {
  const show = (key: string) => String(properties[key] ?? "");
  if (popup.trim() !== "") {
    const written = popup.replaceAll(/\{([^{}]{1,120})\}/g, (_, key: string) => show(key));
    const [title = "", ...lines] = written.split("\n").filter((line) => line.trim() !== "");
    return { title, lines };
  }
  const [first, ...others] = fields.filter((key) => show(key) !== "");
  return {
    title: first === undefined ? "" : show(first),
    lines: others.map((key) => `${key.replace(/^attributes\./, "")}: ${show(key)}`),
  };
}
