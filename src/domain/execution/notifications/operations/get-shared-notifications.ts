/** Get the notifications that the recipient of an order has chosen, by the link in a notification. Source: our choice. */
import { defineOperation } from "#operation/define/define.ts";
import { LINK_OPERATIONS, SUBJECT } from "../link.ts";
import { buildSharedAnswer, loadSharedOrder, SharedNotifications } from "../shared.ts";

export const getSharedNotifications = defineOperation({
  name: LINK_OPERATIONS.read,
  summary: "Get the choices about notifications by a link",
  access: { roles: [], scopes: [], link: SUBJECT },
  rest: { method: "GET", path: "/api/v1/shared/tracking/notifications" },
  localised: true,
  output: SharedNotifications,

  async prepare({ providers, settings }) {
    return providers.push.of(settings.secret_key).public_key;
  },

  async run(context, _input, push_key) {
    return buildSharedAnswer(context, await loadSharedOrder(context as never), push_key);
  },
});
