/** The public page of a business: choose what to reserve, the slot, and join the waitlist where it is full. Designed for a phone. */
import { Alert, Button, NumberInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import type { PublicBookable, PublicSlot } from "../../../../../packages/client/client.gen.ts";
import { ApiError, publicClient } from "../../../../api/client.ts";
import { money } from "../../../../parts/format.ts";
import { usePageTitle } from "../../../../parts/use-page-title.ts";
import { PublicFrame } from "../../../tracking/tracking/public-frame.tsx";
import { Nothing, NotLoaded } from "./frame.tsx";
import { GuestForm } from "./guest-form.tsx";
import { SlotPicker } from "./slot-picker.tsx";
import { text } from "./text.ts";
import { formatDay, formatHours, nameZone } from "./zone.ts";

export function Reserve(): ReactElement {
  const { client_code = "", bookable: code } = useParams({ strict: false }) as {
    client_code?: string;
    bookable?: string;
  };
  const query = useQuery({
    queryKey: ["reserve", client_code],
    queryFn: ({ signal }) => publicClient.reservationPage({ clientCode: client_code }, { signal }),
  });
  const { data, error } = query;
  const [only, ...others] = data?.bookables ?? [];
  const bookable =
    code === undefined
      ? others.length === 0
        ? only
        : undefined
      : data?.bookables.find((one) => one.code === code);
  usePageTitle(bookable?.name ?? data?.business_name ?? "");
  return (
    <PublicFrame {...(data ? { carrier: data.business_name } : {})}>
      {data === undefined ? (
        error instanceof ApiError && error.status === 404 ? (
          <Nothing title={text.nothing} about={text.nothing_about} />
        ) : (
          <NotLoaded error={error} refetch={query.refetch} />
        )
      ) : bookable !== undefined ? (
        <Book key={bookable.code} client_code={client_code} bookable={bookable} />
      ) : code !== undefined || only === undefined ? (
        <Nothing title={text.nothing} about={text.nothing_about} />
      ) : (
        <>
          <h1>{text.choose_bookable}</h1>
          {data.bookables.map((one) => (
            <Link
              key={one.code}
              className="track-card stack"
              to="/reserve/$client_code/$bookable"
              params={{ client_code, bookable: one.code }}
            >
              <h2 style={{ margin: 0 }}>{one.name}</h2>
              {one.description ? <p className="dim">{one.description}</p> : null}
              {one.street_address ? <p className="small">{one.street_address}</p> : null}
            </Link>
          ))}
        </>
      )}
    </PublicFrame>
  );
}

function Book({ client_code, bookable }: { client_code: string; bookable: PublicBookable }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [places, setPlaces] = useState(1);
  const [waited_slot, setWaitedSlot] = useState<PublicSlot | null>(null);
  const hold = useMutation({
    mutationFn: (slot: PublicSlot) =>
      publicClient.reservationBook({
        clientCode: client_code,
        bookable: bookable.code,
        starts_at: slot.starts_at,
        places,
      }),
    onSuccess: ({ manage_token }) => navigate({ to: "/reservation", hash: `link=${manage_token}` }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["reserve", "slots"] }),
  });
  if (waited_slot !== null)
    return (
      <Wait
        client_code={client_code}
        bookable={bookable}
        slot={waited_slot}
        places={places}
        back={() => setWaitedSlot(null)}
      />
    );
  return (
    <>
      <h1>{bookable.name}</h1>
      {bookable.description ? <p>{bookable.description}</p> : null}
      {bookable.street_address ? <p className="dim">{bookable.street_address}</p> : null}
      {bookable.deposit_minor > 0 ? (
        <p className="dim">{text.deposit({ amount: money(bookable.deposit_minor, bookable.currency) })}</p>
      ) : null}
      {bookable.places_max > 1 ? (
        <section className="track-card">
          <NumberInput
            label={text.places}
            size="md"
            min={1}
            max={bookable.places_max}
            clampBehavior="strict"
            allowDecimal={false}
            value={places}
            onChange={(next) => setPlaces(typeof next === "number" && next >= 1 ? next : 1)}
          />
        </section>
      ) : null}
      <section className="track-card stack" aria-label={text.choose_slot}>
        <h2 style={{ margin: 0 }}>{text.choose_slot}</h2>
        {hold.error ? <Alert color="red">{hold.error.message}</Alert> : null}
        <SlotPicker
          client_code={client_code}
          bookable={bookable}
          places={places}
          busy={hold.isPending ? (hold.variables?.starts_at ?? null) : null}
          onChoose={(slot) => hold.mutate(slot)}
          {...(bookable.has_waitlist ? { onFull: setWaitedSlot } : {})}
        />
      </section>
    </>
  );
}

function Wait({
  client_code,
  bookable,
  slot,
  places,
  back,
}: {
  client_code: string;
  bookable: PublicBookable;
  slot: PublicSlot;
  places: number;
  back: () => void;
}) {
  const navigate = useNavigate();
  const zone = bookable.time_zone;
  const join = useMutation({
    mutationFn: (values: Parameters<Parameters<typeof GuestForm>[0]["onSubmit"]>[0]) =>
      publicClient.waitlistJoin({
        clientCode: client_code,
        bookable: bookable.code,
        places,
        windows: [{ from: slot.starts_at, to: slot.ends_at }],
        ...values,
      }),
    onSuccess: ({ entry_token }) => navigate({ to: "/waitlist", hash: `link=${entry_token}` }),
  });
  return (
    <section className="track-card stack">
      <h1>{text.join_title}</h1>
      <p>
        <span className="strong">{bookable.name}</span>
        {" · "}
        {formatDay(slot.starts_at, zone)}, {formatHours(slot, zone)} ({nameZone(zone, slot.starts_at)})
        {places > 1 ? ` · ${text.places_count({ n: places })}` : ""}
      </p>
      <p className="dim">{text.join_about}</p>
      <GuestForm
        bookable={bookable}
        submit={text.join}
        is_pending={join.isPending}
        error={join.error}
        onSubmit={(values) => join.mutate(values)}
      />
      <Button variant="subtle" onClick={back}>
        {text.back}
      </Button>
    </section>
  );
}
