/** A service in its newest version; saving creates the next one. */
import { Select } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useMe } from "../../../api/session.ts";
import { BackLink } from "../../../parts/links.tsx";
import { Page } from "../../../parts/page.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { Editor } from "./editor.tsx";
import { SERVICES_KEY, type Service, serviceQuery, serviceVersionQuery } from "./queries.ts";
import type { ServiceValues } from "./service-values.ts";
import { State } from "./services.tsx";
import { text } from "./text.ts";

const here = getRouteApi("/inside/services/$service_id");

function Above() {
  return <BackLink to="/services">{text.title}</BackLink>;
}

export function NewService() {
  const may_write = useMe().permissions.includes("settings:write");
  return (
    <Page title={text.new_title} above={<Above />} subtitle={text.new_about}>
      <Editor base={null} newest={null} draft={null} may_write={may_write} />
    </Page>
  );
}

export function ServicePage() {
  const service_id = Number(here.useParams().service_id);
  const { version } = here.useSearch();
  const query = useQuery(serviceQuery(service_id));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  const newest = query.data;
  if (version !== undefined && version !== newest.version)
    return <OlderVersion key={version} newest={newest} version={version} />;
  return <Opened key={service_id} newest={newest} />;
}

/** Orders keep the version that they were made with: it can be read, and not be changed. */
function OlderVersion({ newest, version }: { newest: Service; version: number }) {
  const query = useQuery(serviceVersionQuery(newest.id, version));
  return (
    <Page
      title={newest.name}
      above={<Above />}
      subtitle={
        <span className="row tight">
          {text.kinds[newest.kind]} · <span className="mono">{newest.code}</span> ·{" "}
          {text.version({ n: version })}
        </span>
      }
      actions={<Versions newest={newest} shown_version={version} />}
    >
      <p className="note tone-blue">{text.older_version({ shown: version, newest: newest.version })}</p>
      <Loaded query={query}>
        {(service) => <Editor base={service} newest={service} draft={null} may_write={false} />}
      </Loaded>
    </Page>
  );
}

/** The newest ones; an order leads to any other. */
const VERSIONS_LISTED = 50;

function Versions({ newest, shown_version }: { newest: Service; shown_version: number }) {
  const openService = useOpenRecord("service");
  if (newest.version === 1) return null;
  const listed = Array.from(
    { length: Math.min(newest.version, VERSIONS_LISTED) },
    (_, index) => newest.version - index,
  );
  const all = listed.includes(shown_version) ? listed : [...listed, shown_version];
  return (
    <Select
      aria-label={text.versions}
      w={150}
      allowDeselect={false}
      data={all.map((version) => ({ value: String(version), label: text.version({ n: version }) }))}
      value={String(shown_version)}
      onChange={(version) =>
        openService(newest.id, {
          search: Number(version) === newest.version ? {} : { version: Number(version) },
        })
      }
    />
  );
}

/** `base` is the version that is being changed; a newer one may have been saved by somebody else meanwhile. */
function Opened({ newest }: { newest: Service }) {
  const queries = useQueryClient();
  const may_write = useMe().permissions.includes("settings:write");
  const [{ base, draft, turn }, setOpened] = useState({
    base: newest,
    draft: null as ServiceValues | null,
    turn: 0,
  });
  const open = (from: Service, values: ServiceValues | null) =>
    setOpened((was) => ({ base: from, draft: values, turn: was.turn + 1 }));
  return (
    <Page
      title={newest.name}
      above={<Above />}
      subtitle={
        <span className="row tight">
          {text.kinds[newest.kind]} · <span className="mono">{newest.code}</span> ·{" "}
          {text.version({ n: newest.version })}
          <State service={newest} />
        </span>
      }
      actions={<Versions newest={newest} shown_version={newest.version} />}
    >
      <Editor
        key={turn}
        base={base}
        newest={newest}
        draft={draft}
        may_write={may_write}
        rebase={(values) => open(newest, values)}
        saved={(service) => {
          queries.setQueryData([...SERVICES_KEY, "one", service.id], service);
          open(service, null);
        }}
      />
    </Page>
  );
}
