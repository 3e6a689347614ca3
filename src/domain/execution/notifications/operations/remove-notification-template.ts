/** Return a notification to the words that come with the service. Again, it changes nothing. Source: our choice. */
import Type from "typebox";
import { lockBusiness } from "#operation/caller/business.ts";
import { defineOperation } from "#operation/define/define.ts";
import { ChannelName, Event, Language } from "../shapes.ts";

export const removeNotificationTemplate = defineOperation({
  name: "clientNotificationTemplateRemove",
  summary: "Remove the own text of a notification",
  description: "The notification is then sent in the words that come with the service.",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "DELETE", path: "/api/v1/client/notifications/templates/{event}/{channel}/{language}" },
  input: Type.Object({ event: Event, channel: ChannelName, language: Language }),
  output: Type.Object({ result: Type.Boolean() }),

  async run({ db, business_id, emit }, { event, channel, language }) {
    await lockBusiness(db, business_id);
    const removed = await db.execute(
      "delete from notification_template where business_id = $1 and event = $2 and channel = $3 and language = $4",
      [business_id, event, channel, language],
    );
    if (removed > 0) {
      emit({
        subject: { type: "business", id: business_id },
        kind: "notification.template_changed",
        payload: { event, channel, language, removed: true },
      });
    }
    return { result: true };
  },
});
