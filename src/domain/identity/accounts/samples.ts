import { defineSamples, type Fixture, type PersonRole } from "#tests/support/samples.ts";
import { EMPLOYEE_STATUSES } from "./employees.ts";
import { createToken } from "./operations/create-token.ts";
import { updateMe } from "./operations/update-me.ts";

const createSampleToken =
  (role: PersonRole) =>
  async ({ people, unique_word: mark }: Fixture) =>
    (await people[role].call(createToken, { name: mark })).token.id;

export const samples = defineSamples({
  own_texts: ["changed", "changes_topic", "permits", "purpose", "resource"],
  worded_codes: { "pages/identity/accounts#people.states": EMPLOYEE_STATUSES },
  no_price: {
    "userTokenCreate/token/bound_to": "the binding of a token",
    "userTokenUpdate/token/bound_to": "the binding of a token",
    "userTokens/tokens/bound_to": "the binding of a token",
    "userMe/business/currency": "the business's own currency, beside no price",
  },
  records: {
    employee: ({ people }) => people.employee.account_id,
    token: createSampleToken("client_admin"),
  },
  person_records: {
    driver: { token: createSampleToken("driver") },
    customer: { token: createSampleToken("customer") },
    broker_employee: { token: createSampleToken("broker_employee") },
  },
  operations: {
    userLogin: { changes_session: "starts" },
    userLogout: { changes_guards: "It ends its own token.", changes_session: "ends" },
    userEmployeeActivity: {
      async grow({ people }) {
        await people.employee.call(updateMe, { name: "Again" });
      },
    },
    userTokenUpdate: {
      inputs: [() => ({ calls_per_minute: 600, orders_per_day: 1000 })],
    },
    userEmployeeUpdate: {
      inputs: [() => ({ name: "New" }), (i) => ({ warehouse_ids: [i.warehouse] })],
    },
  },
  written_by_any_call: {
    access_token: "all",
    account: ["failed_sign_ins", "locked_until"],
    sign_in: "all",
  },
});
