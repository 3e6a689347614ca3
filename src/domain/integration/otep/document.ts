/** A view in the requested format, with its HTTP headers. */

import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { isNotModified } from "#operation/response/etag.ts";
import type { Projection } from "#otep/projection.ts";
import { chooseProjection, formats, formatUri, projections } from "#otep/projections.ts";
import { profiles } from "#otep/vocabulary.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { messages } from "./messages.ts";
import { Moment } from "./moment.ts";
import { LINKS_RENEWED_MS, type View, type ViewOptions } from "./view.ts";

const FORMAT_WORDS = formats.join(", ");

export const Format = Type.String({
  maxLength: 64,
  description: `One of ${FORMAT_WORDS}. The native document by default.`,
  "x-tool":
    "otep (default), epcis, onerecord, uncefact, otlp, sensorthings, aggregator, or one of the guide.",
});

/** The requested part of a timeline. */
export const ViewMembers = {
  at: Type.Optional(Moment("As known at this moment: only events recorded by then.")),
  profile: Type.Optional(
    StringEnum(
      profiles.map(({ name }) => name),
      { description: "Only events of this profile and of `core`." },
    ),
  ),
};

/** The bare document of a format; all its members belong to the protocol or its standard. */
export const OtepDocument = Type.Object(
  {},
  { additionalProperties: true, description: "The document of the format.", "x-document": true },
);

/** The projection for the requested format. Refuses `unsupported_format` and `not_acceptable`. */
export function requireProjection(format: string | undefined, accept: string | undefined): Projection {
  const choice = chooseProjection(format, accept);
  // The range of Accept names the type of the answer, and its profile the format.
  if ("projection" in choice)
    return { ...choice.projection, media_type: choice.media_type ?? choice.projection.media_type };
  if (choice.refusal === "unsupported_format") {
    throw new Refusal("unsupported_format", "invalid", {
      message: messages.format_one_of.with({ formats: FORMAT_WORDS }),
      errors: [{ field: "format", message: messages.one_of_formats.with({ formats: FORMAT_WORDS }) }],
    });
  }
  throw new Refusal("not_acceptable", "not_acceptable", {
    message: messages.accept_form.with({ formats: FORMAT_WORDS }),
  });
}

/** The URL of a number. */
export function buildTrackingUrl({ base_url }: Context["settings"], number: string): string {
  return `${base_url}/api/v1/otep/trackings/${encodeURIComponent(number)}`;
}

/** A timeline in a format, for readers at `public_url`; `loss` is the number of events it cannot express. */
export function projectTimeline(
  { settings }: Pick<Context, "settings">,
  { project }: Projection,
  timeline: View["timeline"],
  public_url: string,
): { document: Record<string, unknown>; loss: number } {
  const { document, loss } = project(timeline, { public_url, namespace: settings.otep_namespace });
  return { document: document as Record<string, unknown>, loss };
}

/**
 * The document, with entity tag, date, alternates and the events that the format could not express. If the caller has
 * this view already, the response is 304, without projecting the timeline.
 */
export function buildDocumentAnswer(
  context: Pick<Context, "request" | "respond" | "settings">,
  view: View,
  projection: Projection,
  url: string,
  part: ViewOptions = {},
): Record<string, unknown> {
  const { timeline, full, recorded_at } = view;
  const links = view.links === null ? "" : `-${view.links}`;
  // A full and a redacted view of one timeline are two documents; so are two formats of it.
  const etag = `"${timeline.revision.slice(0, 32)}-${projection.format}-${full ? "full" : "public"}${links}"`;
  // Links in a document are made anew before they expire.
  const modified_at = new Date(Math.max(Date.parse(recorded_at), (view.links ?? 0) * LINKS_RENEWED_MS));
  const headers = {
    etag,
    "last-modified": modified_at.toUTCString(),
    "cache-control": `${full ? "private" : "public"}, no-cache`,
    vary: "Accept, Authorization",
    "content-language": "en",
    link: buildAlternates(url, projection.format, part),
  };
  if (isNotModified(context.request, { etag, modified_at })) {
    context.respond({ headers, not_modified: true });
    return {};
  }
  const shown_timeline = projection.of_whole ? view.full_timeline : timeline;
  const { document, loss } = projectTimeline(context, projection, shown_timeline, url);
  context.respond({
    headers: { ...headers, "otep-projection-loss": String(loss) },
    media_type: projection.media_type,
  });
  return document;
}

/** Links to the same part of the timeline in the other formats. */
function buildAlternates(url: string, but: string, { at, profile }: ViewOptions): string {
  const part = new URLSearchParams(
    Object.entries({ at, profile }).filter((member): member is [string, string] => member[1] !== undefined),
  );
  const query = part.size === 0 ? "" : `&${part}`;
  return projections
    .filter(({ format }) => format !== but)
    .map(
      ({ format, media_type }) =>
        `<${url}?format=${format}${query}>; rel="alternate"; type="${media_type}"; profile="${formatUri(format)}"`,
    )
    .join(", ");
}
