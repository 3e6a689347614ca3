/** Sends a test to a URL, and shows what it answered. */
import { Alert, Button, Code, Drawer, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { OtherErrors, useSaveForm } from "../../../parts/form.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { number } from "../../../parts/format.ts";
import { nameError } from "./error-name.ts";
import { eventTypesQuery, WEBHOOKS_KEY } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("webhookTest");

type Answer = Awaited<ReturnType<typeof client.webhookTest>>;

export function TestDrawer({
  url,
  close,
  created,
}: {
  url: string;
  close: () => void;
  created: (secret: string) => void;
}) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const types = useQuery(eventTypesQuery).data?.event_types ?? [];
  const form = useSaveForm({
    rules: RULES,
    initial: { url, event_type: "order.status_changed" },
    run({ url: written, event_type }) {
      setAnswer(null);
      return client.webhookTest({ url: written.trim(), event_type });
    },
    keys: [WEBHOOKS_KEY],
    success_message: text.test_sent,
    done(tested) {
      setAnswer(tested);
      if (tested.secret !== null) created(tested.secret);
    },
  });
  return (
    <Drawer opened onClose={close} title={text.test_title}>
      <form className="stack" {...form.props}>
        <p className="dim small">{text.test_about}</p>
        <OtherErrors errors={form.others} />
        <TextInput data-autofocus label={text.url} {...form.field("url")} />
        <Select
          label={text.event_type}
          searchable
          allowDeselect={false}
          data={types.map(({ type }) => type)}
          {...form.field("event_type")}
        />
        {answer === null ? null : <TestAnswer answer={answer} />}
        <div className="row drawer-foot">
          <Button type="submit" loading={form.is_saving}>
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
