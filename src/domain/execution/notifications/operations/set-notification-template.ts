/** Write the business's own text of a notification in one language. Source: our choice. */
import Type from "typebox";
import { lockBusiness } from "#operation/caller/business.ts";
import { defineOperation } from "#operation/define/define.ts";
import { findTemplateFaults } from "../check-template.ts";
import { messages } from "../messages.ts";
import { ChannelName, Event, Language, templateMembers } from "../shapes.ts";

export const setNotificationTemplate = defineOperation({
  name: "clientNotificationTemplateSet",
  summary: "Write the text of a notification",
  description:
    "Replaces the text of this event, channel and language. A variable that does not exist is refused, with the nearest names.",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PUT", path: "/api/v1/client/notifications/templates/{event}/{channel}/{language}" },
  input: Type.Object({ event: Event, channel: ChannelName, language: Language, ...templateMembers }),
  output: Type.Object({ result: Type.Boolean() }),

  async run({ db, business_id, now, refuse, emit }, { event, channel, language, subject, body }) {
    const errors = findTemplateFaults({ subject, body }, event, channel);
    if (errors.length > 0) throw refuse("invalid_request", { message: messages.text_not_valid, errors });
    await lockBusiness(db, business_id);
    await db.execute(
      `insert into notification_template (business_id, event, channel, language, subject, body, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (business_id, event, channel, language) do update
         set subject = excluded.subject, body = excluded.body, updated_at = excluded.updated_at`,
      [business_id, event, channel, language, subject.trim(), body.trim(), now],
    );
    emit({
      subject: { type: "business", id: business_id },
      kind: "notification.template_changed",
      payload: { event, channel, language, removed: false },
    });
    return { result: true };
  },
});
