/** A bookable as staff define it: when and how much can be reserved, by which rules, and what guests are asked. */
import { NumberInput, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Bookable } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules, joinRules } from "../../../parts/form-rules.ts";
import { minorUnits, toMinor } from "../../../parts/format.ts";
import { useTimes } from "../../../parts/times.ts";
import { useWarehouses } from "../../warehouse/warehouses/queries.ts";
import { BookableAddresses } from "./bookable-addresses.tsx";
import { formatExceptions, formatHours, parseExceptions, parseHours } from "./hours.ts";
import { RESERVATIONS } from "./queries.ts";
import { buildForm, listQuestions, QuestionsEditor } from "./questions-editor.tsx";
import { text } from "./text.ts";

const KINDS = ["dock", "counter", "pickup", "storage_visit", "other"] as const;
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const RULES = joinRules(getRules("bookableCreate"), getRules("bookableUpdate"));

export function BookableForm({ bookable, close }: { bookable: Bookable | null; close: () => void }) {
  const { zone } = useTimes();
  const warehouses = useWarehouses();
  const business = useMe().business;
  const currency = bookable?.currency ?? business?.currency ?? "EUR";
  const [questions, setQuestions] = useState(() => listQuestions(bookable));
  const weekly = (weekday: number) =>
    bookable === null
      ? weekday <= 5
        ? "08:00-12:00, 13:00-17:00"
        : ""
      : formatHours(bookable.calendar.weekly.filter((one) => one.weekday === weekday));
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
        warehouse_id: bookable?.warehouse_id ? String(bookable.warehouse_id) : null,
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
        reminder_hours: (bookable === null ? 24 : (bookable.reminder_hours ?? "")) as number | string,
        no_show_minutes: (bookable?.no_show_minutes ?? "") as number | string,
        deposit_minor: ((bookable?.deposit_minor ?? 0) / minorUnits(currency)) as number | string,
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
          warehouse_id: values.warehouse_id === null ? null : Number(values.warehouse_id),
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
          reminder_hours: values.reminder_hours === "" ? null : Number(values.reminder_hours),
          no_show_minutes: values.no_show_minutes === "" ? null : Number(values.no_show_minutes),
          deposit_minor: toMinor(values.deposit_minor || 0, currency),
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
            <BookableAddresses bookable={bookable} />
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
          <Select
            label={text.bookables.warehouse}
            description={text.bookables.warehouse_about}
            clearable
            data={warehouses.map(({ id, code, name }) => ({ value: String(id), label: `${code} · ${name}` }))}
            {...field("warehouse_id")}
          />
          <fieldset className="form-section stack">
            <legend>{text.bookables.hours}</legend>
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
          <fieldset className="form-section stack">
            <legend>{text.bookables.slots}</legend>
            <NumberInput label={text.bookables.slot_minutes} {...field("slot_minutes")} />
            <NumberInput label={text.bookables.capacity} {...field("capacity")} />
            <NumberInput label={text.bookables.places_max} {...field("places_max")} />
            <NumberInput label={text.bookables.lead} {...field("lead_minutes")} />
            <NumberInput label={text.bookables.cutoff} {...field("cutoff_minutes")} />
            <NumberInput label={text.bookables.horizon} {...field("horizon_days")} />
            <NumberInput
              label={text.bookables.no_show}
              description={text.bookables.no_show_about}
              {...field("no_show_minutes")}
            />
          </fieldset>
          <fieldset className="form-section stack">
            <legend>{text.sections.waitlist}</legend>
            <Switch label={text.bookables.has_waitlist} {...field("has_waitlist", { type: "checkbox" })} />
            {values.has_waitlist ? (
              <>
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
              </>
            ) : null}
          </fieldset>
          <fieldset className="form-section stack">
            <legend>{text.bookables.guests}</legend>
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
              label={text.bookables.reminder}
              description={text.bookables.reminder_about}
              {...field("reminder_hours")}
            />
            <NumberInput
              label={text.bookables.deposit({ currency })}
              hideControls
              {...field("deposit_minor", { factor: minorUnits(currency) })}
            />
            <Textarea label={text.bookables.confirmation_note} autosize {...field("confirmation_note")} />
          </fieldset>
          <QuestionsEditor questions={questions} onChange={setQuestions} />
        </>
      )}
    </FormDrawer>
  );
}
