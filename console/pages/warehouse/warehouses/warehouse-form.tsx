/** Creates a warehouse, or changes its name and address. */
import { TextInput } from "@mantine/core";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { AddressField } from "../../../parts/address/address-field.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { useDepot } from "../../identity/settings/queries.ts";
import type { Warehouse } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("warehouseCreate");

/** The depot is also in the settings, and new orders start there. */
export const KEYS = [["warehouses"], ["settings"]];

export function WarehouseForm({ warehouse, close }: { warehouse: Warehouse | null; close: () => void }) {
  const country = useMe().business?.country ?? "";
  const { depot } = useDepot();
  const { code = "", name = "", place = { line1: "" }, version } = warehouse ?? {};
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={warehouse === null ? text.create : text.change_of({ name: warehouse.name })}
      size="lg"
      confirm={warehouse === null ? text.create_submit : text.save}
      refused={text.not_saved}
      initial={{ code, name, place }}
      run={({ code, name, place: entered_place }) => {
        const place = { ...entered_place, country: entered_place.country || country };
        return warehouse === null
          ? client.warehouseCreate({ code: code.trim().toUpperCase(), name: name.trim(), place })
          : client.warehouseUpdate(
              { warehouse_id: warehouse.id, name: name.trim(), place },
              { if_match: version },
            );
      }}
      keys={KEYS}
      success_message={(answer) => text.saved({ name: answer.warehouse.name })}
    >
      {({ field, own, values, set }) => (
        <>
          <TextInput data-autofocus label={text.name} {...field("name")} />
          {warehouse === null ? (
            <TextInput label={text.code} description={text.code_about} {...field("code")} />
          ) : null}
          <AddressField
            label={text.address}
            prefix="place"
            value={values.place}
            onChange={(place) => set({ place })}
            own={own}
            around={depot}
          />
        </>
      )}
    </FormDrawer>
  );
}
