/** The client's apps, shown one at a time, and the registrations that wait for approval. */
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconDeviceMobileOff } from "#icons";
import { Empty, Loaded } from "../../../parts/states.tsx";
import { AppForm } from "./app-form.tsx";
import { appQuery, appsQuery } from "./queries.ts";
import { Registrations } from "./registrations.tsx";
import { text } from "./text.ts";
import "./apps.css";

export function Apps() {
  const query = useQuery(appsQuery);
  const [chosen_app, setChosenApp] = useState<string | null>(null);
  return (
    <Loaded query={query}>
      {({ apps }) => {
        const code = chosen_app ?? apps[0]?.app_code;
        if (code === undefined) {
          return (
            <section className="sheet">
              <Empty icon={IconDeviceMobileOff} title={text.own.none}>
                {text.own.none_about}
              </Empty>
            </section>
          );
        }
        return (
          <div className="stack" style={{ gap: 16 }}>
            {apps.length > 1 ? (
              <Select
                label={text.own.app}
                allowDeselect={false}
                data={apps.map(({ app_code, app_name }) => ({ value: app_code, label: app_name }))}
                value={code}
                onChange={setChosenApp}
              />
            ) : null}
            <Registrations />
            <One key={code} code={code} />
          </div>
        );
      }}
    </Loaded>
  );
}

function One({ code }: { code: string }) {
  const query = useQuery(appQuery(code));
  return (
    <Loaded query={query}>
      {({ version, app }) => <AppForm key={version} version={version} app={app} />}
    </Loaded>
  );
}
