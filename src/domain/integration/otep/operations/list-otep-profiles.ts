/** The profiles of the vocabulary, the output formats, and the equivalents of event members in other standards. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { formatUri, projections } from "#otep/projections.ts";
import { codes, getProfile, PROTOCOL_VERSION, profiles } from "#otep/vocabulary.ts";
import { LIMITS } from "../limits.ts";

/** Source: docs/contract/otep.md, "Other standards". */
const MEMBERS = [
  { otep: "occurred_at", epcis: "eventTime", onerecord: "eventDate", uncefact: "actualOccurrenceDateTime" },
  {
    otep: "status_code",
    epcis: "bizStep, disposition",
    onerecord: "eventCode",
    uncefact: "reportedConditionTypeCode",
  },
  {
    otep: "location",
    epcis: "readPoint, bizLocation",
    onerecord: "eventLocation",
    uncefact: "occurrenceLogisticsLocation",
  },
  { otep: "subject", epcis: "epcList", onerecord: "eventFor", uncefact: "Consignment" },
  { otep: "incident_reason", epcis: "disposition", onerecord: "eventName", uncefact: "reasonTypeCode" },
] as const;

export const listOtepProfiles = defineOperation({
  name: "otepProfiles",
  summary: "List OTEP profiles, formats and mappings to standards",
  access: { public: true },
  rest: { method: "GET", path: "/api/v1/otep/profiles" },
  output: Type.Object({
    protocol_version: Type.String(),
    profiles: Type.Array(
      Type.Object({ name: Type.String(), title: Type.String(), codes: Type.Array(Type.String()) }),
    ),
    formats: Type.Array(
      Type.Object({ format: Type.String(), uri: Type.String(), media_type: Type.String() }),
      { description: "Values of `format`; the URI is the profile of an Accept header." },
    ),
    members: Type.Array(
      Type.Object({
        otep: Type.String(),
        epcis: Type.String(),
        onerecord: Type.String(),
        uncefact: Type.String(),
      }),
      { description: "Names of event members in other standards." },
    ),
  }),
  limit: LIMITS.read,

  async run({ respond }) {
    respond({ headers: { "cache-control": "public, max-age=3600" } });
    return {
      protocol_version: PROTOCOL_VERSION,
      profiles: profiles.map(({ name, title }) => ({
        name,
        title,
        codes: codes.filter(({ id }) => getProfile(id) === name).map(({ id }) => id),
      })),
      formats: projections.map(({ format, media_type }) => ({ format, uri: formatUri(format), media_type })),
      members: MEMBERS,
    };
  },
});
