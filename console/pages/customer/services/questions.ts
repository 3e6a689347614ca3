/** The questions of a form as their editor keeps them, and the schema that they are. Pure. */
import type { FormFields } from "../../../../packages/client/client.gen.ts";

type FormField = FormFields["properties"][string];

export const QUESTION_KINDS = [
  "text",
  "choice",
  "number",
  "integer",
  "boolean",
  "date",
  "email",
  "phone",
  "address",
  "list",
] as const;
type QuestionKind = (typeof QUESTION_KINDS)[number];

export interface Question {
  /** Tells the rows of the editor apart. */
  key: number;
  /** Of the answer, in requests. Follows the title until it is stored. */
  name: string;
  is_stored: boolean;
  title: string;
  description: string;
  kind: QuestionKind;
  is_required: boolean;
  /** Of a choice. */
  choices: string[];
  /** Of a number. */
  minimum: number | null;
  maximum: number | null;
  unit: string;
  /** Of a text. */
  length_min: number | null;
  length_max: number | null;
  /** Of a list. */
  entries: Question[];
  entries_max: number | null;
  /** Asked only where that question has one of the answers. */
  depends_on: string | null;
  depends_in: (string | number | boolean)[];
}

export const newQuestion = (key: number): Question => ({
  key,
  name: "",
  is_stored: false,
  title: "",
  description: "",
  kind: "text",
  is_required: false,
  choices: [],
  minimum: null,
  maximum: null,
  unit: "",
  length_min: null,
  length_max: null,
  entries: [],
  entries_max: null,
  depends_on: null,
  depends_in: [],
});

/** A member's name made of a title: "Número de andares" is `numero_de_andares`. */
export function toName(title: string): string {
  const plain = title
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_+$/g, "");
  return plain.slice(0, 40);
}

export const buildName = ({ name, title, key }: Question): string =>
  name !== "" ? name : toName(title) || `question_${key}`;

function readKind({ type, format, enum: words }: FormField): QuestionKind {
  if (type === "object") return "address";
  if (type === "array") return "list";
  if (type !== "string") return type;
  if (words !== undefined) return "choice";
  return format === undefined || format === "address" ? "text" : format;
}

interface Level {
  properties: Readonly<Record<string, FormField>>;
  required?: readonly string[];
}

export function readQuestions({ properties, required = [] }: Level): Question[] {
  return Object.entries(properties).map(([name, field], index) => ({
    ...newQuestion(index + 1),
    name,
    is_stored: true,
    title: field.title,
    description: field.description ?? "",
    kind: readKind(field),
    is_required: required.includes(name),
    choices: field.enum ?? [],
    minimum: field.minimum ?? null,
    maximum: field.maximum ?? null,
    unit: field["x-unit"] ?? "",
    length_min: field.minLength ?? null,
    length_max: field.maxLength ?? null,
    entries: field.items === undefined ? [] : readQuestions(field.items),
    entries_max: field.maxItems ?? null,
    depends_on: field["x-depends-on"]?.field ?? null,
    depends_in: field["x-depends-on"]?.in ?? [],
  }));
}

const memberUnlessEmpty = <Value>(member: string, value: Value | null | "") =>
  value === null || value === "" ? {} : { [member]: value };

/** The keywords that mean something for the kind. */
function writeKind(question: Question): Partial<FormField> & Pick<FormField, "type"> {
  const { kind } = question;
  switch (kind) {
    case "text":
      return {
        type: "string",
        ...memberUnlessEmpty("minLength", question.length_min),
        ...memberUnlessEmpty("maxLength", question.length_max),
      };
    case "choice":
      return { type: "string", enum: question.choices };
    case "number":
    case "integer":
      return {
        type: kind,
        ...memberUnlessEmpty("minimum", question.minimum),
        ...memberUnlessEmpty("maximum", question.maximum),
        ...memberUnlessEmpty("x-unit", question.unit.trim()),
      };
    case "boolean":
      return { type: "boolean" };
    case "address":
      return { type: "object", format: "address" };
    case "list":
      return {
        type: "array",
        items: writeQuestions(question.entries),
        ...memberUnlessEmpty("maxItems", question.entries_max),
      };
    default:
      return { type: "string", format: kind };
  }
}

export function writeQuestions(questions: readonly Question[]): FormFields {
  const required = questions.filter(({ is_required }) => is_required).map(buildName);
  return {
    type: "object",
    properties: Object.fromEntries(
      questions.map((question) => {
        const { title, description, depends_on, depends_in } = question;
        const field: FormField = {
          ...writeKind(question),
          title: title.trim(),
          ...memberUnlessEmpty("description", description.trim()),
          ...(depends_on === null ? {} : { "x-depends-on": { field: depends_on, in: depends_in } }),
        };
        return [buildName(question), field];
      }),
    ),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** Names that several questions of one level have: the last would replace the others. */
export function findRepeatedNames(questions: readonly Question[]): string[] {
  const names = questions.map(buildName);
  const repeated = names.filter((name, index) => names.indexOf(name) < index);
  return [...new Set([...repeated, ...questions.flatMap(({ entries }) => findRepeatedNames(entries))])];
}

/** The keywords of the schema as the editor's members are called. */
const MEMBER_OF: Record<string, keyof Question> = {
  enum: "choices",
  minLength: "length_min",
  maxLength: "length_max",
  "x-unit": "unit",
  "x-depends-on": "depends_on",
  items: "entries",
  maxItems: "entries_max",
  type: "kind",
  format: "kind",
};

/** `properties.floors.minimum` of a form is `2.minimum` of its questions. */
export function toQuestionPath(path: readonly string[], questions: readonly Question[]): string {
  const [, name = "", keyword = "", ...rest] = path;
  const index = questions.findIndex((question) => buildName(question) === name);
  if (index < 0) return path.join(".");
  if (keyword === "items" && rest.length > 0)
    return `${index}.entries.${toQuestionPath(rest, questions[index]?.entries ?? [])}`;
  return `${index}.${MEMBER_OF[keyword] ?? keyword}`;
}
