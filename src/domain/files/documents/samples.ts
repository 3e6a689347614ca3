import { defineSamples } from "#tests/support/samples.ts";
import { createDocumentLink } from "./operations/create-document-link.ts";
import { listDocuments } from "./operations/list-documents.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** An order whose label was issued. */
    order_with_document: number;
  }
}

export const samples = defineSamples({
  records: {
    async order_with_document(fixture) {
      const order_id = await fixture.another("order");
      await fixture.people.client_admin.http("GET", `/api/v1/client/orders/${order_id}/label`);
      return order_id;
    },
    async issued_document(fixture) {
      const subject_id = await fixture.id("order_with_document");
      const { documents } = await fixture.people.client_admin.call(listDocuments, {
        subject_type: "order",
        subject_id,
      });
      return documents[0]?.id ?? 0;
    },
    document_link: async (fixture) =>
      (
        await fixture.people.client_admin.call(createDocumentLink, {
          document_id: await fixture.id("issued_document"),
          expires_in_h: 24,
        })
      ).link.id,
  },
  own_texts: ["algorithm", "issued_by", "issuer", "signature", "signed_text"],
  // Each check is counted, whoever makes it.
  written_by_any_call: { document_check: "all" },
  link_subjects: { document: async (fixture) => `${await fixture.id("issued_document")}/1` },
  operations: {
    documentLinkCreate: { inputs: [() => ({ expires_in_h: 24 })] },
    documentLogConsistency: { inputs: [() => ({ from: 1, to: 1 })] },
    documentLogInclusion: { inputs: [() => ({ leaf_hash: "0".repeat(64) })] },
    documentVerify: { inputs: [() => ({ sha256: "0".repeat(64) })] },
    documents: { inputs: [(i) => ({ subject_type: "order", subject_id: i.order_with_document })] },
  },
});
