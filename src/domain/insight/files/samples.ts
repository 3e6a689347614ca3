import { defineSamples, type PersonRole, PNG, type World } from "#tests/support/samples.ts";
import { uploadFile } from "./operations/upload-file.ts";

declare module "#tests/support/samples.ts" {
  interface Records {
    file: number;
    file_of_driver: number;
  }
}

const fileOf =
  (role: PersonRole) =>
  async ({ people, mark }: World) =>
    (
      await people[role].call(uploadFile, {
        content_base64: PNG.toString("base64"),
        content_type: "image/png",
        name: `${mark}.png`,
      })
    ).file_id;

export const samples = defineSamples({
  records: { file: fileOf("client_admin"), file_of_driver: fileOf("driver") },
  own: {
    driver: { file: fileOf("driver") },
    customer: { file: fileOf("customer") },
    broker_employee: { file: fileOf("broker_employee") },
  },
  members: { file_id: "file", file_ids: "file" },
  operations: {
    fileUpload: {
      inputs: [
        () => ({ content_base64: PNG.toString("base64"), content_type: "image/png", name: "picture.png" }),
      ],
    },
  },
});
