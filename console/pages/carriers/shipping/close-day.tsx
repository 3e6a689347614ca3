/** The end of the day at carriers: which labels wait, on which account, and the manifests that were made. */
import { Alert, Button, Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { IconFileText, IconTruck, IconTruckLoading } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import type { Column } from "../../../parts/grid/columns.ts";
import { AnchorLink, BackLink, ButtonLink } from "../../../parts/links.tsx";
import { TableList } from "../../../parts/list/list.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { day, useTimes } from "../../../parts/times.ts";
import { notifyFailure } from "../../../parts/toast.ts";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { countOpen, type OpenAccount } from "./count-open.ts";
import "./labels.css";
import { Pickups } from "./pickups.tsx";
import {
  LABELS_KEY,
  type LabelManifest,
  manifestsQuery,
  methodsQuery,
  OPEN_MAX,
  openLabelsQuery,
  problemLabelsQuery,
} from "./queries.ts";
import { SchedulePickup } from "./schedule-pickup.tsx";
import { findState, OPEN_STATES, PROBLEM_STATES } from "./states.ts";
import { text } from "./text.ts";

const route = getRouteApi("/inside/labels/close-day");

export function CloseDay() {
  return (
    <Page above={<BackLink to="/labels">{text.back}</BackLink>} subtitle={text.day.about}>
      <div className="stack" style={{ gap: 16 }}>
        <OpenLabels />
        <Problems />
        <Manifests />
        <Pickups />
      </div>
    </Page>
  );
}

function OpenLabels() {
  const query = useQuery(openLabelsQuery);
  return (
    <Sheet title={text.day.open} pad={false}>
      <Loaded query={query} fallback={<Waiting rows={3} />}>
        {({ label_orders, total }) =>
          total === 0 ? (
            <Empty
              icon={IconTruckLoading}
              title={text.day.none_open}
              action={
                <ButtonLink variant="default" to="/labels/new">
                  {text.create}
                </ButtonLink>
              }
            >
              {text.day.none_open_about}
            </Empty>
          ) : (
            <CloseAccounts accounts={countOpen(label_orders)} is_partial={total > label_orders.length} />
          )
        }
      </Loaded>
    </Sheet>
  );
}

function CloseAccounts({ accounts, is_partial }: { accounts: OpenAccount[]; is_partial: boolean }) {
  const times = useTimes();
  const today = times.today();
  const carriers = useQuery(methodsQuery).data ?? [];
  const [left_out, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const due = accounts.filter(({ dates }) => [...dates.keys()].some((date) => date <= today));
  const chosen_accounts = due.filter(({ account }) => !left_out.has(account));
  const later = accounts
    .flatMap(({ dates }) => [...dates])
    .filter(([date]) => date > today)
    .reduce((sum, [, n]) => sum + n, 0);
  const close = useSave(
    () =>
      client.labelserviceEndofday(
        left_out.size === 0 ? {} : { carrier_accounts: chosen_accounts.map(({ account }) => account) },
      ),
    {
      keys: [LABELS_KEY],
      success_message: ({ label_count, manifests }) =>
        label_count === 0
          ? text.day.nothing
          : text.day.done({ labels: label_count, manifests: manifests.length }),
      refused: (error) => notifyFailure(error, text.day.not_closed),
    },
  );
  const toggle = (account: string) => {
    const next = new Set(left_out);
    if (!next.delete(account)) next.add(account);
    setLeftOut(next);
  };
  return (
    <>
      <ul className="list" aria-label={text.day.open}>
        {due.map(({ account, dates, packages }) => (
          <li key={account} className="label-rate">
            <Checkbox
              aria-label={account}
              checked={!left_out.has(account)}
              onChange={() => toggle(account)}
            />
            <span className="stack tight grow" style={{ gap: 2, minWidth: 0 }}>
              <AnchorLink to="/labels" search={{ state: OPEN_STATES, account }} className="strong">
                {carriers.find((one) => one.carrier_account === account)?.name ?? account}
              </AnchorLink>
              <span className="dim small">
                {[...dates]
                  .filter(([date]) => date <= today)
                  .map(([date, n]) => `${day(date)}: ${text.count({ n })}`)
                  .join(" · ")}
              </span>
            </span>
            <span className="num">{text.packages_count({ n: packages })}</span>
          </li>
        ))}
      </ul>
      <div className="label-next">
        <span className="grow dim small">
          {[later > 0 ? text.day.later({ n: later }) : "", is_partial ? text.day.more({ n: OPEN_MAX }) : ""]
            .filter(Boolean)
            .join(" ")}
        </span>
        {close.data?.pending ? (
          <Alert color="yellow" variant="outline">
            {text.day.pending}
          </Alert>
        ) : null}
        <Button
          disabled={chosen_accounts.length === 0}
          loading={close.isPending}
          onClick={() => close.mutate(undefined)}
        >
          {left_out.size === 0 ? text.day.close : text.day.close_some({ n: chosen_accounts.length })}
        </Button>
      </div>
    </>
  );
}

function Problems() {
  const { data } = useQuery(problemLabelsQuery);
  if (data === undefined || data.total === 0) return null;
  return (
    <Sheet
      title={text.day.problems}
      pad={false}
      actions={
        <AnchorLink to="/labels" search={{ state: PROBLEM_STATES }} className="small">
          {text.day.show_labels}
        </AnchorLink>
      }
    >
      <ul className="list" aria-label={text.day.problems}>
        {data.label_orders.map(({ id, recipient, destination, state, service_name }) => (
          <li key={id} className="label-rate">
            <span className="stack tight grow" style={{ gap: 2, minWidth: 0 }}>
              <RecordLink type="label_order" id={id} className="strong">
                {recipient || destination}
              </RecordLink>
              <span className="dim small cut">
                {service_name} · {destination}
              </span>
            </span>
            <StatusBadge badge={findState(state)} />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

const MANIFEST_TONES = { pending: "warn", created: "good", failed: "bad" } as const;

function Manifests() {
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(manifestsQuery(page));
  return (
    <TableList
      label={text.day.manifests}
      title={text.day.manifests}
      query={query}
      rows={({ manifests }) => manifests}
      empty={<Empty icon={IconFileText} title={text.day.no_manifests} />}
      columns={buildManifestColumns()}
      getKey={({ id }) => id}
      getName={({ id }) => `${text.detail.manifest} ${id}`}
      card={(one) => <ManifestCard manifest={one} />}
      foot={(page) => (
        <Pager
          {...page}
          noun={text.day.manifests}
          onPage={(next) =>
            void navigate({
              search: ({ page: _before, ...others }) => (next > 1 ? { ...others, page: next } : others),
            })
          }
        />
      )}
    />
  );
}

const ManifestState = ({ manifest: { state } }: { manifest: LabelManifest }) => (
  <StatusBadge badge={{ label: text.day.manifest_states[state], tone: MANIFEST_TONES[state] }} />
);

const ManifestLabels = ({ manifest: { id, label_count } }: { manifest: LabelManifest }) => (
  <AnchorLink to="/labels" search={{ manifest: id }} className="num">
    {text.count({ n: label_count })}
  </AnchorLink>
);

const buildManifestColumns = (): Column<LabelManifest>[] => [
  {
    key: "date",
    head: text.day.date,
    width: 120,
    cell: ({ date }) => day(date),
  },
  {
    key: "carrier",
    head: text.carrier,
    cell: ({ carrier, origin, failure_text }) => (
      <TwoLines
        below={failure_text ? text.day.failed_about({ reason: failure_text }) : (origin.name ?? origin.line1)}
      >
        {carrier}
      </TwoLines>
    ),
  },
  {
    key: "labels",
    head: text.day.labels,
    width: 120,
    cell: (one) => <ManifestLabels manifest={one} />,
  },
  {
    key: "number",
    head: text.day.number,
    width: 180,
    window_width_min: 641,
    cell: ({ carrier_reference }) => <span className="mono small">{carrier_reference ?? "–"}</span>,
  },
  {
    key: "state",
    head: text.state,
    width: 120,
    cell: (one) => <ManifestState manifest={one} />,
  },
  {
    key: "actions",
    head: text.day.actions,
    width: 300,
    cell: (one) => <ManifestActions manifest={one} />,
  },
];

function ManifestCard({ manifest }: { manifest: LabelManifest }) {
  return (
    <>
      <span className="row apart nowrap">
        <span className="strong">
          {manifest.carrier} · {day(manifest.date)}
        </span>
        <ManifestState manifest={manifest} />
      </span>
      <span className="row apart nowrap">
        <ManifestLabels manifest={manifest} />
        <ManifestActions manifest={manifest} />
      </span>
    </>
  );
}

const ManifestActions = ({ manifest }: { manifest: LabelManifest }) => (
  <span className="row tight" style={{ justifyContent: "flex-end" }}>
    <PickupButton manifest={manifest} />
    <DocumentButton manifest={manifest} />
  </span>
);

function PickupButton({ manifest }: { manifest: LabelManifest }) {
  const [is_open, setOpen] = useState(false);
  const may_write = useMe().permissions.includes("labels:write");
  if (!manifest.can_schedule_pickup || !may_write) return null;
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconTruck size={14} />} onClick={() => setOpen(true)}>
        {text.pickups.schedule}
      </Button>
      {is_open ? <SchedulePickup manifest={manifest} close={() => setOpen(false)} /> : null}
    </>
  );
}

function DocumentButton({ manifest: { id, state } }: { manifest: LabelManifest }) {
  const [is_loading, setLoading] = useState(false);
  const may_read = useMe().permissions.includes("labels:read");
  if (state !== "created" || !may_read) return null;
  const openDocument = async () => {
    const opened = window.open("", "_blank");
    setLoading(true);
    try {
      const blob = await client.labelserviceManifestDocumentFile(
        { manifest_id: id },
        { accept: "application/pdf" },
      );
      const url = URL.createObjectURL(blob);
      if (opened === null) window.location.assign(url);
      else opened.location.href = url;
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch (error) {
      opened?.close();
      notifyFailure(error);
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconFileText size={14} />}
      loading={is_loading}
      onClick={() => void openDocument()}
    >
      {text.day.document}
    </Button>
  );
}
