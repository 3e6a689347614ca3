/** Apps of the installation, with the number of clients of each. */
import { Drawer } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconDeviceMobile } from "#icons";
import { CreateButton } from "../../../parts/create-button.tsx";
import { findWord, nameCode } from "../../../parts/labels.ts";
import { ListPage } from "../../../parts/list/list.tsx";
import { Empty } from "../../../parts/states.tsx";
import { NewApp } from "./new-app.tsx";
import { AppState, PlatformAppDetail } from "./platform-app.tsx";
import { platformAppsQuery } from "./queries.ts";
import { text } from "./text.ts";
import "./apps.css";

export function PlatformApps() {
  const [open, setOpen] = useState<string | null>(null);
  const query = useQuery(platformAppsQuery);
  const app = query.data?.apps.find(({ code }) => code === open);
  return (
    <ListPage
      subtitle={text.platform.about}
      actions={
        <CreateButton label={text.platform.create}>{(close) => <NewApp close={close} />}</CreateButton>
      }
      label={text.platform.list}
      query={query}
      rows={({ apps }) => apps}
      empty={
        <Empty icon={IconDeviceMobile} title={text.platform.none}>
          {text.platform.none_about}
        </Empty>
      }
      getKey={({ code }) => code}
      getName={({ name }) => name}
      onOpen={({ code }) => setOpen(code)}
      columns={[
        {
          key: "name",
          head: text.platform.app,
          cell: (one) => (
            <>
              <span className="strong">{one.name}</span> <span className="mono dim">{one.code}</span>
              <div className="dim small">
                {text.platform.type_of({ type: nameCode(text.types, one.type) })}
              </div>
            </>
          ),
        },
        { key: "status", head: text.platform.state, cell: (one) => <AppState app={one} /> },
        {
          key: "methods",
          head: text.platform.methods,
          window_width_min: 641,
          cell: ({ methods }) => methods.map((name) => findWord(text.methods, name)?.label).join(", "),
        },
        {
          key: "clients",
          head: text.platform.clients,
          align: "end",
          cell: ({ assignments }) => assignments,
        },
      ]}
    >
      <Drawer opened={app !== undefined} onClose={() => setOpen(null)} title={app?.name} size="lg">
        {app ? <PlatformAppDetail key={app.version} app={app} /> : null}
      </Drawer>
    </ListPage>
  );
}
