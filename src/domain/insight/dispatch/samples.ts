import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { decideDispatchItem } from "./operations/decide-dispatch-item.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    decided_attention_item: number;
  }
}

async function createItem(
  { service, business, unique_word: mark, people }: Fixture,
  order_id: number | null,
  route_id: number | null = null,
): Promise<number> {
  const row = await service.system.row<{ id: number }>(
    `insert into attention_item (business_id, kind, severity, subject_type, subject_id, cause_key, order_id, route_id, facts, date, since, opened_at,
       assigned_to, assigned_at)
     values ($1, 'hold_overdue', 'warning', 'order', coalesce($2::bigint, 1), gen_random_uuid()::text, $2, $4, $3, current_date, now(), now(),
       $5, now())
     returning id`,
    [business.id, order_id, JSON.stringify({ reason: mark }), route_id, people.employee.account_id],
  );
  return row?.id ?? 0;
}

async function createDecided(fixture: Fixture): Promise<number> {
  const item_id = await createItem(fixture, await fixture.id("order"));
  await fixture.people.client_admin.call(decideDispatchItem, { item_id, reason: fixture.unique_word });
  return item_id;
}

export const samples = defineSamples({
  own_texts: ["assigned_to_name", "time"],
  records: {
    // Of an order on hold, and of a route.
    attention_item: async (fixture) =>
      createItem(fixture, await fixture.id("order"), await fixture.id("route")),
    decided_attention_item: createDecided,
  },
  operations: {
    dispatchBoard: {
      needs: ["attention_item"],
      grow: (fixture) => createItem(fixture, null),
      not_tried: { warehouse_id: "items of no such warehouse are listed as none" },
    },
    dispatchDecisions: { grow: createDecided },
    dispatchItemSnooze: {
      inputs: [() => ({ until: new Date(Date.now() + 3_600_000).toISOString() })],
    },
    dispatchItemsBulkActivity: {
      inputs: [
        (i) => ({ activity: "assign", employee_id: i.employee }),
        () => ({ activity: "decide", reason: "Known." }),
      ],
    },
    dispatchItemAssign: {
      inputs: [() => ({ employee_id: null }), () => ({})],
    },
    dispatchItemDecide: { inputs: [() => ({ reason: "Known." })] },
    dispatchItemReopen: { member_kinds: { item_id: "decided_attention_item" } },
    dispatchRulesUpdate: { inputs: [() => ({ rules: [{ kind: "hold_overdue", after: 48 }] })] },
  },
});
