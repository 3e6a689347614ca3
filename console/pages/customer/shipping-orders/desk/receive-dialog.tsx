/** Packages that have arrived: ticked one by one, or scanned by the number that is written on them. */
import { Button, Checkbox, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { IconScan } from "#icons";
import { client } from "../../../../api/client.ts";
import { kilograms } from "../../../../parts/format.ts";
import { useWarehouses } from "../../../warehouse/warehouses/queries.ts";
import { formatSize } from "../packages.tsx";
import type { ShippingPackage } from "../queries.ts";
import { text } from "../text.ts";
import { Decide, type DialogProps } from "./decide.tsx";
import { findScanned } from "./scan.ts";

export function ReceiveDialog(props: DialogProps) {
  const { order } = props;
  const warehouses = useWarehouses();
  const [arrived, setArrived] = useState<ReadonlyMap<number, { damaged: boolean }>>(new Map());
  const [warehouse_id, setWarehouse] = useState(order.warehouse?.id ?? null);
  const [scanned, setScanned] = useState({ typed: "", said: "" });
  const expected = order.packages.filter(({ received_at }) => received_at === null);
  const packages = expected.flatMap(({ id }) => {
    const one = arrived.get(id);
    return one === undefined ? [] : [{ shipping_package_id: id, damaged: one.damaged }];
  });
  const set = (id: number, value: { damaged: boolean } | null) => {
    const next = new Map(arrived);
    if (value === null) next.delete(id);
    else next.set(id, value);
    setArrived(next);
  };
  const scan = () => {
    const scanned_package = findScanned(scanned.typed, order.tracking_number, expected, arrived);
    if (scanned_package === null)
      return setScanned({ typed: "", said: text.desk.scan_unknown({ code: scanned.typed.trim() }) });
    set(scanned_package.id, { damaged: false });
    return setScanned({ typed: "", said: text.desk.scan_found({ n: scanned_package.seq }) });
  };
  const is_elsewhere = warehouse_id !== null && warehouse_id !== order.warehouse?.id;
  return (
    <Decide
      decision="receive"
      {...props}
      input={packages.length === 0 ? null : { packages, ...(is_elsewhere ? { warehouse_id } : {}) }}
      run={client.clientCustomerOrderReceive}
    >
      <TextInput
        // No member of a request: it finds the package of which the id is sent.
        label={text.desk.scan}
        description={text.desk.scan_about}
        leftSection={<IconScan size={16} />}
        data-autofocus
        value={scanned.typed}
        onChange={(event) => setScanned({ typed: event.currentTarget.value, said: "" })}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || scanned.typed.trim() === "") return;
          // A scanner ends with Enter, which does not yet confirm.
          event.preventDefault();
          scan();
        }}
      />
      <p className="small" role="status">
        {scanned.said}
      </p>
      <div className="row apart">
        <span className="dim small">{text.desk.chosen({ n: packages.length, all: expected.length })}</span>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() =>
            setArrived(new Map(expected.map(({ id }) => [id, arrived.get(id) ?? { damaged: false }])))
          }
        >
          {text.desk.all_arrived}
        </Button>
      </div>
      <ul className="stack tight shipping-arrivals" aria-label={text.packages.title}>
        {expected.map((one) => (
          <li key={one.id} className="row apart nowrap">
            <Checkbox
              label={describePackage(one)}
              checked={arrived.has(one.id)}
              onChange={(event) => set(one.id, event.currentTarget.checked ? { damaged: false } : null)}
            />
            {arrived.has(one.id) ? (
              <Checkbox
                size="xs"
                label={text.packages.damaged}
                checked={arrived.get(one.id)?.damaged ?? false}
                onChange={(event) => set(one.id, { damaged: event.currentTarget.checked })}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {warehouses.length > 1 || order.warehouse === null ? (
        <Select
          label={text.desk.received_at}
          placeholder={text.desk.no_warehouse}
          data={warehouses.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={warehouse_id === null ? null : String(warehouse_id)}
          onChange={(id) => setWarehouse(id === null ? null : Number(id))}
        />
      ) : null}
    </Decide>
  );
}

function describePackage(one: ShippingPackage): string {
  const size = formatSize(one.length_mm, one.width_mm, one.height_mm);
  return [
    text.desk.package_n({ n: one.seq }),
    one.contents || one.packaging,
    one.weight_g === null ? null : kilograms(one.weight_g),
    size === "–" ? null : size,
  ]
    .filter(Boolean)
    .join(" · ");
}
