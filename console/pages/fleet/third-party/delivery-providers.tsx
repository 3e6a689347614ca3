/** Delivery providers: their keys, coverage and words; how they did; and all that was offered to them. */
import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconTruckReturn } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { CreateButton } from "../../../parts/create-button.tsx";
import { List } from "../../../parts/list/list.tsx";
import { Page } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import { type CreatedSecret, RotateDialog, SecretOnce } from "../../integration/partners/provider-secret.tsx";
import { MappingForm } from "./mapping-form.tsx";
import { OfferList } from "./offer-list.tsx";
import { ProviderForm } from "./provider-form.tsx";
import { type ProviderAction, ProviderRow } from "./provider-row.tsx";
import { DELIVERY_PROVIDERS_KEY, type DeliveryProvider, deliveryProvidersQuery } from "./queries.ts";
import { Scorecards } from "./scorecards.tsx";
import { text } from "./text.ts";

export function DeliveryProviders() {
  const me = useMe();
  const is_admin = me.user.role === "client_admin";
  const sees_scorecards = is_admin && me.permissions.includes("analytics:read");
  const [created, setCreated] = useState<CreatedSecret | null>(null);
  return (
    <Page
      subtitle={text.about}
      actions={
        is_admin && me.permissions.includes("settings:write") ? (
          <CreateButton label={text.new_provider}>
            {(close) => (
              <ProviderForm
                close={close}
                created={(answer) => {
                  close();
                  setCreated(answer);
                }}
              />
            )}
          </CreateButton>
        ) : null
      }
    >
      <Tabs defaultValue="providers" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="providers">{text.providers}</Tabs.Tab>
          <Tabs.Tab value="offers">{text.offers}</Tabs.Tab>
          {sees_scorecards ? <Tabs.Tab value="scorecards">{text.scorecards}</Tabs.Tab> : null}
        </Tabs.List>
        <Tabs.Panel value="providers" pt="md">
          <ProviderList setCreated={setCreated} />
        </Tabs.Panel>
        <Tabs.Panel value="offers" pt="md">
          <OfferList />
        </Tabs.Panel>
        {sees_scorecards ? (
          <Tabs.Panel value="scorecards" pt="md">
            <Scorecards />
          </Tabs.Panel>
        ) : null}
      </Tabs>
      <SecretOnce created={created} close={() => setCreated(null)} />
    </Page>
  );
}

interface PendingAction {
  what: ProviderAction;
  provider: DeliveryProvider;
}

function ProviderList({ setCreated }: { setCreated: (created: CreatedSecret) => void }) {
  const me = useMe();
  const may_write = me.user.role === "client_admin" && me.permissions.includes("settings:write");
  const [pending_action, setPendingAction] = useState<PendingAction | null>(null);
  const query = useQuery(deliveryProvidersQuery);
  const close = () => setPendingAction(null);
  const pause = useSave(
    ({ id, status }: { id: number; status: "active" | "paused" }) =>
      client.thirdpartyProviderUpdate({ provider_id: id, status }),
    { keys: [DELIVERY_PROVIDERS_KEY], success_message: text.saved },
  );
  return (
    <>
      <List
        label={text.list}
        query={query}
        rows={({ providers }) => providers}
        empty={
          <Empty icon={IconTruckReturn} title={text.none}>
            {text.none_about}
          </Empty>
        }
        item={(provider) => (
          <ProviderRow
            key={provider.id}
            provider={provider}
            ask={may_write ? (what) => setPendingAction({ what, provider }) : undefined}
            pause={() =>
              pause.mutate({
                id: provider.id,
                status: provider.status === "active" ? "paused" : "active",
              })
            }
          />
        )}
      />
      {pending_action?.what === "edit" ? (
        <ProviderForm provider={pending_action.provider} close={close} created={close} />
      ) : null}
      {pending_action?.what === "mapping" ? (
        <MappingForm provider={pending_action.provider} close={close} />
      ) : null}
      <RotateDialog
        provider={
          pending_action?.what === "rotate"
            ? { id: pending_action.provider.partner_id, name: pending_action.provider.name }
            : null
        }
        close={close}
        done={(answer) => {
          close();
          setCreated(answer);
        }}
      />
    </>
  );
}
