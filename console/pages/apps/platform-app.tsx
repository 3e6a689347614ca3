/** One app of the installation: what it may do, who has it, and its kill switch. */
import { Button, MultiSelect } from "@mantine/core";
import { useState } from "react";
import { type PlatformApp, type PlatformAppUpdateInput, platformAppsQuery } from "../../api/apps.ts";
import { client } from "../../api/client.ts";
import { Tag } from "../../parts/badge.tsx";
import { TextField } from "../../parts/form-drawer.tsx";
import { Fact, Facts } from "../../parts/page.tsx";
import { useSave } from "../../parts/save.ts";
import { plain } from "../../parts/words.ts";
import { Assignments } from "./assignments.tsx";
import { CAPABILITIES, METHOD } from "./words.ts";

const METHODS = Object.entries(METHOD).map(([value, { label }]) => ({ value, label }));

export function AppState({ app: { status } }: { app: PlatformApp }) {
  return <Tag tone={status === "active" ? "good" : "bad"}>{status === "active" ? "Active" : "Killed"}</Tag>;
}

export function PlatformAppDetail({ app }: { app: PlatformApp }) {
  const { code, version } = app;
  const [asking, setAsking] = useState(false);
  const change = useSave(
    (body: Omit<PlatformAppUpdateInput, "code">) =>
      client.platformAppUpdate({ code, ...body }, { if_match: version }),
    { keys: [platformAppsQuery.queryKey], past: "Saved." },
  );
  const [words, setWords] = useState({
    identity_provider: app.identity_provider,
    server_client_id: app.server_client_id ?? "",
  });
  return (
    <div className="stack" style={{ gap: 18 }}>
      <Facts>
        <Fact name="Code">{code}</Fact>
        <Fact name="Type">{plain(app.type)}</Fact>
        <Fact name="Roles">{app.roles.map(plain).join(", ")}</Fact>
        <Fact name="State">
          <AppState app={app} />
        </Fact>
      </Facts>
      <section className="stack">
        <h3>Allowed</h3>
        <MultiSelect
          label="What it can do"
          description="A client may switch off what is allowed here."
          data={CAPABILITIES}
          value={app.capabilities}
          disabled={change.isPending}
          onChange={(value) => change.mutate({ capabilities: value as PlatformApp["capabilities"] })}
        />
        <MultiSelect
          label="Ways of signing in"
          data={METHODS}
          value={app.methods}
          disabled={change.isPending}
          onChange={(value) => change.mutate({ methods: value as PlatformApp["methods"] })}
        />
      </section>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ ...words, server_client_id: words.server_client_id || null });
        }}
      >
        <h3>Identity provider</h3>
        {app.is_provider_known || app.server_client_id === null ? null : (
          <p className="note">This installation knows no provider {app.identity_provider}.</p>
        )}
        <TextField
          label="Name"
          description="Segment of the sign-in route."
          value={words.identity_provider}
          set={(identity_provider) => setWords({ ...words, identity_provider })}
        />
        <TextField
          label="Audience of its tokens"
          value={words.server_client_id}
          set={(server_client_id) => setWords({ ...words, server_client_id })}
        />
        <Button
          type="submit"
          variant="default"
          loading={change.isPending}
          style={{ alignSelf: "flex-start" }}
        >
          Save
        </Button>
      </form>
      <Assignments code={code} />
      <section className="kill stack">
        <h3>Kill switch</h3>
        <p className="dim small">
          {app.status === "active"
            ? "It stops the app and its sessions at every client until the app is let work again."
            : "The app is killed. Sessions go on when it works again."}
        </p>
        {app.status === "killed" ? (
          <Button loading={change.isPending} onClick={() => change.mutate({ status: "active" })}>
            Let it work again
          </Button>
        ) : asking ? (
          <div className="row">
            <Button variant="default" onClick={() => setAsking(false)}>
              Leave it on
            </Button>
            <Button
              color="red"
              loading={change.isPending}
              onClick={() => change.mutate({ status: "killed" })}
            >
              Kill {app.name} for {app.assignments === 1 ? "1 client" : `${app.assignments} clients`}
            </Button>
          </div>
        ) : (
          <Button variant="default" style={{ alignSelf: "flex-start" }} onClick={() => setAsking(true)}>
            Kill this app…
          </Button>
        )}
      </section>
    </div>
  );
}
