/** Opens many doors of a locker in maintenance, and says which were not. */
import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { useMemberText } from "../../../parts/member-text.ts";
import { notifySuccess, notifyWarning } from "../../../parts/toast.ts";
import { type Compartment, LOCKERS, type Locker } from "./queries.ts";
import { text } from "./text.ts";

export function OpenManyDialog({
  locker,
  compartments,
  close,
  done,
}: {
  locker: Locker;
  compartments: readonly Compartment[];
  close: () => void;
  done: () => void;
}) {
  const queries = useQueryClient();
  const reason = useMemberText(getRules("lockerOpenMany"), "reason");
  const input =
    reason.text === ""
      ? null
      : { locker_id: locker.id, compartment_ids: compartments.map(({ id }) => id), reason: reason.text };
  const codes = new Map(compartments.map(({ id, code }) => [id, code]));
  return (
    <ActionDialog
      opened
      close={close}
      name="locker-open-many"
      title={text.open_many.title({ n: compartments.length, name: locker.name })}
      confirm={text.open_many.submit}
      danger
      input={input}
      run={(options) => {
        if (input === null) throw new Error("Doors are opened for a reason.");
        return client.lockerOpenMany(input, options);
      }}
      outcome={({ done: opened, results }) => (
        <div className="stack tight">
          <p>{text.open_many.outcome({ n: opened })}</p>
          {results
            .filter(({ result }) => !result)
            .map(({ compartment_id, message }) => (
              <p key={compartment_id} className="dim">
                {codes.get(compartment_id)}: {message}
              </p>
            ))}
        </div>
      )}
      possible={({ done: opened }) => opened > 0}
      done={({ done: opened, failed }) => {
        if (failed > 0) notifyWarning(text.open_many.partly({ n: opened, failed }));
        else notifySuccess(text.open_many.asked({ n: opened }));
        void queries.invalidateQueries({ queryKey: [LOCKERS] });
        done();
      }}
    >
      <p>{text.open_many.about}</p>
      <TextInput data-autofocus label={text.open.reason} {...reason.props} />
    </ActionDialog>
  );
}
