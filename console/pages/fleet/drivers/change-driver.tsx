/** What the business says of a driver: vehicle, skills, contractor, where the driver starts. */
import { MultiSelect, Select, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { DriverInfo } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { useWarehouses } from "../../warehouse/warehouses/queries.ts";
import { contractorsQuery } from "../contractors/queries.ts";
import { useSkills } from "../skills/queries.ts";
import { vehiclesQuery } from "../vehicles/queries.ts";
import { text } from "./text.ts";

const RULES = getRules("clientDriverUpdate");

export function ChangeDriver({ driver, close }: { driver: DriverInfo; close: () => void }) {
  const vehicles = useQuery(vehiclesQuery).data?.vehicles ?? [];
  const contractors = useQuery(contractorsQuery).data?.contractors ?? [];
  const skills = useSkills(true).filter(({ kind }) => kind === "driver");
  const warehouses = useWarehouses();
  const { id: driver_id } = driver;
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.change_title({ name: driver.name })}
      confirm={text.save}
      initial={{
        vehicle_id: driver.vehicle_id === null ? null : String(driver.vehicle_id),
        skills: driver.skills,
        contractor_id: driver.contractor_id === null ? null : String(driver.contractor_id),
        warehouse_ids: driver.warehouse_ids.map(String),
        instant_deliver: driver.instant_deliver,
      }}
      run={async (values) => {
        let { version } = driver;
        const is_same = values.skills.toSorted().join() === driver.skills.toSorted().join();
        // Two operations: skills that are saved stay so when the rest is refused, and the driver is read again.
        if (!is_same)
          ({ version } = await client.skillsDriverSet(
            { driver_id, skills: values.skills },
            { if_match: version },
          ));
        return client.clientDriverUpdate(
          {
            driver_id,
            vehicle_id: values.vehicle_id === null ? null : Number(values.vehicle_id),
            contractor_id: values.contractor_id === null ? null : Number(values.contractor_id),
            warehouse_ids: values.warehouse_ids.map(Number),
            instant_deliver: values.instant_deliver,
          },
          { if_match: version },
        );
      }}
      keys={[["drivers"]]}
      success_message={text.changed}
    >
      {({ field, own }) => (
        <>
          <Select
            data-autofocus
            label={text.vehicle}
            description={text.vehicle_about}
            placeholder={text.no_vehicle}
            searchable
            clearable
            data={vehicles
              .filter(({ id, status }) => status !== "retired" || id === driver.vehicle_id)
              .map(({ id, plate, name }) => ({
                value: String(id),
                label: [plate, name].filter(Boolean).join(" · "),
              }))}
            {...field("vehicle_id")}
          />
          <MultiSelect
            label={text.skills}
            description={skills.length === 0 ? text.no_skills : text.skills_about}
            searchable
            clearable
            data={skills.map(({ code, name }) => ({ value: code, label: name }))}
            {...own("skills")}
          />
          {contractors.length > 0 ? (
            <Select
              label={text.drives_for}
              placeholder={text.own_staff}
              searchable
              clearable
              data={contractors.map(({ id, name }) => ({ value: String(id), label: name }))}
              {...field("contractor_id")}
            />
          ) : null}
          {warehouses.length > 1 ? (
            <MultiSelect
              label={text.starts_at}
              placeholder={text.any_warehouse}
              clearable
              data={warehouses.map(({ id, name }) => ({ value: String(id), label: name }))}
              {...field("warehouse_ids")}
            />
          ) : null}
          <Switch
            label={text.instant}
            description={text.instant_about}
            {...field("instant_deliver", { type: "checkbox" })}
          />
        </>
      )}
    </FormDrawer>
  );
}
