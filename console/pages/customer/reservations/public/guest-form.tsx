/** Who reserves, and the questions of the place. The rules are those of the service: it answers with the path of each wrong field. */
import { Alert, Button, Checkbox, NumberInput, Select, Textarea, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { PublicBookable } from "../../../../../packages/client/client.gen.ts";
import { ApiError } from "../../../../api/client.ts";
import { getLocale } from "../../../../language/language.ts";
import { getRules, toMemberProps } from "../../../../parts/form-rules.ts";
import { text } from "./text.ts";

/** Those of a confirmation as well. */
const RULES = getRules("waitlistJoin");

type Answers = Record<string, unknown>;
type Fields = PublicBookable["form_fields"];
type Field = Fields["properties"][string];

export interface GuestValues {
  guest_name: string;
  guest_email?: string;
  guest_phone?: string;
  guest_language: string;
  guest_note?: string;
  form: Answers;
}

interface Props {
  bookable: Pick<PublicBookable, "form_fields" | "verified_contact">;
  submit: string;
  is_pending: boolean;
  error: Error | null;
  onSubmit: (values: GuestValues) => void;
}

export function GuestForm({ bookable, submit, is_pending, error, onSubmit }: Props): ReactElement {
  const { form_fields, verified_contact } = bookable;
  const [values, setValues] = useState({ name: "", email: "", phone: "", note: "" });
  const [answers, setAnswers] = useState<Answers>({});
  const set = (part: Partial<typeof values>) => setValues({ ...values, ...part });
  const faults = new Map<string, string>();
  if (error instanceof ApiError)
    for (const { field, message } of error.errors) if (field !== undefined) faults.set(field, message);
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({
          guest_name: values.name,
          ...(values.email.trim() === "" ? {} : { guest_email: values.email }),
          ...(values.phone.trim() === "" ? {} : { guest_phone: values.phone }),
          ...(values.note.trim() === "" ? {} : { guest_note: values.note }),
          guest_language: getLocale(),
          form: pickAnswers(form_fields, answers),
        });
      }}
    >
      {error ? <Alert color="red">{error.message}</Alert> : null}
      <TextInput
        label={text.name}
        autoComplete="name"
        {...toMemberProps(RULES, "guest_name")}
        value={values.name}
        error={faults.get("guest_name")}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        label={text.email}
        autoComplete="email"
        {...toMemberProps(RULES, "guest_email", { required: verified_contact === "email" })}
        description={verified_contact === "none" ? text.contact_about : undefined}
        value={values.email}
        error={faults.get("guest_email")}
        onChange={(event) => set({ email: event.currentTarget.value })}
      />
      <TextInput
        label={text.phone}
        type="tel"
        autoComplete="tel"
        {...toMemberProps(RULES, "guest_phone", { required: verified_contact === "phone" })}
        value={values.phone}
        error={faults.get("guest_phone")}
        onChange={(event) => set({ phone: event.currentTarget.value })}
      />
      <Questions
        level={form_fields}
        answers={answers}
        at="form"
        faults={faults}
        onChange={(form) => setAnswers(form)}
      />
      <Textarea
        label={text.note}
        {...toMemberProps(RULES, "guest_note")}
        autosize
        minRows={2}
        value={values.note}
        error={faults.get("guest_note")}
        onChange={(event) => set({ note: event.currentTarget.value })}
      />
      <Button type="submit" size="lg" loading={is_pending} disabled={values.name.trim() === ""}>
        {submit}
      </Button>
    </form>
  );
}

interface Level {
  properties: Readonly<Record<string, Field>>;
  required?: readonly string[];
}

function isAsked(level: Level, name: string, answers: Answers): boolean {
  const depends = level.properties[name]?.["x-depends-on"];
  if (depends === undefined) return true;
  return isAsked(level, depends.field, answers) && depends.in.some((one) => one === answers[depends.field]);
}

/** What is asked and was answered. */
function pickAnswers(level: Level, answers: Answers): Answers {
  return Object.fromEntries(
    Object.entries(answers).filter(
      ([name, value]) =>
        name in level.properties && isAsked(level, name, answers) && value !== "" && value !== undefined,
    ),
  );
}

function Questions({
  level,
  answers,
  at,
  faults,
  onChange,
}: {
  level: Level;
  answers: Answers;
  at: string;
  faults: ReadonlyMap<string, string>;
  onChange: (answers: Answers) => void;
}) {
  return Object.entries(level.properties).map(([name, field]) =>
    isAsked(level, name, answers) ? (
      <Question
        key={name}
        field={field}
        is_required={level.required?.includes(name) === true}
        value={answers[name]}
        at={`${at}/${name}`}
        faults={faults}
        onChange={(value) => onChange({ ...answers, [name]: value })}
      />
    ) : null,
  );
}

function Question({
  field,
  is_required,
  value,
  at,
  faults,
  onChange,
}: {
  field: Field;
  is_required: boolean;
  value: unknown;
  at: string;
  faults: ReadonlyMap<string, string>;
  onChange: (value: unknown) => void;
}) {
  const common = {
    label: field["x-unit"] === undefined ? field.title : `${field.title} (${field["x-unit"]})`,
    description: field.description,
    error: faults.get(at),
    required: is_required,
  };
  const written = typeof value === "string" ? value : "";
  if (field.enum !== undefined)
    return (
      <Select
        {...common}
        data={field.enum}
        value={written === "" ? null : written}
        clearable={!is_required}
        onChange={(next) => onChange(next ?? undefined)}
      />
    );
  switch (field.type) {
    case "boolean":
      return (
        <Checkbox
          label={common.label}
          description={field.description}
          error={common.error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case "number":
    case "integer":
      return (
        <NumberInput
          {...common}
          value={typeof value === "number" ? value : ""}
          allowDecimal={field.type === "number"}
          onChange={(next) => onChange(typeof next === "number" ? next : undefined)}
        />
      );
    case "object":
      return (
        <fieldset className="stack">
          <legend className="strong">{common.label}</legend>
          {(["line1", "postal_code", "city", "country"] as const).map((member) => {
            const place = (value ?? {}) as Answers;
            return (
              <TextInput
                key={member}
                label={text.address[member]}
                required={is_required && member === "line1"}
                maxLength={member === "country" ? 2 : 255}
                value={typeof place[member] === "string" ? place[member] : ""}
                error={faults.get(`${at}/${member}`) ?? (member === "line1" ? common.error : undefined)}
                onChange={(event) => {
                  const { [member]: _before, ...others } = place;
                  const next = event.currentTarget.value;
                  const after =
                    next === ""
                      ? others
                      : { ...others, [member]: member === "country" ? next.toUpperCase() : next };
                  onChange(Object.keys(after).length === 0 ? undefined : after);
                }}
              />
            );
          })}
        </fieldset>
      );
    case "array": {
      const entries = Array.isArray(value) ? (value as Answers[]) : [];
      const put = (next: Answers[]) => onChange(next.length === 0 ? undefined : next);
      return (
        <fieldset className="stack">
          <legend className="strong">{common.label}</legend>
          {common.error === undefined ? null : <Alert color="red">{common.error}</Alert>}
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and are only added at the end or removed.
            <div key={index} className="stack">
              <Questions
                level={(field.items ?? { properties: {} }) as Level}
                answers={entry}
                at={`${at}/${index}`}
                faults={faults}
                onChange={(next) => put(entries.with(index, next))}
              />
              <Button variant="subtle" color="gray" onClick={() => put(entries.toSpliced(index, 1))}>
                {text.remove}
              </Button>
            </div>
          ))}
          <Button
            variant="default"
            disabled={entries.length >= (field.maxItems ?? 50)}
            onClick={() => put([...entries, {}])}
          >
            {text.add}
          </Button>
        </fieldset>
      );
    }
    default:
      return (
        <TextInput
          {...common}
          type={
            field.format === "date"
              ? "date"
              : field.format === "email"
                ? "email"
                : field.format === "phone"
                  ? "tel"
                  : "text"
          }
          maxLength={field.maxLength ?? 500}
          value={written}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
