/** Say what a provider's own words for statuses mean. The whole mapping is replaced. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { findCode, findIncidentReason } from "#otep/vocabulary.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { ProviderRecord } from "../records/provider.ts";
import { normalizeWord } from "../rules.ts";
import { Mapping } from "../shapes.ts";

export const setProviderMapping = defineOperation({
  name: "thirdpartyProviderMappingUpdate",
  summary: "Update the mapping of a provider's statuses",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PATCH", path: "/api/v1/thirdparty/providers/{provider_id}/mapping" },
  input: Type.Object({ provider_id: Ref("delivery_provider"), mapping: Mapping }),
  output: Type.Object({ result: Type.Boolean(), mapping: Mapping, version: Type.Integer() }),
  refusals: { unknown_mapping: "invalid" },

  async run(context, { provider_id, mapping: sent_mapping }) {
    const { refuse, expectVersion, emit } = context;
    const provider = await ProviderRecord.getLocked(context, provider_id);
    expectVersion(provider.version);
    const errors = Object.entries(sent_mapping).flatMap(([word, { code, incident_reason }]) => [
      ...(findCode(code) === undefined
        ? [{ field: `mapping/${word}/code`, message: messages.unknown_status }]
        : []),
      ...(incident_reason !== undefined && findIncidentReason(incident_reason) === undefined
        ? [{ field: `mapping/${word}/incident_reason`, message: messages.unknown_incident }]
        : []),
    ]);
    if (errors.length > 0) throw refuse("unknown_mapping", { message: messages.unknown_mapping, errors });
    const mapping = Object.fromEntries(
      Object.entries(sent_mapping).map(([word, status]) => [normalizeWord(word), status]),
    );
    const { version } = await ProviderRecord.change(context, provider, { status_mapping: mapping });
    emit({
      subject: { type: "thirdparty_provider", id: provider_id },
      kind: "thirdparty_provider.changed",
      payload: { changed: ["status_mapping"] },
      before: { status_mapping: provider.status_mapping },
      after: { status_mapping: mapping },
    });
    return { result: true, mapping, version };
  },
});
