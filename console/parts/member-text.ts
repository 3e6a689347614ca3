/** The text of a dialog that keeps its values itself, by the rules of the member of a request that it becomes. */
import { type ChangeEvent, useState } from "react";
import { type FieldOptions, type Rules, toMemberProps } from "./form-rules.ts";

export function useMemberText<Member extends string>(
  rules: Rules<Member>,
  member: Member,
  { initial = "", ...options }: FieldOptions & { initial?: string } = {},
) {
  const [value, setValue] = useState(initial);
  return {
    /** Without outer spaces. */
    text: value.trim(),
    clear: () => setValue(""),
    /** Of the input. */
    props: {
      ...toMemberProps(rules, member, options),
      value,
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        setValue(currentTarget.value),
    },
  };
}
