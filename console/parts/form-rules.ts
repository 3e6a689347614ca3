/**
 * Rules of an operation's input in a form: what its fields show of them, and which of them the entered values break.
 * The service has the last word; what is checked here is said before the call, in the same words (`rule-text.ts`).
 */
import type { Client } from "../../packages/client/client.gen.ts";
import type { Rule, RulesByPath } from "../../packages/client/rule.ts";

type OperationName = keyof Client & string;

/** Paths of the members of an input: `labels.en`, `lines.0.count`. */
type MemberOf<Input> = Input extends readonly (infer Item)[]
  ? `${number}` | `${number}.${MemberOf<Item>}`
  : Input extends object
    ? { [Name in keyof Input & string]: Name | `${Name}.${MemberOf<NonNullable<Input[Name]>>}` }[keyof Input &
        string]
    : never;

/** The rules of an operation with these members. */
export interface Rules<Member extends string> {
  readonly by_path: RulesByPath;
  /** Only its type is read. */
  readonly member?: Member;
}

/** The rules of an operation's input. The build replaces the call by them: `operation-rules.ts`. */
export function getRules<Name extends OperationName>(
  name: Name,
): Rules<MemberOf<Parameters<Client[Name]>[0]>> {
  throw new Error(`The rules of ${name} are not built in.`);
}

export interface FieldOptions {
  type?: "checkbox" | "input";
  /** A member that this form always sends, though the operation does not require it. */
  required?: boolean;
  /** How many of the member's unit are one of what is entered: 1000 where grams are entered as kilograms. */
  factor?: number;
  /** As `factor`, of an input that divides and multiplies itself: the form keeps the member's unit. */
  scale?: number;
  /** What is entered, where it is not the member's unit: a currency. Null: the label says it. */
  unit?: string | null;
}

/** Rules of two operations, of which a form sends one. */
export const joinRules = <One extends string, Other extends string>(
  one: Rules<One>,
  other: Rules<Other>,
): Rules<One | Other> => ({ by_path: { ...one.by_path, ...other.by_path } });

/** Decimals that are entered, and what is entered for an amount in the member's unit. */
function getDecimals({ integer }: Rule, factor: number): number {
  return integer ? Math.ceil(Math.log10(factor)) : Infinity;
}

const toEntered = (amount: number, factor: number, decimals: number, round: (amount: number) => number) =>
  decimals === Infinity ? amount / factor : round((amount / factor) * 10 ** decimals) / 10 ** decimals;

export const findRule = (rules: RulesByPath, path: string): Rule =>
  rules[path.replace(/\b\d+\b/g, "*")] ?? {};

const isNumeric = ({ integer, minimum, maximum }: Rule) => integer ?? (minimum ?? maximum) !== undefined;

/** Props of the input of a member, in a dialog that keeps its values itself. */
export const toMemberProps = <Member extends string>(
  { by_path }: Rules<Member>,
  member: Member,
  options?: FieldOptions,
) => {
  // A number out of range is corrected: nobody would tell it before the call.
  const { clampBehavior: _, ...props } = toInputProps(findRule(by_path, member), options);
  return props;
};

/** Props of the input of a member. */
export function toInputProps(
  rule: Rule,
  {
    required = rule.required ?? false,
    scale,
    factor = scale ?? 1,
    unit = factor === 1 ? rule.unit : null,
  }: FieldOptions = {},
): { required?: true; maxLength?: number; clampBehavior?: "none" } {
  const { integer, minimum, maximum, maxLength, format } = rule;
  const decimals = getDecimals(rule, factor);
  return {
    ...(required ? { required } : {}),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(format === "email" ? { type: format } : {}),
    ...(scale === undefined ? {} : { scale }),
    ...(isNumeric(rule)
      ? {
          // A value out of range is reported, not changed silently.
          clampBehavior: "none",
          ...(minimum === undefined ? {} : { min: toEntered(minimum, factor, decimals, Math.ceil) }),
          ...(maximum === undefined ? {} : { max: toEntered(maximum, factor, decimals, Math.floor) }),
          ...(integer ? { allowDecimal: decimals > 0, decimalScale: decimals } : {}),
          ...(unit == null ? {} : { suffix: ` ${unit}` }),
        }
      : {}),
  };
}

export const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);

/** A rule that a value breaks; a limit is in the unit that is entered. */
export type Broken =
  | { rule: "required" | "integer" | "not_valid" }
  | {
      rule: "minimum" | "maximum" | "characters_min" | "characters_max" | "entries_min" | "entries_max";
      limit: number;
    };

/** `entry`: the rule of what a list holds. */
export function findBroken(
  value: unknown,
  rule: Rule,
  { required = rule.required ?? false, scale, factor = scale ?? 1 }: FieldOptions = {},
  entry: Rule = {},
): Broken | undefined {
  if (isEmpty(value)) return required ? { rule: "required" } : undefined;
  if (Array.isArray(value)) {
    const { minItems = 0, maxItems = Infinity } = rule;
    if (value.length < minItems) return { rule: "entries_min", limit: minItems };
    if (value.length > maxItems) return { rule: "entries_max", limit: maxItems };
    return value.map((one) => findBroken(one, entry)).find((broken) => broken !== undefined);
  }
  if (isNumeric(rule)) {
    const { minimum = -Infinity, maximum = Infinity } = rule;
    const amount = Number(value) * (scale === undefined ? factor : 1);
    const decimals = getDecimals(rule, factor);
    if (amount < minimum) return { rule: "minimum", limit: toEntered(minimum, factor, decimals, Math.ceil) };
    if (amount > maximum) return { rule: "maximum", limit: toEntered(maximum, factor, decimals, Math.floor) };
    return decimals === 0 && !Number.isInteger(Number(value)) ? { rule: "integer" } : undefined;
  }
  if (typeof value !== "string") return undefined;
  const { minLength = 0, maxLength = Infinity, pattern } = rule;
  const characters = [...value].length;
  if (characters < minLength) return { rule: "characters_min", limit: minLength };
  if (characters > maxLength) return { rule: "characters_max", limit: maxLength };
  // Capitals and outer spaces are what forms may still change.
  const fits = pattern === undefined || new RegExp(pattern, "iu").test(value.trim());
  return fits ? undefined : { rule: "not_valid" };
}
