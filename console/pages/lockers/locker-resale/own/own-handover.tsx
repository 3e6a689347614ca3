/** One handover of a customer: as its seller, what happened, what to do now and what went wrong; as its buyer, the buyer's steps. */
import { Alert, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { client } from "../../../../api/client.ts";
import { PhotoButton } from "../../../../field/photo-button.tsx";
import { StatusBadge } from "../../../../parts/badge.tsx";
import { money } from "../../../../parts/format.ts";
import { findLabel, nameCode } from "../../../../parts/labels.ts";
import { BackLink } from "../../../../parts/links.tsx";
import { Fact, Facts, Page, Sheet } from "../../../../parts/page.tsx";
import { type Times, useTimes } from "../../../../parts/times.ts";
import { UnloadedPage } from "../../../../parts/unloaded-page.tsx";
import { buildAccountCalls } from "../claim/buyer-calls.ts";
import { BuyerSteps } from "../claim/buyer-steps.tsx";
import { PhotoList } from "../photo-list.tsx";
import { handoverQuery, type ResaleHandover } from "../queries.ts";
import { Confirm, Refused, uploadShrunk, useResaleAction } from "./actions.tsx";
import { ClaimLink } from "./claim-link.tsx";
import { Deposit } from "./deposit.tsx";
import { Dispute } from "./dispute.tsx";
import { Door } from "./door.tsx";
import { Money } from "./money.tsx";
import { findPhase, OWN_STATUS, PHASE_TONES } from "./phase.ts";
import { Reserve } from "./reserve.tsx";
import { text } from "./text.ts";
import "../../../tracking/tracking/tracking.css";
import "./own.css";

const here = getRouteApi("/inside/resale/$handover_id");

export function OwnHandover() {
  const query = useQuery(handoverQuery(Number(here.useParams().handover_id)));
  const above = <BackLink to="/resale">{text.title}</BackLink>;
  const { data: handover } = query;
  if (handover === undefined) return <UnloadedPage query={query} above={above} />;
  if (handover.side === "buyer") return <BuyerView handover={handover} />;
  return (
    <Page
      title={handover.item.title}
      above={above}
      subtitle={<StatusBadge badge={findLabel(OWN_STATUS, handover.status)} />}
    >
      <SellerView handover={handover} />
    </Page>
  );
}

function BuyerView({ handover }: { handover: ResaleHandover }) {
  const calls = useMemo(() => buildAccountCalls(handover.id), [handover.id]);
  return (
    <div className="page">
      <BackLink to="/resale">{text.title}</BackLink>
      <div className="sell-buyer">
        <BuyerSteps handover={handover} calls={calls} />
      </div>
    </div>
  );
}

function SellerView({ handover }: { handover: ResaleHandover }) {
  const times = useTimes();
  return (
    <div className="split">
      <div className="sell-side">
        <Step handover={handover} times={times} />
        <Photos handover={handover} times={times} />
      </div>
      <div className="sell-side">
        <ClaimLink handover={handover} />
        <Money handover={handover} />
        <About handover={handover} times={times} />
        <Ends handover={handover} />
      </div>
    </div>
  );
}

/** What happened, and what the seller can do now. */
function Step({ handover, times }: { handover: ResaleHandover; times: Times }) {
  const { locker: locker_id } = here.useSearch();
  const phase = findPhase(handover);
  const { title, about } = text.phases[phase];
  const values = { code: handover.compartment_code ?? "", moment: times.moment(handover.ends_at) };
  const fill = (one: string | ((text_values: typeof values) => string)) =>
    typeof one === "string" ? one : one(values);
  return (
    <section className={`sheet sell-hero tone-${PHASE_TONES[phase] ?? "grey"}`} aria-live="polite">
      <div className="sheet-body stack">
        <Progress handover={handover} />
        <h2>{fill(title)}</h2>
        <p>{fill(about)}</p>
        <Where handover={handover} />
        <Notices handover={handover} />
        {handover.can_reserve ? <Reserve handover={handover} chosen={locker_id} /> : null}
        {handover.status === "DEPOSIT_RESERVED" ? <Deposit handover={handover} /> : null}
        {handover.can_release ? <Release handover={handover} /> : null}
        {handover.can_retrieve ? <Retrieve handover={handover} /> : null}
      </div>
    </section>
  );
}

const STEPS = ["reserve", "deposit", "release", "collect"] as const;
/** How many steps are done; statuses of other ways have none. */
const STEP_COUNTS: Partial<Record<ResaleHandover["status"], number>> = {
  LISTED: 0,
  DEPOSIT_RESERVED: 1,
  DEPOSITED: 2,
  CODE_ISSUED: 3,
  INSPECTED: 3,
  COLLECTED: 4,
};

function Progress({ handover: { status } }: { handover: ResaleHandover }) {
  const step_count = STEP_COUNTS[status];
  if (step_count === undefined) return null;
  return (
    <ol className="sell-steps" aria-label={text.steps.label}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          data-done={index < step_count ? "" : undefined}
          aria-current={index === step_count ? "step" : undefined}
        >
          {text.steps[step]}
        </li>
      ))}
    </ol>
  );
}

function Where({ handover: { status, locker_name, place } }: { handover: ResaleHandover }) {
  const is_there = !["LISTED", "CANCELLED", "EXPIRED", "RETRIEVED", "COLLECTED"].includes(status);
  if (!is_there || locker_name === null) return null;
  return (
    <p className="stack two-lines">
      <span className="strong">{locker_name}</span>
      {place ? <span className="dim">{[place.line1, place.city].filter(Boolean).join(", ")}</span> : null}
    </p>
  );
}

function Notices({ handover }: { handover: ResaleHandover }) {
  const { waits_for_staff, problem, reject_reason, dispute_by, dispute_text, status } = handover;
  const { is_locker_online } = handover;
  const storage = handover.storage_fee_minor ?? 0;
  const waits_for_buyer = status === "CODE_ISSUED" || status === "INSPECTED";
  return (
    <>
      {dispute_by !== null && dispute_text !== null ? (
        <Alert color="red">{text.dispute.reported[dispute_by]({ reason: dispute_text })}</Alert>
      ) : null}
      {reject_reason === null ? null : (
        <Alert color="orange">{text.rejected({ reason: reject_reason })}</Alert>
      )}
      {waits_for_staff ? (
        <Alert color="orange" role="alert" title={text.waits.title}>
          {text.waits.about}
        </Alert>
      ) : null}
      {problem === null ? null : (
        <Alert color="orange" role="alert">
          {nameCode(text.problems, problem)}
        </Alert>
      )}
      {waits_for_buyer && !is_locker_online ? <Alert color="orange">{text.door.offline_buyer}</Alert> : null}
      {status === "RETURN_TO_SELLER" && storage > 0 ? (
        <Alert color="orange">{text.storage({ fee: money(storage, handover.currency) })}</Alert>
      ) : null}
    </>
  );
}

function Release({ handover }: { handover: ResaleHandover }) {
  const [asking, setAsking] = useState(false);
  const { id: handover_id, version, has_claim_link } = handover;
  const release = useResaleAction(
    async () => client.resaleHandoverRelease({ handover_id }, { if_match: version }),
    () => setAsking(false),
  );
  return (
    <>
      {has_claim_link ? <p className="dim small">{text.release.link_first}</p> : null}
      <Button size="md" onClick={() => setAsking(true)}>
        {text.release.button}
      </Button>
      {asking ? (
        <Confirm
          title={text.release.title}
          about={text.release.about}
          confirm={text.release.button}
          action={release}
          close={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

function Retrieve({ handover }: { handover: ResaleHandover }) {
  const { id: handover_id } = handover;
  return (
    <Door
      handover={handover}
      words={text.retrieve}
      open={(position) => client.resaleHandoverRetrieve({ handover_id, position })}
      answer={(step) => client.resaleHandoverRetrieve({ handover_id, step })}
    />
  );
}

function Photos({ handover, times }: { handover: ResaleHandover; times: Times }) {
  const { id: handover_id, photos } = handover;
  const add = useResaleAction(async (file: File) =>
    client.resaleHandoverPhotoAdd({ handover_id, photo_file_ids: [await uploadShrunk(file)] }),
  );
  return (
    <Sheet title={text.photos.title}>
      <div className="stack">
        <Refused error={add.error} />
        {photos.length === 0 ? (
          <p className="dim">{text.photos.none}</p>
        ) : (
          <PhotoList photos={photos} names={text.photos} times={times} />
        )}
        <div>
          <PhotoButton variant="default" label={text.photos.add} take={add.mutate} loading={add.isPending} />
        </div>
      </div>
    </Sheet>
  );
}

function About({ handover, times }: { handover: ResaleHandover; times: Times }) {
  const { item, inspection_min, collect_days } = handover;
  const { width_mm, height_mm, depth_mm } = item;
  const [width, height, depth] = [width_mm, height_mm, depth_mm].map((mm) => (mm ?? 0) / 10);
  const moments = [
    [text.facts.deposited, handover.deposited_at],
    [text.facts.released, handover.released_at],
    [text.facts.opened, handover.looked_at],
    [text.facts.ended, handover.ended_at],
  ] as const;
  return (
    <Sheet title={text.facts.title}>
      <div className="stack">
        {item.description === null ? null : <p>{item.description}</p>}
        <Facts>
          <Fact name={text.facts.buyer}>{handover.buyer_name ?? text.unnamed_buyer}</Fact>
          <Fact name={text.facts.size}>
            {item.size}
            {width_mm === null ? null : (
              <span className="dim small">
                {" "}
                {text.facts.measures({ width: width ?? 0, height: height ?? 0, depth: depth ?? 0 })}
              </span>
            )}
          </Fact>
          {handover.compartment_code === null ? null : (
            <Fact name={text.facts.compartment}>{handover.compartment_code}</Fact>
          )}
          <Fact name={text.facts.inspection}>
            {inspection_min === 0 ? text.facts.none : text.form.minutes({ n: inspection_min })}
          </Fact>
          <Fact name={text.facts.collect}>{text.form.days({ n: collect_days })}</Fact>
          {moments.map(([name, at]) =>
            at === null ? null : (
              <Fact key={name} name={name}>
                {times.moment(at)}
              </Fact>
            ),
          )}
          {handover.price_hidden ? null : (
            <Fact name={text.facts.fee}>{money(handover.fee_minor, handover.currency)}</Fact>
          )}
          {handover.price_hidden || !handover.storage_fee_minor ? null : (
            <Fact name={text.facts.storage}>{money(handover.storage_fee_minor, handover.currency)}</Fact>
          )}
        </Facts>
      </div>
    </Sheet>
  );
}

/** What ends it: a cancellation, or a report to staff. */
function Ends({ handover }: { handover: ResaleHandover }) {
  const [asking, setAsking] = useState<"cancel" | "dispute">();
  const { id: handover_id, can_cancel, can_dispute, status } = handover;
  const close = () => setAsking(undefined);
  const cancel = useResaleAction(async () => client.resaleHandoverCancel({ handover_id }), close);
  if (!can_cancel && !can_dispute) return null;
  if (asking === "dispute" && can_dispute) return <Dispute handover={handover} close={close} />;
  return (
    <div className="row">
      {can_cancel ? (
        <Button variant="default" onClick={() => setAsking("cancel")}>
          {text.cancel.button}
        </Button>
      ) : null}
      {can_dispute ? (
        <Button variant="default" onClick={() => setAsking("dispute")}>
          {text.dispute.button}
        </Button>
      ) : null}
      {asking === "cancel" ? (
        <Confirm
          title={text.cancel.title}
          about={status === "DEPOSITED" ? text.cancel.about_inside : text.cancel.about}
          confirm={text.cancel.button}
          danger
          action={cancel}
          close={close}
        />
      ) : null}
    </div>
  );
}
