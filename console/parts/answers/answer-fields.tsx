/** The questions of a form: one input for each that is asked. An address is entered as the page that has the form does it. */
import { ActionIcon, Button, NumberInput, Select, Switch, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { IconPlus, IconTrash } from "#icons";
import { text } from "../text.ts";
import { type Answers, type FormField, isAsked, type Level } from "./answers.ts";

/** Texts longer than this are entered in several lines. */
const LINE_MAX = 120;

interface LevelProps {
  level: Level;
  answers: Answers;
  onChange: (answers: Answers) => void;
  /** The error at a path: `form.items.0.name`. */
  error: (path: string) => string | undefined;
  /** Path of these answers. */
  at: string;
  Address: (props: AddressProps) => ReactNode;
}

export interface AddressProps {
  label: string;
  path: string;
  is_required: boolean;
  value: unknown;
  onChange: (value: unknown) => void;
  error: LevelProps["error"];
}

export function AnswerFields({ level, answers, onChange, error, at, Address }: LevelProps) {
  return Object.entries(level.properties).map(([name, field]) =>
    isAsked(level, name, answers) ? (
      <AnswerField
        key={name}
        field={field}
        path={`${at}.${name}`}
        is_required={level.required?.includes(name) === true}
        value={answers[name]}
        onChange={(value) => onChange({ ...answers, [name]: value })}
        error={error}
        Address={Address}
      />
    ) : null,
  );
}

interface FieldProps {
  field: FormField;
  path: string;
  is_required: boolean;
  value: unknown;
  onChange: (value: unknown) => void;
  error: LevelProps["error"];
  Address: LevelProps["Address"];
}

function AnswerField(props: FieldProps) {
  const { field, path, is_required, value, onChange, error, Address } = props;
  const words = {
    label: field.title,
    description: field.description,
    withAsterisk: is_required,
    error: error(path),
  };
  switch (field.type) {
    case "boolean":
      return is_required ? (
        <Select
          {...words}
          data={[
            { value: "true", label: text.answers.yes },
            { value: "false", label: text.answers.no },
          ]}
          value={typeof value === "boolean" ? String(value) : null}
          onChange={(choice) => onChange(choice === null ? null : choice === "true")}
        />
      ) : (
        <Switch
          label={field.title}
          description={field.description}
          error={error(path)}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case "number":
    case "integer":
      return (
        <NumberInput
          {...words}
          label={field["x-unit"] === undefined ? field.title : `${field.title} (${field["x-unit"]})`}
          allowDecimal={field.type === "number"}
          min={field.minimum}
          max={field.maximum}
          clampBehavior="none"
          value={typeof value === "number" ? value : ""}
          onChange={(entered) => onChange(typeof entered === "number" ? entered : null)}
        />
      );
    case "object":
      return <Address label={field.title} {...{ path, is_required, value, onChange, error }} />;
    case "array":
      return <ListAnswer {...props} />;
    default:
      return <TextAnswer {...props} words={words} />;
  }
}

const INPUT_TYPES = { date: "date", email: "email", phone: "tel", address: "text" } as const;

function TextAnswer({ field, value, onChange, words }: FieldProps & { words: object }) {
  const text_value = typeof value === "string" ? value : "";
  if (field.enum !== undefined)
    return (
      <Select
        {...words}
        data={field.enum}
        value={text_value === "" ? null : text_value}
        onChange={onChange}
        searchable={field.enum.length > 8}
        clearable
        clearButtonProps={{ "aria-label": text.answers.clear({ name: field.title }) }}
      />
    );
  if (field.format === undefined && (field.maxLength ?? 0) > LINE_MAX)
    return (
      <Textarea
        {...words}
        autosize
        minRows={2}
        maxLength={field.maxLength}
        value={text_value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...words}
      type={field.format === undefined ? "text" : INPUT_TYPES[field.format]}
      maxLength={field.maxLength}
      value={text_value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function ListAnswer({ field, path, is_required, value, onChange, error, Address }: FieldProps) {
  const entries = Array.isArray(value) ? (value as Answers[]) : [];
  const level: Level = field.items ?? { properties: {} };
  const is_full = entries.length >= (field.maxItems ?? Number.POSITIVE_INFINITY);
  return (
    <fieldset className="form-group">
      <legend>
        {field.title}
        {is_required ? <span aria-hidden> *</span> : null}
      </legend>
      {field.description ? <p className="dim small">{field.description}</p> : null}
      {error(path) === undefined ? null : <p className="note tone-bad">{error(path)}</p>}
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity, and their inputs keep no state.
        <div key={index} className="form-entry">
          <div className="row apart">
            <span className="small strong">{text.answers.entry({ name: field.title, n: index + 1 })}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={text.answers.remove_entry({ name: field.title, n: index + 1 })}
              onClick={() => onChange(entries.filter((_, other) => other !== index))}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </div>
          <div className="form-grid">
            <AnswerFields
              level={level}
              answers={entry}
              at={`${path}.${index}`}
              error={error}
              Address={Address}
              onChange={(changed) => onChange(entries.map((one, other) => (other === index ? changed : one)))}
            />
          </div>
        </div>
      ))}
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          disabled={is_full}
          onClick={() => onChange([...entries, {}])}
        >
          {text.answers.add_entry({ name: field.title })}
        </Button>
      </div>
    </fieldset>
  );
}
