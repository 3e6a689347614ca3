/** A driver's own shifts, for the phone: begin, break, end, swap; and open ones to take. */
import { Button, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconCalendarOff, IconCalendarTime } from "#icons";
import type { DriverShiftsOutput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { day, useTimes } from "../../../parts/times.ts";
import "./fleets.css";
import { FLEET_KEYS, ownShiftsQuery, type Shift } from "./queries.ts";
import { buildBadge, describeTimes } from "./shift-words.ts";
import { text } from "./text.ts";

const RULES = getRules("shiftSwap");

type OwnShifts = DriverShiftsOutput;

export function MyShifts() {
  const query = useQuery(ownShiftsQuery);
  const [swapping, setSwapping] = useState<Shift | null>(null);
  const fleet = query.data?.fleet;
  return (
    <Page
      subtitle={fleet?.name}
      actions={
        fleet ? (
          <ButtonLink variant="default" to="/fleets/$fleet_id" params={{ fleet_id: String(fleet.id) }}>
            {text.own.fleet}
          </ButtonLink>
        ) : null
      }
    >
      <Loaded query={query} fallback={<Waiting rows={6} height={40} />}>
        {(own_shifts) => (
          <div className="stack">
            {own_shifts.swaps.length === 0 ? null : <Swaps driver_shifts={own_shifts} />}
            <Sheet title={text.own.next} pad={false}>
              {own_shifts.shifts.length === 0 ? (
                <Empty icon={IconCalendarOff} title={text.own.none}>
                  {own_shifts.fleet === null ? text.own.no_fleet : text.own.none_about}
                </Empty>
              ) : (
                own_shifts.shifts.map((shift) => (
                  <OwnShift key={shift.id} shift={shift} swap={() => setSwapping(shift)} />
                ))
              )}
            </Sheet>
            {own_shifts.fleet === null ? null : (
              <Sheet title={text.own.open} pad={false}>
                {own_shifts.open_shifts.length === 0 ? (
                  <Empty icon={IconCalendarTime} title={text.own.none_open} />
                ) : (
                  own_shifts.open_shifts.map((shift) => <OpenShift key={shift.id} shift={shift} />)
                )}
              </Sheet>
            )}
            {swapping === null ? null : (
              <SwapForm shift={swapping} driver_shifts={own_shifts} close={() => setSwapping(null)} />
            )}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function ShiftHead({ shift }: { shift: Shift }) {
  const times = useTimes();
  return (
    <div className="row nowrap">
      <span className="stack tight grow" style={{ gap: 0, minWidth: 0 }}>
        <span className="strong">
          {day(shift.date)} <span className="num">{describeTimes(shift, times)}</span>
        </span>
        <span className="dim small cut">
          {[shift.area, shift.vehicle_plate, shift.note].filter(Boolean).join(" · ")}
        </span>
      </span>
      <StatusBadge badge={buildBadge(shift)} />
    </div>
  );
}

function OwnShift({ shift, swap }: { shift: Shift; swap: () => void }) {
  const shift_id = shift.id;
  const begin = useSave(() => client.shiftCheckIn({ shift_id }), {
    keys: FLEET_KEYS,
    success_message: text.own.began,
  });
  const end = useSave(() => client.shiftCheckOut({ shift_id }), {
    keys: FLEET_KEYS,
    success_message: text.own.ended,
  });
  const pause = useSave(
    () => client.shiftBreak({ shift_id, state: shift.status === "ON_BREAK" ? "end" : "begin" }),
    { keys: FLEET_KEYS, success_message: text.own.on_break },
  );
  const acts = shift.can_check_in || shift.can_break || shift.can_check_out || shift.can_swap;
  return (
    <div className="fleet-card">
      <ShiftHead shift={shift} />
      {acts ? (
        <div className="row nowrap">
          {shift.can_check_in ? (
            <Button
              className="grow"
              size="md"
              loading={begin.isPending}
              onClick={() => begin.mutate(undefined)}
            >
              {text.own.check_in}
            </Button>
          ) : null}
          {shift.can_break ? (
            <Button
              className="grow"
              size="md"
              variant="default"
              loading={pause.isPending}
              onClick={() => pause.mutate(undefined)}
            >
              {shift.status === "ON_BREAK" ? text.own.break_end : text.own.break_begin}
            </Button>
          ) : null}
          {shift.can_check_out ? (
            <Button className="grow" size="md" loading={end.isPending} onClick={() => end.mutate(undefined)}>
              {text.own.check_out}
            </Button>
          ) : null}
          {shift.can_swap ? (
            <Button size="md" variant="default" onClick={swap}>
              {text.own.swap}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function OpenShift({ shift }: { shift: Shift }) {
  const take = useSave(() => client.shiftClaim({ shift_id: shift.id }), {
    keys: FLEET_KEYS,
    success_message: ({ warnings }) => [text.own.taken, ...warnings.map(({ message }) => message)].join(" "),
  });
  return (
    <div className="fleet-card">
      <ShiftHead shift={shift} />
      <Button
        size="md"
        loading={take.isPending}
        disabled={!shift.can_claim}
        onClick={() => take.mutate(undefined)}
      >
        {text.own.take}
      </Button>
    </div>
  );
}

function Swaps({ driver_shifts }: { driver_shifts: OwnShifts }) {
  const times = useTimes();
  const decide = useSave(
    (input: { swap_id: number; decision: "accept" | "decline" | "withdraw" }) =>
      client.shiftSwapDecide(input),
    { keys: FLEET_KEYS, success_message: text.own.answered },
  );
  const nameShift = (shift: Shift) => `${day(shift.date)} ${describeTimes(shift, times)}`;
  return (
    <Sheet title={text.own.requests} pad={false}>
      {driver_shifts.swaps.map((swap) => (
        <div key={swap.id} className="fleet-card">
          <span>
            {swap.can_accept
              ? text.own.asks({ name: swap.from_driver_name })
              : text.own.asked({ name: swap.to_driver_name })}{" "}
            <span className="strong">{nameShift(swap.shift)}</span>{" "}
            {swap.for_shift === null ? null : text.own.gives({ what: nameShift(swap.for_shift) })}
          </span>
          <div className="row nowrap">
            {swap.can_accept ? (
              <>
                <Button
                  className="grow"
                  size="md"
                  loading={decide.isPending}
                  onClick={() => decide.mutate({ swap_id: swap.id, decision: "accept" })}
                >
                  {text.own.accept}
                </Button>
                <Button
                  className="grow"
                  size="md"
                  variant="default"
                  onClick={() => decide.mutate({ swap_id: swap.id, decision: "decline" })}
                >
                  {text.own.decline}
                </Button>
              </>
            ) : (
              <Button
                size="md"
                variant="default"
                loading={decide.isPending}
                onClick={() => decide.mutate({ swap_id: swap.id, decision: "withdraw" })}
              >
                {text.own.withdraw}
              </Button>
            )}
          </div>
        </div>
      ))}
    </Sheet>
  );
}

function SwapForm({
  shift,
  driver_shifts,
  close,
}: {
  shift: Shift;
  driver_shifts: OwnShifts;
  close: () => void;
}) {
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.own.swap}
      confirm={text.own.swap_submit}
      initial={{ to_driver_id: null as string | null }}
      run={({ to_driver_id }) => client.shiftSwap({ shift_id: shift.id, to_driver_id: Number(to_driver_id) })}
      keys={FLEET_KEYS}
      success_message={text.own.swap_asked}
    >
      {({ field }) => (
        <>
          <ShiftHead shift={shift} />
          <Select
            label={text.own.swap_with}
            searchable
            data={driver_shifts.mates.map(({ driver_id, name }) => ({
              value: String(driver_id),
              label: name,
            }))}
            {...field("to_driver_id")}
          />
        </>
      )}
    </FormDrawer>
  );
}
