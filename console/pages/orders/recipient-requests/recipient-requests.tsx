/** What recipients asked for by links: what waits for a decision, or everything. */
import { Button, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { IconMessageQuestion, IconX } from "#icons";
import { useMe } from "../../../api/session.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { List } from "../../../parts/list/list.tsx";
import { Page } from "../../../parts/page.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { Empty } from "../../../parts/states.tsx";
import type { RequestFilters } from "./filters.ts";
import { requestsQuery } from "./queries.ts";
import { RequestRow } from "./request-row.tsx";
import { text } from "./text.ts";

const here = getRouteApi("/inside/recipient-requests");

export function RecipientRequests() {
  const search = here.useSearch();
  const navigate = useNavigate();
  const may_change_settings = useMe().permissions.includes("settings:write");
  const { show, order_id, page = 1 } = search;
  const query = useQuery(
    requestsQuery({
      page,
      ...(show === "all" ? {} : { state: "open" as const }),
      ...(order_id === undefined ? {} : { order_id }),
    }),
  );
  const open = (next: RequestFilters) => void navigate({ to: "/recipient-requests", search: next });
  const order_filter = order_id === undefined ? {} : { order_id };
  const total = query.data?.total;
  return (
    <Page
      subtitle={
        total === undefined ? "…" : show === "all" ? text.total({ n: total }) : text.waiting({ n: total })
      }
      actions={
        <SegmentedControl
          aria-label={text.which}
          value={show ?? "open"}
          onChange={(value) => open({ ...order_filter, ...(value === "all" ? { show: "all" } : {}) })}
          data={[
            { value: "open", label: text.open },
            { value: "all", label: text.all },
          ]}
        />
      }
    >
      {order_id === undefined ? null : (
        <div style={{ marginBottom: 10 }}>
          <Button
            variant="default"
            size="xs"
            rightSection={<IconX size={14} />}
            onClick={() => open(show === "all" ? { show } : {})}
          >
            {text.of_one_order}
          </Button>
        </div>
      )}
      <List
        label={text.list}
        query={query}
        rows={({ requests }) => requests}
        empty={
          <Empty
            icon={IconMessageQuestion}
            title={show === "all" ? text.none : text.none_waiting}
            action={
              may_change_settings ? (
                <ButtonLink to="/settings/$section" params={{ section: "recipients" }} variant="default">
                  {text.open_settings}
                </ButtonLink>
              ) : null
            }
          >
            {text.none_about}
          </Empty>
        }
        item={(request) => (
          <li key={request.id}>
            <RequestRow request={request} with_order={order_id === undefined} />
          </li>
        )}
        foot={(page) => (
          <Pager {...page} noun={text.count} onPage={(next) => open({ ...search, page: next })} />
        )}
      />
    </Page>
  );
}
