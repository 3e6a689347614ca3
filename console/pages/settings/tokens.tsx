import { Alert, Button, Modal, Select } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { UserTokenCreateInput } from "../../../packages/client/client.gen.ts";
import { client } from "../../api/client.ts";
import { Tag } from "../../parts/badge.tsx";
import { Copy } from "../../parts/copy.tsx";
import { FormDrawer, TextField } from "../../parts/form-drawer.tsx";
import { Sheet } from "../../parts/page.tsx";
import { useSave } from "../../parts/save.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { addDays, useTimes } from "../../parts/times.ts";

const PROFILES = [
  { value: "ops-readonly", label: "Operations, reading only" },
  { value: "ops-write", label: "Operations, reading and writing" },
  { value: "support", label: "Support" },
  { value: "wms-readonly", label: "Warehouse, reading only" },
  { value: "datasets-readonly", label: "Datasets, reading only" },
  { value: "alliance-readonly", label: "Alliance, reading only" },
  { value: "full", label: "Everything you may do (not for unattended agents)" },
];
type Profile = NonNullable<UserTokenCreateInput["profile"]>;

const LIVES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "One year" },
];

export default function Tokens() {
  const times = useTimes();
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ["tokens"],
    queryFn: ({ signal }) => client.userTokens({ per_page: 100 }, { signal }),
  });
  const revoke = useSave((id: number) => client.userTokenRevoke({ token_id: id }), {
    keys: [["tokens"]],
    past: "The token stopped working.",
  });
  return (
    <>
      <Sheet
        pad={false}
        title="Your tokens and sign-ins"
        actions={
          <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => setMaking(true)}>
            New token
          </Button>
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
                        Made {times.moment(token.created_at)} · used {times.ago(token.last_used_at)}
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
      {making ? (
        <NewToken
          close={() => setMaking(false)}
          made={(text) => {
            setMaking(false);
            setSecret(text);
          }}
        />
      ) : null}
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

function NewToken({ close, made }: { close: () => void; made: (secret: string) => void }) {
  const [name, setName] = useState("");
  const [profile, setProfile] = useState<Profile>("ops-readonly");
  const [days, setDays] = useState<string | null>("90");
  const times = useTimes();
  return (
    <FormDrawer
      close={close}
      title="New token"
      confirm="Make token"
      run={() =>
        client.userTokenCreate({
          name: name.trim(),
          profile,
          expires_at: `${addDays(times.today(), Number(days))}T00:00:00Z`,
        })
      }
      keys={[["tokens"]]}
      past="The token works now."
      done={({ access_token }) => made(access_token)}
    >
      {(error) => (
        <>
          <TextField
            data-autofocus
            label="What it is for"
            required
            maxLength={100}
            value={name}
            set={setName}
            error={error("name")}
          />
          <Select
            label="May do"
            data={PROFILES}
            value={profile}
            onChange={(value) => value && setProfile(value as Profile)}
            allowDeselect={false}
            error={error("profile")}
          />
          <Select
            label="Works for"
            data={LIVES}
            value={days}
            onChange={setDays}
            allowDeselect={false}
            error={error("expires_at")}
          />
          <p className="dim small">Never more than you may do yourself.</p>
        </>
      )}
    </FormDrawer>
  );
}
