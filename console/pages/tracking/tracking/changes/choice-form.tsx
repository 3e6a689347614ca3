/** The form of one choice: what is asked for, and whether it takes effect at once. */
import { Button, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { OtherErrors, useSaveForm } from "../../../../parts/form.tsx";
import { day, type Times } from "../../../../parts/times.ts";
import { ask, type Choices, choicesKey, type OfferedChoice } from "./queries.ts";
import { text } from "./text.ts";

/** Characters that the service takes. */
const LENGTHS = { note: 300, day: 200, safe_place: 200, neighbour: 200, contact: 1000 } as const;
/** The member of the request that the text is sent as. */
const MEMBERS = {
  note: "note",
  day: "comment",
  safe_place: "details",
  neighbour: "details",
  contact: "message",
};

export function ChoiceForm({
  token,
  carrier,
  times,
  offered: { choice, applies, until },
  choices: { days, preferences },
  changed,
  close,
}: {
  token: string;
  carrier: string;
  times: Times;
  offered: OfferedChoice;
  choices: Choices;
  changed: () => void;
  close: () => void;
}) {
  const client = useQueryClient();
  const words = text.choices[choice];
  const form = useSaveForm({
    initial: { text: choice === "note" ? (preferences?.note ?? "") : "", scheduled_date: "" },
    run: async ({ text: written, scheduled_date }) => {
      try {
        return await ask(token, choice, { text: written.trim(), scheduled_date });
      } catch (error) {
        // What was possible before may be closed now; the page shows why.
        void client.invalidateQueries({ queryKey: choicesKey(token) });
        throw error;
      }
    },
    keys: [],
    success_message: applies ? text.saved : text.sent({ carrier }),
    toPath: (path) => (path === MEMBERS[choice] ? "text" : path),
    done: (after) => {
      client.setQueryData(choicesKey(token), after);
      changed();
      close();
    },
  });
  const { scheduled_date, text: written } = form.values;
  const is_empty = choice === "day" ? scheduled_date === "" : written.trim() === "";
  return (
    <form className="stack" {...form.props} noValidate>
      <OtherErrors errors={form.others} title={text.refused} />
      {choice === "day" ? (
        <Days
          days={days}
          chosen={scheduled_date}
          choose={(date) => form.set({ scheduled_date: date })}
          error={form.errorOf("scheduled_date")}
        />
      ) : null}
      <Textarea
        label={words.label}
        placeholder={words.example}
        maxLength={LENGTHS[choice]}
        autosize
        minRows={choice === "contact" ? 3 : 2}
        data-autofocus={choice === "day" ? undefined : true}
        {...form.field("text")}
      />
      <p className="dim small">
        {[
          applies ? text.at_once : text.decides({ carrier }),
          ...(until === null ? [] : [text.until({ moment: times.moment(until) })]),
        ].join(" ")}
      </p>
      <div className="row">
        <Button type="submit" size="md" loading={form.is_saving} disabled={is_empty}>
          {words.submit}
        </Button>
        <Button variant="subtle" color="gray" size="md" onClick={close}>
          {text.cancel}
        </Button>
      </div>
    </form>
  );
}

function Days({
  days,
  chosen,
  choose,
  error,
}: {
  days: readonly string[];
  chosen: string;
  choose: (date: string) => void;
  error: string | undefined;
}) {
  return (
    <fieldset className="changes-days">
      <legend>{text.choices.day.which}</legend>
      {days.map((date) => (
        <label key={date} className="changes-day">
          <input
            type="radio"
            name="scheduled_date"
            value={date}
            checked={chosen === date}
            onChange={() => choose(date)}
          />
          <span>{day(date)}</span>
        </label>
      ))}
      {error === undefined ? null : (
        <p className="changes-error small" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
