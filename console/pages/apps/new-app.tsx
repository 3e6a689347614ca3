/** A new app of the installation. */
import { MultiSelect, Select } from "@mantine/core";
import { useState } from "react";
import { type PlatformAppCreateInput, platformAppsQuery } from "../../api/apps.ts";
import { client } from "../../api/client.ts";
import { FormDrawer, TextField } from "../../parts/form-drawer.tsx";
import { CAPABILITIES } from "./words.ts";

export function NewApp({ close }: { close: () => void }) {
  const [words, setWords] = useState({ code: "", name: "" });
  const [type, setType] = useState<NonNullable<PlatformAppCreateInput["type"]>>("customer");
  const [capabilities, setCapabilities] = useState<string[]>([]);
  const roles = ({ customer: "customer", rider: "driver", warehouse: "employee" } as const)[type];
  return (
    <FormDrawer
      close={close}
      title="New app"
      confirm="Make app"
      run={() =>
        client.platformAppCreate({
          ...words,
          type,
          roles: [roles],
          capabilities: capabilities as NonNullable<PlatformAppCreateInput["capabilities"]>,
          methods: type === "customer" ? ["idp", "email", "registration"] : ["idp", "email"],
        })
      }
      keys={[platformAppsQuery.queryKey]}
      past="The app is there; give it to a client."
    >
      {(error) => (
        <>
          <TextField
            label="Name"
            required
            value={words.name}
            set={(name) => setWords({ ...words, name })}
            error={error("name")}
          />
          <TextField
            label="Code"
            required
            description="Stays as it is made."
            value={words.code}
            set={(code) => setWords({ ...words, code })}
            error={error("code")}
          />
          <Select
            label="For"
            allowDeselect={false}
            data={[
              { value: "customer", label: "Customers" },
              { value: "rider", label: "Riders and drivers" },
              { value: "warehouse", label: "Warehouse people" },
            ]}
            value={type}
            onChange={(value) => setType(value as typeof type)}
          />
          <MultiSelect
            label="What it can do"
            data={CAPABILITIES}
            value={capabilities}
            onChange={setCapabilities}
            error={error("capabilities")}
          />
        </>
      )}
    </FormDrawer>
  );
}
