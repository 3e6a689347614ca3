/** Has staff bring the bags of a rental to another locker. */
import { useQueryClient } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import type { StorageRental } from "./queries.ts";
import { text } from "./text.ts";

export function RelayDialog({
  rental: { id: rental_id },
  close,
}: {
  rental: StorageRental;
  close: () => void;
}) {
  const queries = useQueryClient();
  const open = useOpenRecord("luggage_relay");
  return (
    <ActionDialog
      opened
      close={close}
      name={`rental relay ${rental_id}`}
      title={text.relay.title}
      confirm={text.relay.submit}
      input={{ rental_id }}
      run={(options) => client.luggageRelayCreate({ rental_id }, options)}
      done={({ relay_id }) => {
        void queries.invalidateQueries({ queryKey: ["relays"] });
        close();
        open(relay_id);
      }}
    >
      <p>{text.relay.about}</p>
    </ActionDialog>
  );
}
