/** What can be reserved: hours, capacity, rules, questions, and the addresses for guests and calendars. */
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { IconCalendarEvent } from "#icons";
import type { Bookable } from "../../../../packages/client/client.gen.ts";
import { useMe } from "../../../api/session.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { Copy } from "../../../parts/copy.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import type { Column } from "../../../parts/grid/columns.ts";
import { findLabel } from "../../../parts/labels.ts";
import { ListPage } from "../../../parts/list/list.tsx";
import { Empty } from "../../../parts/states.tsx";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { BookableForm } from "./bookable-form.tsx";
import { BOOKABLE_STATUS } from "./labels.ts";
import { bookablesQuery } from "./queries.ts";
import { Sections } from "./sections.tsx";
import { text } from "./text.ts";

export function Bookables() {
  const may_write = useMe().permissions.includes("reservations:write");
  const query = useQuery(bookablesQuery);
  const [open, setOpen] = useState<Bookable | null>(null);
  const columns = useMemo(buildColumns, []);
  return (
    <ListPage
      above={<Sections />}
      subtitle={query.data ? text.bookables.count({ n: query.data.total }) : "…"}
      actions={
        may_write ? (
          <CreateButton label={text.bookables.create}>
            {(close) => <BookableForm bookable={null} close={close} />}
          </CreateButton>
        ) : null
      }
      label={text.sections.bookables}
      query={query}
      rows={({ bookables }) => bookables}
      empty={
        <Empty icon={IconCalendarEvent} title={text.bookables.none}>
          {text.bookables.none_about}
        </Empty>
      }
      columns={columns}
      getKey={({ id }) => id}
      getName={({ name }) => name}
      onOpen={may_write ? setOpen : undefined}
      card={(bookable) => (
        <>
          <span className="row apart nowrap">
            <span className="strong cut">{bookable.name}</span>
            <StatusBadge badge={findLabel(BOOKABLE_STATUS, bookable.status)} />
          </span>
          <Copy value={bookable.page_url} label={text.bookables.copy_page} />
        </>
      )}
    >
      {open === null ? null : <BookableForm key={open.id} bookable={open} close={() => setOpen(null)} />}
    </ListPage>
  );
}

const buildColumns = (): Column<Bookable>[] => [
  {
    key: "name",
    head: text.bookables.name,
    cell: ({ name, kind }) => <TwoLines below={text.bookables.kinds[kind]}>{name}</TwoLines>,
  },
  {
    key: "status",
    head: text.status,
    width: 130,
    cell: ({ status }) => <StatusBadge badge={findLabel(BOOKABLE_STATUS, status)} />,
  },
  {
    key: "slots",
    head: text.bookables.slots,
    width: 200,
    cell: ({ slot_minutes, capacity }) => (
      <span className="num">{text.bookables.slot_facts({ minutes: slot_minutes, places: capacity })}</span>
    ),
  },
  {
    key: "page",
    head: text.bookables.page,
    width: 160,
    cell: ({ page_url }) => <Copy value={page_url} label={text.bookables.copy_page} />,
  },
];
