import { Alert, Button, Checkbox, Modal, PasswordInput, Select, TextInput } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { UserTokenCreateInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { Copy } from "../../../parts/copy.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty, Loaded } from "../../../parts/states.tsx";
import { addDays, useTimes } from "../../../parts/times.ts";
import { ChoiceError, PermissionPicker } from "./permissions.tsx";
import { permissionsQuery, type Scope } from "./queries.ts";

const PROFILES = [
  { value: "ops-readonly", label: "Operations, reading only" },
  { value: "ops-write", label: "Operations, reading and writing" },
  { value: "support", label: "Support" },
  { value: "wms-readonly", label: "Warehouse, reading only" },
  { value: "datasets-readonly", label: "Datasets, reading only" },
  { value: "alliance-readonly", label: "Alliance, reading only" },
  { value: "full", label: "Everything you may do (not for unattended agents)" },
  { value: "own", label: "Chosen one by one" },
];
/** A profile, or scopes of its own. */
type Grant = NonNullable<UserTokenCreateInput["profile"]> | "own";

const LIFETIMES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "One year" },
];

export function Tokens() {
  const times = useTimes();
  const [changing, setChanging] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ["tokens"],
    queryFn: ({ signal }) => client.userTokens({ per_page: 100 }, { signal }),
  });
  const revoke = useSave((id: number) => client.userTokenRevoke({ token_id: id }), {
    keys: [["tokens"]],
    success_message: "The token was revoked.",
  });
  return (
    <>
      <Sheet
        pad={false}
        title="Your tokens and sign-ins"
        actions={
          <>
            <Button size="xs" variant="default" onClick={() => setChanging(true)}>
              Change password
            </Button>
            <CreateButton label="New token" size="xs">
              {(close) => (
                <NewToken
                  close={close}
                  created={(text) => {
                    close();
                    setSecret(text);
                  }}
                />
              )}
            </CreateButton>
          </>
        }
      >
        <Loaded query={query}>
          {({ tokens }) =>
            tokens.length === 0 ? (
              <Empty icon={IconKey} title="No tokens" />
            ) : (
              <ul className="list">
                {tokens.map((token) => (
                  <li key={token.id} className="switch-row">
                    <div>
                      <span className="strong">
                        {token.name ?? (token.kind === "login" ? "Sign-in" : "App session")}
                      </span>{" "}
                      {token.profile ? <Tag tone="blue">{token.profile}</Tag> : null}{" "}
                      {token.is_current ? <Tag tone="good">This one</Tag> : null}
                      <div className="dim small">
                        Created {times.moment(token.created_at)} · used {times.ago(token.last_used_at)}
                        {token.expires_at ? ` · ends ${times.moment(token.expires_at)}` : ""}
                      </div>
                    </div>
                    {token.is_current ? null : (
                      <Button
                        variant="default"
                        size="xs"
                        loading={revoke.isPending && revoke.variables === token.id}
                        onClick={() => revoke.mutate(token.id)}
                      >
                        Revoke
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Sheet>
      {changing ? <NewPassword close={() => setChanging(false)} /> : null}
      <Modal opened={secret !== null} onClose={() => setSecret(null)} title="Your new token" size="lg">
        <div className="stack">
          <Alert color="yellow" variant="outline" title="It is shown only now">
            Copy it to where it will be used. It cannot be read again.
          </Alert>
          <div className="row nowrap look-ahead">
            <code className="mono grow">{secret}</code>
            <Copy value={secret ?? ""} label="token" />
          </div>
          <Button onClick={() => setSecret(null)} style={{ alignSelf: "flex-end" }}>
            I have copied it
          </Button>
        </div>
      </Modal>
    </>
  );
}

function NewPassword({ close }: { close: () => void }) {
  return (
    <FormDrawer
      close={close}
      title="Change password"
      confirm="Change password"
      initial={{ current_password: "", new_password: "", keep_api_tokens: false }}
      run={(values) => client.userMeUpdate(values)}
      keys={[["tokens"]]}
      success_message="The password was changed."
    >
      {({ field }) => (
        <>
          <PasswordInput
            data-autofocus
            label="Current password"
            required
            autoComplete="current-password"
            maxLength={200}
            {...field("current_password")}
          />
          <PasswordInput
            label="New password"
            description="At least 10 characters."
            required
            autoComplete="new-password"
            minLength={10}
            maxLength={200}
            {...field("new_password")}
          />
          <Checkbox
            label="Keep my API tokens working"
            description="Leave it off if somebody else may know the old password."
            {...field("keep_api_tokens", { type: "checkbox" })}
          />
          <p className="dim small">Every other sign-in of yours ends.</p>
        </>
      )}
    </FormDrawer>
  );
}

function NewToken({ close, created }: { close: () => void; created: (secret: string) => void }) {
  const times = useTimes();
  const { permissions } = useMe();
  const catalogue = useQuery(permissionsQuery);
  const initial: { name: string; profile: Grant; scopes: Scope[]; days: string } = {
    name: "",
    profile: "ops-readonly",
    scopes: [],
    days: "90",
  };
  return (
    <FormDrawer
      close={close}
      title="New token"
      confirm="Create token"
      initial={initial}
      toPath={(path) => (path === "expires_at" ? "days" : path.startsWith("scopes") ? "scopes" : path)}
      run={({ name, profile, scopes, days }) =>
        client.userTokenCreate({
          name: name.trim(),
          ...(profile === "own" ? { scopes } : { profile }),
          expires_at: `${addDays(times.today(), Number(days))}T00:00:00Z`,
        })
      }
      keys={[["tokens"]]}
      success_message="The token was created."
      done={({ access_token }) => created(access_token)}
    >
      {({ field, values, set, errorOf }) => (
        <>
          <TextInput data-autofocus label="Name" required maxLength={100} {...field("name")} />
          <Select label="Permissions" data={PROFILES} allowDeselect={false} {...field("profile")} />
          {values.profile === "own" ? (
            <>
              <ChoiceError chosen={values.scopes.length} error={errorOf("scopes")} />
              <Loaded query={catalogue}>
                {(found) => (
                  <PermissionPicker
                    permissions={found.permissions.filter((one) => permissions.includes(one.permission))}
                    usual={null}
                    value={values.scopes}
                    onChange={(scopes) => set({ scopes })}
                  />
                )}
              </Loaded>
            </>
          ) : null}
          <Select label="Valid for" data={LIFETIMES} allowDeselect={false} {...field("days")} />
          <p className="dim small">Never more than you may do yourself.</p>
        </>
      )}
    </FormDrawer>
  );
}
