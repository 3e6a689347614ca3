/** Changes one value where it is shown: Enter saves, Tab saves and goes on, Escape leaves it as it was. */
import { TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { notifyFailure, notifyWarning } from "../toast.ts";
import type { CellEdit, Leave } from "./columns.ts";
import { text } from "./text.ts";

export function CellEditor<Row>({
  label,
  edit,
  row,
  close,
}: {
  label: string;
  edit: CellEdit<Row>;
  row: Row;
  close: (leave: Leave) => void;
}) {
  const before = edit.value(row);
  const [value, setValue] = useState(before);
  const [is_wrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const is_closed = useRef(false);
  const leave = (to: Leave) => {
    if (is_closed.current) return;
    is_closed.current = true;
    close(to);
  };
  const refuse = () => {
    setWrong(true);
    input.current?.focus();
  };
  const save = useMutation({
    mutationFn: ({ next }: { next: string; to: Leave }) => edit.save(row, next),
    onSuccess: (_answer, { to }) => leave(to),
    onError: (error) => {
      notifyFailure(error, text.edit.not_saved);
      refuse();
    },
  });
  const submit = (to: Leave) => {
    if (save.isPending || is_closed.current) return;
    const next = value.trim();
    if (next === before || (edit.kind === "date" && next === "")) {
      leave(to);
      return;
    }
    const fault = edit.check?.(next) ?? null;
    if (fault === null) save.mutate({ next, to });
    // Who went elsewhere with something that cannot be saved gave it up.
    else if (to === null) leave(null);
    else {
      notifyWarning(fault, text.edit.not_saved);
      refuse();
    }
  };
  return (
    <TextInput
      ref={input}
      className="grid-editor"
      size="xs"
      type={edit.kind === "date" ? "date" : "text"}
      aria-label={label}
      placeholder={edit.placeholder}
      autoFocus
      value={value}
      error={is_wrong}
      maxLength={edit.length_max}
      // A disabled field would lose the focus.
      readOnly={save.isPending}
      onChange={(event) => {
        setWrong(false);
        setValue(event.currentTarget.value);
      }}
      onFocus={(event) => {
        if (edit.kind === "text") event.currentTarget.select();
      }}
      onClick={(event) => event.stopPropagation()}
      onBlur={() => submit(null)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") submit("stay");
        else if (event.key === "Escape") leave("stay");
        else if (event.key === "Tab") {
          event.preventDefault();
          submit(event.shiftKey ? "previous" : "next");
        }
      }}
    />
  );
}

/** Of the browser: each frame of scrolling renders several. */
export function EditButton({ label, column, act }: { label: string; column: string; act: () => void }) {
  return (
    <button
      type="button"
      className="grid-pencil"
      tabIndex={-1}
      aria-label={label}
      data-column={column}
      onClick={(event) => {
        event.stopPropagation();
        act();
      }}
    />
  );
}
