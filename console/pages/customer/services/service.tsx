/** A service in its newest version; saving creates the next one. */
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useMe } from "../../../api/session.ts";
import { AnchorLink } from "../../../parts/links.tsx";
import { Page } from "../../../parts/page.tsx";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { Editor } from "./editor.tsx";
import { SERVICES_KEY, type Service, serviceQuery } from "./queries.ts";
import type { ServiceValues } from "./service-values.ts";
import { State } from "./services.tsx";
import { text } from "./text.ts";

const here = getRouteApi("/inside/services/$service_id");

function Above() {
  return (
    <AnchorLink to="/services" className="row tight small" c="dimmed">
      <IconArrowLeft size={14} /> {text.title}
    </AnchorLink>
  );
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
  const query = useQuery(serviceQuery(service_id));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  return <Opened key={service_id} newest={query.data} />;
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
          {text.version(newest.version)}
          <State service={newest} />
        </span>
      }
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
