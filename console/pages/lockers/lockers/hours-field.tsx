/** Opening hours of a locker by weekday: up to two times a day, or always open. */
import { ActionIcon, Button, Checkbox, Switch, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "#icons";
import { nameWeekday } from "./describe.ts";
import { findWrongDay, type Hours, type Span } from "./hours.ts";
import type { Locker } from "./queries.ts";
import { text } from "./text.ts";
import "./lockers.css";

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const FIRST: Span = ["08:00", "20:00"];
const SPANS_MAX = 2;

export function HoursField({
  value,
  onChange,
}: {
  value: Locker["opening_hours"];
  onChange: (value: Locker["opening_hours"]) => void;
}) {
  const wrong_day = findWrongDay(value);
  return (
    <fieldset className="hours-field">
      <legend className="strong">{text.opening_hours}</legend>
      <p className="dim small">{text.hours_form.about}</p>
      <Switch
        label={text.hours_form.always}
        checked={value === null}
        onChange={({ currentTarget }) =>
          onChange(
            currentTarget.checked ? null : Object.fromEntries(WEEKDAYS.map((one) => [String(one), [FIRST]])),
          )
        }
      />
      {value === null
        ? null
        : WEEKDAYS.map((weekday) => (
            <Weekday key={weekday} weekday={weekday} hours={value as Hours} onChange={onChange} />
          ))}
      {wrong_day === undefined ? null : (
        <p role="alert" className="tone-bad small">
          {text.hours_form.wrong({ day: nameWeekday(Number(wrong_day)) })}
        </p>
      )}
    </fieldset>
  );
}

function Weekday({
  weekday,
  hours,
  onChange,
}: {
  weekday: number;
  hours: Hours;
  onChange: (hours: Hours) => void;
}) {
  const day = nameWeekday(weekday);
  const spans = hours[weekday] ?? [];
  const store = (next: Span[]) => onChange({ ...hours, [weekday]: next });
  const setTime = (index: number, at: 0 | 1, time: string) =>
    store(spans.map((span, one) => (one === index ? (at === 0 ? [time, span[1]] : [span[0], time]) : span)));
  return (
    <div className="hours-day">
      <Checkbox
        label={day}
        aria-label={text.hours_form.open({ day })}
        checked={spans.length > 0}
        onChange={({ currentTarget }) => store(currentTarget.checked ? [FIRST] : [])}
      />
      <span className="hours-spans">
        {spans.map(([from, to], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a span is its place in the day.
          <span key={index} className="row tight nowrap">
            <TextInput
              type="time"
              aria-label={(index === 0 ? text.hours_form.from : text.hours_form.again_from)({ day })}
              value={from}
              onChange={({ currentTarget }) => setTime(index, 0, currentTarget.value)}
            />
            –
            <TextInput
              type="time"
              aria-label={(index === 0 ? text.hours_form.to : text.hours_form.again_to)({ day })}
              // No clock shows 24:00.
              value={to === "24:00" ? "00:00" : to}
              onChange={({ currentTarget: { value } }) =>
                setTime(index, 1, value === "00:00" ? "24:00" : value)
              }
            />
            {index === 0 ? null : (
              <ActionIcon
                variant="default"
                size="lg"
                aria-label={text.hours_form.remove({ day })}
                onClick={() => store(spans.slice(0, index))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
            {index === spans.length - 1 && spans.length < SPANS_MAX ? (
              <ActionIcon
                variant="default"
                size="lg"
                aria-label={text.hours_form.add({ day })}
                onClick={() => store([...spans, [to === "24:00" ? "00:00" : to, "24:00"]])}
              >
                <IconPlus size={16} />
              </ActionIcon>
            ) : null}
          </span>
        ))}
        {weekday === 1 && spans.length > 0 ? (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => onChange(Object.fromEntries(WEEKDAYS.map((one) => [String(one), spans])))}
          >
            {text.hours_form.copy({ day })}
          </Button>
        ) : null}
      </span>
    </div>
  );
}
