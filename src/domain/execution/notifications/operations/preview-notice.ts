/** Show a notice about something else than an order, such as a rental, in every language with sample values. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { LANGUAGES } from "#operation/response/language.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { messages } from "../messages.ts";
import { Preview, toPreview } from "../shapes.ts";
import { renderText } from "../templates.ts";
import { noticeSamplesRequested } from "../topics.ts";

export const previewNotice = defineOperation({
  name: "clientNoticePreview",
  summary: "Get a notice in every language",
  description: "With sample values. Of the first kind, where none is named.",
  access: { scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/notifications/notices" },
  input: Type.Object({
    kind: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: "One of `kinds`." })),
    channel: StringEnum(["sms", "email"]),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    kind: Type.String(),
    kinds: Type.Array(Type.String(), { description: "Of notices about rentals, relays and handovers." }),
    previews: Type.Array(Preview),
  }),

  async run(context, { kind, channel }) {
    const { business, now, refuse, publish } = context;
    const samples = (await publish(noticeSamplesRequested, { business_name: business.name, now })).flat();
    const sample = kind === undefined ? samples[0] : samples.find((one) => one.kind === kind);
    if (sample === undefined) throw refuse("not_found", { message: messages.no_notification });
    return {
      result: true,
      kind: sample.kind,
      kinds: samples.map((one) => one.kind),
      previews: LANGUAGES.map((language) => {
        const words = sample.write({ language, time_zone: business.time_zone });
        return toPreview(language, channel, renderText(words, channel, [], language));
      }),
    };
  },
});
