/** The texts of an event over a channel, in every language, with the variables that they may use. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import type { Row } from "#operation/define/record.ts";
import { LANGUAGES } from "#operation/response/language.ts";
import { ChannelName, Event, NotificationTemplate, VariableName } from "../shapes.ts";
import { getDefaultTemplate, listVariables } from "../templates.ts";

export const listNotificationTemplates = defineOperation({
  name: "clientNotificationTemplates",
  summary: "List the texts of a notification",
  access: { scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/notifications/templates" },
  input: Type.Object({ event: Event, channel: ChannelName }),
  output: Type.Object({
    result: Type.Boolean(),
    variables: Type.Array(VariableName),
    templates: Type.Array(NotificationTemplate, { description: "One of each language." }),
  }),

  async run({ db, business_id }, { event, channel }) {
    const rows = await db.rows<
      Pick<Row<"notification_template">, "language" | "subject" | "body" | "updated_at">
    >(
      `select language, subject, body, updated_at from notification_template
       where business_id = $1 and event = $2 and channel = $3 order by language`,
      [business_id, event, channel],
    );
    const own_templates = new Map(rows.map((row) => [row.language, row]));
    return {
      result: true,
      variables: listVariables(event, channel),
      templates: LANGUAGES.map((language) => {
        const { subject, body } = own_templates.get(language) ?? getDefaultTemplate(event, channel, language);
        const updated_at = own_templates.get(language)?.updated_at ?? null;
        return { language, subject, body, is_own: own_templates.has(language), updated_at };
      }),
    };
  },
});
