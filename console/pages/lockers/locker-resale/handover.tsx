/** One handover: who, where, photos of both sides, what the locker saw, and the decision of a dispute. */
import { Alert, Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { ResaleHandoverEvidenceOutput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { StatusBadge } from "../../../parts/badge.tsx";
import { money } from "../../../parts/format.ts";
import { findLabel, findWord, readFreeCode } from "../../../parts/labels.ts";
import { BackLink } from "../../../parts/links.tsx";
import { Fact, Facts, Page, Sheet } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { Notices } from "../../execution/notifications/notices.tsx";
import { nameAction } from "../lockers/operation-row.tsx";
import { text as locker_text } from "../lockers/text.ts";
import { HANDOVER_STATUS } from "./labels.ts";
import { PhotoList } from "./photo-list.tsx";
import { evidenceQuery, type ResaleHandover } from "./queries.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/resale/$handover_id");

type Decision = "to_buyer" | "to_seller" | "cancel" | "retrieve";

export function HandoverPage() {
  const handover_id = Number(here.useParams().handover_id);
  const times = useTimes();
  const query = useQuery(evidenceQuery(handover_id));
  const [decision, setDecision] = useState<Decision>();
  const above = <BackLink to="/resale">{text.title}</BackLink>;
  if (query.data === undefined) return <UnloadedPage query={query} above={above} />;
  const { handover } = query.data;
  return (
    <Page
      title={handover.item.title}
      above={above}
      subtitle={
        <span className="row tight">
          <StatusBadge badge={findLabel(HANDOVER_STATUS, handover.status)} />
          <span>{text.causes[handover.cause]}</span>
        </span>
      }
      actions={<Actions handover={handover} decide={setDecision} />}
    >
      <Alerts handover={handover} />
      <div className="split">
        <div className="stack" style={{ gap: 16 }}>
          <Photos handover={handover} times={times} />
          <Log evidence={query.data} times={times} />
        </div>
        <div className="stack" style={{ gap: 16 }}>
          <About handover={handover} times={times} />
          <Notices notices={query.data.notices} has_parties />
        </div>
      </div>
      {decision === undefined ? null : (
        <Decide handover={handover} decision={decision} close={() => setDecision(undefined)} />
      )}
    </Page>
  );
}

function Actions({ handover, decide }: { handover: ResaleHandover; decide: (decision: Decision) => void }) {
  if (handover.can_settle)
    return (
      <>
        <Button variant="default" onClick={() => decide("to_seller")}>
          {text.decisions.to_seller.title}
        </Button>
        <Button onClick={() => decide("to_buyer")}>{text.decisions.to_buyer.title}</Button>
      </>
    );
  if (handover.can_retrieve)
    return <Button onClick={() => decide("retrieve")}>{text.decisions.retrieve.title}</Button>;
  if (!handover.can_cancel) return null;
  return (
    <Button variant="default" color="red" onClick={() => decide("cancel")}>
      {text.decisions.cancel.title}
    </Button>
  );
}

function Decide({
  handover: { id: handover_id, version },
  decision,
  close,
}: {
  handover: ResaleHandover;
  decision: Decision;
  close: () => void;
}) {
  const queries = useQueryClient();
  const { title, about } = text.decisions[decision];
  return (
    <ActionDialog<{ handover: ResaleHandover }>
      opened
      close={close}
      name={`resale ${decision} ${handover_id} ${version}`}
      title={title}
      confirm={title}
      danger={decision === "cancel"}
      input={{ handover_id, decision }}
      run={(options) => {
        const call_options = { ...options, if_match: version };
        if (decision === "cancel") return client.resaleHandoverCancel({ handover_id }, call_options);
        if (decision === "retrieve")
          return client.resaleHandoverRetrieve({ handover_id, waives_fee: true }, call_options);
        return client.resaleHandoverSettle({ handover_id, outcome: decision }, call_options);
      }}
      done={({ handover: { status } }) => {
        void queries.invalidateQueries({ queryKey: ["resale"] });
        notifySuccess(text.now({ status: findLabel(HANDOVER_STATUS, status).label }));
        close();
      }}
    >
      <p>{about}</p>
    </ActionDialog>
  );
}

function Alerts({ handover }: { handover: ResaleHandover }) {
  const { waits_for_staff, problem, dispute_by, dispute_text, reject_reason, status } = handover;
  return (
    <>
      {status === "DISPUTED" ? (
        <Alert color="red" title={dispute_by ? text.disputed_by[dispute_by] : text.disputed}>
          {dispute_text ?? text.causes[handover.cause]}
        </Alert>
      ) : null}
      {waits_for_staff ? (
        <Alert color="orange" title={text.waits_for_staff}>
          {text.waits_about}
        </Alert>
      ) : null}
      {problem ? (
        <Alert color="orange">{findWord(text.problems, problem) ?? readFreeCode(problem)}</Alert>
      ) : null}
      {reject_reason ? <Alert title={text.rejected}>{reject_reason}</Alert> : null}
    </>
  );
}

function Photos({ handover, times }: { handover: ResaleHandover; times: Times }) {
  const { photos } = handover;
  return (
    <Sheet title={text.photos}>
      {photos.length === 0 ? (
        <p className="dim">{text.no_photos}</p>
      ) : (
        <PhotoList
          photos={photos}
          names={text.photo_by}
          times={times}
          describeMoment={(moment) => findLabel(HANDOVER_STATUS, moment).label}
        />
      )}
    </Sheet>
  );
}

function Log({ evidence, times }: { evidence: ResaleHandoverEvidenceOutput; times: Times }) {
  const { operations, chain_head } = evidence;
  return (
    <Sheet title={text.log}>
      {operations.length === 0 ? <p className="dim">{text.no_log}</p> : null}
      <ul className="list">
        {operations.map(({ operation_id, occurred_at, action, actor_type, contents }) => (
          <li key={operation_id} className="row apart">
            <span>
              {nameAction(action)}
              {contents ? (
                <span className="dim"> · {findWord(locker_text.contents_seen, contents) ?? contents}</span>
              ) : null}
              <span className="dim small"> · {findWord(locker_text.actors, actor_type) ?? actor_type}</span>
            </span>
            <span className="dim small num">{times.moment(occurred_at)}</span>
          </li>
        ))}
      </ul>
      {chain_head ? (
        <p className="dim small">
          {text.chain_head} <span className="mono">{chain_head.slice(0, 16)}…</span>
        </p>
      ) : null}
    </Sheet>
  );
}

function About({ handover, times }: { handover: ResaleHandover; times: Times }) {
  const { compartment_code, locker_id, locker_name, size } = { ...handover, ...handover.item };
  return (
    <Sheet title={text.about}>
      <Facts>
        <Fact name={text.seller}>
          {handover.seller_customer_id === null ? (
            handover.seller_name
          ) : (
            <RecordLink type="customer" id={handover.seller_customer_id}>
              {handover.seller_name}
            </RecordLink>
          )}
        </Fact>
        <Fact name={text.buyer}>
          {handover.buyer_customer_id === null ? (
            (handover.buyer_name ?? text.unnamed_buyer)
          ) : (
            <RecordLink type="customer" id={handover.buyer_customer_id}>
              {handover.buyer_name}
            </RecordLink>
          )}
          {handover.has_claim_link ? <span className="dim small"> {text.by_link}</span> : null}
        </Fact>
        <Fact name={text.size}>{size}</Fact>
        <Fact name={text.locker}>
          {locker_id === null ? (
            "–"
          ) : (
            <RecordLink type="locker_device" id={locker_id}>
              {locker_name}
            </RecordLink>
          )}
        </Fact>
        <Fact name={text.compartment}>{compartment_code ?? "–"}</Fact>
        <Fact name={text.deposited}>{times.moment(handover.deposited_at)}</Fact>
        <Fact name={text.released}>{times.moment(handover.released_at)}</Fact>
        <Fact name={text.until}>{times.moment(handover.ends_at)}</Fact>
        {handover.price_hidden ? null : (
          <>
            <Fact name={text.fee}>{money(handover.fee_minor, handover.currency)}</Fact>
            <Fact name={text.storage_fee}>{money(handover.storage_fee_minor, handover.currency)}</Fact>
          </>
        )}
      </Facts>
    </Sheet>
  );
}
