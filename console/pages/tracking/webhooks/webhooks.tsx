/** Webhooks: the URLs and how they do, the flags, the signing secrets. */
import { Alert, Button, NumberInput, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconWebhook } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { AnchorLink } from "../../../parts/links.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { buildEventUrls, EndpointForm } from "./endpoint-form.tsx";
import { type EndpointAction, EndpointRow } from "./endpoint-row.tsx";
import { type Endpoint, type Settings, settingsQuery, WEBHOOKS_KEY } from "./queries.ts";
import { SecretOnce, Secrets } from "./secrets.tsx";
import { TestDrawer } from "./test-drawer.tsx";
import { text } from "./text.ts";

export function Webhooks() {
  const query = useQuery(settingsQuery);
  if (query.data === undefined) return <UnloadedPage query={query} above={null} />;
  return <Loaded settings={query.data.settings} />;
}

function Loaded({ settings }: { settings: Settings }) {
  const may_write = useMe().permissions.includes("webhooks:write");
  const [pending_action, setPendingAction] = useState<{ what: EndpointAction; endpoint: Endpoint } | null>(
    null,
  );
  const [testing, setTesting] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { endpoints } = settings;
  const enable = useSave((id: number) => client.webhookEndpointEnable({ webhook_endpoint_id: id }), {
    keys: [WEBHOOKS_KEY],
    success_message: text.enabled,
  });
  const close = () => setPendingAction(null);
  const add = may_write ? (
    <CreateButton label={text.add}>
      {(close) => <EndpointForm settings={settings} close={close} saved={setSecret} />}
    </CreateButton>
  ) : null;
  return (
    <Page
      subtitle={
        <AnchorLink to="/webhook-deliveries" className="small">
          {text.deliveries}
        </AnchorLink>
      }
      actions={
        may_write ? (
          <>
            <Button variant="default" onClick={() => setTesting(true)}>
              {text.test}
            </Button>
            {add}
          </>
        ) : null
      }
    >
      {settings.paused ? <Paused may_write={may_write} /> : null}
      <section className="sheet" aria-label={text.urls}>
        {endpoints.length === 0 ? (
          <Empty icon={IconWebhook} title={text.none}>
            {text.none_about}
          </Empty>
        ) : (
          <ul className="list" aria-label={text.urls}>
            {endpoints.map((endpoint) => (
              <EndpointRow
                key={endpoint.id}
                endpoint={endpoint}
                ask={may_write ? (what) => setPendingAction({ what, endpoint }) : undefined}
                enable={() => enable.mutate(endpoint.id)}
                is_enabling={enable.isPending && enable.variables === endpoint.id}
              />
            ))}
          </ul>
        )}
      </section>
      <Flags key={settings.version} settings={settings} may_write={may_write} />
      <Secrets secrets={settings.secrets} may_write={may_write} created={setSecret} />
      {pending_action?.what === "change" ? (
        <EndpointForm
          settings={settings}
          endpoint={pending_action.endpoint}
          close={close}
          saved={setSecret}
        />
      ) : null}
      {testing || pending_action?.what === "test" ? (
        <TestDrawer
          url={pending_action?.endpoint.url ?? endpoints[0]?.url ?? ""}
          close={() => {
            close();
            setTesting(false);
          }}
          created={setSecret}
        />
      ) : null}
      <RemoveDialog
        settings={settings}
        endpoint={pending_action?.what === "remove" ? pending_action.endpoint : null}
        close={close}
      />
      <SecretOnce secret={secret} close={() => setSecret(null)} />
    </Page>
  );
}

function Paused({ may_write }: { may_write: boolean }) {
  const resume = useSave(() => client.webhookSettingsUpdate({ paused: false }), {
    keys: [WEBHOOKS_KEY],
    success_message: text.saved,
  });
  return (
    <Alert color="yellow" variant="outline" title={text.paused_now}>
      <div className="row">
        <span className="grow">{text.paused_about}</span>
        {may_write ? (
          <Button size="xs" loading={resume.isPending} onClick={() => resume.mutate(undefined)}>
            {text.resume}
          </Button>
        ) : null}
      </div>
    </Alert>
  );
}

const RULES = getRules("webhookSettingsUpdate");

type Flag = "ordered" | "hide_prices" | "paused";
const FLAGS: readonly Flag[] = ["ordered", "hide_prices", "paused"];

function Flags({ settings, may_write }: { settings: Settings; may_write: boolean }) {
  const save = useSave(
    (change: Parameters<typeof client.webhookSettingsUpdate>[0]) => client.webhookSettingsUpdate(change),
    {
      keys: [WEBHOOKS_KEY],
      success_message: text.saved,
    },
  );
  const [rate, setRate] = useState<number | string>(settings.max_per_second ?? "");
  const max_per_second = rate === "" ? null : Number(rate);
  return (
    <Sheet title={text.how}>
      <div className="stack">
        {FLAGS.map((flag) => (
          <Switch
            key={flag}
            label={text[flag]}
            description={text[`${flag}_about`]}
            checked={settings[flag]}
            disabled={!may_write || save.isPending}
            onChange={(event) => save.mutate({ [flag]: event.currentTarget.checked })}
          />
        ))}
        <form
          className="row"
          style={{ alignItems: "flex-end" }}
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate({ max_per_second });
          }}
        >
          <NumberInput
            label={text.rate}
            description={text.rate_about}
            {...toMemberProps(RULES, "max_per_second")}
            disabled={!may_write}
            value={rate}
            onChange={setRate}
          />
          {may_write && max_per_second !== settings.max_per_second ? (
            <Button type="submit" variant="default" loading={save.isPending}>
              {text.save}
            </Button>
          ) : null}
        </form>
      </div>
    </Sheet>
  );
}

function RemoveDialog({
  settings,
  endpoint,
  close,
}: {
  settings: Settings;
  endpoint: Endpoint | null;
  close: () => void;
}) {
  const input =
    endpoint === null ? null : { event_urls: buildEventUrls(settings, endpoint, endpoint.url, []) };
  return (
    <ActionDialog
      name="webhook-remove"
      opened={endpoint !== null}
      close={close}
      title={text.remove_title}
      confirm={text.remove}
      danger
      input={input}
      run={(options) => client.webhookSettingsUpdate(input ?? {}, { ...options, if_match: settings.version })}
      outcome={() => <p>{text.remove_about}</p>}
      done={close}
    >
      <span className="mono" style={{ overflowWrap: "anywhere" }}>
        {endpoint?.url}
      </span>
    </ActionDialog>
  );
}
