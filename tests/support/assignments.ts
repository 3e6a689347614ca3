/** Orders and contractors, for tests of assignments. */
import type { TestBusiness, TestService } from "./service.ts";

export const ASSIGNMENTS = "/api/v1/broker-order-assignments";

/** Two contractors' people and some orders. */
export async function createAssignmentFixture(service: TestService, count = 3) {
  const business = await service.business();
  const [ana, bruno] = [(await business.contractor()).person, (await business.contractor()).person];
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await business.order({ ref: `A-${index}` })).id);
  return { business, ana, bruno, ids, first: ids[0] ?? 0, admin: business.as("client_admin") };
}

/** Every assignment of an order, oldest first. */
export const listAssignments = (service: TestService, business: TestBusiness, order_id: number) =>
  service.system.rows<{
    id: number;
    broker_id: number;
    status: string;
    end_reason: string | null;
    assigned_at: string;
    ended_at: string | null;
  }>(
    "select id, broker_id, status, end_reason, assigned_at, ended_at from assignment where business_id = $1 and order_id = $2 order by id",
    [business.id, order_id],
  );
