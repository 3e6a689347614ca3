/** JSON-LD expansion without a network: contexts come from the files stored with the tests. */
import { readFileSync } from "node:fs";
import jsonld from "jsonld";

const contexts: Record<string, URL> = {
  "https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld": new URL(
    "./standards/epcis/epcis-context.jsonld",
    import.meta.url,
  ),
  // The published context, cut to the terms of the classes in use.
  "https://vocabulary.uncefact.org/unece-context.jsonld": new URL(
    "./standards/uncefact-context.json",
    import.meta.url,
  ),
};

/** The expanded form of a document, as it would be sent. Fails for a context that is not stored here. */
export async function expand(document: unknown): Promise<unknown> {
  return await jsonld.expand(JSON.parse(JSON.stringify(document)), {
    documentLoader: async (documentUrl: string) => {
      const file = contexts[documentUrl];
      if (file === undefined) throw new Error(`No copy of ${documentUrl}.`);
      return { documentUrl, contextUrl: undefined, document: JSON.parse(readFileSync(file, "utf8")) };
    },
  });
}
