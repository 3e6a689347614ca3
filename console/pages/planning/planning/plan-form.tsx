/** The orders to be planned, and the options of the plan. */
import { Button, NumberInput, Select, Slider, Switch, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { IconMapOff, IconRouteAltLeft } from "#icons";
import { useMe } from "../../../api/session.ts";
import { rich } from "../../../language/rich.ts";
import { fillText } from "../../../language/texts.ts";
import { BaseMap } from "../../../map/map.tsx";
import type { MapPin, MapStop } from "../../../map/shapes.ts";
import { listErrors } from "../../../parts/errors.ts";
import { OtherErrors } from "../../../parts/form.tsx";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { number } from "../../../parts/format.ts";
import { Sheet } from "../../../parts/page.tsx";
import { Empty, Loaded } from "../../../parts/states.tsx";
import { day, useTimes } from "../../../parts/times.ts";
import { poolQuery } from "../../fleet/contractors/queries.ts";
import { useDepot } from "../../identity/settings/queries.ts";
import { allOrdersQuery, type OrderFilters } from "../../orders/orders/queries.ts";
import {
  type PlanChoice,
  type PlanChoices,
  type PlanOptions,
  planOptionsQuery,
  startPlanRun,
} from "./queries.ts";
import { text } from "./text.ts";
import { UnplannedDrivers } from "./unplanned.tsx";

const PLANNABLE: NonNullable<OrderFilters["status"]> = ["NEW_ORDER", "AT_WAREHOUSE", "FAILED_ATTEMPT"];
const RULES = getRules("clientBuildRoute");
const toChoice = ({ name, label }: PlanChoice) => ({ value: name, label });
const getDescription = (choices: readonly PlanChoice[], name: string) =>
  choices.find((one) => one.name === name)?.description;

export function PlanForm({ date, started }: { date: string; started: (plan_run_id: number) => void }) {
  const choices = useQuery(planOptionsQuery(date));
  const waiting = choices.data?.day;
  const [chosen_overtime, setChosenOvertime] = useState<boolean | null>(null);
  const earlier = chosen_overtime ?? waiting?.include_earlier ?? false;
  const unplanned = useQuery(
    allOrdersQuery({
      ...(earlier ? {} : { date_from: date }),
      date_to: date,
      status: PLANNABLE,
      on_route: false,
    }),
  );
  // A contractor plans its assigned orders and those that its rules match, but sees only the assigned ones.
  const { contractor_id } = useMe().user;
  const pool = useQuery({
    ...poolQuery(contractor_id ?? 0, date, earlier),
    enabled: (contractor_id ?? 0) > 0,
  }).data;
  const { depot, is_loading: seeks_depot } = useDepot();
  const orders = unplanned.data?.orders ?? [];
  const stops = useMemo<MapStop[]>(
    () =>
      orders.flatMap((order) =>
        order.lat === null || order.lng === null
          ? []
          : [
              {
                id: order.id,
                lat: order.lat,
                lng: order.lng,
                colour: "#9a4a14",
                title: `${order.name}, ${order.address}`,
              },
            ],
      ),
    [orders],
  );
  const pins = useMemo<MapPin[]>(() => (depot ? [{ id: "depot", kind: "depot", ...depot }] : []), [depot]);
  return (
    <div className="fill-split">
      <div className="scroll">
        <Sheet title={text.form.title({ day: day(date) })}>
          <Loaded query={choices}>
            {(plan_options) =>
              plan_options.day.orders_of_date + plan_options.day.orders_earlier === 0 &&
              orders.length === stops.length ? (
                <Empty icon={IconRouteAltLeft} title={text.form.none}>
                  {text.form.none_about}
                </Empty>
              ) : (
                <Options
                  choices={plan_options}
                  earlier={earlier}
                  setEarlier={setChosenOvertime}
                  by_rules={pool?.by_rules ?? 0}
                  lost={orders.length - stops.length}
                  started={started}
                />
              )
            }
          </Loaded>
        </Sheet>
      </div>
      {stops.length + pins.length === 0 && !unplanned.isPending && !seeks_depot ? (
        <section className="sheet" aria-label={text.form.map}>
          <Empty icon={IconMapOff} title={text.form.no_map}>
            {pool === undefined ? text.form.no_map_about : text.form.no_map_contractor}
          </Empty>
        </section>
      ) : (
        <BaseMap
          label={text.form.map}
          waiting={unplanned.isPending}
          stops={stops}
          pins={pins}
          fit={`${date}${stops.length > 0}`}
        />
      )}
    </div>
  );
}

function Options({
  choices,
  earlier,
  setEarlier,
  by_rules,
  lost,
  started,
}: {
  choices: PlanChoices;
  /** Include unplanned orders of earlier dates. */
  earlier: boolean;
  setEarlier: (earlier: boolean) => void;
  /** Of these, unassigned orders that match a contractor's rules. */
  by_rules: number;
  lost: number;
  started: (plan_run_id: number) => void;
}) {
  const times = useTimes();
  const { permissions } = useMe();
  const may_plan = permissions.includes("routes:write");
  const { engines, objectives, balances, defaults, limits, day: waiting } = choices;
  const { date } = waiting;
  const orders = waiting.orders_of_date + (earlier ? waiting.orders_earlier : 0);
  const { drivers, drivers_left_out } = waiting;
  const [options, setOptions] = useState<PlanOptions>({});
  const set = (part: PlanOptions) => setOptions((was) => ({ ...was, ...part }));
  const start = useMutation({
    mutationFn: () => startPlanRun(date, { ...options, include_earlier: earlier }),
    onSuccess: ({ plan_run_id }) => plan_run_id !== null && started(plan_run_id),
  });
  return (
    <form
      className="stack"
      style={{ gap: 14 }}
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate();
      }}
    >
      <p>
        {rich(text.form.waiting, {
          n: orders,
          amount: <span className="big-number num">{number(orders)}</span>,
          drivers: drivers + drivers_left_out.length,
        })}
        {by_rules > 0 ? ` ${text.form.by_rules({ n: by_rules })}` : ""}
      </p>
      {waiting.orders_earlier > 0 ? (
        <Switch
          label={text.form.earlier({ n: waiting.orders_earlier })}
          description={text.form.earlier_about({
            of_day: number(waiting.orders_of_date),
            earlier: number(waiting.orders_earlier),
          })}
          checked={earlier}
          onChange={(event) => setEarlier(event.currentTarget.checked)}
        />
      ) : null}
      {drivers === 0 ? <p className="note tone-warn">{text.form.no_driver}</p> : null}
      <UnplannedDrivers drivers={drivers_left_out} />
      {waiting.expired_skills.length > 0 ? (
        <p className="note tone-warn">
          {text.form.expired_skills({
            n: waiting.expired_skills.length,
            names: waiting.expired_skills.join(", "),
          })}
        </p>
      ) : null}
      {lost > 0 ? <p className="note tone-warn">{text.form.no_position({ n: lost })}</p> : null}
      <Select
        label={text.form.aim}
        description={getDescription(objectives, options.objective ?? defaults.objective)}
        data={objectives.map(toChoice)}
        value={options.objective ?? defaults.objective}
        onChange={(value) => set({ objective: value as PlanOptions["objective"] })}
        allowDeselect={false}
      />
      <Select
        label={text.form.balance}
        description={getDescription(balances, options.balance ?? defaults.balance)}
        data={balances.map(toChoice)}
        value={options.balance ?? defaults.balance}
        onChange={(value) => set({ balance: value as PlanOptions["balance"] })}
        allowDeselect={false}
      />
      <Select
        label={text.form.engine}
        description={getDescription(engines, options.engine ?? defaults.engine)}
        data={engines.map(toChoice)}
        value={options.engine ?? defaults.engine}
        onChange={(value) => set({ engine: value as PlanOptions["engine"] })}
        allowDeselect={false}
      />
      {(options.engine ?? defaults.engine) === "savings" ? null : (
        <div>
          <div className="row apart">
            <span style={{ fontWeight: 500 }} id="time-limit">
              {text.form.time_limit}
            </span>
            <span className="num dim">{options.time_limit_s ?? defaults.time_limit_s} s</span>
          </div>
          <Slider
            mt={6}
            min={limits.time_limit_s.minimum}
            max={limits.time_limit_s.maximum}
            value={options.time_limit_s ?? defaults.time_limit_s}
            onChange={(value) => set({ time_limit_s: value })}
            label={null}
            thumbProps={{ "aria-labelledby": "time-limit" }}
          />
        </div>
      )}
      <div className="row nowrap" style={{ alignItems: "flex-end" }}>
        <NumberInput
          label={text.form.max_stops}
          placeholder={text.form.no_limit}
          {...toMemberProps(RULES, "max_stops")}
          value={options.max_stops ?? ""}
          onChange={(value) => set({ max_stops: value === "" ? undefined : Number(value) })}
          className="grow"
        />
        <NumberInput
          label={text.form.max_hours}
          placeholder={text.form.the_shift}
          step={0.5}
          {...toMemberProps(RULES, "max_duration_s", { factor: 3600 })}
          value={options.max_duration_s ? options.max_duration_s / 3600 : ""}
          onChange={(value) =>
            set({ max_duration_s: value === "" ? undefined : Math.round(Number(value) * 3600) })
          }
          className="grow"
        />
      </div>
      <TextInput
        type="time"
        label={text.form.start}
        description={fillText(
          text.form.start_reasons[options.start_at === undefined ? waiting.start.reason : "chosen"],
          { now: times.time(waiting.start.at) },
        )}
        value={times.time(options.start_at ?? waiting.start.at)}
        onChange={({ currentTarget: { value } }) =>
          set({ start_at: value === "" ? undefined : times.at(date, value) })
        }
      />
      <Switch
        label={text.form.windows}
        checked={options.respect_windows ?? defaults.respect_windows}
        onChange={(event) => set({ respect_windows: event.currentTarget.checked })}
      />
      <OtherErrors
        title={text.form.refused}
        errors={start.error ? listErrors(start.error).map(({ full_message }) => full_message) : []}
      />
      <Button
        type="submit"
        size="md"
        loading={start.isPending}
        disabled={!may_plan}
        leftSection={<IconRouteAltLeft size={18} />}
      >
        {text.form.submit}
      </Button>
      <p className="dim small">{text.form.submit_about}</p>
    </form>
  );
}
