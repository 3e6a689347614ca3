/** A rider's phone: online or not, offers with the time left, the steps of a job with PIN and photo, earnings. */
import { Alert, Button, Select, TextInput } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { IconBike, IconLock, IconMapPin, IconPhone } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../../api/client.ts";
import { PhotoField } from "../../../../field/photo-field.tsx";
import type { Attachment } from "../../../../field/photos.ts";
import { useReportPositions } from "../../../../offline/positions.ts";
import { useQueue } from "../../../../offline/use-queue.ts";
import { StatusBadge, Tag } from "../../../../parts/badge.tsx";
import { kilometres, money } from "../../../../parts/format.ts";
import { Page, Sheet } from "../../../../parts/page.tsx";
import { useSave } from "../../../../parts/save.ts";
import { Empty, Loaded, Waiting } from "../../../../parts/states.tsx";
import { useTimes } from "../../../../parts/times.ts";
import "../instant.css";
import {
  badgeOf,
  describePlace,
  earningsQuery,
  INSTANT_KEYS,
  type OwnJob,
  type OwnOffer,
  ownOffersQuery,
} from "../queries.ts";
import { listPhotoProofs, riderQuery, useOwnJobs, useStep } from "./rider-steps.ts";
import { text } from "./text.ts";

const keys = INSTANT_KEYS;

export function RiderPage() {
  const query = useQuery(riderQuery(useQueue()));
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
            <Empty icon={IconLock} title={text.not_granted}>
              {text.not_granted_about}
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
    success_message: text.online,
  });
  const offline = useSave(() => client.instantRiderOffline({}), {
    keys,
    success_message: text.offline,
  });
  const is_denied = useReportPositions({
    enabled: rider.online || rider.active_jobs > 0,
    sent_as: "rider",
    route_id: null,
  });
  const is_ready = rider.zones.length > 0 && rider.expired_documents.length === 0;
  return (
    <Sheet>
      <div className="stack">
        <div className="row apart nowrap">
          <span className="stack tight" style={{ gap: 0 }}>
            <span className="strong">{rider.online ? text.online : text.offline}</span>
            <span className="dim small">{rider.online ? text.online_about : text.offline_about}</span>
          </span>
          <Tag tone={rider.online ? "good" : "grey"}>{rider.online ? text.is_online : text.is_offline}</Tag>
        </div>
        {rider.zones.length === 0 ? (
          <Alert color="yellow" variant="outline" title={text.no_zone}>
            {text.no_zone_about}
          </Alert>
        ) : null}
        {rider.expired_documents.length === 0 ? null : (
          <Alert
            color="yellow"
            variant="outline"
            title={text.documents(rider.expired_documents.join(", "))}
          />
        )}
        {is_denied ? <p className="small">{text.no_position}</p> : null}
        {rider.online ? (
          <Button
            size="md"
            variant="default"
            loading={offline.isPending}
            onClick={() => offline.mutate(undefined)}
          >
            {text.go_offline}
          </Button>
        ) : (
          <Button
            size="md"
            disabled={!is_ready}
            loading={online.isPending}
            onClick={() => online.mutate(undefined)}
          >
            {text.go_online}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

function Offers() {
  const query = useQuery(ownOffersQuery(true));
  return (
    <Loaded query={query} fallback={<Waiting rows={3} />}>
      {(offers) =>
        offers.length === 0 ? (
          <Empty icon={IconBike} title={text.waiting} />
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
    success_message: text.accepted,
  });
  const decline = useSave(() => client.instantRiderOfferDecline({ instant_offer_id }), {
    keys,
    success_message: text.declined,
  });
  const area = (place: OwnOffer["pickup_area"]) => [place.postal_area, place.city].filter(Boolean).join(" ");
  if (left_ms === 0) return null;
  return (
    <section className="sheet" aria-label={text.offer}>
      <div className="sheet-body stack">
        <div className="row apart nowrap">
          <span className="strong" style={{ fontSize: "1.4rem" }}>
            {money(offer.pay_minor, offer.currency)}
          </span>
          <span className="strong num" role="timer">
            {text.seconds(Math.ceil(left_ms / 1000))}
          </span>
        </div>
        <div className="instant-countdown" aria-hidden>
          <span style={{ width: `${Math.min(100, (left_ms / OFFER_MS) * 100)}%` }} />
        </div>
        <span>
          {area(offer.pickup_area)} → {area(offer.dropoff_area)}
        </span>
        <span className="dim small">
          {text.to_pickup(kilometres(offer.pickup_distance_m))} · {text.ride(kilometres(offer.distance_m))}
          {offer.mode === "all" ? ` · ${text.offer_all}` : ""}
        </span>
        <div className="row nowrap">
          <Button
            className="grow"
            size="lg"
            loading={accept.isPending}
            onClick={() => accept.mutate(undefined)}
          >
            {text.accept}
          </Button>
          <Button
            size="lg"
            variant="default"
            loading={decline.isPending}
            onClick={() => decline.mutate(undefined)}
          >
            {text.decline}
          </Button>
        </div>
      </div>
    </section>
  );
}

function Jobs() {
  const query = useOwnJobs();
  return (
    <Loaded query={query} fallback={<Waiting rows={3} />}>
      {(jobs) => (
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
          <StatusBadge badge={badgeOf(job.state, text.states)} />
        </div>
        <span className="stack tight" style={{ gap: 0 }}>
          <span className="dim small">{place === job.pickup ? text.pickup : text.dropoff}</span>
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
              {text.navigate}
            </Button>
          ) : null}
          {place?.phone ? (
            <Button
              component="a"
              variant="default"
              leftSection={<IconPhone size={16} />}
              href={`tel:${place.phone}`}
            >
              {text.call}
            </Button>
          ) : null}
        </div>
        <Step job={job} />
        {asking === null ? (
          <div className="row">
            {goes_to_pickup ? (
              <Button variant="subtle" onClick={() => setAsking("give_back")}>
                {text.give_back}
              </Button>
            ) : null}
            {job.state === "RETURN_REQUIRED" ? null : (
              <Button variant="subtle" color="red" onClick={() => setAsking("problem")}>
                {text.problem}
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
  const take = useStep(job);
  const steps = {
    ACCEPTED: { label: text.arrived_pickup, step: "arrive_pickup" },
    AT_PICKUP: { label: text.picked_up, step: "pick_up" },
    PICKED_UP: { label: text.arrived_dropoff, step: "arrive_dropoff" },
    RETURN_REQUIRED: { label: text.returned, step: "return_goods" },
  } as const;
  if (job.state === "AT_DROPOFF") return <HandOver job={job} />;
  if (!(job.state in steps)) return null;
  const { label, step } = steps[job.state as keyof typeof steps];
  return (
    <div className="stack tight">
      {job.state === "RETURN_REQUIRED" ? <p className="strong">{text.return_about}</p> : null}
      <Button size="lg" onClick={() => void take(step)}>
        {label}
      </Button>
    </div>
  );
}

function HandOver({ job }: { job: OwnJob }) {
  const take = useStep(job);
  const [pin, setPin] = useState("");
  const [photos, setPhotos] = useState<readonly Attachment[]>([]);
  const needs_pin = job.proofs_required.includes("pin");
  const lacks = (needs_pin && pin === "") || (job.proofs_required.includes("photo") && photos.length === 0);
  const complete = () =>
    take(
      "complete",
      {
        proofs: [...(needs_pin ? [{ kind: "pin", value: pin }] : []), ...listPhotoProofs(photos)],
        ...(job.cod_minor > 0 ? { cod_collected: job.cod_minor } : {}),
      },
      photos,
    );
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!lacks) void complete();
      }}
    >
      {needs_pin ? (
        <TextInput
          size="md"
          label={text.pin}
          inputMode="numeric"
          autoComplete="off"
          value={pin}
          onChange={(event) => setPin(event.currentTarget.value)}
        />
      ) : null}
      <PhotoField label={text.photo} remove_label={text.remove_photo} photos={photos} onChange={setPhotos} />
      {job.cod_minor > 0 ? (
        <p className="strong">{text.cash(money(job.cod_minor, job.cod_currency))}</p>
      ) : null}
      <Button type="submit" size="lg" disabled={lacks}>
        {text.complete}
      </Button>
    </form>
  );
}

function GiveBack({ job, close }: { job: OwnJob; close: () => void }) {
  const [reason, setReason] = useState("");
  const save = useSave(() => client.instantRiderJobRelease({ instant_job_id: job.id, reason }), {
    keys,
    success_message: text.given_back,
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
        label={text.give_back_reason}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={reason.trim() === ""} loading={save.isPending}>
        {text.give_back}
      </Button>
    </form>
  );
}

function Problem({ job, close }: { job: OwnJob; close: () => void }) {
  const at_pickup = job.state === "ACCEPTED" || job.state === "AT_PICKUP";
  const [code, setCode] = useState<string | null>(null);
  const [note, setNote] = useState("");
  const [photos, setPhotos] = useState<readonly Attachment[]>([]);
  const take = useStep(job);
  const reasons = useQuery({
    queryKey: ["return-reasons", "rider"],
    queryFn: ({ signal }) => client.returnReasons({}, { signal }),
  });
  const fits = at_pickup ? ["pickup_failed"] : ["failed", "rejected"];
  const report = async () => {
    const is_kept = await take(
      "problem",
      {
        return_reason: code ?? "",
        ...(note.trim() === "" ? {} : { note: note.trim() }),
        ...(photos.length === 0 ? {} : { proofs: listPhotoProofs(photos) }),
      },
      photos,
    );
    if (is_kept) close();
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (code !== null) void report();
      }}
    >
      <Select
        label={text.problem_about}
        data={(reasons.data?.reasons ?? [])
          .filter((one) => one.applies_to.some((word) => fits.includes(word)))
          .map((one) => ({ value: one.code, label: one.label }))}
        value={code}
        onChange={setCode}
      />
      <TextInput
        label={text.problem_note}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <PhotoField label={text.photo} remove_label={text.remove_photo} photos={photos} onChange={setPhotos} />
      <Button type="submit" color="red" disabled={code === null}>
        {text.problem}
      </Button>
    </form>
  );
}

function Earnings() {
  const { today } = useTimes();
  const query = useQuery(earningsQuery(today()));
  return (
    <Sheet title={text.earned}>
      <Loaded query={query} fallback={<Waiting rows={2} />}>
        {({ totals, jobs, entries }) =>
          entries.length === 0 ? (
            <p className="dim small">{text.nothing}</p>
          ) : (
            <div className="stack tight">
              <div className="row apart">
                <span className="strong" style={{ fontSize: "1.2rem" }}>
                  {totals.map(({ amount_minor, currency }) => money(amount_minor, currency)).join(" + ")}
                </span>
                <span className="dim small">{text.jobs(jobs)}</span>
              </div>
              <ul className="stack tight small">
                {entries.map(({ id, kind, amount_minor, currency }) => (
                  <li key={id} className="row apart">
                    <span>{text.kinds[kind]}</span>
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
