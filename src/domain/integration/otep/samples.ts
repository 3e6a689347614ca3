import { defineSamples } from "#tests/support/samples.ts";

export const samples = defineSamples({
  catalogue_languages: { notes: ["en"] },
  own_texts: [
    "codes",
    "epcis",
    "format",
    "onerecord",
    "otep",
    "protocol_version",
    "revision",
    "uncefact",
    "uri",
  ],
  no_price: {
    otepTracking: "documents of a public protocol, which has no member for money",
    "otepTrackingEvents/events": "documents of a public protocol, which has no member for money",
    "otepTrackingBatch/results/timeline": "documents of a public protocol, which has no member for money",
    "otepClientTracking/timeline": "documents of a public protocol, which has no member for money",
    "otepCodes/codes/mappings": "documents of a public protocol, which has no member for money",
    "otepValidate/summary": "documents of a public protocol, which has no member for money",
  },
  operations: {
    otepIngest: { bulk_members: "the protocol: accepted, duplicates, rejected, results" },
    otepIngestEpcis: { bulk_members: "the protocol: accepted, duplicates, rejected, results" },
  },
});
