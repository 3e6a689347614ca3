/** Staff take the bag of a rental out of its compartment, and say where it is kept. */
import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { useMemberText } from "../../../parts/member-text.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import type { StorageRental } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("lockerRentalRemove");

export function RemoveDialog({ rental, close }: { rental: StorageRental; close: () => void }) {
  const queries = useQueryClient();
  const reason = useMemberText(RULES, "reason");
  const kept_at = useMemberText(RULES, "kept_at");
  const { id: rental_id, compartment, version } = rental;
  const input =
    reason.text === "" || kept_at.text === ""
      ? null
      : { rental_id, reason: reason.text, kept_at: kept_at.text };
  return (
    <ActionDialog
      opened
      close={close}
      name={`rental-remove ${version}`}
      title={text.remove.title({ compartment })}
      confirm={text.remove.submit}
      danger
      input={input}
      run={(options) => {
        if (input === null) throw new Error("A bag is removed for a reason.");
        return client.lockerRentalRemove(input, { ...options, if_match: version });
      }}
      outcome={({ command_id }) => (
        <p>{command_id === null ? text.remove.outcome_offline : text.remove.outcome}</p>
      )}
      done={({ command_id }) => {
        close();
        if (command_id !== null) notifySuccess(text.remove.done);
        void queries.invalidateQueries({ queryKey: ["rentals"] });
      }}
    >
      <TextInput data-autofocus label={text.remove.reason} {...reason.props} />
      <TextInput
        label={text.remove.kept_at}
        description={text.remove.kept_at_about}
        mt={12}
        {...kept_at.props}
      />
    </ActionDialog>
  );
}
