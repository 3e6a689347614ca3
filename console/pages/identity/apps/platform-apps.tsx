/** Apps of the installation, with the number of clients of each. */
import { Drawer } from "@mantine/core";
import { IconDeviceMobile } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CreateButton } from "../../../parts/create-button.tsx";
import { humanize } from "../../../parts/labels.ts";
import { Page } from "../../../parts/page.tsx";
import { Empty, Loaded } from "../../../parts/states.tsx";
import { Table } from "../../../parts/table.tsx";
import { METHOD } from "./labels.ts";
import { NewApp } from "./new-app.tsx";
import { AppState, PlatformAppDetail } from "./platform-app.tsx";
import { platformAppsQuery } from "./queries.ts";
import "./apps.css";

export function PlatformApps() {
  const [open, setOpen] = useState<string | null>(null);
  const query = useQuery(platformAppsQuery);
  const app = query.data?.apps.find(({ code }) => code === open);
  return (
    <Page
      subtitle="Standalone apps of the platform, and the clients that have them."
      actions={<CreateButton label="New app">{(close) => <NewApp close={close} />}</CreateButton>}
    >
      <section className="sheet" aria-label="Apps">
        <Loaded query={query}>
          {({ apps }) =>
            apps.length === 0 ? (
              <Empty icon={IconDeviceMobile} title="No app yet">
                Make one, then give it to a client.
              </Empty>
            ) : (
              <Table
                label="Apps"
                rows={apps}
                keyOf={({ code }) => code}
                nameOf={({ name }) => name}
                onOpen={({ code }) => setOpen(code)}
                columns={[
                  {
                    key: "name",
                    header: "App",
                    cell: (one) => (
                      <>
                        <span className="strong">{one.name}</span>{" "}
                        <span className="mono dim">{one.code}</span>
                        <div className="dim small">{humanize(one.type)} app</div>
                      </>
                    ),
                  },
                  { key: "status", header: "State", cell: (one) => <AppState app={one} /> },
                  {
                    key: "methods",
                    header: "Signing in",
                    min_width: 900,
                    cell: ({ methods }) => methods.map((name) => METHOD[name]?.label).join(", "),
                  },
                  { key: "clients", header: "Clients", align: "end", cell: ({ assignments }) => assignments },
                ]}
              />
            )
          }
        </Loaded>
      </section>
      <Drawer opened={app !== undefined} onClose={() => setOpen(null)} title={app?.name} size="lg">
        {app ? <PlatformAppDetail key={app.version} app={app} /> : null}
      </Drawer>
    </Page>
  );
}
