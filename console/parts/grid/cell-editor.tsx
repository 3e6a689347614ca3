/** Changes one value where it is shown: Enter saves, Escape leaves it as it was. */
import { ActionIcon, TextInput } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { failed } from "../toast.ts";
import type { CellEdit } from "./columns.ts";
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
  close: () => void;
}) {
  const before = edit.value(row);
  const [value, setValue] = useState(before);
  const is_closed = useRef(false);
  const leave = () => {
    if (is_closed.current) return;
    is_closed.current = true;
    close();
  };
  const save = useMutation({
    mutationFn: (next: string) => edit.save(row, next),
    onSuccess: leave,
    onError: (error) => failed(error, text.edit.not_saved),
  });
  const submit = () => {
    if (save.isPending || is_closed.current) return;
    if (value === before || (edit.kind === "date" && value === "")) leave();
    else save.mutate(value);
  };
  return (
    <TextInput
      className="grid-editor"
      size="xs"
      type={edit.kind === "date" ? "date" : "text"}
      aria-label={label}
      autoFocus
      value={value}
      maxLength={edit.length_max}
      disabled={save.isPending}
      onChange={(event) => setValue(event.currentTarget.value)}
      onClick={(event) => event.stopPropagation()}
      onBlur={submit}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") submit();
        else if (event.key === "Escape") leave();
      }}
    />
  );
}

export function EditButton({ label, act }: { label: string; act: () => void }) {
  return (
    <ActionIcon
      className="grid-pencil"
      variant="subtle"
      color="gray"
      size={24}
      tabIndex={-1}
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation();
        act();
      }}
    >
      <IconPencil size={14} />
    </ActionIcon>
  );
}
