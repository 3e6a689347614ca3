/** The seller before the locker with the item: a photo first, then the door. Until something is in, another compartment can be reserved. */
import { Button } from "@mantine/core";
import { IconCircleCheck } from "#icons";
import { client } from "../../../../api/client.ts";
import { PhotoButton } from "../../../../field/photo-button.tsx";
import type { ResaleHandover } from "../queries.ts";
import { Refused, uploadShrunk, useResaleAction } from "./actions.tsx";
import { Door } from "./door.tsx";
import { text } from "./text.ts";

export function Deposit({ handover }: { handover: ResaleHandover }) {
  const { id: handover_id, photos, compartment_code, can_deposit, awaits_answer } = handover;
  const photo = useResaleAction(async (file: File) =>
    client.resaleHandoverPhotoAdd({ handover_id, photo_file_ids: [await uploadShrunk(file)] }),
  );
  const give_up = useResaleAction(async () => client.resaleHandoverReservationRelease({ handover_id }));
  const has_photo = photos.some(({ moment }) => moment === "DEPOSIT_RESERVED");
  return (
    <>
      {can_deposit ? (
        <ol className="sell-instructions">
          <li>
            <span className="strong">{text.deposit.photo}</span>
            <Refused error={photo.error} />
            {has_photo ? (
              <span className="row tight tone-good sell-tone small">
                <IconCircleCheck size={16} /> {text.deposit.photo_done}
              </span>
            ) : (
              <PhotoButton size="md" label={text.photos.add} take={photo.mutate} loading={photo.isPending} />
            )}
          </li>
          <li>
            <span className="strong">{text.deposit.door({ code: compartment_code ?? "" })}</span>
            <span className="dim small">{text.deposit.put_in}</span>
            <Door
              handover={handover}
              words={text.deposit}
              ready={has_photo}
              open={(position) => client.resaleHandoverDeposit({ handover_id, position })}
              answer={(step) => client.resaleHandoverDeposit({ handover_id, step })}
            />
          </li>
        </ol>
      ) : null}
      <Refused error={give_up.error} />
      {can_deposit && !awaits_answer ? (
        <Button variant="subtle" loading={give_up.isPending} onClick={() => give_up.mutate(undefined)}>
          {text.door.elsewhere}
        </Button>
      ) : null}
    </>
  );
}
