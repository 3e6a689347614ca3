/** A shift in a drawer: new, or changed, published, cancelled. Conflicts are shown before it is saved, by a dry run. */
import { Alert, Button, NumberInput, Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { useSave } from "../../../parts/save.ts";
import { addDays, day, useTimes } from "../../../parts/times.ts";
import { FLEET_KEYS, type FleetDetail, type Shift } from "./queries.ts";
import { buildBadge, describeTimes } from "./shift-words.ts";
import { text } from "./text.ts";

const SHIFT_CREATE_RULES = getRules("shiftCreate");

export interface ShiftPlace {
  date: string;
  driver_id: number | null;
}

interface Values {
  date: string;
  start: string;
  end: string;
  driver_id: string | null;
  vehicle_id: string | null;
  break_min: number | string;
  area: string;
  note: string;
}

const toText = (id: number | null) => (id === null ? null : String(id));
const toId = (id: string | null) => (id === null ? null : Number(id));

export function ShiftForm({
  detail,
  shift,
  place,
  close,
}: {
  detail: FleetDetail;
  shift: Shift | null;
  place: ShiftPlace;
  close: () => void;
}) {
  const times = useTimes();
  const { fleet } = detail;
  const editable = shift === null ? fleet.can_plan : shift.can_edit;
  const save = (values: Values, options: { dry_run?: boolean; signal?: AbortSignal } = {}) => {
    const last = values.end <= values.start ? addDays(values.date, 1) : values.date;
    const input = {
      starts_at: times.at(values.date, values.start),
      ends_at: times.at(last, values.end),
      driver_id: toId(values.driver_id),
      vehicle_id: toId(values.vehicle_id),
      area: values.area,
      note: values.note,
      ...(typeof values.break_min === "number" ? { break_min: values.break_min } : {}),
    };
    return shift === null
      ? client.shiftCreate({ fleet_id: fleet.id, ...input }, options)
      : client.shiftUpdate({ shift_id: shift.id, ...input }, options);
  };
  const save_options = { keys: FLEET_KEYS, done: close };
  const publish = useSave(() => client.shiftPublish({ shift_id: shift?.id ?? 0 }), {
    ...save_options,
    success_message: text.published({ n: 1 }),
  });
  const cancel = useSave(() => client.shiftCancel({ shift_id: shift?.id ?? 0 }), {
    ...save_options,
    success_message: text.cancelled,
  });
  const usual = detail.drivers.find(({ driver_id }) => driver_id === place.driver_id)?.vehicle_id ?? null;
  const owned = detail.vehicles.some(({ vehicle_id }) => vehicle_id === usual) ? usual : null;
  const initial: Values = {
    date: shift?.date ?? place.date,
    start: shift === null ? "08:00" : times.time(shift.starts_at),
    end: shift === null ? "17:00" : times.time(shift.ends_at),
    driver_id: toText(shift === null ? place.driver_id : shift.driver_id),
    vehicle_id: toText(shift === null ? owned : shift.vehicle_id),
    break_min: shift?.break_min ?? "",
    area: shift?.area ?? "",
    note: shift?.note ?? "",
  };
  if (!editable && shift !== null)
    return (
      <FormDrawer
        rules={null}
        close={close}
        title={day(shift.date)}
        confirm={text.done}
        initial={{}}
        run={async () => ({})}
        keys={[]}
        success_message={text.seen}
      >
        {() => (
          <div className="stack">
            <StatusBadge badge={buildBadge(shift)} />
            <span className="strong">{describeTimes(shift, times)}</span>
            <span>
              {[shift.driver_name ?? text.open_row, shift.vehicle_plate, shift.area]
                .filter(Boolean)
                .join(" · ")}
            </span>
            {shift.route_id === null ? null : <span className="dim">{text.of_route}</span>}
          </div>
        )}
      </FormDrawer>
    );
  return (
    <FormDrawer
      rules={SHIFT_CREATE_RULES}
      close={close}
      title={shift === null ? text.new_shift : text.shift}
      confirm={text.save}
      initial={initial}
      run={(values) => save(values)}
      keys={FLEET_KEYS}
      success_message={({ warnings }) => [text.saved, ...warnings.map(({ message }) => message)].join(" ")}
      toPath={(path) => ({ starts_at: "start", ends_at: "end" })[path] ?? path}
    >
      {({ field, own, values }) => (
        <>
          {shift === null ? null : (
            <div className="row apart">
              <StatusBadge badge={buildBadge(shift)} />
              <div className="row tight">
                {shift.can_cancel ? (
                  <Button
                    size="xs"
                    variant="default"
                    loading={cancel.isPending}
                    onClick={() => cancel.mutate(undefined)}
                  >
                    {text.cancel}
                  </Button>
                ) : null}
                {shift.can_publish ? (
                  <Button
                    size="xs"
                    variant="light"
                    loading={publish.isPending}
                    onClick={() => publish.mutate(undefined)}
                  >
                    {text.publish}
                  </Button>
                ) : null}
              </div>
            </div>
          )}
          <TextInput type="date" label={text.date} {...own("date", { required: true })} />
          <div className="row nowrap" style={{ alignItems: "flex-start" }}>
            <TextInput
              className="grow"
              type="time"
              label={text.start}
              {...own("start", { required: true })}
            />
            <TextInput
              className="grow"
              type="time"
              label={text.end}
              description={values.end <= values.start ? text.next_day : undefined}
              inputWrapperOrder={["label", "input", "description", "error"]}
              {...own("end", { required: true })}
            />
          </div>
          <Select
            label={text.driver}
            placeholder={text.open_row}
            description={text.driver_about}
            clearable
            searchable
            data={detail.drivers.map(({ driver_id, name }) => ({ value: String(driver_id), label: name }))}
            {...field("driver_id")}
          />
          <Select
            label={text.vehicle}
            clearable
            searchable
            data={detail.vehicles.map(({ vehicle_id, plate, name }) => ({
              value: String(vehicle_id),
              label: `${plate} · ${name}`,
            }))}
            {...field("vehicle_id")}
          />
          <NumberInput label={text.break} placeholder={text.break_about} {...field("break_min")} />
          <TextInput label={text.area} {...field("area")} />
          <TextInput label={text.note} {...field("note")} />
          <Conflicts values={values as Values} ask={save} />
        </>
      )}
    </FormDrawer>
  );
}

function Conflicts({
  values,
  ask,
}: {
  values: Values;
  ask: (
    values: Values,
    options: { dry_run: boolean; signal: AbortSignal },
  ) => Promise<{ warnings: readonly { rule: string; message: string }[] }>;
}) {
  const [settled] = useDebouncedValue(values, 300);
  const preview = useQuery({
    queryKey: ["preview", "shift", settled],
    queryFn: ({ signal }) => ask(settled, { dry_run: true, signal }),
    enabled: settled.date !== "" && settled.start !== "" && settled.end !== "",
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });
  const warnings = preview.data?.warnings ?? [];
  return (
    <div aria-live="polite">
      {preview.error ? (
        <Alert color="red" variant="outline" title={text.conflict}>
          {preview.error.message}
        </Alert>
      ) : warnings.length > 0 ? (
        <Alert color="yellow" variant="outline" title={text.look_at}>
          {warnings.map(({ rule, message }) => (
            <div key={rule}>{message}</div>
          ))}
        </Alert>
      ) : null}
    </div>
  );
}
