/** A view in the format that was asked for, with what HTTP needs to know of it. */

import Type from "typebox";
import type { Context } from "#operation/context.ts";
import { Refusal } from "#operation/refusal.ts";
import { isKnownTag } from "#operation/tags.ts";
import type { Projection } from "#otep/projection.ts";
import { chooseProjection, formats, formatUri, projections } from "#otep/projections.ts";
import { profiles } from "#otep/vocabulary.ts";
import { Timestamp, Words } from "#vocabulary/basics.ts";
import type { View, ViewOptions } from "./view.ts";

export const FORMAT_WORDS = formats.join(", ");

export const Format = Type.String({
  maxLength: 64,
  description: `One of ${FORMAT_WORDS}. The native document unless said.`,
});

/** Which part of a timeline is asked for. */
export const ViewMembers = {
  at: Type.Optional({
    ...Timestamp,
    description: "The timeline as it was known at this moment: only what was recorded by then.",
  }),
  profile: Type.Optional(
    Words(
      profiles.map(({ name }) => name),
      { description: "Only events of this profile and of `core`." },
    ),
  ),
};

/** The bare document of a format; every member of it is the protocol's or its standard's. */
export const OtepDocument = Type.Object(
  {},
  { additionalProperties: true, description: "The document of the format." },
);

/** The projection that a request asks for. Refuses `unsupported_format` and `not_acceptable`. */
export function projectionFor(format: string | undefined, accept: string | undefined): Projection {
  const chosen = chooseProjection(format, accept);
  if ("projection" in chosen) return chosen.projection;
  if (chosen.refusal === "unsupported_format") {
    throw new Refusal("unsupported_format", "invalid", {
      message: `format must be one of ${FORMAT_WORDS}.`,
      errors: [{ field: "format", message: `must be one of ${FORMAT_WORDS}` }],
    });
  }
  throw new Refusal("not_acceptable", "not_acceptable", {
    message: `Accept takes application/json, or a profile such as "otep:format:epcis"; formats are ${FORMAT_WORDS}.`,
  });
}

/** The address at which a number is read. */
export function trackingUrl({ base_url }: Context["settings"], number: string): string {
  return `${base_url}/api/v1/otep/trackings/${encodeURIComponent(number)}`;
}

/** A timeline in a format, for readers who find it at `public_url`; `loss` is how many events the format cannot tell. */
export function projected(
  { settings }: Pick<Context, "settings">,
  { project }: Projection,
  timeline: View["timeline"],
  public_url: string,
): { document: Record<string, unknown>; loss: number } {
  const { document, loss } = project(timeline, { public_url, namespace: settings.otep_namespace });
  return { document: document as Record<string, unknown>, loss };
}

/**
 * The document, and with it entity tag, date, alternates and what the format could not say. A view that the caller
 * has already is answered as not modified, whatever it costs to project.
 */
export function answerDocument(
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
  const headers = {
    etag,
    "last-modified": new Date(recorded_at).toUTCString(),
    "cache-control": `${full ? "private" : "public"}, no-cache`,
    vary: "Accept, Authorization",
    "content-language": "en",
    link: alternates(url, projection.format, part),
  };
  if (isKnownTag(context.request.if_none_match, etag)) {
    context.respond({ headers, not_modified: true });
    return {};
  }
  const { document, loss } = projected(context, projection, timeline, url);
  context.respond({
    headers: { ...headers, "otep-projection-loss": String(loss) },
    media_type: projection.media_type,
  });
  return document;
}

/** The same part of the timeline in the other formats. */
function alternates(url: string, but: string, { at, profile }: ViewOptions): string {
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
