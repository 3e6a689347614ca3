/** The published vocabulary: status codes with their mappings, incident reasons, phases. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { allowedNext } from "#otep/state-machine.ts";
import {
  codes,
  getProfile,
  incidentReasons,
  incidentUri,
  PROTOCOL_VERSION,
  phases,
  phaseUri,
  profiles,
} from "#otep/vocabulary.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { LIMITS } from "../limits.ts";

const Mapping = Type.Object(
  {},
  { additionalProperties: true, description: "The corresponding value in each format." },
);

export const listOtepCodes = defineOperation({
  name: "otepCodes",
  summary: "List OTEP status codes, incident reasons and phases",
  access: { public: true },
  rest: { method: "GET", path: "/api/v1/otep/codes" },
  input: Type.Object({ profile: Type.Optional(StringEnum(profiles.map(({ name }) => name))) }),
  output: Type.Object({
    protocol_version: Type.String(),
    codes: Type.Array(
      Type.Object({
        code: Type.String(),
        profile: Type.String(),
        base: Type.String({ description: "The core code that it refines." }),
        phase: Nullable(Type.String({ description: "Null: the phase of the previous status." })),
        terminal: Type.Boolean(),
        effect: StringEnum(["status", "annotation"]),
        label: Type.String(),
        next: Type.Array(Type.String(), { description: "Core codes that may follow this one." }),
        mappings: Mapping,
      }),
    ),
    reasons: Type.Array(
      Type.Object({
        code: Type.String(),
        uri: Type.String(),
        group: Type.String(),
        label: Type.String(),
        mappings: Mapping,
      }),
    ),
    phases: Type.Array(Type.Object({ name: Type.String(), uri: Type.String(), rank: Type.Integer() })),
  }),
  limit: LIMITS.read,

  async run({ respond }, { profile }) {
    respond({ headers: { "cache-control": "public, max-age=3600" } });
    return {
      protocol_version: PROTOCOL_VERSION,
      codes: codes
        .filter(({ id }) => profile === undefined || getProfile(id) === profile)
        .map(({ id, base, phase, terminal, effect, label, map }) => ({
          code: id,
          profile: getProfile(id),
          base,
          phase,
          terminal,
          effect,
          label,
          next: allowedNext(base),
          mappings: { ...map },
        })),
      reasons: incidentReasons.map(({ code, group, label, map }) => ({
        code,
        uri: incidentUri(code),
        group,
        label,
        mappings: { ...map },
      })),
      phases: phases.map(({ name, rank }) => ({ name, uri: phaseUri(name), rank })),
    };
  },
});
