/** What can be reserved: hours, capacity, rules, questions, and the addresses for guests and calendars. */
import { Alert, Button, NumberInput, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { IconCalendarEvent } from "#icons";
import type { Bookable } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { Copy } from "../../../parts/copy.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules, joinRules } from "../../../parts/form-rules.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { findLabel } from "../../../parts/labels.ts";
import { ListPage } from "../../../parts/list/list.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { formatExceptions, formatHours, parseExceptions, parseHours } from "./hours.ts";
import { BOOKABLE_STATUS } from "./labels.ts";
import { bookablesQuery, RESERVATIONS } from "./queries.ts";
import { Sections } from "./sections.tsx";
import { text } from "./text.ts";

const KINDS = ["dock", "counter", "pickup", "storage_visit", "other"] as const;
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const QUESTION_KINDS = ["string", "integer", "boolean"] as const;

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

const RULES = joinRules(getRules("bookableCreate"), getRules("bookableUpdate"));

interface Question {
  title: string;
  kind: (typeof QUESTION_KINDS)[number];
  is_required: boolean;
  /** Of one that was defined by a program in a form that this editor has not. */
  name?: string;
}

function listQuestions(bookable: Bookable | null): Question[] {
  const { properties = {}, required = [] } = bookable?.form_fields ?? {};
  return Object.entries(properties).map(([name, field]) => ({
    name,
    title: field.title,
    kind: QUESTION_KINDS.find((kind) => kind === field.type) ?? "string",
    is_required: required.includes(name),
  }));
}

/** A question keeps its name and what else it is; a new one is named by its number. */
function buildForm(questions: readonly Question[], before: Bookable | null): Bookable["form_fields"] {
  const taken_names = new Set(questions.flatMap(({ name }) => name ?? []));
  let number = 0;
  const nextName = (): string => {
    for (;;) {
      number += 1;
      if (!taken_names.has(`q${number}`)) return `q${number}`;
    }
  };
  const fields = questions
    .filter(({ title }) => title.trim() !== "")
    .map(({ name, title, kind, is_required }) => {
      const old = name === undefined ? undefined : before?.form_fields.properties[name];
      const is_other = old !== undefined && !QUESTION_KINDS.some((one) => one === old.type);
      const field = { ...(old?.type === kind || is_other ? old : { type: kind }), title: title.trim() };
      return { name: name ?? nextName(), field, is_required };
    });
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(({ name, field }) => [name, field])) as never,
    required: fields.filter(({ is_required }) => is_required).map(({ name }) => name),
  };
}

function BookableForm({ bookable, close }: { bookable: Bookable | null; close: () => void }) {
  const { zone } = useTimes();
  const [questions, setQuestions] = useState(() => listQuestions(bookable));
  const weekly = (weekday: number) =>
    bookable === null
      ? weekday <= 5
        ? "08:00-12:00, 13:00-17:00"
        : ""
      : formatHours(bookable.calendar.weekly.filter((one) => one.weekday === weekday));
  const change = (index: number, part: Partial<Question>) =>
    setQuestions(questions.with(index, { ...(questions[index] as Question), ...part }));
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      size="lg"
      title={bookable?.name ?? text.bookables.create}
      confirm={text.save}
      initial={{
        code: bookable?.code ?? "",
        name: bookable?.name ?? "",
        description: bookable?.description ?? "",
        kind: bookable?.kind ?? ("dock" as const),
        status: bookable?.status ?? ("ACTIVE" as const),
        street_address: bookable?.street_address ?? "",
        time_zone: bookable?.time_zone ?? zone,
        hours: WEEKDAYS.map(weekly),
        exceptions: formatExceptions(bookable?.calendar.exceptions ?? []),
        slot_minutes: (bookable?.slot_minutes ?? 60) as number | string,
        capacity: (bookable?.capacity ?? 1) as number | string,
        places_max: (bookable?.places_max ?? 1) as number | string,
        lead_minutes: (bookable?.lead_minutes ?? 60) as number | string,
        cutoff_minutes: (bookable?.cutoff_minutes ?? 120) as number | string,
        horizon_days: (bookable?.horizon_days ?? 60) as number | string,
        has_waitlist: bookable?.has_waitlist ?? true,
        offer_mode: bookable?.offer_mode ?? ("in_order" as const),
        offer_minutes: (bookable?.offer_minutes ?? 60) as number | string,
        verified_contact: bookable?.verified_contact ?? ("none" as const),
        confirmation_note: bookable?.confirmation_note ?? "",
        deposit_minor: ((bookable?.deposit_minor ?? 0) / 100) as number | string,
      }}
      toPath={(path) => (path.startsWith("calendar") ? "exceptions" : path)}
      run={(values) => {
        const hours = values.hours.map((typed) => parseHours(typed));
        const exceptions = parseExceptions(values.exceptions);
        if (hours.includes(undefined) || exceptions === undefined)
          throw new Error(text.bookables.hours_unread);
        const members = {
          name: values.name.trim(),
          description: values.description.trim() || null,
          kind: values.kind,
          street_address: values.street_address.trim() || null,
          time_zone: values.time_zone.trim(),
          calendar: {
            weekly: hours.flatMap((ranges, index) =>
              (ranges ?? []).map((range) => ({ weekday: index + 1, ...range })),
            ),
            exceptions,
          },
          slot_minutes: Number(values.slot_minutes),
          capacity: Number(values.capacity),
          places_max: Number(values.places_max),
          lead_minutes: Number(values.lead_minutes),
          cutoff_minutes: Number(values.cutoff_minutes),
          horizon_days: Number(values.horizon_days),
          has_waitlist: values.has_waitlist,
          offer_mode: values.offer_mode,
          offer_minutes: Number(values.offer_minutes),
          verified_contact: values.verified_contact,
          confirmation_note: values.confirmation_note.trim() || null,
          deposit_minor: Math.round(Number(values.deposit_minor) * 100),
          form_fields: buildForm(questions, bookable),
        };
        return bookable === null
          ? client.bookableCreate({ code: values.code.trim(), ...members })
          : client.bookableUpdate(
              { bookable_id: bookable.id, status: values.status, ...members },
              { if_match: bookable.version },
            );
      }}
      keys={[[RESERVATIONS]]}
      success_message={(answer) => text.saved({ name: answer.bookable.name })}
    >
      {({ field, own, values, set }) => (
        <>
          {bookable === null ? (
            <TextInput
              data-autofocus
              label={text.bookables.code}
              description={text.bookables.code_about}
              {...field("code", { required: true })}
            />
          ) : (
            <Addresses bookable={bookable} />
          )}
          <TextInput label={text.bookables.name} {...field("name", { required: true })} />
          {bookable === null ? null : (
            <Select
              label={text.status}
              allowDeselect={false}
              data={(["ACTIVE", "PAUSED", "RETIRED"] as const).map((value) => ({
                value,
                label: text.bookable_statuses[value],
              }))}
              {...field("status")}
            />
          )}
          <Select
            label={text.bookables.kind}
            allowDeselect={false}
            data={KINDS.map((value) => ({ value, label: text.bookables.kinds[value] }))}
            {...field("kind")}
          />
          <Textarea label={text.bookables.description} autosize minRows={2} {...field("description")} />
          <TextInput label={text.bookables.address} {...field("street_address")} />
          <fieldset className="stack">
            <legend className="strong">{text.bookables.hours}</legend>
            <p className="dim small">{text.bookables.hours_about}</p>
            {WEEKDAYS.map((weekday, index) => (
              <TextInput
                key={weekday}
                // No member of a request: hours as people write them, from which `calendar.weekly` is read.
                label={text.bookables.weekdays[weekday]}
                placeholder={text.bookables.closed}
                error={
                  parseHours(values.hours[index] ?? "") === undefined
                    ? text.bookables.hours_unread
                    : undefined
                }
                value={values.hours[index] ?? ""}
                onChange={(event) => set({ hours: values.hours.with(index, event.currentTarget.value) })}
              />
            ))}
            <Textarea
              label={text.bookables.exceptions}
              description={text.bookables.exceptions_about}
              autosize
              minRows={2}
              {...own("exceptions", { member: "calendar.exceptions" })}
            />
            <TextInput label={text.bookables.zone} {...field("time_zone")} />
          </fieldset>
          <NumberInput label={text.bookables.slot_minutes} {...field("slot_minutes")} />
          <NumberInput label={text.bookables.capacity} {...field("capacity")} />
          <NumberInput label={text.bookables.places_max} {...field("places_max")} />
          <NumberInput label={text.bookables.lead} {...field("lead_minutes")} />
          <NumberInput label={text.bookables.cutoff} {...field("cutoff_minutes")} />
          <NumberInput label={text.bookables.horizon} {...field("horizon_days")} />
          <Switch label={text.bookables.has_waitlist} {...field("has_waitlist", { type: "checkbox" })} />
          <Select
            label={text.bookables.offer_mode}
            allowDeselect={false}
            data={(["in_order", "first_wins"] as const).map((value) => ({
              value,
              label: text.bookables.offer_modes[value],
            }))}
            {...field("offer_mode")}
          />
          <NumberInput label={text.bookables.offer_minutes} {...field("offer_minutes")} />
          <Select
            label={text.bookables.verified}
            allowDeselect={false}
            data={(["none", "email", "phone"] as const).map((value) => ({
              value,
              label: text.bookables.contacts[value],
            }))}
            {...field("verified_contact")}
          />
          <NumberInput
            label={text.bookables.deposit}
            {...own("deposit_minor", { member: "deposit_minor", factor: 100 })}
          />
          <Textarea label={text.bookables.confirmation_note} autosize {...field("confirmation_note")} />
          <fieldset className="stack">
            <legend className="strong">{text.bookables.questions}</legend>
            {questions.map((question, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a new question has no name yet.
              <div key={index} className="stack">
                <TextInput
                  // No member of a request: the title of a question, in the schema of the form.
                  label={text.bookables.question({ n: index + 1 })}
                  maxLength={120}
                  value={question.title}
                  onChange={(event) => change(index, { title: event.currentTarget.value })}
                />
                <div className="row apart">
                  <Select
                    aria-label={text.bookables.question_kind({ n: index + 1 })}
                    allowDeselect={false}
                    data={QUESTION_KINDS.map((value) => ({
                      value,
                      label: text.bookables.question_kinds[value],
                    }))}
                    value={question.kind}
                    onChange={(kind) => change(index, { kind: (kind ?? "string") as Question["kind"] })}
                  />
                  <Switch
                    label={text.bookables.required}
                    checked={question.is_required}
                    onChange={(event) => change(index, { is_required: event.currentTarget.checked })}
                  />
                  <Button
                    variant="subtle"
                    color="gray"
                    onClick={() => setQuestions(questions.toSpliced(index, 1))}
                  >
                    {text.bookables.remove_question({ n: index + 1 })}
                  </Button>
                </div>
              </div>
            ))}
            <Button
              variant="default"
              disabled={questions.length >= 60}
              onClick={() => setQuestions([...questions, { title: "", kind: "string", is_required: false }])}
            >
              {text.bookables.add_question}
            </Button>
          </fieldset>
        </>
      )}
    </FormDrawer>
  );
}

function Addresses({ bookable }: { bookable: Bookable }) {
  const [feed_url, setFeedUrl] = useState<string | null>(null);
  const feed = useSave(() => client.bookableFeedCreate({ bookable_id: bookable.id }), {
    keys: [],
    success_message: () => null,
    done: (answer) => setFeedUrl(answer.feed_url),
  });
  return (
    <section className="stack">
      <p className="row tight">
        <span className="dim small cut">{bookable.page_url}</span>
        <Copy value={bookable.page_url} label={text.bookables.copy_page} />
      </p>
      {feed_url === null ? (
        <Button variant="default" size="xs" loading={feed.isPending} onClick={() => feed.mutate(undefined)}>
          {bookable.has_feed ? text.bookables.renew_feed : text.bookables.create_feed}
        </Button>
      ) : (
        <Alert color="green" title={text.bookables.feed_shown_once}>
          <span className="row tight">
            <span className="small cut">{feed_url}</span>
            <Copy value={feed_url} label={text.bookables.copy_feed} />
          </span>
        </Alert>
      )}
    </section>
  );
}
