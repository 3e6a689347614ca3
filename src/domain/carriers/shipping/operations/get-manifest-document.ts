/** The document of a manifest as PDF, which the carrier gives again as often as it is asked. Each file is recorded, so that it can be verified. */
import Type from "typebox";
import { registerFile } from "#domain/files/documents/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { requestManifest } from "../manifests/request-manifest.ts";
import { messages } from "../messages.ts";
import { ManifestRecord } from "../records/label-manifest.ts";

export const getManifestDocument = defineOperation({
  name: "labelserviceManifestDocument",
  summary: "Get the manifest as PDF",
  description: "As base64, or as bytes for Accept: application/pdf.",
  access: { scopes: ["labels:read"] },
  rest: { method: "GET", path: "/api/v1/labelservice/manifests/{manifest_id}/document", bytes: "accept" },
  input: Type.Object({ manifest_id: Ref("label_manifest") }),
  output: Type.Object({
    result: Type.Boolean(),
    manifest_id: Ref("label_manifest"),
    name: Type.String(),
    content_type: Type.String(),
    content_base64: Type.String({ maxLength: 16_000_000 }),
    document_id: Ref("issued_document"),
    document_version: Type.Integer({ description: "Counts the files with different bytes." }),
    sha256: Type.String({ description: "Fingerprint of the file, by which it can be verified." }),
  }),
  stores_document: true,
  refusals: {
    manifest_not_created: "conflict",
    no_document: "conflict",
    carrier_unavailable: "unavailable",
  },

  async prepare(context, { manifest_id }) {
    const { refuse } = context;
    const manifest = await ManifestRecord.get(context, manifest_id);
    if (manifest.state !== "created")
      throw refuse("manifest_not_created", { message: messages.manifest_not_created });
    const outcome = await requestManifest(context, manifest);
    if (outcome.kind === "unknown" || outcome.kind === "refused")
      throw refuse("carrier_unavailable", {
        message: messages.carrier_unavailable,
        values: { reason: outcome.text },
      });
    const file = outcome.kind === "made" ? outcome.manifest.file : null;
    if (file === null) throw refuse("no_document", { message: messages.no_document });
    return { file, number: manifest.carrier_reference ?? String(manifest_id) };
  },

  async run(context, { manifest_id }, { file, number }) {
    const { document_id, version, sha256 } = await registerFile(context, {
      kind: "carrier_manifest",
      number,
      subject: { type: "label_manifest", id: manifest_id },
      bytes: file,
    });
    return {
      result: true,
      manifest_id,
      name: `manifest-${number}.pdf`,
      content_type: "application/pdf",
      content_base64: file.toString("base64"),
      document_id,
      document_version: version,
      sha256,
    };
  },
});
