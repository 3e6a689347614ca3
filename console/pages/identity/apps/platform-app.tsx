/** One app of the installation: its capabilities, the clients it is assigned to, and its kill switch. */
import { Button, MultiSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { Tag } from "../../../parts/badge.tsx";
import { OtherErrors, useSaveForm } from "../../../parts/form.tsx";
import { humanize } from "../../../parts/labels.ts";
import { Fact, Facts } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Assignments } from "./app-assignments.tsx";
import { CAPABILITIES, METHOD } from "./labels.ts";
import { type PlatformApp, type PlatformAppUpdateInput, platformAppsQuery } from "./queries.ts";

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
    { keys: [platformAppsQuery.queryKey], success_message: "Saved." },
  );
  return (
    <div className="stack" style={{ gap: 18 }}>
      <Facts>
        <Fact name="Code">{code}</Fact>
        <Fact name="Type">{humanize(app.type)}</Fact>
        <Fact name="Roles">{app.roles.map(humanize).join(", ")}</Fact>
        <Fact name="State">
          <AppState app={app} />
        </Fact>
      </Facts>
      <section className="stack">
        <h3>Allowed</h3>
        <MultiSelect
          label="Capabilities"
          description="A client may switch off what is allowed here."
          data={CAPABILITIES}
          value={app.capabilities}
          disabled={change.isPending}
          onChange={(value) => change.mutate({ capabilities: value as PlatformApp["capabilities"] })}
        />
        <MultiSelect
          label="Sign-in methods"
          data={METHODS}
          value={app.methods}
          disabled={change.isPending}
          onChange={(value) => change.mutate({ methods: value as PlatformApp["methods"] })}
        />
      </section>
      <IdentityProvider key={version} app={app} />
      <Assignments code={code} />
      <section className="kill stack">
        <h3>Kill switch</h3>
        <p className="dim small">
          {app.status === "active"
            ? "It stops the app and its sessions at every client until the app is activated again."
            : "The app is killed. Sessions continue when it is activated again."}
        </p>
        {app.status === "killed" ? (
          <Button loading={change.isPending} onClick={() => change.mutate({ status: "active" })}>
            Activate again
          </Button>
        ) : asking ? (
          <div className="row">
            <Button variant="default" onClick={() => setAsking(false)}>
              Keep it active
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

/** The provider whose tokens the app signs in with. */
function IdentityProvider({ app }: { app: PlatformApp }) {
  const form = useSaveForm({
    initial: { identity_provider: app.identity_provider, server_client_id: app.server_client_id ?? "" },
    run: ({ identity_provider, server_client_id }) =>
      client.platformAppUpdate(
        { code: app.code, identity_provider, server_client_id: server_client_id || null },
        { if_match: app.version },
      ),
    keys: [platformAppsQuery.queryKey],
    success_message: "Saved.",
  });
  return (
    <form className="stack" onSubmit={form.submit}>
      <h3>Identity provider</h3>
      {app.is_provider_known || app.server_client_id === null ? null : (
        <p className="note">This installation knows no provider {app.identity_provider}.</p>
      )}
      <OtherErrors errors={form.others} />
      <TextInput
        label="Name"
        description="Segment of the sign-in route."
        {...form.field("identity_provider")}
      />
      <TextInput label="Audience of its tokens" {...form.field("server_client_id")} />
      <Button type="submit" variant="default" loading={form.is_saving} style={{ alignSelf: "flex-start" }}>
        Save
      </Button>
    </form>
  );
}
