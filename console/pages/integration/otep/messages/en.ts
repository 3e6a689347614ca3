import { createPlural } from "../../../../language/plural.ts";

const plural = createPlural("en");

export const messages = {
  brand: "Event playground",
  title: "Tracking events, tried out",
  about:
    "The validator, the timeline and the fourteen output formats of the Open Tracking Event Protocol. Nothing you paste is stored.",
  modes: "What to try",
  document_mode: "A document",
  number_mode: "A tracking number",
  document: "Document",
  view: "What it tells",
  timeline: "Timeline",
  number: {
    label: "Tracking number",
    show: "Show",
    any: "Any tracking number",
    any_about: "What is shown here is what anybody may read: towns instead of streets, and no names.",
    unknown: "We do not know this number",
    command: "command",
  },
  editor: {
    label: "Document, JSON",
    example: "Example",
    own: "Your own",
    open: "Open a file",
    link: "Link",
    broken_json: "JSON is broken here.",
    paste: "Paste a timeline, an event, a list of events, CloudEvents, EPCIS 2.0, or one event a line.",
    too_long: "The document is too long for a link. Send it as a file.",
    no_link: "No link",
    link_copied: "The link with this document is copied.",
    link_in_address: "The address of this page now holds the document.",
  },
  examples: {
    timeline: "Timeline",
    epcis: "GS1 EPCIS 2.0",
    cloudevents: "CloudEvents",
    lines: "One event a line (NDJSON)",
    cooled: "Cooled parcel, 180 readings",
    broken: "Broken document",
  } as Record<string, string>,
  other_formats: "Other formats",
  one_of: (n: number) => plural(n, { one: "One of # subject", other: "One of # subjects" }),
  left_out: (n: number) =>
    plural(n, {
      one: "# event has errors and is left out.",
      other: "# events have errors and are left out.",
    }),
  no_timeline: "No timeline yet",
  no_timeline_about: "It appears as soon as the document has an event without errors.",
  format: {
    label: "Format",
    names: {
      otep: "OTEP timeline",
      otlp: "OpenTelemetry traces",
      aggregator: "Tracking aggregator",
      storefront_a: "Storefront A",
      shipping_marketplace: "Shipping marketplace",
      marketplace_a: "Marketplace A",
      storefront_b: "Storefront B",
      storefront_c: "Storefront C",
      storefront_d: "Storefront D",
      marketplace_b: "Marketplace B",
    } as Record<string, string>,
    lossless: "Nothing is lost in this format.",
    lost: (n: number) =>
      plural(n, {
        one: "# event cannot be expressed in this format",
        other: "# events cannot be expressed in this format",
      }),
    lost_of: (n: number, total: string) =>
      plural(n, {
        one: `# event of ${total} cannot be expressed in this format`,
        other: `# events of ${total} cannot be expressed in this format`,
      }),
    copy: "Copy",
    copied: "Copied",
    as: (format: string) => `The document as ${format}`,
  },
  result: {
    label: "Validation result",
    levels: ["It does not conform", "Conforms, level 1", "Conforms, level 2"],
    not_json: "This is not JSON",
    errors: (n: number) => plural(n, { one: "# error", other: "# errors" }),
    warnings: (n: number) => plural(n, { one: "# warning", other: "# warnings" }),
    events: (n: number) => plural(n, { one: "# event", other: "# events" }),
    subjects: (n: number) => plural(n, { one: "# subject", other: "# subjects" }),
    about: (events: string, subjects: string) => `${events} about ${subjects}`,
    findings: "Findings",
    error: "error",
    warning: "warning",
    line: (n: number) => `Line ${n}`,
    more: (n: number) => plural(n, { one: "and # more finding", other: "and # more findings" }),
  },
};
