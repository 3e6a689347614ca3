import { defineSamples } from "#tests/support/samples.ts";

export const samples = defineSamples({
  operations: {
    oauthAuthorize: { not_concurrent: "it needs a client that is registered; tried in its own test" },
  },
});
