/** Has the carrier collect the packages of a manifest. */
import { Select, Textarea, TextInput } from "@mantine/core";
import { client } from "../../../api/client.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { addDays, useTimes } from "../../../parts/times.ts";
import { useWarehouses } from "../../warehouse/warehouses/queries.ts";
import { LABELS_KEY, type LabelManifest } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("labelservicePickupSchedule");

export function SchedulePickup({ manifest, close }: { manifest: LabelManifest; close: () => void }) {
  const warehouses = useWarehouses();
  const tomorrow = addDays(useTimes().today(), 1);
  const { id, carrier, origin, package_count } = manifest;
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.pickups.schedule_title({ carrier })}
      confirm={text.pickups.schedule}
      refused={text.pickups.not_scheduled}
      initial={{
        date: tomorrow,
        window_start: "14:00",
        window_end: "17:00",
        warehouse_id: null as string | null,
        instructions: "",
      }}
      run={({ date, window_start, window_end, warehouse_id, instructions }) =>
        client.labelservicePickupSchedule({
          manifest_ids: [id],
          date,
          window_start,
          window_end,
          ...(warehouse_id === null ? {} : { warehouse_id: Number(warehouse_id) }),
          ...(instructions.trim() === "" ? {} : { instructions: instructions.trim() }),
        })
      }
      keys={[LABELS_KEY]}
      success_message={({ pending, pickup }) =>
        pending ? text.pickups.pending : text.pickups.scheduled({ confirmation: pickup.confirmation ?? "" })
      }
    >
      {({ field }) => (
        <>
          <p className="dim">
            {text.pickups.schedule_about({
              packages: text.packages_count({ n: package_count }),
              place: origin.name ?? origin.line1,
            })}
          </p>
          <TextInput data-autofocus type="date" label={text.pickups.date} {...field("date")} />
          <div className="row nowrap" style={{ alignItems: "flex-start" }}>
            <TextInput className="grow" type="time" label={text.pickups.from} {...field("window_start")} />
            <TextInput className="grow" type="time" label={text.pickups.until} {...field("window_end")} />
          </div>
          {warehouses.length === 0 ? null : (
            <Select
              label={text.pickups.place}
              placeholder={origin.name ?? origin.line1}
              description={text.pickups.place_about}
              data={warehouses.map((one) => ({ value: String(one.id), label: one.name }))}
              clearable
              searchable
              {...field("warehouse_id")}
            />
          )}
          <Textarea label={text.pickups.instructions} autosize minRows={2} {...field("instructions")} />
        </>
      )}
    </FormDrawer>
  );
}
