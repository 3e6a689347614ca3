/** A table of rows of one kind: a button creates one, and a row opens in the same form. */
import { type ComponentProps, type ReactNode, useState } from "react";
import { CreateButton } from "./create-button.tsx";
import { TableList } from "./list/list.tsx";

export function EditableTable<Data, Row>({
  create,
  may_write,
  form,
  ...list
}: ComponentProps<typeof TableList<Data, Row, string | number>> & {
  /** Label of the button. */
  create: string;
  may_write: boolean;
  /** Null for a new row. */
  form: (row: Row | null, close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState<Row | null>(null);
  return (
    <TableList
      {...list}
      actions={
        may_write ? (
          <CreateButton label={create} size="xs">
            {(close) => form(null, close)}
          </CreateButton>
        ) : null
      }
      onOpen={may_write ? setOpen : undefined}
    >
      {open === null ? null : form(open, () => setOpen(null))}
    </TableList>
  );
}
