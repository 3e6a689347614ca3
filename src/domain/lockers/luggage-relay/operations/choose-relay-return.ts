/**
 * Say where and when the bags of a relay go. Staff choose on behalf of the renter and say on what basis and how the renter
 * agreed; the renter changes it until the bags leave the hub.
 */
import Type from "typebox";
import { cleanValue, formatMoment, formatWindow } from "#domain/execution/notifications/public.ts";
import { getRental } from "#domain/lockers/rentals/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { TimeWindow } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getRelay, lockRelay } from "../load.ts";
import { messages } from "../messages.ts";
import { notices } from "../notices.ts";
import { tellOfRelay } from "../notify.ts";
import { listOptions, refuseNoRoom } from "../places.ts";
import { listBags, RELAY_WINDOW_END, RelayRecord, type ReturnChoice } from "../records/relay.ts";
import { CHOOSERS, CONSENTS } from "../rules.ts";
import { answerRelay, RelayAnswer } from "../shapes.ts";

export const chooseRelayReturn = defineOperation({
  name: "luggageRelayReturnChoice",
  summary: "Choose where the bags of a relay go",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/luggage-relay/{relay_id}/return-choice" },
  localised: true,
  input: Type.Object({
    relay_id: Ref("luggage_relay"),
    locker_id: Ref("locker_device"),
    window: TimeWindow,
    chosen_by: Type.Optional(
      StringEnum(CHOOSERS, { description: "`staff` by default; of a renter who calls, always `renter`." }),
    ),
    basis: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: "Why; staff say it." })),
    consent: Type.Optional(StringEnum(CONSENTS, { description: "How the renter agreed." })),
  }),
  output: RelayAnswer,
  refusals: {
    wrong_status: "conflict",
    no_fitting_compartment: "conflict",
    locker_not_in_service: "conflict",
    no_free_compartment: "conflict",
    window_in_the_past: "invalid",
    basis_missing: "invalid",
  },

  async run(context, { relay_id, locker_id, window, chosen_by = "staff", basis, consent = null }) {
    const { actor, now, refuse, emit, due } = context;
    const is_renter = actor.role === "customer";
    const { rental_id } = await getRelay(context, relay_id);
    const { customer_id } = await getRental(context, rental_id);
    if (Date.parse(window.end) <= now.getTime() || window.end <= window.start)
      throw refuse("window_in_the_past", { message: messages.window_in_the_past });
    const why = basis ?? (is_renter || chosen_by === "renter" ? "renter" : undefined);
    if (why === undefined) throw refuse("basis_missing", { message: messages.basis_missing });
    const relay = await lockRelay(context, relay_id, "choose_return");
    const options = await listOptions(context, await listBags(context, relay_id));
    const option = options.find((one) => one.locker_id === locker_id);
    if (option === undefined)
      throw refuse("no_fitting_compartment", { message: messages.nothing_free_there });
    if (option.without_room.length > 0) throw refuseNoRoom(context, option.without_room);
    const return_choice: ReturnChoice = {
      locker_id,
      locker_name: option.name,
      window,
      chosen_by: is_renter ? "renter" : chosen_by,
      basis: why,
      consent: is_renter ? null : consent,
      account_id: actor.account_id,
      at: now.toISOString(),
    };
    const status = relay.status === "COLLECTED_BY_STAFF" ? relay.status : "RETURN_CHOSEN";
    const relay_after = await RelayRecord.change(context, relay, { return_choice, status });
    due.set(RELAY_WINDOW_END, relay_id, new Date(window.end));
    emit({
      subject: { type: "luggage_relay", id: relay_id },
      kind: "relay.return_chosen",
      payload: { rental_id, status, locker_id, chosen_by: return_choice.chosen_by },
      before: { return_choice: relay.return_choice },
      after: { return_choice },
    });
    await tellOfRelay(context, relay_after, {
      kind: "relay_return_chosen",
      place: option.place ?? {},
      write: (reader) =>
        notices[`chosen_by_${return_choice.chosen_by}`].with({
          locker: option.name,
          window: formatWindow(window, reader),
          at: formatMoment(return_choice.at, reader),
          basis: cleanValue(why),
          how_to_change: (customer_id === null ? notices.change_by_asking : notices.change_in_account).format(
            reader.language,
          ),
        }),
    });
    return answerRelay(context, relay_id);
  },
});
