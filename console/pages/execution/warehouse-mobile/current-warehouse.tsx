/** The warehouse where the person stands: remembered on this device. */
import { Select } from "@mantine/core";
import { useState } from "react";
import { IconMapPin } from "#icons";
import { useWarehouses } from "../../warehouse/warehouses/queries.ts";
import { text } from "./text.ts";

const KEY = "packhorse.warehouse";

/** `here` is 0 until the warehouses are known. */
export function useCurrentWarehouse(): { here: number; choose: (id: number) => void } {
  const warehouses = useWarehouses();
  const [chosen_id, setChosenId] = useState(() => Number(localStorage.getItem(KEY)) || 0);
  const here = warehouses.some(({ id }) => id === chosen_id) ? chosen_id : (warehouses[0]?.id ?? 0);
  return {
    here,
    choose: (id) => {
      localStorage.setItem(KEY, String(id));
      setChosenId(id);
    },
  };
}

export function CurrentWarehouseSelect({ here, choose }: { here: number; choose: (id: number) => void }) {
  const warehouses = useWarehouses();
  if (warehouses.length < 2) return null;
  return (
    <Select
      aria-label={text.here}
      leftSection={<IconMapPin size={16} />}
      w={210}
      allowDeselect={false}
      data={warehouses.map(({ id, code, name }) => ({ value: String(id), label: `${code} · ${name}` }))}
      value={String(here)}
      onChange={(value) => choose(Number(value))}
    />
  );
}
