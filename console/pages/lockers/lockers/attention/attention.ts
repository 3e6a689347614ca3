/** What needs a person about lockers. */
import { client } from "../../../../api/client.ts";
import { fillText } from "../../../../language/texts.ts";
import { getRules, type Rules } from "../../../../parts/form-rules.ts";
import {
  type Attention,
  type CallAction,
  type Item,
  readString,
} from "../../../insight/dispatch/define-attention.ts";
import { text } from "./text.ts";

const findCompartmentId = ({ facts: { compartment_id } }: Item): number | null =>
  typeof compartment_id === "number" ? compartment_id : null;

const isToCheck = (item: Item) => item.facts["fault"] === "verify" && findCompartmentId(item) !== null;

/** The reason is the note for the log. */
const readNoteRules = ({ by_path }: Rules<string>): Rules<string> => ({
  by_path: { reason: by_path["note"] ?? {} },
});

const recordCheck = (contents: "EMPTY" | "FULL", label: () => string): CallAction => ({
  do: "call",
  label,
  operation: "lockerCompartmentCheck",
  needs_reason: () => readNoteRules(getRules("lockerCompartmentCheck")),
  applies: isToCheck,
  run: (item, note, options) =>
    client.lockerCompartmentCheck(
      { locker_id: item.subject_id, compartment_id: findCompartmentId(item) ?? 0, contents, note },
      options,
    ),
});

export const attention: Attention = {
  locker_fault: {
    name: ({ locker }) => readString(locker),
    why: ({ fault, locker, compartment_code, since }, { times }) => {
      const values = {
        locker: readString(locker) ?? "",
        compartment: readString(compartment_code) ?? "",
        moment: times.moment(readString(since)),
      };
      const sentence = Object.entries(text.faults).find(([code]) => code === fault)?.[1];
      return sentence === undefined ? text.other(values) : fillText(sentence, values);
    },
    actions: [
      {
        do: "open",
        label: () => text.actions.open,
        page: (item) => {
          const compartment = findCompartmentId(item);
          return {
            to: `/lockers/${item.subject_id}`,
            search: compartment === null ? {} : { compartment },
          };
        },
      },
      recordCheck("EMPTY", () => text.actions.check_empty),
      recordCheck("FULL", () => text.actions.check_full),
      {
        do: "call",
        label: () => text.actions.take_out,
        operation: "lockerCompartmentTakeOut",
        danger: true,
        needs_reason: () => readNoteRules(getRules("lockerCompartmentTakeOut")),
        applies: (item) => findCompartmentId(item) !== null,
        run: (item, note, options) =>
          client.lockerCompartmentTakeOut(
            { locker_id: item.subject_id, compartment_id: findCompartmentId(item) ?? 0, note },
            options,
          ),
      },
    ],
  },
};
