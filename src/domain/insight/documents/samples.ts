import { defineSamples } from "#tests/support/samples.ts";
import { listDocuments } from "./operations/list-documents.ts";

declare module "#tests/support/samples.ts" {
  interface Records {
    /** An order whose label was issued. */
    order_with_document: number;
    issued_document: number;
  }
}

export const samples = defineSamples({
  records: {
    async order_with_document(world) {
      const order_id = await world.another("order");
      await world.people.client_admin.http("GET", `/api/v1/client/orders/${order_id}/label`);
      return order_id;
    },
    async issued_document(world) {
      const subject_id = await world.id("order_with_document");
      const { documents } = await world.people.client_admin.call(listDocuments, {
        subject_type: "order",
        subject_id,
      });
      return documents[0]?.id ?? 0;
    },
  },
  operations: {
    document: { inputs: [(i) => ({ document_id: i.issued_document })] },
    documents: { inputs: [(i) => ({ subject_type: "order", subject_id: i.order_with_document })] },
  },
});
