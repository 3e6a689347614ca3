/** The editor of a form's questions. */
import { ActionIcon, Button, MultiSelect, Select, Switch, TagsInput, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "#icons";
import type { FieldOptions } from "../../../parts/form-rules.ts";
import { Sheet } from "../../../parts/page.tsx";
import type { ServiceForm, ServicePath, SheetProps } from "./editor.tsx";
import { CountInput } from "./order-form/measure-input.tsx";
import { buildName, newQuestion, QUESTION_KINDS, type Question } from "./questions.ts";
import { text } from "./text.ts";

const QUESTIONS_MAX = 60;
const ENTRY_QUESTIONS_MAX = 20;

/** Of the schema of a question, by the members of the editor. */
const KEYWORDS = {
  minimum: "minimum",
  maximum: "maximum",
  length_min: "minLength",
  length_max: "maxLength",
  entries_max: "maxItems",
} as const;

export function QuestionsSheet({ form, may_write }: SheetProps) {
  return (
    <Sheet title={text.questions.title}>
      <div className="stack">
        {form.values.questions.length === 0 ? <p className="dim small">{text.questions.about}</p> : null}
        <Questions
          form={form}
          may_write={may_write}
          label={text.questions.title}
          questions={form.values.questions}
          at="questions"
          put={(questions) => form.set({ questions })}
        />
      </div>
    </Sheet>
  );
}

interface ListProps {
  form: ServiceForm;
  may_write: boolean;
  label: string;
  questions: readonly Question[];
  /** Path of the questions in the form. */
  at: string;
  put: (questions: Question[]) => void;
  is_inside?: boolean;
}

function Questions({ form, may_write, label, questions, at, put, is_inside = false }: ListProps) {
  const next_key = Math.max(0, ...questions.map(({ key }) => key)) + 1;
  const move = (index: number, by: number) => {
    const moved = [...questions];
    const [one] = moved.splice(index, 1);
    if (one !== undefined) moved.splice(index + by, 0, one);
    put(moved);
  };
  const rename = (before: Question, after: Question) =>
    questions.map((one) => {
      if (one === before) return after;
      // Those that depend on it follow its name.
      return one.depends_on === buildName(before) ? { ...one, depends_on: buildName(after) } : one;
    });
  return (
    <>
      <ol className="stack" aria-label={label}>
        {questions.map((question, index) => {
          const name = question.title || text.questions.question({ n: index + 1 });
          return (
            <li key={question.key} className="form-entry">
              <div className="row apart nowrap">
                <span className="small strong cut">{name}</span>
                {may_write ? (
                  <span className="row tight nowrap service-tools">
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={text.questions.up({ name })}
                      disabled={index === 0}
                      onClick={() => move(index, -1)}
                    >
                      <IconArrowUp size={15} />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={text.questions.down({ name })}
                      disabled={index === questions.length - 1}
                      onClick={() => move(index, 1)}
                    >
                      <IconArrowDown size={15} />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={text.questions.remove({ name })}
                      onClick={() =>
                        put(
                          questions
                            .filter((one) => one !== question)
                            .map((one) =>
                              one.depends_on === buildName(question)
                                ? { ...one, depends_on: null, depends_in: [] }
                                : one,
                            ),
                        )
                      }
                    >
                      <IconTrash size={15} />
                    </ActionIcon>
                  </span>
                ) : null}
              </div>
              <QuestionFields
                form={form}
                may_write={may_write}
                question={question}
                earlier={questions.slice(0, index)}
                at={`${at}.${index}`}
                change={(part) => put(rename(question, { ...question, ...part }))}
                is_inside={is_inside}
              />
            </li>
          );
        })}
      </ol>
      {may_write ? (
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            disabled={questions.length >= (is_inside ? ENTRY_QUESTIONS_MAX : QUESTIONS_MAX)}
            onClick={() => put([...questions, newQuestion(next_key)])}
          >
            {is_inside ? text.questions.add_inside : text.questions.add}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function QuestionFields({
  form,
  may_write,
  question,
  earlier,
  at,
  change,
  is_inside,
}: {
  form: ServiceForm;
  may_write: boolean;
  question: Question;
  /** Questions before this one, which it can depend on. */
  earlier: readonly Question[];
  at: string;
  change: (part: Partial<Question>) => void;
  is_inside: boolean;
}) {
  const field = (member: keyof Question, keyword: string, options?: FieldOptions) => {
    const level = is_inside ? "form_fields.properties.0.items" : "form_fields";
    return form.own(`${at}.${member}`, { ...options, member: `${level}.${keyword}` as ServicePath });
  };
  const kinds = QUESTION_KINDS.filter((kind) => kind !== "list" || !is_inside);
  const { kind } = question;
  const count = (member: keyof typeof KEYWORDS) => (
    <CountInput
      label={text.questions[member]}
      {...field(member, `properties.0.${KEYWORDS[member]}`)}
      allowDecimal={kind === "number"}
      allowNegative={member === "minimum" || member === "maximum"}
    />
  );
  return (
    <>
      <div className="service-fields at-end">
        <TextInput
          className="half"
          label={text.questions.text}
          {...field("title", "properties.0.title", { required: true })}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <Select
          label={text.questions.kind}
          data={kinds.map((value) => ({ value, label: text.questions.kinds[value] }))}
          allowDeselect={false}
          {...field("kind", "properties.0.type")}
        />
        <TextInput
          label={text.questions.name}
          placeholder={buildName(question)}
          {...field("name", "required.0")}
          onChange={(event) => change({ name: event.currentTarget.value.trim() })}
        />
        {kind === "choice" ? (
          <TagsInput
            className="wide"
            label={text.questions.choices}
            description={text.questions.choices_about}
            {...field("choices", "properties.0.enum", { required: true })}
          />
        ) : null}
        {kind === "number" || kind === "integer" ? (
          <>
            {count("minimum")}
            {count("maximum")}
            <TextInput label={text.questions.unit} {...field("unit", "properties.0.x-unit")} />
          </>
        ) : null}
        {kind === "text" ? (
          <>
            {count("length_min")}
            {count("length_max")}
          </>
        ) : null}
        {kind === "list" ? count("entries_max") : null}
        <TextInput
          className="wide"
          label={text.questions.description}
          {...field("description", "properties.0.description")}
        />
        <Switch
          className="wide"
          label={text.questions.required}
          {...form.own(`${at}.is_required`, { type: "checkbox" })}
        />
      </div>
      <Dependency
        question={question}
        earlier={earlier}
        change={change}
        disabled={!may_write}
        error={form.getError(`${at}.depends_on`)}
      />
      {kind === "list" ? (
        <fieldset className="form-group service-inside">
          <legend>{text.questions.inside}</legend>
          <Questions
            form={form}
            may_write={may_write}
            label={text.questions.inside}
            questions={question.entries}
            at={`${at}.entries`}
            put={(entries) => change({ entries })}
            is_inside
          />
        </fieldset>
      ) : null}
    </>
  );
}

/** Asked always, or only where an earlier question has one of some answers. */
function Dependency({
  question,
  earlier,
  change,
  disabled,
  error,
}: {
  question: Question;
  earlier: readonly Question[];
  change: (part: Partial<Question>) => void;
  disabled: boolean;
  error: string | undefined;
}) {
  const possible = earlier.filter(
    ({ kind }) => kind === "choice" || kind === "boolean" || kind === "integer",
  );
  const on = earlier.find((one) => buildName(one) === question.depends_on);
  if (possible.length === 0 && question.depends_on === null) return null;
  return (
    <div className="service-fields wide-fields">
      <Select
        label={text.questions.depends}
        placeholder={text.questions.always}
        data={possible.map((one) => ({ value: buildName(one), label: one.title || buildName(one) }))}
        clearable
        clearButtonProps={{ "aria-label": text.questions.always }}
        disabled={disabled}
        value={question.depends_on}
        onChange={(depends_on) => {
          const condition_question = earlier.find((one) => buildName(one) === depends_on);
          change({ depends_on, depends_in: condition_question?.kind === "boolean" ? [true] : [] });
        }}
        error={error}
      />
      {on === undefined ? null : on.kind === "boolean" ? (
        <Select
          label={text.questions.has}
          data={[
            { value: "true", label: text.form.yes },
            { value: "false", label: text.form.no },
          ]}
          allowDeselect={false}
          disabled={disabled}
          value={String(question.depends_in[0] ?? true)}
          onChange={(value) => change({ depends_in: [value === "true"] })}
        />
      ) : on.kind === "choice" ? (
        <MultiSelect
          label={text.questions.has}
          data={on.choices}
          disabled={disabled}
          value={question.depends_in.map(String)}
          onChange={(depends_in) => change({ depends_in })}
        />
      ) : (
        <TagsInput
          // No member of a request: answers of the question, in its schema.
          label={text.questions.has}
          disabled={disabled}
          value={question.depends_in.map(String)}
          onChange={(values) =>
            change({ depends_in: values.map(Number).filter((value) => Number.isFinite(value)) })
          }
        />
      )}
    </div>
  );
}
