import { defineSamples, type Fixture, type PersonRole, PNG } from "#tests/support/samples.ts";
import type { TestPerson } from "#tests/support/service.ts";
import { createFileLink } from "./operations/create-file-link.ts";
import { uploadFile } from "./operations/upload-file.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    order_with_file: number;
    file_of_driver: number;
    file_of_customer: number;
  }
}

const PICTURE = { content_base64: PNG.toString("base64"), content_type: "image/png" as const };

async function upload({ call }: TestPerson, mark: string, subject = {}): Promise<number> {
  return (await call(uploadFile, { ...PICTURE, name: `${mark}.png`, ...subject })).file_id;
}
const uploadSample =
  (role: PersonRole) =>
  ({ people, unique_word: mark }: Fixture) =>
    upload(people[role], mark);

export const samples = defineSamples({
  records: {
    async order_with_file(fixture) {
      const order_id = await fixture.another("order");
      await upload(fixture.people.client_admin, fixture.unique_word, {
        subject_type: "order",
        subject_id: order_id,
      });
      return order_id;
    },
    file: uploadSample("client_admin"),
    file_link: async (fixture) =>
      (
        await fixture.people.client_admin.call(createFileLink, {
          file_id: await fixture.id("file"),
          expires_in_h: 24,
        })
      ).link.id,
    file_of_driver: uploadSample("driver"),
    file_of_customer: uploadSample("customer"),
  },
  person_records: {
    driver: { file: uploadSample("driver") },
    customer: { file: uploadSample("customer") },
    broker_employee: { file: uploadSample("broker_employee") },
  },
  link_subjects: { file: (fixture) => fixture.id("file") },
  operations: {
    files: { inputs: [(i) => ({ subject_type: "order", subject_id: i.order_with_file })] },
    fileUpload: {
      inputs: [
        () => ({ ...PICTURE, name: "picture.png" }),
        (i) => ({ ...PICTURE, name: "picture.png", subject_type: "order", subject_id: i.order_with_file }),
      ],
    },
  },
});
