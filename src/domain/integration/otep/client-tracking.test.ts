/** The tool for the caller's own shipments. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { getClientTracking } from "./operations/get-client-tracking.ts";

const service = await testService();

describe("the caller's own shipments", () => {
  test("are returned with their timelines, and those of others are not found", async () => {
    const business = await service.business();
    const [customer, other_customer] = [await business.customer(), await business.customer()];
    const order = await business.order({ customer_id: customer.id });
    const input = { tracking_number: order.tracking_number };
    const tracking_answer = await customer.person.call(getClientTracking, input);
    assert.partialDeepStrictEqual(tracking_answer, {
      result: true,
      order: { id: order.id },
      timeline: { event_count: 1 },
    });
    const refusal = await catchRefusal(other_customer.person.call(getClientTracking, input));
    assert.deepEqual([refusal.status, refusal.error_code], [404, "TRACKING_NOT_FOUND"]);
    const contractor = await business.contractor();
    assert.equal((await catchRefusal(contractor.person.call(getClientTracking, input))).status, 404);
    const epcis = await business.as("employee")(getClientTracking, { ...input, format: "epcis" });
    assert.partialDeepStrictEqual(epcis.timeline, { type: "EPCISDocument" });
  });
});
