/** Sends a test to a URL, and shows what it answered. */
import { Alert, Button, Code, Drawer, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { client } from "../../../api/client.ts";
import { number } from "../../../parts/format.ts";
import { useSave } from "../../../parts/save.ts";
import { nameError } from "./error-name.ts";
import { eventTypesQuery, WEBHOOKS_KEY } from "./queries.ts";
import { text } from "./text.ts";

type Answer = Awaited<ReturnType<typeof client.webhookTest>>;

export function TestDrawer({
  url: given,
  close,
  created,
}: {
  url: string;
  close: () => void;
  created: (secret: string) => void;
}) {
  const [url, setUrl] = useState(given);
  const [event_type, setType] = useState("order.status_changed");
  const [answer, setAnswer] = useState<Answer | null>(null);
  const types = useQuery(eventTypesQuery).data?.event_types ?? [];
  const send = useSave(() => client.webhookTest({ url: url.trim(), event_type }), {
    keys: [WEBHOOKS_KEY],
    success_message: text.test_sent,
    done(tested) {
      setAnswer(tested);
      if (tested.secret !== null) created(tested.secret);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAnswer(null);
    send.mutate(undefined);
  };
  return (
    <Drawer opened onClose={close} title={text.test_title}>
      <form className="stack" onSubmit={submit}>
        <p className="dim small">{text.test_about}</p>
        <TextInput
          data-autofocus
          label={text.url}
          required
          type="url"
          maxLength={500}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Select
          label={text.event_type}
          searchable
          allowDeselect={false}
          value={event_type}
          onChange={(value) => setType(value ?? event_type)}
          data={types.map(({ type }) => type)}
        />
        {answer === null ? null : <TestAnswer answer={answer} />}
        <div className="row drawer-foot">
          <Button type="submit" loading={send.isPending}>
            {text.test_send}
          </Button>
        </div>
      </form>
    </Drawer>
  );
}

function TestAnswer({ answer }: { answer: Answer }) {
  const { result, http_status, error, duration_ms, response } = answer;
  return (
    <Alert
      role="status"
      variant="outline"
      color={result ? "green" : "red"}
      title={result ? text.test_good : text.test_bad}
    >
      <div className="stack tight">
        <span>
          {[
            nameError(error, http_status),
            duration_ms === null ? "" : text.duration({ ms: number(duration_ms) }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
        {response ? (
          <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {response}
          </Code>
        ) : null}
      </div>
    </Alert>
  );
}
