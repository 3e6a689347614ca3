/** Chooses locker and time, on the renter's behalf: who, why, and how the renter agreed. */
import { Alert, Radio, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { LuggageRelayReturnChoiceInput, RelayOption } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { useMemberText } from "../../../parts/member-text.ts";
import { Loaded, Waiting } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { type LuggageRelay, optionsQuery, RELAYS_KEY } from "./queries.ts";
import { text } from "./text.ts";

type Chooser = NonNullable<LuggageRelayReturnChoiceInput["chosen_by"]>;
type Consent = NonNullable<LuggageRelayReturnChoiceInput["consent"]>;
const CONSENTS = ["in_person", "phone", "email", "text_message", "standing_instruction"] as const;

export function ChooseDialog({ relay, close }: { relay: LuggageRelay; close: () => void }) {
  const { id: relay_id, version, return_choice } = relay;
  const queries = useQueryClient();
  const times = useTimes();
  const options = useQuery(optionsQuery(relay_id));
  const [locker_id, setLocker] = useState<number | null>(return_choice?.locker_id ?? null);
  const [chosen_by, setChooser] = useState<Chooser>("staff");
  const [consent, setConsent] = useState<Consent | null>(null);
  const [date, setDate] = useState(times.toDay(return_choice?.window.start ?? new Date().toISOString()));
  const [start, setStart] = useState(
    return_choice === null ? "14:00" : times.time(return_choice.window.start),
  );
  const [end, setEnd] = useState(return_choice === null ? "18:00" : times.time(return_choice.window.end));
  const basis = useMemberText(getRules("luggageRelayReturnChoice"), "basis", {
    required: chosen_by !== "renter",
  });
  const is_ready =
    locker_id !== null &&
    date !== "" &&
    start !== "" &&
    end !== "" &&
    (chosen_by === "renter" || basis.text !== "");
  const input: LuggageRelayReturnChoiceInput | null = is_ready
    ? {
        relay_id,
        locker_id,
        window: { start: times.at(date, start), end: times.at(date, end) },
        chosen_by,
        ...(basis.text === "" ? {} : { basis: basis.text }),
        ...(consent === null ? {} : { consent }),
      }
    : null;
  return (
    <ActionDialog
      opened
      close={close}
      name={`relay choose ${version}`}
      title={text.choose.title}
      confirm={text.choose.submit}
      input={input}
      run={(run_options) => {
        if (input === null) throw new Error("A place is chosen first.");
        return client.luggageRelayReturnChoice(input, { ...run_options, if_match: version });
      }}
      outcome={({ relay: { return_choice: chosen_return } }) => (
        <p>{text.choose.outcome({ locker: chosen_return?.locker_name ?? "" })}</p>
      )}
      done={({ relay: { return_choice: chosen_return } }) => {
        notifySuccess(text.choose.done({ locker: chosen_return?.locker_name ?? "" }));
        void queries.invalidateQueries({ queryKey: RELAYS_KEY });
        close();
      }}
    >
      <Loaded query={options} fallback={<Waiting rows={3} />}>
        {(lockers) =>
          lockers.length === 0 ? (
            <Alert color="orange">{text.choose.none}</Alert>
          ) : (
            <Radio.Group
              label={text.choose.locker}
              value={locker_id === null ? "" : String(locker_id)}
              onChange={(value) => setLocker(Number(value))}
            >
              <Stack gap={10} mt={6}>
                {lockers.map((option) => (
                  <Radio
                    key={option.locker_id}
                    size="md"
                    value={String(option.locker_id)}
                    label={option.name}
                    description={describeOption(option)}
                    disabled={!option.fits}
                  />
                ))}
              </Stack>
            </Radio.Group>
          )
        }
      </Loaded>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
        <TextInput
          type="date"
          label={text.choose.day}
          value={date}
          onChange={(event) => setDate(event.currentTarget.value)}
        />
        <TextInput
          type="time"
          label={text.choose.start}
          value={start}
          onChange={(event) => setStart(event.currentTarget.value)}
        />
        <TextInput
          type="time"
          label={text.choose.end}
          value={end}
          onChange={(event) => setEnd(event.currentTarget.value)}
        />
      </SimpleGrid>
      <Select
        label={text.choose.by}
        allowDeselect={false}
        data={[
          { value: "staff", label: text.choose.by_staff },
          { value: "renter", label: text.choose.by_renter },
          { value: "rule", label: text.choose.by_rule },
        ]}
        value={chosen_by}
        onChange={(value) => setChooser(value as Chooser)}
      />
      <TextInput label={text.choose.basis} description={text.choose.basis_about} {...basis.props} />
      <Select
        label={text.choose.consent}
        placeholder={text.no_consent}
        clearable
        data={CONSENTS.map((value) => ({ value, label: text.choose.consents[value] }))}
        value={consent}
        onChange={(value) => setConsent(value as Consent | null)}
      />
    </ActionDialog>
  );
}

const describeOption = ({ fits, without_room, free, is_online, place }: RelayOption): string =>
  [
    fits ? text.choose.fits : text.choose.no_room({ tags: without_room.join(", ") }),
    free.map(({ size, free: count }) => `${count} ${size}`).join(", "),
    is_online ? null : text.choose.offline,
    place?.city,
  ]
    .filter(Boolean)
    .join(" · ");
