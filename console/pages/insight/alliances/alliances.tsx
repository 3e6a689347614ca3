/** The alliances of the business, and the partners that share something with it. */
import { Textarea, TextInput } from "@mantine/core";
import { IconAffiliate, IconEye } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import type { Column } from "../../../parts/grid/columns.ts";
import { AnchorLink } from "../../../parts/links.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { Table } from "../../../parts/table.tsx";
import { describeMask, describeOrders, describeOwnState, describeScopes, nameOwner } from "./describe.ts";
import { type Alliance, alliancesQuery, clientsQuery, KEYS } from "./queries.ts";
import { text } from "./text.ts";
import "./alliances.css";

export function Alliances() {
  const may_write = useMe().permissions.includes("alliance:write");
  const navigate = useNavigate();
  const query = useQuery(alliancesQuery);
  const open = (id: number) =>
    void navigate({ to: "/alliances/$alliance_id", params: { alliance_id: String(id) } });
  const create = may_write ? (
    <CreateButton label={text.create}>
      {(close) => <AllianceForm close={close} created={open} />}
    </CreateButton>
  ) : null;
  return (
    <Page subtitle={text.about} actions={create}>
      <div className="stack" style={{ gap: 16 }}>
        <section className="sheet" aria-label={text.title}>
          <Loaded query={query} fallback={<Waiting rows={4} />}>
            {({ alliances }) =>
              alliances.length === 0 ? (
                <Empty icon={IconAffiliate} title={text.none}>
                  {text.none_about}
                </Empty>
              ) : (
                <Table
                  label={text.title}
                  rows={alliances}
                  columns={buildColumns()}
                  keyOf={({ id }) => id}
                  nameOf={({ name }) => name}
                  onOpen={({ id }) => open(id)}
                  card={(alliance) => (
                    <div className="stack tight">
                      <span className="row nowrap">
                        <span className="strong grow cut">{alliance.name}</span>
                        <StatusBadge badge={describeOwnState(alliance)} />
                      </span>
                      <span className="dim small">
                        {nameOwner(alliance)} · {text.members_count({ n: alliance.members })}
                      </span>
                    </div>
                  )}
                />
              )
            }
          </Loaded>
        </section>
        <Shared />
      </div>
    </Page>
  );
}

const buildColumns = (): Column<Alliance>[] => [
  {
    key: "name",
    head: text.name,
    cell: (alliance) => (
      <span className="stack tight" style={{ gap: 0 }}>
        <span className="strong cut">{alliance.name}</span>
        <span className="dim small cut">{nameOwner(alliance)}</span>
      </span>
    ),
  },
  {
    key: "members",
    head: text.members,
    width: 150,
    from: 641,
    cell: ({ members }) => text.members_count({ n: members }),
  },
  {
    key: "state",
    head: text.status,
    width: 170,
    cell: (alliance) => <StatusBadge badge={describeOwnState(alliance)} />,
  },
];

function Shared() {
  const query = useQuery(clientsQuery);
  return (
    <Sheet title={text.shared} pad={false}>
      <Loaded query={query} fallback={<Waiting rows={2} />}>
        {({ clients }) =>
          clients.length === 0 ? (
            <Empty icon={IconEye} title={text.none_shared}>
              {text.shared_about}
            </Empty>
          ) : (
            <ul className="list" aria-label={text.shared}>
              {clients.map((partner) => (
                <li key={partner.client_code} className="switch-row">
                  <span className="stack tight" style={{ gap: 0, minWidth: 0 }}>
                    <span className="strong cut">{partner.name}</span>
                    <span className="dim small">
                      {[
                        describeScopes(partner),
                        describeOrders({ ...partner, filters: null }),
                        describeMask(partner),
                      ].join(" · ")}
                    </span>
                  </span>
                  {partner.scopes.includes("orders_read") || partner.scopes.includes("tracking") ? (
                    <AnchorLink
                      to="/alliances/partners/$client_code"
                      params={{ client_code: partner.client_code }}
                      className="nowrap"
                    >
                      {partner.scopes.includes("orders_read") ? text.open_orders : text.track_parcels}
                    </AnchorLink>
                  ) : null}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Sheet>
  );
}

/** A new alliance, or the name and the terms of one. */
export function AllianceForm({
  alliance,
  close,
  created,
}: {
  alliance?: Alliance;
  close: () => void;
  created?: (id: number) => void;
}) {
  return (
    <FormDrawer
      close={close}
      title={alliance === undefined ? text.create : text.edit_title}
      confirm={alliance === undefined ? text.create_submit : text.save}
      refused={text.not_saved}
      size="lg"
      initial={{ name: alliance?.name ?? "", terms: alliance?.terms ?? "" }}
      run={({ name, terms }) =>
        alliance === undefined
          ? client.allianceCreate({ name: name.trim(), terms: terms.trim() })
          : client.allianceUpdate(
              { alliance_id: alliance.id, name: name.trim(), terms: terms.trim() },
              { if_match: alliance.version },
            )
      }
      keys={KEYS}
      success_message={alliance === undefined ? text.created : text.saved}
      done={(answer) => {
        close();
        created?.(answer.alliance.id);
      }}
    >
      {({ field }) => (
        <>
          <TextInput data-autofocus label={text.name} required maxLength={120} {...field("name")} />
          <Textarea
            label={text.terms}
            description={alliance === undefined ? text.terms_about : text.edit_terms_about}
            required
            autosize
            minRows={10}
            maxRows={24}
            maxLength={20_000}
            {...field("terms")}
          />
        </>
      )}
    </FormDrawer>
  );
}
