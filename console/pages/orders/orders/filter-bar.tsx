import { MultiSelect, Select, TextInput } from "@mantine/core";
import { useWarehouses } from "../../../api/warehouses.ts";
import { ORDER_STATUS, ORDER_TYPE } from "../../../parts/labels.ts";
import type { OrderSearch } from "./order-filters.ts";

const STATUSES = Object.entries(ORDER_STATUS).map(([value, { label }]) => ({ value, label }));
const TYPES = Object.entries(ORDER_TYPE).map(([value, label]) => ({ value, label }));

export function FilterBar({
  search,
  change,
}: {
  search: OrderSearch;
  change: (part: Partial<OrderSearch>) => void;
}) {
  const asked = search.q !== undefined;
  const warehouses = useWarehouses();
  const listItems = (member: "starts_at" | "is_at") =>
    warehouses.map(({ id, name }) => ({
      value: `${member} ${id}`,
      label: `${member === "is_at" ? "In" : "From"} ${name}`,
    }));
  return (
    <>
      <MultiSelect
        aria-label="Status"
        placeholder={search.status?.length ? undefined : "Any status"}
        data={STATUSES}
        value={search.status ?? []}
        onChange={(status) => change({ status: status.length > 0 ? status : undefined })}
        clearable
        searchable
        disabled={asked}
        w={{ base: "100%", xs: 190 }}
        maxDropdownHeight={360}
        clearButtonProps={{ "aria-label": "Any status" }}
      />
      <Select
        aria-label="Type"
        placeholder="Any type"
        data={TYPES}
        value={search.type ?? null}
        onChange={(type) => change({ type: type ?? undefined })}
        clearable
        disabled={asked}
        w={130}
        clearButtonProps={{ "aria-label": "Any type" }}
      />
      <Select
        aria-label="On a route"
        placeholder="Route: any"
        data={[
          { value: "true", label: "On a route" },
          { value: "false", label: "Not on a route" },
        ]}
        value={search.on_route === undefined ? null : String(search.on_route)}
        onChange={(value) => change({ on_route: value === null ? undefined : value === "true" })}
        clearable
        disabled={asked}
        w={150}
        clearButtonProps={{ "aria-label": "Any" }}
      />
      {warehouses.length > 1 ? (
        <Select
          aria-label="Warehouse"
          placeholder="Any warehouse"
          data={[
            { group: "Starts at", items: listItems("starts_at") },
            { group: "Is at", items: listItems("is_at") },
          ]}
          value={
            search.starts_at !== undefined
              ? `starts_at ${search.starts_at}`
              : search.is_at !== undefined
                ? `is_at ${search.is_at}`
                : null
          }
          onChange={(value) => {
            const [member, id] = value?.split(" ") ?? [];
            change({
              starts_at: member === "starts_at" ? Number(id) : undefined,
              is_at: member === "is_at" ? Number(id) : undefined,
            });
          }}
          clearable
          searchable
          disabled={asked}
          w={180}
          clearButtonProps={{ "aria-label": "Any warehouse" }}
        />
      ) : null}
      <DayField
        label="From"
        label_width={46}
        field_width={176}
        value={search.from}
        max={search.to}
        disabled={asked}
        change={(from) => change({ from })}
      />
      <DayField
        label="To"
        label_width={32}
        field_width={162}
        value={search.to}
        min={search.from}
        disabled={asked}
        change={(to) => change({ to })}
      />
    </>
  );
}

interface DayFieldProps {
  label: "From" | "To";
  label_width: number;
  field_width: number;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  disabled: boolean;
  change: (day: string | undefined) => void;
}

function DayField({ label, label_width, field_width, value, change, ...limits }: DayFieldProps) {
  return (
    <TextInput
      type="date"
      aria-label={`${label} day`}
      leftSection={label}
      leftSectionWidth={label_width}
      value={value ?? ""}
      onChange={(event) => change(event.currentTarget.value || undefined)}
      w={{ base: "100%", xs: field_width }}
      {...limits}
    />
  );
}
