/** The form of one choice: what is asked for, and whether it takes effect at once. */
import { Button, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { OtherErrors, useSaveForm } from "../../../../parts/form.tsx";
import { getRules, type Rules } from "../../../../parts/form-rules.ts";
import { day, type Times } from "../../../../parts/times.ts";
import { ask, type Choices, choicesKey, type OfferedChoice } from "./queries.ts";
import { text } from "./text.ts";

const RULES: Record<OfferedChoice["choice"], Rules<string>> = {
  note: getRules("trackingSharedNote"),
  day: getRules("trackingSharedDay"),
  safe_place: getRules("trackingSharedSafePlace"),
  neighbour: getRules("trackingSharedNeighbour"),
  contact: getRules("trackingSharedContact"),
};
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
    rules: RULES[choice],
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
  return (
    <form className="stack" {...form.props}>
      <OtherErrors errors={form.others} title={text.refused} />
      {choice === "day" ? (
        <Days
          days={days}
          chosen={form.values.scheduled_date}
          choose={(date) => form.set({ scheduled_date: date })}
          error={form.field("scheduled_date").error}
        />
      ) : null}
      <Textarea
        label={words.label}
        placeholder={words.example}
        autosize
        minRows={choice === "contact" ? 3 : 2}
        data-autofocus={choice === "day" ? undefined : true}
        {...form.own("text", { member: MEMBERS[choice] })}
      />
      <p className="dim small">
        {[
          applies ? text.at_once : text.decides({ carrier }),
          ...(until === null ? [] : [text.until({ moment: times.moment(until) })]),
        ].join(" ")}
      </p>
      <div className="row">
        <Button type="submit" size="md" loading={form.is_saving}>
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
    <div
      className="changes-days"
      role="radiogroup"
      aria-labelledby="changes-days"
      aria-invalid={error !== undefined}
      tabIndex={-1}
    >
      <p id="changes-days">{text.choices.day.which}</p>
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
    </div>
  );
}
