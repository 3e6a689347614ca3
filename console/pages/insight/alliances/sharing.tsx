/** What each side gives, side by side, one pair for each other member. */
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { IconArrowsExchange } from "#icons";
import { client } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { StatusBadge } from "../../../parts/badge.tsx";
import { ButtonLink } from "../../../parts/links.tsx";
import { Sheet } from "../../../parts/page.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { describeEnd, describeMask, describeOrders, describeScopes, GRANT_TONES } from "./describe.ts";
import { GrantForm } from "./grant-form.tsx";
import { type Alliance, type Grant, grantsQuery, KEYS, type Member, membersQuery } from "./queries.ts";
import { text } from "./text.ts";

export function Sharing({ alliance, may_write }: { alliance: Alliance; may_write: boolean }) {
  const members = useQuery(membersQuery(alliance.id));
  const grants = useQuery(grantsQuery(alliance.id));
  const [editing, setEditing] = useState<Member | null>(null);
  const [revoking, setRevoking] = useState<Member | null>(null);
  const find = (list: readonly Grant[], { client_code }: Member) =>
    list.find((grant) => grant.client_code === client_code);
  const may_grant =
    may_write && alliance.status === "active" && alliance.state === "active" && !alliance.must_sign;
  return (
    <Sheet title={text.sharing} pad={false}>
      <Loaded query={grants} fallback={<Waiting rows={4} />}>
        {({ given, received }) => {
          const others = (members.data?.members ?? []).filter(
            ({ is_self, state }) => !is_self && state !== "left" && state !== "declined",
          );
          if (members.data !== undefined && others.length === 0)
            return (
              <Empty icon={IconArrowsExchange} title={text.nothing}>
                {text.sharing_none}
              </Empty>
            );
          return (
            <>
              {others.map((member) => {
                const ours = find(given, member);
                return (
                  <div key={member.client_code} className="alliance-sides">
                    <Side title={text.you_give({ name: member.name })} grant={ours}>
                      {may_grant ? (
                        <Button
                          size="xs"
                          variant={ours && ours.state !== "revoked" ? "default" : "filled"}
                          onClick={() => setEditing(member)}
                        >
                          {ours && ours.state !== "revoked" ? text.change_grant : text.grant}
                        </Button>
                      ) : null}
                      {may_write && ours && ours.state !== "revoked" ? (
                        <Button size="xs" variant="default" onClick={() => setRevoking(member)}>
                          {text.revoke}
                        </Button>
                      ) : null}
                    </Side>
                    <TheirSide member={member} grant={find(received, member)} />
                  </div>
                );
              })}
              {editing === null ? null : (
                <GrantForm
                  alliance_id={alliance.id}
                  member={editing}
                  grant={find(given, editing)}
                  close={() => setEditing(null)}
                />
              )}
            </>
          );
        }}
      </Loaded>
      <RevokeDialog alliance_id={alliance.id} member={revoking} close={() => setRevoking(null)} />
    </Sheet>
  );
}

function Side({
  title,
  grant,
  children,
}: {
  title: string;
  grant: Grant | undefined;
  children?: React.ReactNode;
}) {
  const times = useTimes();
  const is_given = grant !== undefined && grant.state !== "revoked";
  return (
    <section className="alliance-side" aria-label={title}>
      <span className="row tight apart">
        <h3 className="cut">{title}</h3>
        {is_given ? (
          <StatusBadge badge={{ label: text.grant_states[grant.state], tone: GRANT_TONES[grant.state] }} />
        ) : null}
      </span>
      {is_given ? (
        <>
          <span>{describeScopes(grant)}</span>
          <span className="small dim">
            {[describeOrders(grant), describeMask(grant), describeEnd(grant, times)]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </>
      ) : (
        <span className="dim">
          {grant === undefined ? text.never_given : text.revoked_at({ at: times.moment(grant.changed_at) })}
        </span>
      )}
      <span className="row tight">{children}</span>
    </section>
  );
}

function TheirSide({ member, grant }: { member: Member; grant: Grant | undefined }) {
  const is_readable =
    grant?.state === "in_force" &&
    (grant.scopes.includes("orders_read") || grant.scopes.includes("tracking"));
  return (
    <Side title={text.they_give({ name: member.name })} grant={grant}>
      {is_readable ? (
        <ButtonLink
          to="/alliances/partners/$client_code"
          params={{ client_code: member.client_code }}
          size="xs"
          variant="default"
        >
          {grant.scopes.includes("orders_read") ? text.open_orders : text.track_parcels}
        </ButtonLink>
      ) : null}
    </Side>
  );
}

function RevokeDialog({
  alliance_id,
  member,
  close,
}: {
  alliance_id: number;
  member: Member | null;
  close: () => void;
}) {
  const queries = useQueryClient();
  const input = { alliance_id, client_code: member?.client_code ?? "" };
  return (
    <ActionDialog<object>
      opened={member !== null}
      close={close}
      name={`alliance revoke ${alliance_id} ${input.client_code}`}
      title={text.revoke_title({ name: member?.name ?? "" })}
      confirm={text.revoke}
      danger
      input={input}
      run={(options) => client.allianceGrantRevoke(input, options)}
      done={() => {
        for (const queryKey of KEYS) void queries.invalidateQueries({ queryKey });
        notifySuccess(text.revoked);
        close();
      }}
    >
      <p>{text.revoke_about}</p>
    </ActionDialog>
  );
}
