/**
 * A form that one call of the service saves. Its values have the names of the request's members, so that an error
 * of the service is shown at its field: `labels/en` at `labels.en`. Errors that no field shows are listed by
 * `OtherErrors`.
 */
import { Alert, Button, Modal } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { QueryKey } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { listErrors } from "./errors.ts";
import { type FieldOptions, findBroken, findRule, isEmpty, type Rules, toInputProps } from "./form-rules.ts";
import { describeBroken } from "./rule-text.ts";
import { useSave } from "./save.ts";
import { text } from "./text.ts";

// biome-ignore lint/suspicious/noExplicitAny: interfaces are assignable to no narrower record.
export type AnyValues = Record<string, any>;

export interface SaveFormOptions<Values extends AnyValues, Answer, Member extends string = string> {
  initial: Values;
  /**
   * Of the operation that `run` calls: `getRules("skillCreate")`. Fields show them, and are checked before it is called.
   * Null: a form that sends nothing.
   */
  rules: Rules<Member> | null;
  run: (values: Values) => Promise<Answer>;
  /** Queries that the change makes stale. */
  keys: QueryKey[];
  /** Text of the success notification. */
  success_message: string | ((answer: Answer) => string | null);
  done?: (answer: Answer) => void;
  /** The path of the value that a member of the request comes from, when its name differs. */
  toPath?: (path: string) => string;
  disabled?: boolean;
}

/** `member`: whose rules the value has, when its path is another. */
type ShownOptions = FieldOptions & { member?: string };

export type SaveForm<Values extends AnyValues, Member extends string = string> = ReturnType<
  typeof useSaveForm<Values, unknown, Member>
>;

export function useSaveForm<Values extends AnyValues, Answer, Member extends string = string>({
  initial,
  rules,
  run,
  keys,
  success_message,
  done,
  toPath = (path) => path,
  disabled = false,
}: SaveFormOptions<Values, Answer, Member>) {
  const [others, setOthers] = useState<string[]>([]);
  const form = useForm<Values>({
    initialValues: initial,
    enhanceGetInputProps: () => (disabled ? { disabled } : {}),
  });
  // Fields on screen: another one cannot show its error. Null: it is not checked here. A render may be interrupted, so
  // its fields count once it is committed.
  const rendered = new Map<string, ShownOptions | null>();
  const shown_options = useRef(rendered);
  useLayoutEffect(() => {
    shown_options.current = rendered;
  });
  const element = useRef<HTMLFormElement>(null);
  const show = (errors: Record<string, string>) => {
    form.setErrors(errors);
    // Once they are rendered.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };
  const getRule = (path: string, { member = path }: ShownOptions = {}) =>
    findRule(rules?.by_path ?? {}, member);
  const showInput = (path: string, options: ShownOptions = {}) => {
    rendered.set(path, options);
    const { type } = options;
    return {
      ...toInputProps(getRule(path, options), options),
      // What has a value from the beginning need not be filled in.
      ...(isEmpty(getValue(initial, path)) ? {} : { withAsterisk: false }),
      ...form.getInputProps(path, type === undefined ? {} : { type }),
    };
  };

  const refused = (error: Error) => {
    const errors = listErrors(error).map(({ pointer, ...one }) => ({
      ...one,
      path: toPath(pointer.replaceAll("/", ".")),
    }));
    show(Object.fromEntries(errors.map(({ path, message }) => [path, message])));
    setOthers(
      errors.filter(({ path }) => !shown_options.current.has(path)).map(({ full_message }) => full_message),
    );
  };
  const save = useSave(({ values }: { values: Values }) => run(values), {
    keys,
    success_message,
    done,
    refused,
  });
  return {
    values: form.values,
    others,
    is_saving: save.isPending,
    isDirty: () => form.isDirty(),
    reset: form.reset,
    set: (part: Partial<Values>) => form.setValues((was) => ({ ...was, ...part })),
    /** Props of the input of the member at this path: `rules.0.name`. */
    field(path: Member, options?: FieldOptions) {
      return showInput(path, options);
    },
    /** Props of the input of a value that no member of the request has the name of; `member`: whose rules it has. */
    own(path: string, options?: FieldOptions & { member?: Member }) {
      return showInput(path, options);
    },
    /** For an input that is none of Mantine's. */
    getError: (path: string): string | undefined => {
      if (!rendered.has(path)) rendered.set(path, null);
      return form.errors[path] as string | undefined;
    },
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        setOthers([]);
        form.onSubmit((values) => {
          const broken = [...shown_options.current].flatMap(([path, options]) => {
            if (options === null) return [];
            const [rule, entry] = [getRule(path, options), getRule(`${options.member ?? path}.*`)];
            const broken_rule = findBroken(getValue(values, path), rule, options, entry);
            return broken_rule ? [[path, describeBroken(broken_rule)]] : [];
          });
          if (broken.length === 0) save.mutate({ values });
          else show(Object.fromEntries(broken));
        })(event);
      },
    },
  };
}

/** `labels.en` of the values. */
const getValue = (values: unknown, path: string) =>
  path.split(".").reduce((node, name) => (node as AnyValues | null | undefined)?.[name], values);

export function OtherErrors({
  errors,
  title = text.not_saved,
}: {
  errors: readonly string[];
  title?: string;
}) {
  return errors.length === 0 ? null : (
    <Alert color="red" variant="outline" role="alert" title={title}>
      {errors.join(" ")}
    </Alert>
  );
}

/** Asks before a page with unsaved changes is left. */
export function UnsavedChanges({ form }: { form: { isDirty: () => boolean; is_saving: boolean } }) {
  const blocks = () => form.isDirty() && !form.is_saving;
  const blocker = useBlocker({ shouldBlockFn: blocks, enableBeforeUnload: blocks, withResolver: true });
  return (
    <Modal opened={blocker.status === "blocked"} onClose={() => blocker.reset?.()} title={text.leave.unsaved}>
      <div className="stack">
        <p>{text.leave.unsaved_about}</p>
        <div className="row" style={{ justifyContent: "flex-end" }}>
          <Button variant="default" onClick={() => blocker.proceed?.()}>
            {text.leave.leave}
          </Button>
          <Button onClick={() => blocker.reset?.()}>{text.leave.keep}</Button>
        </div>
      </div>
    </Modal>
  );
}
