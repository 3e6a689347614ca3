/** Show a notification in every language, with sample values or a text that is being written. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { LANGUAGES } from "#operation/response/language.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { findTemplateFaults } from "../check-template.ts";
import { loadTemplate } from "../compose.ts";
import { messages } from "../messages.ts";
import { buildSampleValues } from "../sample-values.ts";
import { ChannelName, Event, Language, Preview, templateMembers, toPreview } from "../shapes.ts";
import { render } from "../templates.ts";

export const previewNotification = defineOperation({
  name: "clientNotificationPreview",
  summary: "Preview a notification in every language",
  description: "`draft` stands for the text of its language; the others are as they would be sent.",
  effect: "read",
  access: { scopes: ["settings:read"] },
  rest: { method: "POST", path: "/api/v1/client/notifications/preview" },
  input: Type.Object({
    event: Event,
    channel: ChannelName,
    draft: Type.Optional(Type.Object({ language: Language, ...templateMembers })),
  }),
  output: Type.Object({ result: Type.Boolean(), previews: Type.Array(Preview) }),

  async run(context, { event, channel, draft }) {
    const { business, now, settings, refuse } = context;
    if (draft !== undefined) {
      const errors = findTemplateFaults(draft, event, channel).map(({ field, message }) => ({
        field: `draft/${field}`,
        message,
      }));
      if (errors.length > 0) throw refuse("invalid_request", { message: messages.text_not_valid, errors });
    }
    const sample = {
      base_url: settings.base_url,
      business: business.name,
      date: toLocalDate(now, business.time_zone),
    };
    const previews = await Promise.all(
      LANGUAGES.map(async (language) => {
        const template =
          draft?.language === language ? draft : await loadTemplate(context, event, channel, language);
        return toPreview(
          language,
          channel,
          render(template, channel, buildSampleValues(sample, language), language),
        );
      }),
    );
    return { result: true, previews };
  },
});
