import { defineSamples } from "#tests/support/samples.ts";

export const samples = defineSamples({
  no_references: { client_id: "signed, and of no business" },
  operations: {
    oauthAuthorize: { not_concurrent: "it needs a client that is registered; tried in its own test" },
    oauthToken: {
      no_references: {
        code: "a secret, tried in its own test",
        refresh_token: "a secret, tried in its own test",
      },
    },
    oauthRevoke: { no_references: { token: "a secret, tried in its own test" } },
  },
});
