/** The questions that guests answer, as staff edit them. What a program defined beyond this editor is kept. */
import { Button, Select, Switch, TextInput } from "@mantine/core";
import type { Bookable } from "../../../../packages/client/client.gen.ts";
import { text } from "./text.ts";

const QUESTION_KINDS = ["string", "integer", "boolean"] as const;
const QUESTIONS_MAX = 60;

export interface Question {
  title: string;
  kind: (typeof QUESTION_KINDS)[number];
  is_required: boolean;
  /** Of one that was defined by a program in a form that this editor has not. */
  name?: string;
}

export function listQuestions(bookable: Bookable | null): Question[] {
  const { properties = {}, required = [] } = bookable?.form_fields ?? {};
  return Object.entries(properties).map(([name, field]) => ({
    name,
    title: field.title,
    kind: QUESTION_KINDS.find((kind) => kind === field.type) ?? "string",
    is_required: required.includes(name),
  }));
}

/** A question keeps its name and what else it is; a new one is named by its number. */
export function buildForm(questions: readonly Question[], before: Bookable | null): Bookable["form_fields"] {
  const taken_names = new Set(questions.flatMap(({ name }) => name ?? []));
  let number = 0;
  const nextName = (): string => {
    for (;;) {
      number += 1;
      if (!taken_names.has(`q${number}`)) return `q${number}`;
    }
  };
  const fields = questions
    .filter(({ title }) => title.trim() !== "")
    .map(({ name, title, kind, is_required }) => {
      const old = name === undefined ? undefined : before?.form_fields.properties[name];
      const is_other = old !== undefined && !QUESTION_KINDS.some((one) => one === old.type);
      const field = { ...(old?.type === kind || is_other ? old : { type: kind }), title: title.trim() };
      return { name: name ?? nextName(), field, is_required };
    });
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(({ name, field }) => [name, field])) as never,
    required: fields.filter(({ is_required }) => is_required).map(({ name }) => name),
  };
}

export function QuestionsEditor({
  questions,
  onChange,
}: {
  questions: readonly Question[];
  onChange: (questions: Question[]) => void;
}) {
  const change = (index: number, part: Partial<Question>) =>
    onChange(questions.with(index, { ...(questions[index] as Question), ...part }));
  return (
    <fieldset className="form-section stack">
      <legend>{text.bookables.questions}</legend>
      {questions.map((question, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a new question has no name yet.
        <div key={index} className="stack">
          <TextInput
            // No member of a request: the title of a question, in the schema of the form.
            label={text.bookables.question({ n: index + 1 })}
            maxLength={120}
            value={question.title}
            onChange={(event) => change(index, { title: event.currentTarget.value })}
          />
          <div className="row apart">
            <Select
              aria-label={text.bookables.question_kind({ n: index + 1 })}
              allowDeselect={false}
              data={QUESTION_KINDS.map((value) => ({
                value,
                label: text.bookables.question_kinds[value],
              }))}
              value={question.kind}
              onChange={(kind) => change(index, { kind: (kind ?? "string") as Question["kind"] })}
            />
            <Switch
              label={text.bookables.required}
              checked={question.is_required}
              onChange={(event) => change(index, { is_required: event.currentTarget.checked })}
            />
            <Button variant="subtle" color="gray" onClick={() => onChange(questions.toSpliced(index, 1))}>
              {text.bookables.remove_question({ n: index + 1 })}
            </Button>
          </div>
        </div>
      ))}
      <Button
        variant="default"
        disabled={questions.length >= QUESTIONS_MAX}
        onClick={() => onChange([...questions, { title: "", kind: "string", is_required: false }])}
      >
        {text.bookables.add_question}
      </Button>
    </fieldset>
  );
}
