/** Who is in a fleet: drivers, captains, vehicles. */
import { ActionIcon, Button, MultiSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconStar, IconStarFilled, IconTruck, IconUserMinus, IconUsers, IconX } from "#icons";
import { client } from "../../../api/client.ts";
import { Tag } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import { driversQuery } from "../drivers/queries.ts";
import { vehiclesQuery } from "../vehicles/queries.ts";
import { FLEET_KEYS, type FleetDetail } from "./queries.ts";
import { text } from "./text.ts";

export function Members({ detail }: { detail: FleetDetail }) {
  const { fleet, drivers, vehicles } = detail;
  const fleet_id = fleet.id;
  const options = { keys: FLEET_KEYS, success_message: text.saved };
  const leave = useSave((id: number) => client.fleetDriversChange({ fleet_id, remove: [id] }), options);
  const drop = useSave((id: number) => client.fleetVehiclesChange({ fleet_id, remove: [id] }), options);
  const lead = useSave(
    ({ id, on }: { id: number; on: boolean }) =>
      client.fleetCaptainsChange({ fleet_id, ...(on ? { add: [id] } : { remove: [id] }) }),
    options,
  );
  const status = useSave(
    () => client.fleetUpdate({ fleet_id, status: fleet.status === "active" ? "closed" : "active" }),
    options,
  );
  return (
    <div className="fleet-members">
      <Sheet
        pad={false}
        title={text.drivers}
        actions={
          fleet.can_manage && fleet.status === "active" ? (
            <CreateButton label={text.add_drivers} size="xs">
              {(close) => <AddDrivers detail={detail} close={close} />}
            </CreateButton>
          ) : null
        }
      >
        {drivers.length === 0 ? (
          <Empty icon={IconUsers} title={text.no_drivers}>
            {text.no_drivers_about}
          </Empty>
        ) : (
          <ul className="list" aria-label={text.drivers}>
            {drivers.map((one) => (
              <li key={one.driver_id} className="list-row">
                <span className="strong cut grow">{one.name}</span>
                {one.is_captain ? <Tag tone="accent">{text.captain}</Tag> : null}
                {one.status === "active" ? null : <Tag tone="warn">{one.status}</Tag>}
                {fleet.can_manage ? (
                  <>
                    <ActionIcon
                      variant="subtle"
                      aria-label={
                        one.is_captain
                          ? text.end_captain({ name: one.name })
                          : text.make_captain({ name: one.name })
                      }
                      title={
                        one.is_captain
                          ? text.end_captain({ name: one.name })
                          : text.make_captain({ name: one.name })
                      }
                      loading={lead.isPending && lead.variables.id === one.driver_id}
                      onClick={() => lead.mutate({ id: one.driver_id, on: !one.is_captain })}
                    >
                      {one.is_captain ? <IconStarFilled size={16} /> : <IconStar size={16} />}
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={text.remove({ name: one.name })}
                      title={text.remove({ name: one.name })}
                      loading={leave.isPending && leave.variables === one.driver_id}
                      onClick={() => leave.mutate(one.driver_id)}
                    >
                      <IconUserMinus size={16} />
                    </ActionIcon>
                  </>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </Sheet>
      <div className="stack">
        <Sheet
          pad={false}
          title={text.vehicles}
          actions={
            fleet.can_manage && fleet.status === "active" ? (
              <CreateButton label={text.add_vehicles} size="xs">
                {(close) => <AddVehicles detail={detail} close={close} />}
              </CreateButton>
            ) : null
          }
        >
          {vehicles.length === 0 ? (
            <Empty icon={IconTruck} title={text.no_vehicles}>
              {text.no_vehicles_about}
            </Empty>
          ) : (
            <ul className="list" aria-label={text.vehicles}>
              {vehicles.map((one) => (
                <li key={one.vehicle_id} className="list-row">
                  <span className="mono strong">{one.plate}</span>
                  <span className="dim cut grow">{one.name}</span>
                  {fleet.can_manage ? (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={text.remove({ name: one.plate })}
                      loading={drop.isPending && drop.variables === one.vehicle_id}
                      onClick={() => drop.mutate(one.vehicle_id)}
                    >
                      <IconX size={16} />
                    </ActionIcon>
                  ) : null}
                </li>
              ))}
            </ul>
          )}
        </Sheet>
        {fleet.can_manage ? (
          <div>
            <Button variant="default" loading={status.isPending} onClick={() => status.mutate(undefined)}>
              {fleet.status === "active" ? text.close_fleet : text.reopen_fleet}
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  );
}

function AddDrivers({ detail, close }: { detail: FleetDetail; close: () => void }) {
  const { data } = useQuery(driversQuery);
  const members = new Set(detail.drivers.map(({ driver_id }) => driver_id));
  const candidates = (data?.drivers ?? []).filter(
    (one) =>
      !members.has(one.id) && one.status === "active" && one.contractor_id === detail.fleet.contractor_id,
  );
  return (
    <FormDrawer
      rules={getRules("fleetDriversChange")}
      close={close}
      title={text.add_drivers}
      confirm={text.add}
      initial={{ add: [] as string[] }}
      run={({ add }) => client.fleetDriversChange({ fleet_id: detail.fleet.id, add: add.map(Number) })}
      keys={FLEET_KEYS}
      success_message={text.saved}
      toPath={(path) => path.replace(/^add\..*/, "add")}
    >
      {({ field }) => (
        <MultiSelect
          label={text.drivers}
          description={text.add_drivers_about}
          searchable
          data={candidates.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...field("add", { required: true })}
        />
      )}
    </FormDrawer>
  );
}

function AddVehicles({ detail, close }: { detail: FleetDetail; close: () => void }) {
  const { data } = useQuery(vehiclesQuery);
  const members = new Set(detail.vehicles.map(({ vehicle_id }) => vehicle_id));
  const candidates = (data?.vehicles ?? []).filter((one) => !members.has(one.id) && one.status === "active");
  return (
    <FormDrawer
      rules={getRules("fleetVehiclesChange")}
      close={close}
      title={text.add_vehicles}
      confirm={text.add}
      initial={{ add: [] as string[] }}
      run={({ add }) => client.fleetVehiclesChange({ fleet_id: detail.fleet.id, add: add.map(Number) })}
      keys={FLEET_KEYS}
      success_message={text.saved}
      toPath={(path) => path.replace(/^add\..*/, "add")}
    >
      {({ field }) => (
        <MultiSelect
          label={text.vehicles}
          searchable
          data={candidates.map(({ id, plate, name }) => ({ value: String(id), label: `${plate} · ${name}` }))}
          {...field("add", { required: true })}
        />
      )}
    </FormDrawer>
  );
}
