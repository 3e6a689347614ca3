/** The seller reports what went wrong, with photos as evidence. */
import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { client } from "../../../../api/client.ts";
import { PhotoField } from "../../../../field/photo-field.tsx";
import type { Attachment } from "../../../../field/photos.ts";
import { getRules } from "../../../../parts/form-rules.ts";
import { useMemberText } from "../../../../parts/member-text.ts";
import { Sheet } from "../../../../parts/page.tsx";
import type { ResaleHandover } from "../queries.ts";
import { Refused, uploadAll, useResaleAction } from "./actions.tsx";
import { text } from "./text.ts";

export function Dispute({
  handover: { id: handover_id },
  close,
}: {
  handover: ResaleHandover;
  close: () => void;
}) {
  const reason = useMemberText(getRules("resaleHandoverDispute"), "reason");
  const [photos, setPhotos] = useState<readonly Attachment[]>([]);
  const send = useResaleAction(
    async () =>
      client.resaleHandoverDispute({
        handover_id,
        reason: reason.text,
        ...(photos.length === 0 ? {} : { photo_file_ids: await uploadAll(photos) }),
      }),
    close,
  );
  return (
    <Sheet title={text.dispute.title}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate(undefined);
        }}
      >
        <p className="dim">{text.dispute.about}</p>
        <Textarea label={text.dispute.reason} {...reason.props} autosize minRows={3} data-autofocus />
        <PhotoField
          label={text.dispute.photo}
          remove_label={text.deposit.remove_photo}
          photos={photos}
          onChange={setPhotos}
        />
        <Refused error={send.error} />
        <div className="row" style={{ justifyContent: "flex-end" }}>
          <Button variant="default" onClick={close}>
            {text.back}
          </Button>
          <Button type="submit" loading={send.isPending} disabled={reason.text === ""}>
            {text.dispute.send}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
