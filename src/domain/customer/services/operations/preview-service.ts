/** What customers would see of a definition, and what is wrong with answers to its form. Nothing is stored. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { loadServiceConfig, ServiceConfig } from "../config.ts";
import { checkDefinition, pickDefinition } from "../definition.ts";
import { findAnswerFaults } from "../form.ts";
import { FormAnswers } from "../request.ts";
import { definitionMembers, SERVICE_FAMILIES, SERVICE_KINDS, ServiceCode } from "../shapes.ts";

export const previewService = defineOperation({
  name: "clientServicePreview",
  summary: "Preview a service for customers",
  description: "Refuses a definition that could not be stored, with every wrong field.",
  effect: "read",
  access: { scopes: ["settings:read"] },
  rest: { method: "POST", path: "/api/v1/client/services/preview" },
  input: Type.Object({
    code: ServiceCode,
    kind: StringEnum(SERVICE_KINDS),
    family: StringEnum(SERVICE_FAMILIES),
    ...definitionMembers,
    answers: Type.Optional(FormAnswers),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    config: ServiceConfig,
    answer_errors: Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), {
      description:
        "Of `answers`, as an order with them would be refused; empty when they are valid or absent.",
    }),
  }),

  async run(context, input) {
    const { say } = context;
    const { code, kind, family, answers } = input;
    const definition = pickDefinition(input);
    await checkDefinition(context, { kind, family, definition });
    const service = { id: 0, code, kind, family, version: 0, active_from: "", created_at: "", definition };
    const faults = answers === undefined ? [] : findAnswerFaults(definition.form_fields, answers, "answers");
    return {
      result: true,
      config: await loadServiceConfig(context, service),
      answer_errors: faults.map(({ field = "", message }) => ({ field, message: say(message) })),
    };
  },
});
