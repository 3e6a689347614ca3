import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconBroadcast } from "#icons";
import type { OtepProvider as Provider } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { List } from "../../../parts/list/list.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import { PROVIDERS_KEY, ProviderForm } from "./provider-form.tsx";
import { type ProviderAction, ProviderRow } from "./provider-row.tsx";
import { type CreatedSecret, RotateDialog, SecretOnce } from "./provider-secret.tsx";
import { text } from "./text.ts";

interface PendingAction {
  what: ProviderAction;
  provider: Provider;
}

export function Providers() {
  const may_write = useMe().permissions.includes("settings:write");
  const [pending_action, setPendingAction] = useState<PendingAction | null>(null);
  const [created, setCreated] = useState<CreatedSecret | null>(null);
  const query = useQuery({
    queryKey: PROVIDERS_KEY,
    meta: { live: ["partner"] },
    queryFn: ({ signal }) => client.otepProviders({ per_page: 100 }, { signal }),
  });
  const suspend = useSave(
    ({ id, status }: { id: number; status: "active" | "suspended" }) =>
      client.otepProviderUpdate({ provider_id: id, status }),
    { keys: [PROVIDERS_KEY], success_message: text.saved },
  );
  return (
    <>
      <List
        label={text.list}
        title={text.title}
        actions={
          may_write ? (
            <CreateButton label={text.create} size="xs">
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
        query={query}
        rows={({ providers }) => providers}
        empty={
          <Empty icon={IconBroadcast} title={text.none}>
            {text.none_about}
          </Empty>
        }
        item={(provider) => (
          <ProviderRow
            key={provider.id}
            provider={provider}
            ask={may_write ? (what) => setPendingAction({ what, provider }) : undefined}
            suspend={() =>
              suspend.mutate({
                id: provider.id,
                status: provider.status === "active" ? "suspended" : "active",
              })
            }
          />
        )}
      />
      {pending_action?.what === "edit" ? (
        <ProviderForm
          provider={pending_action.provider}
          close={() => setPendingAction(null)}
          created={() => setPendingAction(null)}
        />
      ) : null}
      <RotateDialog
        provider={pending_action?.what === "rotate" ? pending_action.provider : null}
        close={() => setPendingAction(null)}
        done={(answer) => {
          setPendingAction(null);
          setCreated(answer);
          void query.refetch();
        }}
      />
      <ActionDialog
        name="provider-revoke"
        opened={pending_action?.what === "revoke"}
        close={() => setPendingAction(null)}
        title={text.revoke_title({ name: pending_action?.provider.name ?? "" })}
        confirm={text.revoke}
        danger
        input={pending_action === null ? null : { provider_id: pending_action.provider.id }}
        run={(options) =>
          client.otepProviderRevoke({ provider_id: pending_action?.provider.id ?? 0 }, options)
        }
        outcome={({ provider }) => <p>{text.revoked({ name: provider.name })}</p>}
        done={() => {
          setPendingAction(null);
          void query.refetch();
        }}
      />
      <SecretOnce created={created} close={() => setCreated(null)} />
    </>
  );
}
