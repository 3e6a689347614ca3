/** The account's tokens and sign-ins: what each may do, its limits, and its end. */
import { Alert, Button, Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { IconKey } from "#icons";
import type { Token } from "../../../../../packages/client/client.gen.ts";
import { client } from "../../../../api/client.ts";
import { useMe } from "../../../../api/session.ts";
import { Tag } from "../../../../parts/badge.tsx";
import { Copy } from "../../../../parts/copy.tsx";
import { CreateButton } from "../../../../parts/create-button.tsx";
import { ButtonLink } from "../../../../parts/links.tsx";
import { List } from "../../../../parts/list/list.tsx";
import { useSave } from "../../../../parts/save.ts";
import { Empty } from "../../../../parts/states.tsx";
import { type Times, useTimes } from "../../../../parts/times.ts";
import { describeLimits, TokenLimits } from "./limits.tsx";
import { NewPassword } from "./new-password.tsx";
import { NewToken } from "./new-token.tsx";
import { text } from "./text.ts";
import { TokenAccessLine } from "./token-access-summary.tsx";
import "./tokens.css";

export function Tokens() {
  const [changing, setChanging] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [limiting, setLimiting] = useState<Token | null>(null);
  const { hash } = useLocation();
  const query = useQuery({
    queryKey: ["tokens"],
    queryFn: ({ signal }) => client.userTokens({ per_page: 100 }, { signal }),
  });
  const is_loaded = query.data !== undefined;
  // The browser looked for it before the list was there.
  useEffect(() => {
    if (is_loaded && hash !== "") document.getElementById(hash)?.scrollIntoView({ block: "center" });
  }, [is_loaded, hash]);
  return (
    <>
      <List
        label={text.title}
        title={text.title}
        actions={
          <>
            <Button size="xs" variant="default" onClick={() => setChanging(true)}>
              {text.password}
            </Button>
            <CreateButton label={text.create} size="xs">
              {(close) => (
                <NewToken
                  close={close}
                  created={(created) => {
                    close();
                    setSecret(created);
                  }}
                />
              )}
            </CreateButton>
          </>
        }
        query={query}
        rows={({ tokens }) => tokens}
        empty={<Empty icon={IconKey} title={text.none} />}
        item={(token) => (
          <TokenRow
            key={token.id}
            token={token}
            is_asked={hash === `token-${token.id}`}
            limit={() => setLimiting(token)}
          />
        )}
      />
      {limiting ? <TokenLimits token={limiting} close={() => setLimiting(null)} /> : null}
      {changing ? <NewPassword close={() => setChanging(false)} /> : null}
      <Modal opened={secret !== null} onClose={() => setSecret(null)} title={text.secret} size="lg">
        <div className="stack">
          <Alert color="yellow" variant="outline" title={text.secret_once}>
            {text.secret_about}
          </Alert>
          <div className="row nowrap look-ahead">
            <code className="mono grow">{secret}</code>
            <Copy value={secret ?? ""} label={text.token} />
          </div>
          <Button onClick={() => setSecret(null)} style={{ alignSelf: "flex-end" }}>
            {text.copied}
          </Button>
        </div>
      </Modal>
    </>
  );
}

function describeUse(token: Token, times: Times): string {
  const { created_at, last_used_at, refreshable_until, expires_at } = token;
  const end = refreshable_until
    ? text.refreshable({ at: times.moment(refreshable_until) })
    : expires_at
      ? text.ends({ at: times.moment(expires_at) })
      : "";
  return [text.created({ at: times.moment(created_at) }), text.used({ ago: times.ago(last_used_at) }), end]
    .filter(Boolean)
    .join(" · ");
}

function TokenRow({ token, is_asked, limit }: { token: Token; is_asked: boolean; limit: () => void }) {
  const times = useTimes();
  const { business, permissions, user } = useMe();
  const revoke = useSave((id: number) => client.userTokenRevoke({ token_id: id }), {
    keys: [["tokens"]],
    success_message: text.revoked,
  });
  const is_api = token.kind === "api";
  const sees_activity = user.role === "client_admin" && permissions.includes("audit:read");
  const name = token.name ?? text.the_token;
  return (
    <li id={`token-${token.id}`} className="switch-row token-row" data-asked={is_asked || undefined}>
      <div>
        <span className="strong">
          {token.name ?? (token.kind === "login" ? text.sign_in : text.app_session)}
        </span>{" "}
        {token.profile ? <Tag tone="blue">{token.profile}</Tag> : null}{" "}
        {token.is_current ? <Tag tone="good">{text.this_one}</Tag> : null}
        <div className="dim small">{describeUse(token, times)}</div>
        {is_api ? <TokenAccessLine scopes={token.scopes} /> : null}
        {is_api ? <div className="dim small">{describeLimits(token, business?.currency)}</div> : null}
      </div>
      <div className="row">
        {is_api && sees_activity ? (
          <ButtonLink
            variant="default"
            size="xs"
            to="/agent-activity"
            search={{ token: token.id }}
            aria-label={text.activity_of({ name })}
          >
            {text.activity}
          </ButtonLink>
        ) : null}
        {is_api ? (
          <Button variant="default" size="xs" aria-label={text.limits_of({ name })} onClick={limit}>
            {text.limits}
          </Button>
        ) : null}
        {token.is_current ? null : (
          <Button
            variant="default"
            size="xs"
            loading={revoke.isPending}
            onClick={() => revoke.mutate(token.id)}
          >
            {text.revoke}
          </Button>
        )}
      </div>
    </li>
  );
}
