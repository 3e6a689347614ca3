/** The public types of events, with the JSON Schemas of their payloads and a sample of each. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { buildSampleEvent } from "../sample.ts";

const SAMPLE_AT = "2026-01-15T09:30:00.000Z";
const AnyObject = () => Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true });

export const listWebhookEventTypes = defineOperation({
  name: "webhookEventTypes",
  summary: "List types of events that webhooks send",
  access: { public: true },
  rest: { method: "GET", path: "/api/v1/webhooks/event-types" },
  input: Type.Object({
    event_type: Type.Optional(Type.String({ maxLength: 100, description: "Only this one." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    event_types: Type.Array(
      Type.Object({
        type: Type.String(),
        summary: Type.String(),
        family: Type.String(),
        kinds: Type.Array(
          Type.Object({
            kind: Type.String(),
            summary: Type.String(),
            when: Nullable(Type.String({ description: "It has the type only then." })),
            scope: Type.String({ description: "Whoever sets the URL needs it." }),
            payload: AnyObject(),
          }),
          {
            description: "The kinds of the event log that are published as this type; `data.kind` names one.",
          },
        ),
        sample: AnyObject(),
      }),
      { description: "By name." },
    ),
  }),

  async run({ events }, { event_type }) {
    const types = [...events.types].filter(([type]) => event_type === undefined || type === event_type);
    return {
      result: true,
      event_types: types
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([type, { summary, family, kinds }]) => ({
          type,
          summary,
          family,
          kinds: kinds.flatMap((kind) => {
            const declared = events.kinds.get(kind);
            if (declared === undefined) return [];
            const condition = declared.public_types?.find(
              (one) => typeof one === "object" && one.type === type,
            );
            const when = typeof condition === "object" ? condition.when : null;
            const { scope, payload } = declared;
            return [
              {
                kind,
                summary: declared.summary,
                when,
                scope,
                payload: payload as unknown as Record<string, unknown>,
              },
            ];
          }),
          sample: buildSampleEvent(events, type, 1, SAMPLE_AT),
        })),
    };
  },
});
