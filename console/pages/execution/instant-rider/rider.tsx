/** A rider's phone: online or not, offers with the time left, the steps of a job with PIN and photo, earnings. */
import { Alert, Button, FileButton, Select, TextInput } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { IconBike, IconCamera, IconLock, IconMapPin, IconPhone } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { client } from "../../../api/client.ts";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { kilometres, money } from "../../../parts/format.ts";
import { Page, Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import "./instant.css";
import {
  badgeOf,
  describePlace,
  earningsQuery,
  INSTANT_KEYS,
  type OwnJob,
  type OwnOffer,
  ownJobsQuery,
  ownOffersQuery,
  riderQuery,
} from "./queries.ts";
import { text } from "./text.ts";

const keys = INSTANT_KEYS;

export function RiderPage() {
  const query = useQuery(riderQuery);
  return (
    <Page>
      <Loaded query={query} fallback={<Waiting rows={6} height={40} />}>
        {({ rider }) =>
          rider.granted ? (
            <div className="stack">
              <Availability rider={rider} />
              <Jobs />
              {rider.online ? <Offers /> : null}
              <Earnings />
            </div>
          ) : (
            <Empty icon={IconLock} title={text.rider.not_granted}>
              {text.rider.not_granted_about}
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}

type Rider = Awaited<ReturnType<typeof client.instantRider>>["rider"];

function Availability({ rider }: { rider: Rider }) {
  const online = useSave(() => client.instantRiderOnline({}), {
    keys,
    success_message: text.rider.online,
  });
  const offline = useSave(() => client.instantRiderOffline({}), {
    keys,
    success_message: text.rider.offline,
  });
  const is_denied = usePositions(rider.online || rider.active_jobs > 0);
  const is_ready = rider.zones.length > 0 && rider.expired_documents.length === 0;
  return (
    <Sheet>
      <div className="stack">
        <div className="row apart nowrap">
          <span className="stack tight" style={{ gap: 0 }}>
            <span className="strong">{rider.online ? text.rider.online : text.rider.offline}</span>
            <span className="dim small">
              {rider.online ? text.rider.online_about : text.rider.offline_about}
            </span>
          </span>
          <Tag tone={rider.online ? "good" : "grey"}>
            {rider.online ? text.board.online : text.board.offline}
          </Tag>
        </div>
        {rider.zones.length === 0 ? (
          <Alert color="yellow" variant="outline" title={text.rider.no_zone}>
            {text.rider.no_zone_about}
          </Alert>
        ) : null}
        {rider.expired_documents.length === 0 ? null : (
          <Alert
            color="yellow"
            variant="outline"
            title={text.rider.documents(rider.expired_documents.join(", "))}
          />
        )}
        {is_denied ? <p className="small">{text.rider.no_position}</p> : null}
        {rider.online ? (
          <Button
            size="md"
            variant="default"
            loading={offline.isPending}
            onClick={() => offline.mutate(undefined)}
          >
            {text.rider.go_offline}
          </Button>
        ) : (
          <Button
            size="md"
            disabled={!is_ready}
            loading={online.isPending}
            onClick={() => online.mutate(undefined)}
          >
            {text.rider.go_online}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

/** At most one position in this time is sent. */
const SEND_EVERY_MS = 10_000;

/** Sends positions while the rider is online or has a job. True when the phone gives none. */
function usePositions(enabled: boolean): boolean {
  const [is_denied, setDenied] = useState(false);
  useEffect(() => {
    if (!enabled || !("geolocation" in navigator)) return;
    let sent = 0;
    const device_id = `page-${crypto.randomUUID()}`;
    const watch = navigator.geolocation.watchPosition(
      ({ coords, timestamp }) => {
        setDenied(false);
        if (Date.now() - sent < SEND_EVERY_MS) return;
        sent = Date.now();
        const at = new Date(timestamp).toISOString();
        const { latitude: lat, longitude: lng, accuracy } = coords;
        const position = { seq: sent, at, lat, lng, accuracy_m: accuracy };
        // The next position comes in seconds; one that could not be sent needs nothing else.
        client
          .instantRiderPositions({ device_id, sent_at: new Date().toISOString(), positions: [position] })
          .catch(() => undefined);
      },
      () => setDenied(true),
      { enableHighAccuracy: true },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, [enabled]);
  return enabled && is_denied;
}

function Offers() {
  const query = useQuery(ownOffersQuery(true));
  return (
    <Loaded query={query} fallback={<Waiting rows={3} />}>
      {(offers) =>
        offers.length === 0 ? (
          <Empty icon={IconBike} title={text.rider.waiting} />
        ) : (
          <div className="stack">
            {offers.map((offer) => (
              <Offer key={offer.id} offer={offer} />
            ))}
          </div>
        )
      }
    </Loaded>
  );
}

const OFFER_MS = 30_000;

function Offer({ offer }: { offer: OwnOffer & { ends: number } }) {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), 1000, { autoInvoke: true });
  const left_ms = Math.max(0, offer.ends - now);
  const instant_offer_id = offer.id;
  const accept = useSave(() => client.instantRiderOfferAccept({ instant_offer_id }), {
    keys,
    success_message: text.rider.accepted,
  });
  const decline = useSave(() => client.instantRiderOfferDecline({ instant_offer_id }), {
    keys,
    success_message: text.rider.declined,
  });
  const area = (place: OwnOffer["pickup_area"]) => [place.postal_area, place.city].filter(Boolean).join(" ");
  if (left_ms === 0) return null;
  return (
    <section className="sheet" aria-label={text.rider.offer}>
      <div className="sheet-body stack">
        <div className="row apart nowrap">
          <span className="strong" style={{ fontSize: "1.4rem" }}>
            {money(offer.pay_minor, offer.currency)}
          </span>
          <span className="strong num" role="timer">
            {text.rider.seconds(Math.ceil(left_ms / 1000))}
          </span>
        </div>
        <div className="instant-countdown" aria-hidden>
          <span style={{ width: `${Math.min(100, (left_ms / OFFER_MS) * 100)}%` }} />
        </div>
        <span>
          {area(offer.pickup_area)} → {area(offer.dropoff_area)}
        </span>
        <span className="dim small">
          {text.rider.to_pickup(kilometres(offer.pickup_distance_m))} ·{" "}
          {text.rider.ride(kilometres(offer.distance_m))}
          {offer.mode === "all" ? ` · ${text.rider.offer_all}` : ""}
        </span>
        <div className="row nowrap">
          <Button
            className="grow"
            size="lg"
            loading={accept.isPending}
            onClick={() => accept.mutate(undefined)}
          >
            {text.rider.accept}
          </Button>
          <Button
            size="lg"
            variant="default"
            loading={decline.isPending}
            onClick={() => decline.mutate(undefined)}
          >
            {text.rider.decline}
          </Button>
        </div>
      </div>
    </section>
  );
}

function Jobs() {
  const query = useQuery(ownJobsQuery);
  return (
    <Loaded query={query} fallback={<Waiting rows={3} />}>
      {({ jobs }) => (
        <>
          {jobs.map((job) => (
            <Job key={job.id} job={job} />
          ))}
        </>
      )}
    </Loaded>
  );
}

function Job({ job }: { job: OwnJob }) {
  const [asking, setAsking] = useState<"give_back" | "problem" | null>(null);
  const goes_to_pickup = job.state === "ACCEPTED" || job.state === "AT_PICKUP";
  const place = goes_to_pickup || job.state === "RETURN_REQUIRED" ? job.pickup : job.dropoff;
  return (
    <section className="sheet" aria-label={job.order_ref ?? job.tracking_number}>
      <div className="sheet-body stack">
        <div className="row apart nowrap">
          <span className="strong">{job.order_ref ?? job.tracking_number}</span>
          <StatusBadge badge={badgeOf(job.state)} />
        </div>
        <span className="stack tight" style={{ gap: 0 }}>
          <span className="dim small">{place === job.pickup ? text.board.pickup : text.board.dropoff}</span>
          <span>{describePlace(place)}</span>
          {place?.instructions ? <span className="small">{place.instructions}</span> : null}
          {job.delivery_instruction === "" ? null : <span className="small">{job.delivery_instruction}</span>}
          {job.note === "" ? null : <span className="small">{job.note}</span>}
        </span>
        <div className="row">
          {typeof place?.lat === "number" && typeof place.lng === "number" ? (
            <Button
              component="a"
              variant="default"
              leftSection={<IconMapPin size={16} />}
              href={`geo:${place.lat},${place.lng}?q=${place.lat},${place.lng}`}
            >
              {text.rider.navigate}
            </Button>
          ) : null}
          {place?.phone ? (
            <Button
              component="a"
              variant="default"
              leftSection={<IconPhone size={16} />}
              href={`tel:${place.phone}`}
            >
              {text.rider.call}
            </Button>
          ) : null}
        </div>
        <Step job={job} />
        {asking === null ? (
          <div className="row">
            {goes_to_pickup ? (
              <Button variant="subtle" onClick={() => setAsking("give_back")}>
                {text.rider.give_back}
              </Button>
            ) : null}
            {job.state === "RETURN_REQUIRED" ? null : (
              <Button variant="subtle" color="red" onClick={() => setAsking("problem")}>
                {text.rider.problem}
              </Button>
            )}
          </div>
        ) : asking === "give_back" ? (
          <GiveBack job={job} close={() => setAsking(null)} />
        ) : (
          <Problem job={job} close={() => setAsking(null)} />
        )}
      </div>
    </section>
  );
}

function Step({ job }: { job: OwnJob }) {
  const instant_job_id = job.id;
  const success = { keys, success_message: text.rider.done };
  const arrive = useSave(() => client.instantRiderJobArrivedPickup({ instant_job_id }), success);
  const pick_up = useSave(() => client.instantRiderJobPickedUp({ instant_job_id }), success);
  const at_door = useSave(() => client.instantRiderJobArrivedDropoff({ instant_job_id }), success);
  const back = useSave(() => client.instantRiderJobReturned({ instant_job_id }), success);
  const steps = {
    ACCEPTED: { label: text.rider.arrived_pickup, save: arrive },
    AT_PICKUP: { label: text.rider.picked_up, save: pick_up },
    PICKED_UP: { label: text.rider.arrived_dropoff, save: at_door },
    RETURN_REQUIRED: { label: text.rider.returned, save: back },
  } as const;
  if (job.state === "AT_DROPOFF") return <HandOver job={job} />;
  if (!(job.state in steps)) return null;
  const { label, save } = steps[job.state as keyof typeof steps];
  return (
    <div className="stack tight">
      {job.state === "RETURN_REQUIRED" ? <p className="strong">{text.rider.return_about}</p> : null}
      <Button size="lg" loading={save.isPending} onClick={() => save.mutate(undefined)}>
        {label}
      </Button>
    </div>
  );
}

async function upload(photo: File): Promise<number> {
  let binary = "";
  for (const byte of new Uint8Array(await photo.arrayBuffer())) binary += String.fromCharCode(byte);
  const { file_id } = await client.fileUpload({
    content_base64: btoa(binary),
    content_type: photo.type as "image/png",
    name: photo.name.slice(0, 100),
  });
  return file_id;
}

function HandOver({ job }: { job: OwnJob }) {
  const [pin, setPin] = useState("");
  const [photo, setPhoto] = useState<File | null>(null);
  const needs_pin = job.proofs_required.includes("pin");
  const save = useSave(
    async () =>
      client.instantRiderJobComplete({
        instant_job_id: job.id,
        proofs: [
          ...(needs_pin ? [{ kind: "pin" as const, value: pin }] : []),
          ...(photo === null ? [] : [{ kind: "photo" as const, file_id: await upload(photo) }]),
        ],
        ...(job.cod_minor > 0 ? { cod_collected: job.cod_minor } : {}),
      }),
    { keys, success_message: text.rider.delivered },
  );
  const lacks = (needs_pin && pin === "") || (job.proofs_required.includes("photo") && photo === null);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!lacks) save.mutate(undefined);
      }}
    >
      {needs_pin ? (
        <TextInput
          size="md"
          label={text.rider.pin}
          inputMode="numeric"
          autoComplete="off"
          value={pin}
          onChange={(event) => setPin(event.currentTarget.value)}
        />
      ) : null}
      <FileButton accept="image/png,image/jpeg,image/webp" onChange={setPhoto}>
        {(props) => (
          <Button {...props} size="md" variant="default" leftSection={<IconCamera size={16} />}>
            {photo === null ? text.rider.photo : text.rider.photo_taken}
          </Button>
        )}
      </FileButton>
      {job.cod_minor > 0 ? (
        <p className="strong">{text.rider.cash(money(job.cod_minor, job.cod_currency))}</p>
      ) : null}
      <Button type="submit" size="lg" disabled={lacks} loading={save.isPending}>
        {text.rider.complete}
      </Button>
    </form>
  );
}

function GiveBack({ job, close }: { job: OwnJob; close: () => void }) {
  const [reason, setReason] = useState("");
  const save = useSave(() => client.instantRiderJobRelease({ instant_job_id: job.id, reason }), {
    keys,
    success_message: text.rider.given_back,
    done: close,
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== "") save.mutate(undefined);
      }}
    >
      <TextInput
        label={text.rider.give_back_reason}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={reason.trim() === ""} loading={save.isPending}>
        {text.rider.give_back}
      </Button>
    </form>
  );
}

function Problem({ job, close }: { job: OwnJob; close: () => void }) {
  const at_pickup = job.state === "ACCEPTED" || job.state === "AT_PICKUP";
  const [code, setCode] = useState<string | null>(null);
  const [note, setNote] = useState("");
  const [photo, setPhoto] = useState<File | null>(null);
  const reasons = useQuery({
    queryKey: ["return-reasons", "rider"],
    queryFn: ({ signal }) => client.returnReasons({}, { signal }),
  });
  const fits = at_pickup ? ["pickup_failed"] : ["failed", "rejected"];
  const save = useSave(
    async () =>
      client.instantRiderJobProblem({
        instant_job_id: job.id,
        return_reason: code ?? "",
        ...(note.trim() === "" ? {} : { note }),
        ...(photo === null ? {} : { proofs: [{ kind: "photo" as const, file_id: await upload(photo) }] }),
      }),
    { keys, success_message: text.rider.reported, done: close },
  );
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (code !== null) save.mutate(undefined);
      }}
    >
      <Select
        label={text.rider.problem_about}
        data={(reasons.data?.reasons ?? [])
          .filter((one) => one.applies_to.some((word) => fits.includes(word)))
          .map((one) => ({ value: one.code, label: one.label }))}
        value={code}
        onChange={setCode}
      />
      <TextInput
        label={text.rider.problem_note}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <FileButton accept="image/png,image/jpeg,image/webp" onChange={setPhoto}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconCamera size={16} />}>
            {photo === null ? text.rider.photo : text.rider.photo_taken}
          </Button>
        )}
      </FileButton>
      <Button type="submit" color="red" disabled={code === null} loading={save.isPending}>
        {text.rider.problem}
      </Button>
    </form>
  );
}

function Earnings() {
  const { today } = useTimes();
  const query = useQuery(earningsQuery(today()));
  return (
    <Sheet title={text.rider.earned}>
      <Loaded query={query} fallback={<Waiting rows={2} />}>
        {({ totals, jobs, entries }) =>
          entries.length === 0 ? (
            <p className="dim small">{text.rider.nothing}</p>
          ) : (
            <div className="stack tight">
              <div className="row apart">
                <span className="strong" style={{ fontSize: "1.2rem" }}>
                  {totals.map(({ amount_minor, currency }) => money(amount_minor, currency)).join(" + ")}
                </span>
                <span className="dim small">{text.rider.jobs(jobs)}</span>
              </div>
              <ul className="stack tight small">
                {entries.map(({ id, kind, amount_minor, currency }) => (
                  <li key={id} className="row apart">
                    <span>{text.rider.kinds[kind]}</span>
                    <span className="num">{money(amount_minor, currency)}</span>
                  </li>
                ))}
              </ul>
            </div>
          )
        }
      </Loaded>
    </Sheet>
  );
}
