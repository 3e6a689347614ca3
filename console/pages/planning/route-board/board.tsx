/** The route board of a fleet on a day: what is offered, who has it, who waits; offer, take off, decide. */
import { Button, MultiSelect, NumberInput, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { IconClipboardCheck, IconUsersGroup } from "#icons";
import type { ClientRouteBoardOutput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { DayPicker } from "../../../parts/day-picker.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { minorUnits } from "../../../parts/format.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { Page } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { day, useTimes } from "../../../parts/times.ts";
import { notifyWarning } from "../../../parts/toast.ts";
import { buildBadge, describeLoad, describePay, describeTime } from "./offer-words.ts";
import { BOARD_KEYS, boardQuery, type DispatchOffer, fleetNamesQuery } from "./queries.ts";
import { text } from "./text.ts";

export function RouteBoard() {
  const { today } = useTimes();
  const search = useSearch({ from: "/inside/route-board" });
  const navigate = useNavigate();
  const fleets = useQuery(fleetNamesQuery);
  const fleet_id = search.fleet ?? fleets.data?.fleets[0]?.id ?? 0;
  const date = search.date ?? today();
  const show = (next: { date?: string; fleet?: number }) =>
    void navigate({ to: "/route-board", search: { date, fleet: fleet_id, ...next }, replace: true });
  const query = useQuery(boardQuery(fleet_id, date));
  const may_write = useMe().permissions.includes("routes:write");
  const [publishing, setPublishing] = useState(false);
  const routes = query.data?.routes ?? [];
  return (
    <Page
      actions={
        may_write && fleet_id > 0 ? (
          <Button disabled={routes.length === 0} onClick={() => setPublishing(true)}>
            {text.offer}
          </Button>
        ) : null
      }
    >
      <Loaded query={fleets} fallback={<Waiting rows={6} />}>
        {(list) =>
          list.fleets.length === 0 ? (
            <Empty
              icon={IconUsersGroup}
              title={text.no_fleet}
              action={<ButtonLink to="/fleets">{text.to_fleets}</ButtonLink>}
            >
              {text.no_fleet_about}
            </Empty>
          ) : (
            <div className="stack">
              <div className="row">
                <Select
                  aria-label={text.fleet}
                  allowDeselect={false}
                  w={220}
                  data={list.fleets.map(({ id, name }) => ({ value: String(id), label: name }))}
                  value={String(fleet_id)}
                  onChange={(value) => show({ fleet: Number(value) })}
                />
                <DayPicker value={date} onChange={(next) => show({ date: next })} />
              </div>
              <section className="sheet" aria-label={text.title}>
                <Loaded query={query} fallback={<Waiting rows={6} />}>
                  {(board) => (
                    <Offers
                      board={board}
                      may_write={may_write}
                      offer={routes.length > 0 && may_write ? () => setPublishing(true) : null}
                    />
                  )}
                </Loaded>
              </section>
              {publishing && query.data !== undefined ? (
                <Publish board={query.data} close={() => setPublishing(false)} />
              ) : null}
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

type Acting = { kind: "override" | "close"; offer: DispatchOffer } | null;

function Offers({
  board,
  may_write,
  offer,
}: {
  board: ClientRouteBoardOutput;
  may_write: boolean;
  offer: (() => void) | null;
}) {
  const times = useTimes();
  const [acting, setActing] = useState<Acting>(null);
  if (board.offers.length === 0)
    return (
      <Empty
        icon={IconClipboardCheck}
        title={text.none({ date: day(board.date) })}
        action={
          offer === null ? null : (
            <Button onClick={offer}>{text.offer_these({ n: board.routes.length })}</Button>
          )
        }
      >
        {offer === null ? text.none_about : text.may_offer}
      </Empty>
    );
  return (
    <>
      <ul className="list" aria-label={text.title}>
        {board.offers.map((one) => (
          <li key={one.route_id} className="list-row" style={{ flexWrap: "wrap", alignItems: "flex-start" }}>
            <span className="stack tight" style={{ gap: 0, flex: "2 1 220px", minWidth: 0 }}>
              <span className="row tight">
                <RecordLink type="route" id={one.route_id} className="strong">
                  {one.number}
                </RecordLink>
                <span className="num">{describeTime(one, times)}</span>
              </span>
              <span className="dim small cut">
                {[describeLoad(one), describePay(one)].filter(Boolean).join(" · ")}
              </span>
              {one.reason === "" ? null : (
                <span className="dim small">{text.because({ reason: one.reason })}</span>
              )}
            </span>
            <span style={{ width: 130 }}>
              <StatusBadge badge={buildBadge(one)} />
            </span>
            <ol className="stack tight" style={{ gap: 2, flex: "1 1 200px", minWidth: 0 }}>
              {one.claims.length === 0 ? (
                <li className="dim small">{one.driver_name ?? text.nobody}</li>
              ) : (
                one.claims.map((claim) => (
                  <li key={claim.driver_id} className="row tight">
                    <span className={claim.position === 0 ? "strong cut" : "dim cut"}>
                      {claim.position === 0 ? claim.driver_name : `${claim.position}. ${claim.driver_name}`}
                    </span>
                    {claim.needs_confirmation ? <Tag tone="warn">{text.asked_again}</Tag> : null}
                  </li>
                ))
              )}
            </ol>
            {may_write ? (
              <span className="row tight">
                {one.can_override ? (
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => setActing({ kind: "override", offer: one })}
                  >
                    {text.decide}
                  </Button>
                ) : null}
                {one.can_close ? (
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => setActing({ kind: "close", offer: one })}
                  >
                    {text.take_off}
                  </Button>
                ) : null}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {acting?.kind === "override" ? (
        <Override fleet_id={board.fleet_id} offer={acting.offer} close={() => setActing(null)} />
      ) : null}
      {acting?.kind === "close" ? (
        <TakeOff board={board} offer={acting.offer} close={() => setActing(null)} />
      ) : null}
    </>
  );
}

function Publish({ board, close }: { board: ClientRouteBoardOutput; close: () => void }) {
  const times = useTimes();
  const currency = useMe().business?.currency ?? "EUR";
  return (
    <FormDrawer
      rules={getRules("clientRouteBoardPublish")}
      close={close}
      title={text.offer}
      confirm={text.offer_submit}
      initial={{
        route_ids: board.routes.map(({ route_id }) => String(route_id)),
        pay: "" as number | string,
        withdraw_until_min: board.board?.withdraw_until_min ?? 120,
        visibility: board.board?.visibility ?? "all",
        note: "",
      }}
      run={({ route_ids, pay, withdraw_until_min, visibility, note }) =>
        client.clientRouteBoardPublish({
          fleet_id: board.fleet_id,
          date: board.date,
          route_ids: route_ids.map(Number),
          withdraw_until_min,
          visibility,
          note: note.trim(),
          ...(typeof pay === "number" ? { pay_minor: Math.round(pay * minorUnits(currency)) } : {}),
        })
      }
      keys={BOARD_KEYS}
      success_message={({ done }) => text.offered({ n: done })}
      done={({ errors }) => {
        const [first] = errors;
        if (first !== undefined) notifyWarning(text.not_offered({ n: errors.length, why: first.message }));
        close();
      }}
      toPath={(path) => path.replace(/^route_ids\..*/, "route_ids")}
    >
      {({ field, own }) => (
        <>
          <MultiSelect
            label={text.routes}
            searchable
            data={board.routes.map((route) => ({
              value: String(route.route_id),
              label: `${route.number} · ${times.time(route.planned_start_at)} · ${text.stops({ n: route.stops })}`,
            }))}
            {...field("route_ids")}
          />
          <NumberInput
            label={text.pay}
            description={text.pay_about}
            {...own("pay", { member: "pay_minor", factor: minorUnits(currency) })}
          />
          <NumberInput label={text.cut_off} {...field("withdraw_until_min", { required: true })} />
          <Select
            label={text.visibility}
            allowDeselect={false}
            data={[
              { value: "all", label: text.visible_all },
              { value: "eligible", label: text.visible_eligible },
            ]}
            {...field("visibility")}
          />
          <TextInput label={text.note} {...field("note")} />
        </>
      )}
    </FormDrawer>
  );
}

function Override({ fleet_id, offer, close }: { fleet_id: number; offer: DispatchOffer; close: () => void }) {
  const { data } = useQuery({
    queryKey: ["fleets", "one", fleet_id],
    queryFn: ({ signal }) => client.fleet({ fleet_id }, { signal }),
  });
  return (
    <FormDrawer
      rules={getRules("clientRouteBoardOverride")}
      close={close}
      title={text.decide_who({ number: offer.number })}
      confirm={text.decide}
      initial={{ driver_id: null as string | null, reason: "" }}
      run={({ driver_id, reason }) =>
        client.clientRouteBoardOverride({
          fleet_id,
          route_id: offer.route_id,
          driver_id: driver_id === null ? null : Number(driver_id),
          reason: reason.trim(),
        })
      }
      keys={BOARD_KEYS}
      success_message={text.decided}
    >
      {({ field }) => (
        <>
          <Select
            label={text.driver}
            placeholder={text.next_waiting}
            description={text.driver_about}
            clearable
            searchable
            data={(data?.drivers ?? []).map(({ driver_id, name }) => ({
              value: String(driver_id),
              label: name,
            }))}
            {...field("driver_id")}
          />
          <TextInput label={text.reason} {...field("reason")} />
        </>
      )}
    </FormDrawer>
  );
}

function TakeOff({
  board,
  offer,
  close,
}: {
  board: ClientRouteBoardOutput;
  offer: DispatchOffer;
  close: () => void;
}) {
  return (
    <FormDrawer
      rules={getRules("clientRouteBoardClose")}
      close={close}
      title={text.take_off_one({ number: offer.number })}
      confirm={text.take_off}
      initial={{ reason: "" }}
      run={({ reason }) =>
        client.clientRouteBoardClose({
          fleet_id: board.fleet_id,
          date: board.date,
          route_ids: [offer.route_id],
          reason: reason.trim(),
        })
      }
      keys={BOARD_KEYS}
      success_message={text.taken_off}
    >
      {({ field }) => (
        <>
          <p>
            {offer.driver_name === null
              ? text.take_off_open
              : text.take_off_held({ name: offer.driver_name })}
          </p>
          <TextInput data-autofocus label={text.reason} {...field("reason")} />
        </>
      )}
    </FormDrawer>
  );
}
