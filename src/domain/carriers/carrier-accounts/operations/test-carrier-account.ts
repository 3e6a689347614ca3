/** Test the credentials of an account: its carrier is asked for its services, which are kept. Nothing is bought. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CarrierFailed, type CarrierService } from "#providers/carriers/port.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { openCarrier } from "../carrier.ts";
import { getAccount, saveTest } from "../records/carrier-account.ts";
import { Method } from "../shapes.ts";

type Tested = { methods: readonly CarrierService[] } | { failure: string; reason: string };

export const testCarrierAccount = defineOperation({
  name: "labelserviceCarrierAccountTest",
  summary: "Test an account at a carrier",
  description: "Asks the carrier for the services that the account may use, and keeps them.",
  risk: "low",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/labelservice/carrier-accounts/{carrier_account_id}/test" },
  input: Type.Object({ carrier_account_id: Ref("carrier_account") }),
  output: Type.Object({
    result: Type.Boolean({ description: "True when the carrier accepts the credentials." }),
    failure: Nullable(Type.String({ description: "Why not: `not_authorised`, `unreachable`, `timeout` …" })),
    message: Nullable(Type.String()),
    methods: Type.Array(Method),
  }),

  async prepare(context, { carrier_account_id }): Promise<Tested> {
    const account = await getAccount(context, carrier_account_id);
    try {
      return { methods: await (await openCarrier(context, account)).listServices() };
    } catch (error) {
      if (!(error instanceof CarrierFailed)) throw error;
      return { failure: error.failure, reason: error.message };
    }
  },

  async run(context, { carrier_account_id }, tested) {
    const failure = "failure" in tested ? tested.failure : null;
    const methods = "methods" in tested ? [...tested.methods] : [];
    // Services stay as they were when the carrier cannot be asked.
    await saveTest(context, carrier_account_id, { failure, methods: failure === null ? methods : null });
    context.emit({
      subject: { type: "carrier_account", id: carrier_account_id },
      kind: "carrier_account.tested",
      payload: { failure },
    });
    return {
      result: failure === null,
      failure,
      message: "reason" in tested ? tested.reason : null,
      methods,
    };
  },
});
