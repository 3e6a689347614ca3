import { defineSamples } from "#tests/support/samples.ts";

export const samples = defineSamples({
  catalogue_languages: { errors: ["en"] },
  own_texts: [
    "client_id",
    "grant_types",
    "redirect_to",
    "redirect_uri",
    "redirect_uris",
    "refresh_token",
    "response_types",
    "scopes",
  ],
  operations: {
    oauthAuthorize: { not_concurrent: "it needs a client that is registered; tried in its own test" },
  },
});
