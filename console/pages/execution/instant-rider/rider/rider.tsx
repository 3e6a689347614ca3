/** A rider's phone: online or not, offers with the time left, the steps of a job with PIN and photo, earnings. */
import { Alert, Button, TextInput } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconBike, IconCloudOff, IconCloudUpload, IconLock, IconNavigation, IconPhone } from "#icons";
import { client } from "../../../../api/client.ts";
import { nameType } from "../../../../field/describe-item.ts";
import { FailForm } from "../../../../field/handover/fail-form.tsx";
import { HandoverForm } from "../../../../field/handover/handover-form.tsx";
import { MessagesLink } from "../../../../field/messages-link.tsx";
import { RefusedItem } from "../../../../field/refused-item.tsx";
import { text as fieldText } from "../../../../field/text.ts";
import { useReportPositions } from "../../../../offline/positions.ts";
import { useOnline } from "../../../../offline/use-online.ts";
import { useQueue, useQueueState } from "../../../../offline/use-queue.ts";
import { StatusBadge, Tag } from "../../../../parts/badge.tsx";
import { getRules } from "../../../../parts/form-rules.ts";
import { kilometres, money } from "../../../../parts/format.ts";
import { useMemberText } from "../../../../parts/member-text.ts";
import { Page, Sheet } from "../../../../parts/page.tsx";
import { useSave } from "../../../../parts/save.ts";
import { Empty, Loaded, Waiting } from "../../../../parts/states.tsx";
import { useTimes } from "../../../../parts/times.ts";
import { TwoLines } from "../../../../parts/two-lines.tsx";
import "../instant.css";
import { buildBadge, INSTANT_KEYS, type OwnOffer, ownOffersQuery } from "../queries.ts";
import {
  earningsQuery,
  isEnded,
  type KeptJob,
  listOrphans,
  reasonsQuery,
  riderQuery,
  toHandoverTask,
  useOwnJobs,
  useStep,
} from "./rider-steps.ts";
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
  const online = useSave(() => client.instantRiderOnline({ at: new Date().toISOString() }), {
    keys,
    success_message: text.online,
  });
  const offline = useSave(() => client.instantRiderOffline({ at: new Date().toISOString() }), {
    keys,
    success_message: text.offline,
  });
  const is_denied = useReportPositions({
    enabled: rider.online || rider.active_jobs > 0,
    sent_as: "rider",
    route_id: null,
  });
  const is_connected = useOnline();
  const is_ready = rider.zones.length > 0 && rider.expired_documents.length === 0;
  return (
    <Sheet>
      <div className="stack">
        <div className="row apart nowrap">
          <TwoLines below={rider.online ? text.online_about : text.offline_about}>
            {rider.online ? text.online : text.offline}
          </TwoLines>
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
            title={text.documents({ kinds: rider.expired_documents.join(", ") })}
          />
        )}
        {is_denied ? <p className="small">{text.no_position}</p> : null}
        {rider.online ? (
          <Button
            size="md"
            variant="default"
            disabled={!is_connected}
            loading={offline.isPending}
            onClick={() => offline.mutate(undefined)}
          >
            {text.go_offline}
          </Button>
        ) : (
          <Button
            size="md"
            disabled={!is_ready || !is_connected}
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
  const is_online = useOnline();
  const query = useQuery(ownOffersQuery(is_online));
  if (!is_online) return <Empty icon={IconCloudOff} title={text.no_offers} />;
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
            {text.seconds({ n: Math.ceil(left_ms / 1000) })}
          </span>
        </div>
        <div className="instant-countdown" aria-hidden>
          <span style={{ width: `${Math.min(100, (left_ms / OFFER_MS) * 100)}%` }} />
        </div>
        <span>
          {area(offer.pickup_area)} → {area(offer.dropoff_area)}
        </span>
        <span className="dim small">
          {text.to_pickup({ distance: kilometres(offer.pickup_distance_m) })} ·{" "}
          {text.ride({ distance: kilometres(offer.distance_m) })}
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
  const { items } = useQueueState();
  return (
    <Loaded query={query} fallback={<Waiting rows={3} />}>
      {(jobs) => (
        <>
          {listOrphans(jobs, items).map((item) => (
            <section key={item.seq} className="stop-alert" role="alert">
              <p className="strong">
                {item.label} · {nameType(item.type)}
              </p>
              <RefusedItem item={item} is_corrected_here />
            </section>
          ))}
          {jobs.map((job) => (
            <Job key={job.id} job={job} />
          ))}
        </>
      )}
    </Loaded>
  );
}

type Asking = "give_back" | "problem" | null;

function Job({ job }: { job: KeptJob }) {
  const [asking, setAsking] = useState<Asking>(job.refused?.type === "problem" ? "problem" : null);
  const goes_to_pickup = job.state === "ACCEPTED" || job.state === "AT_PICKUP";
  const place = goes_to_pickup || job.state === "RETURN_REQUIRED" ? job.pickup : job.dropoff;
  const facts: [string, string][] = [
    [
      text.at_the_door,
      [place?.instructions, goes_to_pickup ? "" : job.delivery_instruction].filter(Boolean).join(" · "),
    ],
    [text.note, job.note],
    [text.parcels, job.parcels.map((parcel) => parcel.label_code || parcel.tracking_number).join(", ")],
  ];
  return (
    <section className="sheet" aria-label={job.order_ref ?? job.tracking_number}>
      <div className="sheet-body stack" style={{ gap: 14 }}>
        <div className="row apart nowrap">
          <span className="strong cut">{job.order_ref ?? job.tracking_number}</span>
          <StatusBadge badge={buildBadge(job.state, text.states)} />
        </div>
        {job.is_waiting ? (
          <p className="row nowrap dim" role="status">
            <IconCloudUpload size={20} style={{ flex: "none" }} aria-hidden />
            {fieldText.queue.waiting_list}
          </p>
        ) : null}
        {job.refused === undefined ? null : (
          <section className="stop-alert" role="alert">
            <p className="strong">{nameType(job.refused.type)}</p>
            <RefusedItem item={job.refused} is_corrected_here />
          </section>
        )}
        <span className="stack tight" style={{ gap: 2 }}>
          <span className="dim small">{place === job.pickup ? text.pickup : text.dropoff}</span>
          {place?.name ? <span className="strong">{place.name}</span> : null}
          <address className="stop-address" style={{ fontStyle: "normal" }}>
            {[place?.line1, place?.line2, place?.city].filter(Boolean).join(", ")}
          </address>
        </span>
        {job.cod_minor > 0 && !goes_to_pickup && job.state !== "RETURN_REQUIRED" ? (
          <p className="stop-cash">
            {fieldText.form.cash_due({ amount: money(job.cod_minor, job.cod_currency) })}
          </p>
        ) : null}
        <dl className="stop-facts">
          {facts
            .filter(([, about]) => about !== "")
            .map(([name, about]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{about}</dd>
              </div>
            ))}
        </dl>
        <div className="field-actions">
          {typeof place?.lat === "number" && typeof place.lng === "number" ? (
            <Button
              component="a"
              size="md"
              variant="default"
              leftSection={<IconNavigation size={20} />}
              href={`geo:${place.lat},${place.lng}?q=${place.lat},${place.lng}`}
            >
              {text.navigate}
            </Button>
          ) : null}
          {place?.phone ? (
            <Button
              component="a"
              size="md"
              variant="default"
              leftSection={<IconPhone size={20} />}
              href={`tel:${place.phone}`}
            >
              {text.call}
            </Button>
          ) : null}
          <MessagesLink order_id={job.order_id} to="/my-jobs/chat/$order_id" />
        </div>
        {isEnded(job) ? null : asking === "give_back" ? (
          <GiveBack job={job} close={() => setAsking(null)} />
        ) : asking === "problem" ? (
          <Problem job={job} goes_to_pickup={goes_to_pickup} close={() => setAsking(null)} />
        ) : (
          <>
            <Step key={job.refused?.seq} job={job} />
            <OtherWays job={job} goes_to_pickup={goes_to_pickup} ask={setAsking} />
          </>
        )}
      </div>
    </section>
  );
}

interface OtherWaysProps {
  job: KeptJob;
  goes_to_pickup: boolean;
  ask: (asking: Asking) => void;
}

function OtherWays({ job, goes_to_pickup, ask }: OtherWaysProps) {
  if (job.state === "RETURN_REQUIRED") return null;
  return (
    <div className="field-actions">
      {goes_to_pickup ? (
        <Button size="md" variant="default" onClick={() => ask("give_back")}>
          {text.give_back}
        </Button>
      ) : null}
      <Button size="md" variant="default" onClick={() => ask("problem")}>
        {text.problem}
      </Button>
    </div>
  );
}

function Step({ job }: { job: KeptJob }) {
  const take = useStep(job);
  const steps = {
    ACCEPTED: { label: text.arrived_pickup, step: "arrive_pickup" },
    AT_PICKUP: { label: text.picked_up, step: "pick_up" },
    PICKED_UP: { label: text.arrived_dropoff, step: "arrive_dropoff" },
    RETURN_REQUIRED: { label: text.returned, step: "return_goods" },
  } as const;
  const corrects = job.refused?.type === "complete" ? job.refused : undefined;
  if (job.state === "AT_DROPOFF" || (job.state === "PICKED_UP" && corrects !== undefined))
    return (
      <HandoverForm
        offered={[toHandoverTask(job, "dropoff")]}
        corrects={corrects}
        submit={({ files, order_ids: _ids, ...body }) => take("complete", { ...body }, files)}
      />
    );
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

function GiveBack({ job, close }: { job: KeptJob; close: () => void }) {
  const take = useStep(job);
  const reason = useMemberText(getRules("instantRiderJobRelease"), "reason");
  return (
    <form
      className="stack"
      onSubmit={async (event) => {
        event.preventDefault();
        if (reason.text !== "" && (await take("release", { reason: reason.text }))) close();
      }}
    >
      <TextInput size="md" label={text.give_back_reason} {...reason.props} />
      <div className="field-actions">
        <Button size="lg" variant="default" onClick={close}>
          {fieldText.form.cancel}
        </Button>
        <Button type="submit" size="lg" disabled={reason.text === ""}>
          {text.give_back}
        </Button>
      </div>
    </form>
  );
}

interface ProblemProps {
  job: KeptJob;
  goes_to_pickup: boolean;
  close: () => void;
}

function Problem({ job, goes_to_pickup, close }: ProblemProps) {
  const take = useStep(job);
  const reasons = useQuery(reasonsQuery(useQueue()));
  return (
    <Loaded query={reasons} fallback={<Waiting rows={4} />}>
      {(listed) => (
        <FailForm
          offered={[toHandoverTask(job, goes_to_pickup ? "pickup" : "dropoff")]}
          reasons={listed}
          corrects={job.refused?.type === "problem" ? job.refused : undefined}
          submit={({ files, order_ids: _ids, ...body }) => take("problem", { ...body }, files)}
          close={close}
        />
      )}
    </Loaded>
  );
}

function Earnings() {
  const { today } = useTimes();
  const query = useQuery(earningsQuery(useQueue(), today()));
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
                <span className="dim small">{text.jobs({ n: jobs })}</span>
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
