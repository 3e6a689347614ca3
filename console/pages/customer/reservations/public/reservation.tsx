/** The page of a guest: confirms a hold, shows the reservation, moves and cancels it. By the link alone. Designed for a phone. */
import { Alert, Button, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactElement, useEffect, useMemo, useState } from "react";
import type { ManagedReservation } from "../../../../../packages/client/client.gen.ts";
import { createLinkClient, publicClient } from "../../../../api/client.ts";
import { getRules, toMemberProps } from "../../../../parts/form-rules.ts";
import { money } from "../../../../parts/format.ts";
import { usePageTitle } from "../../../../parts/use-page-title.ts";
import { PublicFrame } from "../../../tracking/tracking/public-frame.tsx";
import { Nothing, NotLoaded, useLinkToken } from "./frame.tsx";
import { GuestForm, type GuestValues } from "./guest-form.tsx";
import { SlotPicker } from "./slot-picker.tsx";
import { text } from "./text.ts";
import { formatDay, formatHours, formatMoment, nameZone } from "./zone.ts";

const RULES = getRules("reservationManagedConfirm");

export function ReservationPage(): ReactElement {
  const token = useLinkToken();
  usePageTitle(text.your_reservation);
  if (token !== undefined) return <Linked key={token} token={token} />;
  return (
    <PublicFrame>
      <Nothing title={text.link_ended} about={text.no_link} />
    </PublicFrame>
  );
}

interface Calls {
  reservation: ManagedReservation;
  token: string;
  onDone: () => Promise<unknown>;
}

function Linked({ token }: { token: string }) {
  const client = useMemo(() => createLinkClient(token), [token]);
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ["reservation", token],
    queryFn: async ({ signal }) => (await client.reservationManaged({ link: token }, { signal })).reservation,
    refetchInterval: 10_000,
  });
  const reservation = query.data;
  const calls = reservation && {
    reservation,
    token,
    onDone: () => queries.invalidateQueries({ queryKey: ["reservation", token] }),
  };
  return (
    <PublicFrame {...(reservation ? { carrier: reservation.business_name } : {})}>
      {calls === undefined ? (
        <NotLoaded error={query.error} refetch={query.refetch} />
      ) : calls.reservation.status === "REQUESTED" && calls.reservation.hold_expires_at !== null ? (
        <Hold {...calls} hold_expires_at={calls.reservation.hold_expires_at} />
      ) : (
        <Reserved {...calls} />
      )}
    </PublicFrame>
  );
}

function SlotFacts({ reservation }: { reservation: ManagedReservation }) {
  const { bookable_name, starts_at, time_zone, street_address, places } = reservation;
  return (
    <dl className="reserve-facts">
      <dt className="dim">{text.what}</dt>
      <dd>{bookable_name}</dd>
      <dt className="dim">{text.when}</dt>
      <dd>
        {formatDay(starts_at, time_zone)}
        <br />
        <span className="strong num">{formatHours(reservation, time_zone)}</span>{" "}
        <span className="dim small">({nameZone(time_zone, starts_at)})</span>
      </dd>
      {street_address === null ? null : (
        <>
          <dt className="dim">{text.where}</dt>
          <dd>{street_address}</dd>
        </>
      )}
      {places > 1 ? (
        <>
          <dt className="dim">{text.places}</dt>
          <dd className="num">{places}</dd>
        </>
      ) : null}
    </dl>
  );
}

function useCountdown(until: string): number {
  const compute = () => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(compute);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(compute()), 1000);
    return () => clearInterval(timer);
  });
  return seconds;
}

function Hold({ reservation, token, onDone, hold_expires_at }: Calls & { hold_expires_at: string }) {
  const client = useMemo(() => createLinkClient(token), [token]);
  const seconds = useCountdown(hold_expires_at);
  const page = useBookingPage(reservation);
  const [code, setCode] = useState("");
  const confirm = useMutation({
    mutationFn: (values: Partial<GuestValues> & { code?: string }) =>
      client.reservationManagedConfirm({ link: token, ...values }),
    onSettled: onDone,
  });
  const send = useMutation({
    mutationFn: () => client.reservationManagedCode({ link: token }),
    onSettled: onDone,
  });
  const give_up = useMutation({
    mutationFn: () => client.reservationManagedCancel({ link: token }),
    onSettled: onDone,
  });
  const { missing } = reservation;
  return (
    <>
      <section className="track-card stack">
        <h1>{text.hold_title}</h1>
        <p role="timer">
          {text.hold_left({ left: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` })}
        </p>
        <SlotFacts reservation={reservation} />
      </section>
      <section className="track-card stack">
        {missing === "contact" && page.bookable !== undefined ? (
          <>
            <h2 style={{ margin: 0 }}>{text.your_details}</h2>
            <GuestForm
              bookable={page.bookable}
              submit={text.reserve}
              is_pending={confirm.isPending}
              error={confirm.error}
              onSubmit={(values) => confirm.mutate(values)}
            />
          </>
        ) : null}
        {missing === "contact_code" ? (
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              confirm.mutate({ code });
            }}
          >
            <h2 style={{ margin: 0 }}>{text.code_title}</h2>
            <p className="dim">
              {text.code_about({ contact: reservation.guest_email ?? reservation.guest_phone ?? "" })}
            </p>
            {(confirm.error ?? send.error) ? (
              <Alert color="red">{(confirm.error ?? send.error)?.message}</Alert>
            ) : null}
            <TextInput
              label={text.code}
              size="lg"
              inputMode="numeric"
              autoComplete="one-time-code"
              {...toMemberProps(RULES, "code")}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <Button type="submit" size="lg" loading={confirm.isPending} disabled={code.trim().length < 6}>
              {text.reserve}
            </Button>
            <Button variant="subtle" loading={send.isPending} onClick={() => send.mutate()}>
              {text.send_again}
            </Button>
          </form>
        ) : null}
        {missing === "deposit" ? <Deposit reservation={reservation} token={token} onDone={onDone} /> : null}
        <Button variant="subtle" color="gray" loading={give_up.isPending} onClick={() => give_up.mutate()}>
          {text.give_up}
        </Button>
      </section>
    </>
  );
}

function Deposit({ reservation, token, onDone }: Calls) {
  const client = useMemo(() => createLinkClient(token), [token]);
  const pay = useMutation({
    mutationFn: () => client.reservationManagedCheckout({ link: token }),
    onSuccess: ({ reservation: { checkout_url } }) => {
      if (checkout_url !== null) window.location.assign(checkout_url);
    },
    onSettled: onDone,
  });
  const { deposit_minor, currency, payment_status, change_until, time_zone } = reservation;
  return (
    <>
      <h2 style={{ margin: 0 }}>{text.deposit({ amount: money(deposit_minor, currency) })}</h2>
      <p className="dim">{text.deposit_about({ until: formatMoment(change_until, time_zone) })}</p>
      {payment_status === "FAILED" ? <Alert color="red">{text.payment_failed}</Alert> : null}
      {payment_status === "OPEN" ? <p role="status">{text.payment_open}</p> : null}
      {pay.error ? <Alert color="red">{pay.error.message}</Alert> : null}
      <Button size="lg" loading={pay.isPending} onClick={() => pay.mutate()}>
        {text.pay} {money(deposit_minor, currency)}
      </Button>
    </>
  );
}

function useBookingPage({ client_code, bookable_code }: ManagedReservation) {
  const query = useQuery({
    queryKey: ["reserve", client_code],
    queryFn: ({ signal }) => publicClient.reservationPage({ clientCode: client_code }, { signal }),
  });
  return { ...query, bookable: query.data?.bookables.find(({ code }) => code === bookable_code) };
}

const TONES: Record<ManagedReservation["status"], string> = {
  REQUESTED: "grey",
  CONFIRMED: "good",
  CHECKED_IN: "accent",
  COMPLETED: "grey",
  NO_SHOW: "grey",
  CANCELLED: "grey",
};

function Reserved({ reservation, token, onDone }: Calls) {
  const client = useMemo(() => createLinkClient(token), [token]);
  const [open, setOpen] = useState<"move" | "cancel" | null>(null);
  const page = useBookingPage(reservation);
  const close = () => setOpen(null);
  const move = useMutation({
    mutationFn: (starts_at: string) => client.reservationManagedMove({ link: token, starts_at }),
    onSuccess: close,
    onSettled: onDone,
  });
  const cancel = useMutation({
    mutationFn: () => client.reservationManagedCancel({ link: token }),
    onSuccess: close,
    onSettled: onDone,
  });
  const { status, code, end_cause, payment_status, deposit_minor, currency, change_until, time_zone } =
    reservation;
  const is_expired = end_cause === "hold_expired" || status === "REQUESTED";
  const has_ended = status === "CANCELLED" || status === "REQUESTED";
  return (
    <>
      <section className={`track-card track-hero tone-${TONES[status]} stack`} aria-live="polite">
        <h1>{is_expired ? text.expired : text.statuses[status]}</h1>
        {has_ended ? null : (
          <p>
            <span className="dim">{text.say_code}</span>
            <br />
            <span className="reserve-code num">{code}</span>
          </p>
        )}
        {is_expired ? <p>{text.expired_about}</p> : null}
        <SlotFacts reservation={reservation} />
        {reservation.confirmation_note !== null && status === "CONFIRMED" ? (
          <p>{reservation.confirmation_note}</p>
        ) : null}
        {payment_status === "NONE" || payment_status === "OPEN" || payment_status === "FAILED" ? null : (
          <p className="dim">{text.payments[payment_status]({ amount: money(deposit_minor, currency) })}</p>
        )}
      </section>
      {status === "CONFIRMED" ? (
        <a
          className="track-card"
          href={`/api/v1/reservations/public/manage/${token}/calendar.ics`}
          download="reservation.ics"
          rel="noreferrer"
        >
          {text.add_to_calendar}
        </a>
      ) : null}
      {has_ended ? (
        <Link
          className="track-card"
          to="/reserve/$client_code/$bookable"
          params={{ client_code: reservation.client_code, bookable: reservation.bookable_code }}
        >
          {text.choose_again}
        </Link>
      ) : null}
      {open === null && (reservation.can_move || reservation.can_cancel) ? (
        <section className="track-card stack">
          {reservation.can_move ? (
            <>
              <p className="dim small">
                {text.change_until({ until: formatMoment(change_until, time_zone) })}
              </p>
              <Button size="md" variant="default" onClick={() => setOpen("move")}>
                {text.move}
              </Button>
            </>
          ) : null}
          {reservation.can_cancel ? (
            <Button size="md" variant="subtle" color="red" onClick={() => setOpen("cancel")}>
              {text.cancel}
            </Button>
          ) : null}
        </section>
      ) : null}
      {open === "move" ? (
        <section className="track-card stack" aria-label={text.move}>
          <h2 style={{ margin: 0 }}>{text.move}</h2>
          {move.error ? <Alert color="red">{move.error.message}</Alert> : null}
          {page.bookable === undefined ? (
            <NotLoaded error={page.error} refetch={page.refetch} />
          ) : (
            <SlotPicker
              client_code={reservation.client_code}
              bookable={page.bookable}
              places={reservation.places}
              busy={move.isPending ? (move.variables ?? null) : null}
              onChoose={({ starts_at }) => move.mutate(starts_at)}
            />
          )}
          <Button variant="subtle" onClick={close}>
            {text.back}
          </Button>
        </section>
      ) : null}
      {open === "cancel" ? (
        <section className="track-card stack" aria-label={text.cancel}>
          <h2 style={{ margin: 0 }}>{text.cancel_sure}</h2>
          {payment_status === "PAID" ? (
            <p>{reservation.can_move ? text.deposit_back : text.deposit_kept}</p>
          ) : null}
          {cancel.error ? <Alert color="red">{cancel.error.message}</Alert> : null}
          <Button size="md" color="red.8" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {text.cancel}
          </Button>
          <Button variant="subtle" onClick={close}>
            {text.back}
          </Button>
        </section>
      ) : null}
    </>
  );
}
