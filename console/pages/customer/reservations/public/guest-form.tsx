/** Who reserves, and the questions of the place. The rules are those of the service: it answers with the path of each wrong field. */
import { Alert, Button, Textarea, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { PublicBookable } from "../../../../../packages/client/client.gen.ts";
import { ApiError } from "../../../../api/client.ts";
import { getLocale } from "../../../../language/language.ts";
import { type AddressProps, AnswerFields } from "../../../../parts/answers/answer-fields.tsx";
import { type Answers, toAnswers } from "../../../../parts/answers/answers.ts";
import { getRules, toMemberProps } from "../../../../parts/form-rules.ts";
import { text } from "./text.ts";

/** Those of a confirmation as well. */
const RULES = getRules("waitlistJoin");

export interface GuestValues {
  guest_name: string;
  guest_email?: string;
  guest_phone?: string;
  guest_language: string;
  guest_note?: string;
  form: Record<string, unknown>;
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
          form: toAnswers(form_fields, answers),
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
      <AnswerFields
        level={form_fields}
        answers={answers}
        at="form"
        error={(path) => faults.get(path.replaceAll(".", "/"))}
        onChange={setAnswers}
        Address={GuestAddress}
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

const ADDRESS_MEMBERS = ["line1", "postal_code", "city", "country"] as const;

/** An address as somebody without an account enters it: nothing is proposed. */
function GuestAddress({ label, path, is_required, value, onChange, error }: AddressProps) {
  const place = (value ?? {}) as Answers;
  return (
    <fieldset className="form-group">
      <legend>
        {label}
        {is_required ? <span aria-hidden> *</span> : null}
      </legend>
      {ADDRESS_MEMBERS.map((member) => (
        <TextInput
          key={member}
          // No member of a request: part of an answer, whose form the business defines.
          label={text.address[member]}
          required={is_required && member === "line1"}
          maxLength={member === "country" ? 2 : 255}
          value={typeof place[member] === "string" ? place[member] : ""}
          error={error(`${path}.${member}`) ?? (member === "line1" ? error(path) : undefined)}
          onChange={({ currentTarget: { value: entered } }) =>
            onChange({ ...place, [member]: member === "country" ? entered.toUpperCase() : entered })
          }
        />
      ))}
    </fieldset>
  );
}
