/** One driver: routes of today, documents, performance. */
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { IconFileOff, IconPencil, IconRouteOff } from "#icons";
import { client as service } from "../../../api/client.ts";
import { isStaff, useMe } from "../../../api/session.ts";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { kilometres, number } from "../../../parts/format.ts";
import { InviteAgain } from "../../../parts/invitation/invitation.tsx";
import { findLabel, nameCode, readFreeCode } from "../../../parts/labels.ts";
import { BackLink } from "../../../parts/links.tsx";
import { List } from "../../../parts/list/list.tsx";
import { Bar, Fact, Facts, Page, Sheet } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { Empty, Failure, Loaded, Waiting } from "../../../parts/states.tsx";
import { addDays, day, useTimes } from "../../../parts/times.ts";
import { notifyFailure, notifySuccess } from "../../../parts/toast.ts";
import { ConversationsSheet } from "../../execution/order-chat/conversations-sheet.tsx";
import { ROUTE_STATUS } from "../../planning/routes/status.ts";
import { contractorsQuery } from "../contractors/queries.ts";
import { useSkillNames } from "../skills/queries.ts";
import { ChangeDriver } from "./change-driver.tsx";
import {
  type DriverDocument,
  documentsQuery,
  driverInfoQuery,
  driverRoutesQuery,
  driversQuery,
  performanceQuery,
} from "./queries.ts";
import { DRIVER_STATUS, DUTY } from "./status.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/drivers/$driver_id");

export function Driver() {
  const driver_id = Number(here.useParams().driver_id);
  const me = useMe();
  const query = useQuery(driversQuery);
  const times = useTimes();
  const skill_names = useSkillNames(true);
  const driver = query.data?.drivers.find(({ id }) => id === driver_id);
  const above = <BackLink to="/drivers">{text.title}</BackLink>;
  if (driver === undefined) {
    return (
      <Page above={above}>
        {query.error ? (
          <Failure error={query.error} retry={() => void query.refetch()} />
        ) : query.data ? (
          <Empty icon={IconFileOff} title={text.unknown} />
        ) : (
          <Waiting rows={8} />
        )}
      </Page>
    );
  }
  return (
    <Page
      title={driver.name}
      above={above}
      subtitle={
        <span className="row tight">
          <StatusBadge badge={findLabel(DRIVER_STATUS, driver.status)} />
          <StatusBadge badge={findLabel(DUTY, driver.duty)} />
          <span>{driver.position ? text.seen({ ago: times.ago(driver.position.at) }) : text.not_seen}</span>
        </span>
      }
      actions={
        <>
          <Change driver_id={driver.id} />
          <Standing driver_id={driver.id} status={driver.status} />
        </>
      }
    >
      <div className="split">
        <div className="stack" style={{ gap: 16 }}>
          <RoutesToday driver_id={driver.id} />
          <ConversationsSheet of={{ driver_id: driver.id }} />
          <Documents driver_id={driver.id} />
        </div>
        <div className="stack" style={{ gap: 16 }}>
          <Sheet title={text.driver}>
            <Facts>
              <Fact name={text.email}>
                <a href={`mailto:${driver.email}`}>{driver.email}</a>
              </Fact>
              <Fact name={text.phone}>
                {driver.phone ? <a href={`tel:${driver.phone}`}>{driver.phone}</a> : "–"}
              </Fact>
              <Fact name={text.vehicle}>
                {driver.vehicle ? `${driver.vehicle.plate}, ${driver.vehicle.type}` : text.none_of}
              </Fact>
              <Fact name={text.room}>
                {driver.vehicle?.capacity_units
                  ? text.units({ n: String(driver.vehicle.capacity_units) })
                  : "–"}
              </Fact>
              <Fact name={text.skills}>
                {driver.skills.length > 0 ? (
                  <span className="row tight">
                    {driver.skills.map((skill) => (
                      <Tag key={skill} tone="grey">
                        {skill_names.get(skill) ?? readFreeCode(skill)}
                      </Tag>
                    ))}
                  </span>
                ) : (
                  text.none_of
                )}
              </Fact>
              <Fact name={text.instant}>{driver.instant_deliver ? text.yes : text.no}</Fact>
              {driver.contractor_id !== null && isStaff(me) ? (
                <Fact name={text.drives_for}>
                  <ContractorLink contractor_id={driver.contractor_id} />
                </Fact>
              ) : null}
            </Facts>
          </Sheet>
          <Performance driver_id={driver.id} />
        </div>
      </div>
    </Page>
  );
}

function ContractorLink({ contractor_id }: { contractor_id: number }) {
  const contractors = useQuery(contractorsQuery).data?.contractors ?? [];
  return (
    <RecordLink type="contractor" id={contractor_id}>
      {contractors.find(({ id }) => id === contractor_id)?.name ?? text.contractor}
    </RecordLink>
  );
}

/** Only staff of the business may change a driver's status and review documents. */
function useMayDecide(): boolean {
  const me = useMe();
  return me.permissions.includes("drivers:write") && isStaff(me);
}

function Change({ driver_id }: { driver_id: number }) {
  const may_decide = useMayDecide();
  const driver = useQuery({ ...driverInfoQuery(driver_id), enabled: may_decide }).data;
  const [is_open, setOpen] = useState(false);
  if (!may_decide) return null;
  return (
    <>
      {driver?.is_invited ? (
        <InviteAgain
          size="sm"
          email={driver.email}
          run={() => service.clientDriverUpdate({ driver_id, send_invitation: true })}
          keys={[["drivers"]]}
        />
      ) : null}
      <Button
        variant="default"
        leftSection={<IconPencil size={16} />}
        disabled={driver === undefined}
        onClick={() => setOpen(true)}
      >
        {text.change}
      </Button>
      {is_open && driver !== undefined ? <ChangeDriver driver={driver} close={() => setOpen(false)} /> : null}
    </>
  );
}

function Standing({ driver_id, status }: { driver_id: number; status: string }) {
  const may_decide = useMayDecide();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (next: "active" | "suspended") => service.clientDriverUpdate({ driver_id, status: next }),
    onSuccess: (_answer, next) => notifySuccess(next === "active" ? text.may_work : text.suspended),
    onError: (error) => notifyFailure(error),
    onSettled: () => client.invalidateQueries({ queryKey: ["drivers"] }),
  });
  if (!may_decide) return null;
  return status === "active" ? (
    <Button variant="default" loading={change.isPending} onClick={() => change.mutate("suspended")}>
      {text.suspend}
    </Button>
  ) : (
    <Button loading={change.isPending} onClick={() => change.mutate("active")}>
      {status === "pending" ? text.approve : text.reactivate}
    </Button>
  );
}

function RoutesToday({ driver_id }: { driver_id: number }) {
  const times = useTimes();
  const query = useQuery(driverRoutesQuery(driver_id, times.today()));
  return (
    <List
      label={text.routes}
      title={text.routes}
      query={query}
      rows={({ routes }) => routes}
      empty={<Empty icon={IconRouteOff} title={text.no_route} />}
      item={(route) => (
        <li key={route.id}>
          <RecordLink type="route" id={route.id} inherit className="list-row" style={{ color: "inherit" }}>
            <span className="grow">
              <span className="strong">{route.number}</span>{" "}
              <span className="dim">{kilometres(route.planned_distance_m)}</span>
              <Bar
                value={route.stops_resolved}
                of={route.stops_total}
                tone="good"
                label={text.progress({
                  done: String(route.stops_resolved),
                  total: String(route.stops_total),
                })}
              />
            </span>
            <span className="num small">
              {route.stops_resolved} / {text.stops({ n: route.stops_total })}
            </span>
            <StatusBadge badge={findLabel(ROUTE_STATUS, route.status)} />
          </RecordLink>
        </li>
      )}
    />
  );
}

const DOCUMENT_TONE = { submitted: "warn", accepted: "good", refused: "bad" } as const;

function Documents({ driver_id }: { driver_id: number }) {
  const client = useQueryClient();
  const query = useQuery(documentsQuery(driver_id));
  const may_decide = useMayDecide();
  const review = useMutation({
    mutationFn: ({ document, status }: { document: DriverDocument; status: "accepted" | "refused" }) =>
      service.driverinfoDocumentReview({ driver_id, document_id: document.id, status }),
    onSuccess: (_answer, { status }) => notifySuccess(text.reviewed[status]),
    onError: (error) => notifyFailure(error),
    onSettled: () => client.invalidateQueries({ queryKey: ["drivers", "documents", driver_id] }),
  });
  return (
    <List
      label={text.documents}
      title={text.documents}
      query={query}
      rows={(documents) => documents}
      empty={<Empty icon={IconFileOff} title={text.no_documents} />}
      item={(document) => (
        <li key={document.id} className="list-row" style={{ cursor: "default" }}>
          <span className="grow">
            <span className="strong">{nameCode(text.document_kinds, document.kind)}</span>{" "}
            <span className="dim">{document.number}</span>
            <br />
            <span className="dim small">
              {document.expires_date ? text.valid_until({ day: day(document.expires_date) }) : text.no_expiry}
            </span>
          </span>
          {document.expired ? (
            <Tag tone="bad">{text.expired}</Tag>
          ) : (
            <Tag tone={DOCUMENT_TONE[document.status]}>{text.document_status[document.status]}</Tag>
          )}
          {may_decide && document.status === "submitted" ? (
            <>
              <Button
                size="xs"
                loading={review.isPending}
                onClick={() => review.mutate({ document, status: "accepted" })}
              >
                {text.accept}
              </Button>
              <Button
                size="xs"
                variant="default"
                onClick={() => review.mutate({ document, status: "refused" })}
              >
                {text.refuse}
              </Button>
            </>
          ) : null}
        </li>
      )}
    />
  );
}

function Performance({ driver_id }: { driver_id: number }) {
  const today = useTimes().today();
  const query = useQuery(performanceQuery(driver_id, addDays(today, -29), today));
  const share = (part: number, total: number) =>
    total === 0
      ? "–"
      : text.share({
          part: String(part),
          whole: String(total),
          percent: number(part / total, { style: "percent", maximumFractionDigits: 0 }),
        });
  return (
    <Sheet title={text.performance}>
      <Loaded query={query} fallback={<Waiting rows={3} />}>
        {(facts) => (
          <Facts>
            <Fact name={text.facts.routes}>{facts.routes}</Fact>
            <Fact name={text.facts.done}>{facts.stops_done}</Fact>
            <Fact name={text.facts.failed}>{facts.failed_attempts}</Fact>
            <Fact name={text.facts.on_time}>{share(facts.stops_on_time, facts.stops_with_window)}</Fact>
            <Fact name={text.facts.first_attempt}>
              {share(facts.first_attempt_deliveries, facts.first_attempts)}
            </Fact>
            <Fact name={text.facts.with_proof}>
              {share(facts.deliveries_with_photo_or_signature, facts.deliveries)}
            </Fact>
          </Facts>
        )}
      </Loaded>
    </Sheet>
  );
}
