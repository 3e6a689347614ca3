/**
 * A form that one call of the service saves. Its values have the names of the request's members, so that an error
 * of the service is shown at its field: `labels/en` at `labels.en`. Errors that no field shows are listed by
 * `OtherErrors`.
 */
import { Alert, Button, Modal } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { QueryKey } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import { listErrors } from "./errors.ts";
import { useSave } from "./save.ts";
import { text } from "./text.ts";

// biome-ignore lint/suspicious/noExplicitAny: interfaces are assignable to no narrower record.
export type AnyValues = Record<string, any>;

export interface SaveFormOptions<Values extends AnyValues, Answer> {
  initial: Values;
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

export type SaveForm<Values extends AnyValues> = ReturnType<typeof useSaveForm<Values, unknown>>;

export function useSaveForm<Values extends AnyValues, Answer>({
  initial,
  run,
  keys,
  success_message,
  done,
  toPath = (path) => path,
  disabled = false,
}: SaveFormOptions<Values, Answer>) {
  const [others, setOthers] = useState<string[]>([]);
  const form = useForm<Values>({
    initialValues: initial,
    enhanceGetInputProps: () => (disabled ? { disabled } : {}),
  });
  // Fields of the current render: a field that is not on screen cannot show its error.
  const shown = useRef(new Set<string>());
  shown.current = new Set();

  const refused = (error: Error) => {
    const errors = listErrors(error).map(({ pointer, ...one }) => ({
      ...one,
      path: toPath(pointer.replaceAll("/", ".")),
    }));
    form.setErrors(Object.fromEntries(errors.map(({ path, message }) => [path, message])));
    setOthers(errors.filter(({ path }) => !shown.current.has(path)).map(({ full_message }) => full_message));
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
    /** Props of the input that shows the value at this path: `rules.0.name`. */
    field: ((path, options) => {
      shown.current.add(path);
      return form.getInputProps(path, options);
    }) as typeof form.getInputProps,
    /** For an input that is none of Mantine's. */
    errorOf: (path: string): string | undefined => {
      shown.current.add(path);
      return form.errors[path] as string | undefined;
    },
    submit: (event: FormEvent<HTMLFormElement>) => {
      setOthers([]);
      form.onSubmit((values) => save.mutate({ values }))(event);
    },
  };
}

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
