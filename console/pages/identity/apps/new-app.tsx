/** A new app of the installation. */
import { MultiSelect, Select, TextInput } from "@mantine/core";
import { client } from "../../../api/client.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { listCapabilities } from "./labels.ts";
import { type PlatformAppCreateInput, platformAppsQuery } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("platformAppCreate");

type Values = Required<Pick<PlatformAppCreateInput, "code" | "name" | "type" | "capabilities">>;

const ROLE_OF_TYPE = { customer: "customer", rider: "driver", warehouse: "employee" } as const;
const EMPTY: Values = { code: "", name: "", type: "customer", capabilities: [] };

export function NewApp({ close }: { close: () => void }) {
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.platform.create}
      confirm={text.platform.create_submit}
      initial={EMPTY}
      run={(values) =>
        client.platformAppCreate({
          ...values,
          roles: [ROLE_OF_TYPE[values.type]],
          methods: values.type === "customer" ? ["idp", "email", "registration"] : ["idp", "email"],
        })
      }
      keys={[platformAppsQuery.queryKey]}
      success_message={text.platform.created}
    >
      {({ field }) => (
        <>
          <TextInput label={text.name} {...field("name")} />
          <TextInput label={text.code} description={text.platform.code_about} {...field("code")} />
          <Select
            label={text.platform.for}
            allowDeselect={false}
            data={Object.entries(text.platform.audiences).map(([value, label]) => ({ value, label }))}
            {...field("type")}
          />
          <MultiSelect label={text.capabilities_label} data={listCapabilities()} {...field("capabilities")} />
        </>
      )}
    </FormDrawer>
  );
}
