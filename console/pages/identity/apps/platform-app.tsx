/** One app of the installation: its capabilities, the clients it is assigned to, and its kill switch. */
import { Button, MultiSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { Tag } from "../../../parts/badge.tsx";
import { nameRole } from "../../../parts/codes/codes.ts";
import { OtherErrors, useSaveForm } from "../../../parts/form.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { nameCode } from "../../../parts/labels.ts";
import { Fact, Facts } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Assignments } from "./app-assignments.tsx";
import { listCapabilities, listMethods } from "./labels.ts";
import { type PlatformApp, type PlatformAppUpdateInput, platformAppsQuery } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("platformAppUpdate");

export function AppState({ app: { status } }: { app: PlatformApp }) {
  return (
    <Tag tone={status === "active" ? "good" : "bad"}>
      {status === "active" ? text.active : text.platform.killed}
    </Tag>
  );
}

export function PlatformAppDetail({ app }: { app: PlatformApp }) {
  const { code, version } = app;
  const [asking, setAsking] = useState(false);
  const change = useSave(
    (body: Omit<PlatformAppUpdateInput, "code">) =>
      client.platformAppUpdate({ code, ...body }, { if_match: version }),
    { keys: [platformAppsQuery.queryKey], success_message: text.saved },
  );
  return (
    <div className="stack" style={{ gap: 18 }}>
      <Facts>
        <Fact name={text.code}>{code}</Fact>
        <Fact name={text.platform.type}>{nameCode(text.types, app.type)}</Fact>
        <Fact name={text.platform.roles}>{app.roles.map((role) => nameRole(role)).join(", ")}</Fact>
        <Fact name={text.platform.state}>
          <AppState app={app} />
        </Fact>
      </Facts>
      <section className="stack">
        <h3>{text.platform.allowed}</h3>
        <MultiSelect
          label={text.capabilities_label}
          description={text.platform.capabilities_about}
          data={listCapabilities()}
          value={app.capabilities}
          disabled={change.isPending}
          onChange={(value) => change.mutate({ capabilities: value as PlatformApp["capabilities"] })}
        />
        <MultiSelect
          label={text.platform.sign_in_methods}
          data={listMethods()}
          value={app.methods}
          disabled={change.isPending}
          onChange={(value) => change.mutate({ methods: value as PlatformApp["methods"] })}
        />
      </section>
      <IdentityProvider key={version} app={app} />
      <Assignments code={code} />
      <section className="kill stack">
        <h3>{text.platform.kill_switch}</h3>
        <p className="dim small">
          {app.status === "active" ? text.platform.kill_about : text.platform.killed_about}
        </p>
        {app.status === "killed" ? (
          <Button loading={change.isPending} onClick={() => change.mutate({ status: "active" })}>
            {text.platform.activate}
          </Button>
        ) : asking ? (
          <div className="row">
            <Button variant="default" onClick={() => setAsking(false)}>
              {text.platform.keep}
            </Button>
            <Button
              color="red"
              loading={change.isPending}
              onClick={() => change.mutate({ status: "killed" })}
            >
              {text.platform.kill({ app: app.name, clients: app.assignments })}
            </Button>
          </div>
        ) : (
          <Button variant="default" style={{ alignSelf: "flex-start" }} onClick={() => setAsking(true)}>
            {text.platform.ask_kill}
          </Button>
        )}
      </section>
    </div>
  );
}

/** The provider whose tokens the app signs in with. */
function IdentityProvider({ app }: { app: PlatformApp }) {
  const form = useSaveForm({
    rules: RULES,
    initial: { identity_provider: app.identity_provider, server_client_id: app.server_client_id ?? "" },
    run: ({ identity_provider, server_client_id }) =>
      client.platformAppUpdate(
        { code: app.code, identity_provider, server_client_id: server_client_id || null },
        { if_match: app.version },
      ),
    keys: [platformAppsQuery.queryKey],
    success_message: text.saved,
  });
  return (
    <form className="stack" {...form.props}>
      <h3>{text.platform.provider}</h3>
      {app.is_provider_known || app.server_client_id === null ? null : (
        <p className="note">{text.platform.provider_unknown({ provider: app.identity_provider })}</p>
      )}
      <OtherErrors errors={form.others} />
      <TextInput
        label={text.name}
        description={text.platform.provider_about}
        {...form.field("identity_provider", { required: true })}
      />
      <TextInput label={text.platform.audience} {...form.field("server_client_id")} />
      <Button type="submit" variant="default" loading={form.is_saving} style={{ alignSelf: "flex-start" }}>
        {text.save}
      </Button>
    </form>
  );
}
