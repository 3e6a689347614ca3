/** One locker: its wall, what is chosen in it, what it is and what may be done with it. */
import { Alert, Button, Drawer, Menu } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { IconDotsVertical, IconListDetails, IconLockSquareRounded } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { oneLine } from "../../../parts/address/queries.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { useCommands } from "../../../parts/commands.ts";
import { number } from "../../../parts/format.ts";
import { findLabel } from "../../../parts/labels.ts";
import { BackLink, ButtonLink } from "../../../parts/links.tsx";
import { Fact, Facts, Page, Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { ShopOfLocker } from "../locker-shop/shop-of-locker.tsx";
import { ClaimDialog } from "./claim.tsx";
import { CompartmentPanel } from "./compartment-panel.tsx";
import { describeHours, describeLastHeard } from "./describe.ts";
import { DEVICE_STATUS } from "./labels.ts";
import { LockerForm } from "./locker-form.tsx";
import { OpenManyDialog } from "./open-many.tsx";
import { type Compartment, compartmentsQuery, LOCKERS, type Locker, lockerQuery } from "./queries.ts";
import { ReserveForm } from "./reserve-form.tsx";
import type { LockerSearch } from "./search.ts";
import { text } from "./text.ts";
import { Wall, WallLegend } from "./wall.tsx";
import { WallForm } from "./wall-form.tsx";

const here = getRouteApi("/inside/lockers/$locker_id");

export function LockerPage() {
  const locker_id = Number(here.useParams().locker_id);
  const query = useQuery(lockerQuery(locker_id));
  const times = useTimes();
  const above = <BackLink to="/lockers">{text.title}</BackLink>;
  if (query.data === undefined) return <UnloadedPage query={query} above={above} />;
  const locker = query.data;
  return (
    <Page
      title={locker.name}
      above={above}
      subtitle={
        <span className="row tight">
          <span className="mono">{locker.serial}</span>
          <StatusBadge badge={findLabel(DEVICE_STATUS, locker.status)} />
          <span>{describeLastHeard(locker, times)}</span>
        </span>
      }
      actions={<Actions locker={locker} />}
    >
      <Provisioning locker={locker} />
      <Body locker={locker} />
    </Page>
  );
}

function useMay() {
  const { permissions, user } = useMe();
  return {
    write: permissions.includes("lockers:write"),
    use: permissions.includes("lockers:use"),
    is_admin: user.role === "client_admin",
  };
}

function Actions({ locker }: { locker: Locker }) {
  const may = useMay();
  const queries = useQueryClient();
  const navigate = useNavigate({ from: "/lockers/$locker_id" });
  const [open, setOpen] = useState<
    "change" | "maintenance" | "claim" | "restart" | "retire" | "reserve" | null
  >(null);
  const close = () => setOpen(null);
  const snapshot = useSave(() => client.createDeviceCommand({ device_id: locker.id, kind: "snapshot" }), {
    keys: [],
    success_message: text.snapshot_asked,
  });
  const is_reservable = locker.status === "ONLINE" || locker.status === "OFFLINE";
  useCommands(locker.name, [
    ...(may.use && is_reservable
      ? [{ operation: "lockerReserve" as const, key: "r", run: () => setOpen("reserve") }]
      : []),
  ]);
  if (locker.status === "RETIRED") return null;
  const locker_id = locker.id;
  const is_in_maintenance = locker.status === "MAINTENANCE";
  const refresh = () => void queries.invalidateQueries({ queryKey: [LOCKERS] });
  return (
    <>
      {may.use && is_reservable ? <Button onClick={() => setOpen("reserve")}>{text.reserve}</Button> : null}
      {may.write && locker.is_provisioned ? (
        <Button variant="default" onClick={() => setOpen("maintenance")}>
          {is_in_maintenance ? text.end_maintenance : text.begin_maintenance}
        </Button>
      ) : null}
      <ShopOfLocker locker_id={locker_id} />
      <ButtonLink
        to="/lockers/log"
        search={{ device_id: locker_id }}
        variant="default"
        leftSection={<IconListDetails size={16} />}
      >
        {text.open_log}
      </ButtonLink>
      {may.write ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" px={8} aria-label={text.more}>
              <IconDotsVertical size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setOpen("change")}>{text.change}</Menu.Item>
            <Menu.Item onClick={() => void navigate({ search: { add: true } })}>
              {text.add_compartments}
            </Menu.Item>
            {may.is_admin ? <Menu.Item onClick={() => setOpen("claim")}>{text.claim.menu}</Menu.Item> : null}
            {locker.is_provisioned ? (
              <>
                <Menu.Item onClick={() => snapshot.mutate(undefined)}>{text.ask_snapshot}</Menu.Item>
                <Menu.Item onClick={() => setOpen("restart")}>{text.restart}</Menu.Item>
              </>
            ) : null}
            {may.is_admin ? (
              <Menu.Item color="red.8" onClick={() => setOpen("retire")}>
                {text.retire}
              </Menu.Item>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {open === "change" ? <LockerForm locker={locker} close={close} /> : null}
      {open === "reserve" ? <ReserveForm locker={locker} close={close} /> : null}
      {open === "claim" ? <ClaimDialog locker={locker} close={close} /> : null}
      <ActionDialog
        opened={open === "maintenance"}
        close={close}
        name={`maintenance ${locker.version}`}
        title={
          is_in_maintenance
            ? text.end_maintenance_title({ name: locker.name })
            : text.begin_maintenance_title({ name: locker.name })
        }
        confirm={is_in_maintenance ? text.end_maintenance : text.begin_maintenance}
        input={{ locker_id, maintenance: !is_in_maintenance }}
        run={(options) =>
          client.lockerUpdate(
            { locker_id, maintenance: !is_in_maintenance },
            { ...options, if_match: locker.version },
          )
        }
        done={() => {
          close();
          refresh();
        }}
      >
        <p>{is_in_maintenance ? text.end_maintenance_about : text.begin_maintenance_about}</p>
      </ActionDialog>
      <ActionDialog
        opened={open === "restart"}
        close={close}
        name="locker-restart"
        title={text.restart_title({ name: locker.name })}
        confirm={text.restart}
        input={{ device_id: locker_id }}
        run={(options) => client.createDeviceCommand({ device_id: locker_id, kind: "reboot" }, options)}
        done={() => {
          close();
          notifySuccess(text.restart_asked);
        }}
      >
        <p>{text.restart_about}</p>
      </ActionDialog>
      <ActionDialog
        opened={open === "retire"}
        close={close}
        name={`retire ${locker.version}`}
        title={text.retire_title({ name: locker.name })}
        confirm={text.retire_submit}
        danger
        input={{ locker_id }}
        run={(options) => client.lockerRetire({ locker_id }, { ...options, if_match: locker.version })}
        done={() => {
          close();
          notifySuccess(text.retired({ name: locker.name }));
          refresh();
        }}
      >
        <p>{text.retire_about}</p>
      </ActionDialog>
    </>
  );
}

/** What is to be done before a new locker can be used. */
function Provisioning({ locker }: { locker: Locker }) {
  const may = useMay();
  const [opened, setOpened] = useState(false);
  return (
    <>
      {locker.status === "PROVISIONING" ? (
        <Alert color="blue" variant="outline" title={text.claim.needed}>
          <div className="stack" style={{ gap: 8 }}>
            <p>{text.claim.needed_about}</p>
            {may.is_admin && may.write ? (
              <div>
                <Button size="xs" onClick={() => setOpened(true)}>
                  {text.claim.create}
                </Button>
              </div>
            ) : (
              <p className="dim">{text.claim.ask_admin}</p>
            )}
          </div>
        </Alert>
      ) : null}
      {opened ? <ClaimDialog locker={locker} close={() => setOpened(false)} /> : null}
    </>
  );
}

const NO_MARKS: ReadonlySet<number> = new Set();

function Body({ locker }: { locker: Locker }) {
  const { compartment: chosen_id, add } = here.useSearch();
  const may = useMay();
  const navigate = useNavigate({ from: "/lockers/$locker_id" });
  const show = (search: LockerSearch) => void navigate({ search, replace: true, resetScroll: false });
  const query = useQuery(compartmentsQuery(locker.id));
  const is_narrow = useMediaQuery("(max-width: 1100px)", false, { getInitialValueInEffect: false });
  const [marked_ids, setMarked] = useState<ReadonlySet<number> | null>(null);
  const [is_opening, setOpening] = useState(false);
  const may_open_many = locker.status === "MAINTENANCE" && may.is_admin && may.write;
  const marks = may_open_many ? marked_ids : null;
  const selection = query.data?.find(({ id }) => id === chosen_id);
  const choose = (id: number) => {
    if (marks === null) show(id === chosen_id ? {} : { compartment: id });
    else {
      const next = new Set(marks);
      if (!next.delete(id)) next.add(id);
      setMarked(next);
    }
  };
  const panel = selection ? (
    <CompartmentPanel
      key={selection.id}
      locker={locker}
      compartment={selection}
      may={may}
      close={is_narrow ? null : () => show({})}
    />
  ) : null;
  return (
    <div className="locker-page">
      <div className="stack" style={{ gap: 16 }}>
        <Sheet
          title={text.wall}
          actions={
            may_open_many && (query.data?.length ?? 0) > 0 ? (
              <BulkActions
                marked_ids={marks}
                compartments={query.data ?? []}
                mark={setMarked}
                open={() => setOpening(true)}
              />
            ) : null
          }
        >
          <Loaded query={query} fallback={<Waiting rows={6} height={48} />}>
            {(compartments) =>
              compartments.length === 0 ? (
                <Empty
                  icon={IconLockSquareRounded}
                  title={text.wall_empty}
                  action={
                    may.write && locker.status !== "RETIRED" ? (
                      <Button onClick={() => show({ add: true })}>{text.add_compartments}</Button>
                    ) : null
                  }
                >
                  {text.wall_empty_about}
                </Empty>
              ) : (
                <>
                  <WallLegend compartments={compartments} />
                  <Wall
                    label={text.wall_of({ name: locker.name })}
                    compartments={compartments}
                    chosen_id={chosen_id}
                    choose={choose}
                    marked_ids={marks ?? undefined}
                  />
                </>
              )
            }
          </Loaded>
        </Sheet>
        <About locker={locker} />
      </div>
      {is_narrow ? (
        <Drawer
          opened={panel !== null}
          onClose={() => show({})}
          position="bottom"
          size="85%"
          title={selection === undefined ? "" : `${selection.code} ${selection.size}`}
        >
          {panel}
        </Drawer>
      ) : (
        <aside className="locker-panel" aria-label={text.chosen}>
          <Sheet>{panel ?? <EmptySelection compartments={query.data ?? []} choose={choose} />}</Sheet>
        </aside>
      )}
      {add && may.write && locker.status !== "RETIRED" ? (
        <WallForm locker={locker} close={() => show({})} />
      ) : null}
      {is_opening && marks !== null ? (
        <OpenManyDialog
          locker={locker}
          compartments={(query.data ?? []).filter(({ id }) => marks.has(id))}
          close={() => setOpening(false)}
          done={() => {
            setOpening(false);
            setMarked(null);
          }}
        />
      ) : null}
    </div>
  );
}

function BulkActions({
  marked_ids,
  compartments,
  mark,
  open,
}: {
  marked_ids: ReadonlySet<number> | null;
  compartments: readonly Compartment[];
  mark: (ids: ReadonlySet<number> | null) => void;
  open: () => void;
}) {
  return marked_ids === null ? (
    <Button size="xs" variant="default" onClick={() => mark(NO_MARKS)}>
      {text.open_many.begin}
    </Button>
  ) : (
    <>
      <Button size="xs" variant="default" onClick={() => mark(new Set(compartments.map(({ id }) => id)))}>
        {text.open_many.all}
      </Button>
      <Button size="xs" variant="default" onClick={() => mark(null)}>
        {text.open_many.cancel}
      </Button>
      <Button size="xs" disabled={marked_ids.size === 0} onClick={open}>
        {text.open_many.open({ n: marked_ids.size })}
      </Button>
    </>
  );
}

/** What needs somebody, while no compartment is chosen. */
function EmptySelection({
  compartments,
  choose,
}: {
  compartments: readonly Compartment[];
  choose: (id: number) => void;
}) {
  const needing = compartments.filter(
    ({ status, fault_code, door }) =>
      status === "VERIFY" || status === "OVERDUE" || fault_code !== null || door === "OPEN",
  );
  if (needing.length === 0)
    return (
      <div className="stack tight">
        <h2>{text.choose}</h2>
        <p className="dim">{text.choose_about}</p>
      </div>
    );
  return (
    <div className="stack tight">
      <h2>{text.needs_somebody({ n: needing.length })}</h2>
      <ul className="list">
        {needing.map((compartment) => (
          <li key={compartment.id}>
            <button type="button" className="list-row" onClick={() => choose(compartment.id)}>
              <span className="strong">{compartment.code}</span>
              <span className="grow dim">{describeNeed(compartment)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function describeNeed({ status, fault_code, door }: Compartment): string {
  return [
    ...(status === "VERIFY" || status === "OVERDUE" ? [text.states[status]] : []),
    ...(fault_code === null
      ? []
      : [fault_code === "door_stuck" ? text.problems.door_stuck : text.problems.fault]),
    ...(door === "OPEN" ? [text.door_open] : []),
  ].join(" · ");
}

function About({ locker }: { locker: Locker }) {
  const times = useTimes();
  const { place, clock_offset_ms, battery_percent } = locker;
  return (
    <Sheet title={text.about}>
      <Facts>
        <Fact name={text.place}>{place === null ? "–" : oneLine(place)}</Fact>
        <Fact name={text.kind}>{text.kinds[locker.kind]}</Fact>
        <Fact name={text.model}>{locker.model || "–"}</Fact>
        <Fact name={text.firmware}>{locker.firmware || "–"}</Fact>
        <Fact name={text.connection}>{text.connections[locker.connectivity]}</Fact>
        <Fact name={text.last_heard}>
          {locker.last_seen_at === null ? "–" : times.moment(locker.last_seen_at)}
        </Fact>
        <Fact name={text.queued}>
          <span className="num">{number(locker.queued_operations)}</span>
        </Fact>
        <Fact name={text.clock}>
          {clock_offset_ms === null
            ? "–"
            : text.clock_off({
                seconds: number(clock_offset_ms / 1000, {
                  maximumFractionDigits: 1,
                  signDisplay: "exceptZero",
                }),
              })}
        </Fact>
        <Fact name={text.battery}>
          {battery_percent === null ? text.no_battery : number(battery_percent / 100, { style: "percent" })}
        </Fact>
        <Fact name={text.opening_hours}>{describeHours(locker.opening_hours)}</Fact>
        <Fact name={text.created}>{times.moment(locker.created_at)}</Fact>
      </Facts>
    </Sheet>
  );
}
