/** Says who handles exceptions: a list of people, narrowed by typing; Enter takes the first. */
import { Button, Modal, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { fitsWords } from "../../../parts/find-words.ts";
import { useSave } from "../../../parts/save.ts";
import { Loaded, Waiting } from "../../../parts/states.tsx";
import { notifyWarning } from "../../../parts/toast.ts";
import { assigneesQuery, changeItems, type Item } from "./queries.ts";
import { text } from "./text.ts";

type Assigned = Pick<Item, "id" | "version" | "assigned_to">;

export interface Handler {
  account_id: number;
  name: string;
}

/** Gives items to somebody, or to nobody. One item is refused when somebody changed it since it was shown. */
export function useAssign(items: readonly Assigned[], finish: () => void) {
  return useSave(
    async (to: Handler | null) => {
      const employee_id = to?.account_id ?? null;
      const [item] = items;
      if (items.length === 1 && item !== undefined) {
        await client.dispatchItemAssign({ item_id: item.id, employee_id }, { if_match: item.version });
        return { done: 1, left_out: 0, to };
      }
      const { done, errors } = await changeItems(
        items.map(({ id }) => id),
        { activity: "assign", employee_id },
      );
      return { done, left_out: errors.length, to };
    },
    {
      keys: [["dispatch"]],
      success_message: ({ done, to }) =>
        to === null
          ? text.assign.freed({ n: done })
          : done === 1
            ? text.assign.assigned({ name: to.name })
            : text.assign.assigned_many({ n: done, name: to.name }),
      done: ({ left_out }) => {
        if (left_out > 0) notifyWarning(text.assign.left_out({ n: left_out }));
        finish();
      },
    },
  );
}

export function Assign({ items, close }: { items: readonly Assigned[]; close: () => void }) {
  const me = useMe().user.id;
  const query = useQuery(assigneesQuery);
  const [written, setWritten] = useState("");
  const save = useAssign(items, close);
  const is_somebodys = items.some(({ assigned_to }) => assigned_to !== null);
  const people = (query.data?.assignees ?? [])
    .filter(({ name }) => written.trim() === "" || fitsWords(written, name))
    .sort((one, other) => Number(other.account_id === me) - Number(one.account_id === me));
  return (
    <Modal
      opened
      onClose={close}
      title={items.length === 1 ? text.assign.title : text.assign.title_many({ n: items.length })}
    >
      <form
        className="stack tight"
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = people;
          if (first !== undefined && !save.isPending) save.mutate(first);
        }}
      >
        <TextInput
          type="search"
          data-autofocus
          aria-label={text.assign.find}
          placeholder={text.assign.find}
          value={written}
          onChange={(event) => setWritten(event.currentTarget.value)}
        />
        <Loaded query={query} fallback={<Waiting rows={4} height={34} />}>
          {() => (
            <ul className="assignees">
              {people.map((person) => (
                <li key={person.account_id}>
                  <Button
                    fullWidth
                    variant={
                      items.every((item) => item.assigned_to === person.account_id) ? "light" : "default"
                    }
                    justify="space-between"
                    loading={save.isPending && save.variables?.account_id === person.account_id}
                    rightSection={<span className="dim small">{text.assign.open({ n: person.open })}</span>}
                    onClick={() => save.mutate(person)}
                  >
                    {person.account_id === me ? `${person.name} (${text.assign.you})` : person.name}
                  </Button>
                </li>
              ))}
              {people.length === 0 ? <li className="dim small">{text.assign.no_match}</li> : null}
            </ul>
          )}
        </Loaded>
        {is_somebodys ? (
          <Button
            variant="subtle"
            color="gray"
            loading={save.isPending && save.variables === null}
            onClick={() => save.mutate(null)}
          >
            {text.assign.to_nobody}
          </Button>
        ) : null}
      </form>
    </Modal>
  );
}
