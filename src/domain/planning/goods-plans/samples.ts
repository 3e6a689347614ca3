import { defineSamples } from "#tests/support/samples.ts";

export const samples = defineSamples({
  catalogue_languages: { "upright-words": ["de", "en", "es", "fr", "pt"] },
});
