/**
 * A form in a drawer, from its fields to the change it makes: what the service refuses of a field stands beneath
 * that field, the rest on top; what it took is told, what that touched is read again, and the drawer closes.
 */
import { Alert, Button, Drawer, TextInput, type TextInputProps } from "@mantine/core";
import type { QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { fieldErrors, otherErrors } from "./errors.ts";
import { useSave } from "./save.ts";

export function FormDrawer<Answer>({
  close,
  title,
  confirm,
  run,
  keys,
  past,
  done = close,
  children,
}: {
  close: () => void;
  title: string;
  confirm: string;
  run: () => Promise<Answer>;
  keys: QueryKey[];
  /** Said when it is saved. */
  past: string;
  done?: (answer: Answer) => void;
  /** The fields. `error("email")` is what was refused of that member; asking for it says that it is shown here. */
  children: (error: (member: string) => string | undefined) => ReactNode;
}) {
  const save = useSave<void, Answer>(run, { keys, past, done, quiet: true });
  const errorOf = fieldErrors(save.error);
  const shown: string[] = [];
  const fields = children((member) => {
    shown.push(member);
    return errorOf(member);
  });
  const others = save.error ? otherErrors(save.error, shown) : [];
  return (
    <Drawer opened onClose={close} title={title}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        {others.length > 0 ? (
          <Alert color="red" variant="outline" role="alert" title="It was not saved">
            {others.join(" ")}
          </Alert>
        ) : null}
        {fields}
        <div className="row" style={{ justifyContent: "flex-end" }}>
          <Button variant="default" onClick={close}>
            Discard
          </Button>
          <Button type="submit" loading={save.isPending}>
            {confirm}
          </Button>
        </div>
      </form>
    </Drawer>
  );
}

/** A line of text that is kept by its form. */
export function TextField({
  set,
  ...rest
}: Omit<TextInputProps, "value" | "onChange"> & { value: string; set: (value: string) => void }) {
  return <TextInput {...rest} onChange={(event) => set(event.currentTarget.value)} />;
}
