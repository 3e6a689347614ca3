/** Drivers of a contractor: adding and removing them. */
import { Button, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconSteeringWheelOff } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { List } from "../../../parts/list/list.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import { driversQuery } from "../drivers/queries.ts";
import { type Contractor, invalidatedQueries } from "./queries.ts";
import { text } from "./text.ts";

export function ContractorDrivers({ contractor }: { contractor: Contractor }) {
  const may_write = useMe().permissions.includes("drivers:write");
  const query = useQuery(driversQuery);
  const save = useSave(
    ({ driver_id, contractor_id }: { driver_id: number; contractor_id: number | null }) =>
      client.clientDriverUpdate({ driver_id, contractor_id }),
    { keys: [...invalidatedQueries, ["drivers"]], success_message: text.saved },
  );
  const all = query.data?.drivers ?? [];
  const free = all.filter((driver) => driver.contractor_id === null && driver.status === "active");
  return (
    <List
      label={text.drivers}
      title={text.drivers}
      query={query}
      rows={({ drivers }) => drivers.filter((driver) => driver.contractor_id === contractor.id)}
      empty={
        <Empty icon={IconSteeringWheelOff} title={text.no_drivers}>
          {text.no_drivers_about}
        </Empty>
      }
      item={({ id, name }) => (
        <li key={id} className="row apart nowrap" style={{ padding: "8px 14px" }}>
          <RecordLink type="driver" id={id} className="cut">
            {name}
          </RecordLink>
          {may_write ? (
            <Button
              variant="subtle"
              size="xs"
              color="gray"
              aria-label={text.remove_name({ name })}
              onClick={() => save.mutate({ driver_id: id, contractor_id: null })}
            >
              {text.remove}
            </Button>
          ) : null}
        </li>
      )}
    >
      {may_write ? (
        <div className="sheet-body">
          <Select
            key={free.length}
            aria-label={text.give_driver}
            placeholder={text.give_driver}
            searchable
            data={free.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={null}
            disabled={save.isPending}
            onChange={(value) => {
              if (value !== null) save.mutate({ driver_id: Number(value), contractor_id: contractor.id });
            }}
          />
        </div>
      ) : null}
    </List>
  );
}
