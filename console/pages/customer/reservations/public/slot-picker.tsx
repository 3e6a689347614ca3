/** Chooses a slot: the week, the day, the hour. Full slots lead to the waitlist. */
import { ActionIcon, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { IconChevronLeft, IconChevronRight } from "#icons";
import type { PublicBookable, PublicSlot } from "../../../../../packages/client/client.gen.ts";
import { publicClient } from "../../../../api/client.ts";
import { getLocale } from "../../../../language/language.ts";
import { Failure } from "../../../../parts/states.tsx";
import { addDays } from "../../../../parts/times.ts";
import { text } from "./text.ts";
import { formatDay, formatHours, isElsewhere, nameZone, toDate } from "./zone.ts";

const DAYS = 7;

interface Props {
  client_code: string;
  bookable: PublicBookable;
  places: number;
  /** The slot that is waited for. */
  busy: string | null;
  onChoose: (slot: PublicSlot) => void;
  /** Absent: a full slot cannot be chosen. */
  onFull?: (slot: PublicSlot) => void;
}

export function SlotPicker({ client_code, bookable, places, busy, onChoose, onFull }: Props): ReactElement {
  const zone = bookable.time_zone;
  const [first, last] = [toDate(bookable.book_from, zone), toDate(bookable.book_until, zone)];
  const [from, setFrom] = useState(first);
  const [chosen_date, setDate] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ["reserve", "slots", client_code, bookable.code, from],
    queryFn: ({ signal }) =>
      publicClient.reservationSlots(
        { clientCode: client_code, bookable: bookable.code, from, days: DAYS },
        { signal },
      ),
    // A page that stays open does not show places that are gone.
    refetchInterval: 15_000,
  });
  const slots = query.data?.slots ?? [];
  const by_date = Map.groupBy(slots, ({ starts_at }) => toDate(starts_at, zone));
  const dates = Array.from({ length: DAYS }, (_, index) => addDays(from, index));
  const hasRoom = (date: string) => by_date.get(date)?.some(({ free }) => free >= places) === true;
  const date = chosen_date ?? dates.find(hasRoom) ?? dates.find((one) => by_date.has(one)) ?? from;
  const of_day = by_date.get(date) ?? [];
  const go = (days: number) => {
    setFrom(addDays(from, days));
    setDate(null);
  };
  const label = (one: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(getLocale(), { timeZone: "UTC", ...options }).format(
      new Date(`${one}T12:00:00Z`),
    );
  if (query.error && query.data === undefined)
    return <Failure error={query.error} retry={() => void query.refetch()} />;
  return (
    <div className="stack">
      <div className="row apart nowrap">
        <ActionIcon
          size="lg"
          variant="default"
          aria-label={text.earlier}
          disabled={from <= first}
          onClick={() => go(-DAYS)}
        >
          <IconChevronLeft size={18} />
        </ActionIcon>
        <span className="strong">
          {new Intl.DateTimeFormat(getLocale(), {
            timeZone: "UTC",
            day: "numeric",
            month: "short",
            year: "numeric",
          }).formatRange(new Date(`${from}T12:00:00Z`), new Date(`${addDays(from, DAYS - 1)}T12:00:00Z`))}
        </span>
        <ActionIcon
          size="lg"
          variant="default"
          aria-label={text.later}
          disabled={addDays(from, DAYS) > last}
          onClick={() => go(DAYS)}
        >
          <IconChevronRight size={18} />
        </ActionIcon>
      </div>
      <div className="reserve-days">
        {dates.map((one) => (
          <button
            key={one}
            type="button"
            className="reserve-day"
            aria-pressed={one === date}
            title={label(one, { dateStyle: "full" })}
            disabled={!by_date.has(one)}
            onClick={() => setDate(one)}
          >
            <span className="small">{label(one, { weekday: "short" })}</span>
            <span className="strong num">{label(one, { day: "numeric" })}</span>
          </button>
        ))}
      </div>
      <p className="dim small">
        {text.zone({ zone: nameZone(zone, of_day[0]?.starts_at ?? bookable.book_from) })}
        {isElsewhere(zone, of_day[0]?.starts_at ?? bookable.book_from) ? ` ${text.zone_other}` : ""}
      </p>
      {query.isPending ? (
        <Skeleton height={140} />
      ) : of_day.length === 0 ? (
        <p className="dim" role="status">
          {slots.length === 0 ? text.none_this_week : text.none_this_day}
        </p>
      ) : (
        <ul className="reserve-slots" aria-label={formatDay(of_day[0]?.starts_at ?? "", zone)}>
          {of_day.map((slot) => {
            const is_full = slot.free < places;
            const hours = formatHours(slot, zone, of_day);
            return (
              <li key={slot.starts_at}>
                <button
                  type="button"
                  className="reserve-slot"
                  data-full={is_full || undefined}
                  disabled={busy !== null || (is_full && onFull === undefined)}
                  aria-busy={busy === slot.starts_at}
                  onClick={() => (is_full ? onFull?.(slot) : onChoose(slot))}
                >
                  <span className="strong num">{hours}</span>
                  <span className="dim small">
                    {is_full
                      ? onFull === undefined
                        ? text.full
                        : text.full_wait
                      : text.free({ n: slot.free })}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
