/** A new app of the installation. */
import { MultiSelect, Select, TextInput } from "@mantine/core";
import { client } from "../../../api/client.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { CAPABILITIES } from "./labels.ts";
import { type PlatformAppCreateInput, platformAppsQuery } from "./queries.ts";

type Values = Required<Pick<PlatformAppCreateInput, "code" | "name" | "type" | "capabilities">>;

const ROLE_OF_TYPE = { customer: "customer", rider: "driver", warehouse: "employee" } as const;
const EMPTY: Values = { code: "", name: "", type: "customer", capabilities: [] };

export function NewApp({ close }: { close: () => void }) {
  return (
    <FormDrawer
      close={close}
      title="New app"
      confirm="Create app"
      initial={EMPTY}
      run={(values) =>
        client.platformAppCreate({
          ...values,
          roles: [ROLE_OF_TYPE[values.type]],
          methods: values.type === "customer" ? ["idp", "email", "registration"] : ["idp", "email"],
        })
      }
      keys={[platformAppsQuery.queryKey]}
      success_message="The app was created; assign it to a client."
    >
      {({ field }) => (
        <>
          <TextInput label="Name" required {...field("name")} />
          <TextInput label="Code" required description="It cannot be changed." {...field("code")} />
          <Select
            label="For"
            allowDeselect={false}
            data={[
              { value: "customer", label: "Customers" },
              { value: "rider", label: "Riders and drivers" },
              { value: "warehouse", label: "Warehouse people" },
            ]}
            {...field("type")}
          />
          <MultiSelect label="Capabilities" data={CAPABILITIES} {...field("capabilities")} />
        </>
      )}
    </FormDrawer>
  );
}
