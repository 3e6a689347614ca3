import { randomUUID } from "node:crypto";
import { defineSamples, type Fixture, type PersonRole, PNG } from "#tests/support/samples.ts";
import { readLabels } from "./operations/read-labels.ts";

const PICTURE = {
  content_base64: PNG.toString("base64"),
  content_type: "image/png" as const,
  name: "label.png",
  background: true,
};

/** A label that a person has confirmed: what is read depends on pictures, which other tests draw. */
const storeScan =
  (role: PersonRole) =>
  async ({ service, business, people, unique_word: mark, place }: Fixture): Promise<number> => {
    const { customer_id } = people.customer.actor;
    const box = { page: 1, x: 10, y: 10, width: 100, height: 20 };
    const number = `${mark}-${randomUUID()}`.toUpperCase();
    const say = (value: string) => ({ value, confidence: 0.95, box, source: "text" });
    const row = await service.system.row<{ id: number }>(
      `with upload as (
         insert into label_upload (business_id, name, content_type, pages, customer_id, created_at)
         values ($1, 'label.png', 'image/png', 1, $2, now()) returning id),
       page as (
         insert into label_page (business_id, upload_id, page, width, height, picture, expires_at, created_at)
         select $1, id, 1, 800, 1200, $3, now() + interval '30 days', now() from upload returning id)
       insert into label_scan (business_id, upload_id, page, page_id, customer_id, status, fields, box, tracking_number, created_at, updated_at)
       select $1, upload.id, 1, page.id, $2, 'parsed', $4, $5, $6, now(), now() from upload, page returning id`,
      [
        business.id,
        role === "customer" ? customer_id : null,
        PNG,
        JSON.stringify({
          tracking_number: say(number),
          recipient_name: say(mark),
          recipient_street: say(place.line1),
          recipient_city: say(place.city ?? ""),
        }),
        JSON.stringify(box),
        number,
      ],
    );
    return row?.id ?? 0;
  };

const startJob =
  (role: PersonRole) =>
  async ({ people }: Fixture): Promise<string> =>
    (await people[role].call(readLabels, PICTURE)).job_id ?? "";

export const samples = defineSamples({
  own_texts: ["job_id", "upload_name"],
  catalogue_languages: { messages: ["en"] },
  records: {
    label_scan: storeScan("client_admin"),
    label_job: { create: startJob("client_admin"), unknown: "00000000-0000-4000-8000-000000000000" },
  },
  person_records: {
    customer: { label_scan: storeScan("customer"), label_job: startJob("customer") },
  },
  operations: {
    ocrLabelsRead: { inputs: [() => PICTURE] },
    ocrLabelCreateOrder: {
      inputs: [
        ({ customer }) => ({ for_customer_id: customer }),
        { as: "client_admin", input: ({ warehouse }) => ({ kind: "inbound", warehouse_id: warehouse }) },
      ],
    },
    ocrLabelJobCancel: { bulk_members: "a job: pages that were read and that have no label" },
  },
});
