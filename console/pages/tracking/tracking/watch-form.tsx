/** Follow a shipment by e-mail: the address is confirmed by a code. Each message has a link that ends them. */

import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { IconBell, IconMailCheck } from "#icons";
import { publicClient } from "../../../api/client.ts";
import { rich } from "../../../language/rich.ts";
import { OtherErrors, useSaveForm } from "../../../parts/form.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { text } from "./text.ts";

const EMAIL_RULES = getRules("trackingWatch");
const CODE_RULES = getRules("trackingWatchConfirm");

export function WatchForm({ number }: { number: string }) {
  const [email, setEmail] = useState<string | null>(null);
  const [confirmed, setConfirmed] = useState(false);
  return (
    <section className="track-card track-watch" aria-label={text.watch.label}>
      {confirmed ? (
        <>
          <h2 className="row tight nowrap">
            <IconMailCheck size={20} aria-hidden /> {text.watch.done}
          </h2>
          <p className="dim" role="status">
            {text.watch.done_text({ email: email ?? "" })}
          </p>
        </>
      ) : email === null ? (
        <AskEmail number={number} onSent={setEmail} />
      ) : (
        <AskCode
          number={number}
          email={email}
          confirmed={() => setConfirmed(true)}
          back={() => setEmail(null)}
        />
      )}
    </section>
  );
}

function AskEmail({ number, onSent }: { number: string; onSent: (email: string) => void }) {
  const form = useSaveForm({
    rules: EMAIL_RULES,
    initial: { email: "" },
    run: async ({ email }) => {
      await publicClient.trackingWatch({ number, email: email.trim() });
      return email.trim();
    },
    keys: [],
    success_message: (email) => text.watch.sent({ email }),
    done: onSent,
  });
  return (
    <form className="stack" {...form.props}>
      <h2 className="row tight nowrap">
        <IconBell size={20} aria-hidden /> {text.watch.title}
      </h2>
      <OtherErrors errors={form.others} title={text.watch.not_sent} />
      <div className="track-watch-row">
        <TextInput
          aria-label={text.watch.email}
          placeholder={text.watch.email_example}
          autoComplete="email"
          size="md"
          {...form.field("email", { required: true })}
        />
        <Button type="submit" size="md" loading={form.is_saving}>
          {text.watch.send}
        </Button>
      </div>
      <p className="dim small">{text.watch.about}</p>
    </form>
  );
}

function AskCode({
  number,
  email,
  confirmed,
  back,
}: {
  number: string;
  email: string;
  confirmed: () => void;
  back: () => void;
}) {
  const form = useSaveForm({
    rules: CODE_RULES,
    initial: { written: "" },
    run: ({ written }) =>
      publicClient.trackingWatchConfirm({ number, email, code: written.replaceAll(/\s/g, "") }),
    toPath: (path) => (path === "code" ? "written" : path),
    keys: [],
    success_message: text.watch.confirmed,
    done: confirmed,
  });
  return (
    <form className="stack" {...form.props}>
      <h2>{text.watch.code_title}</h2>
      <p className="dim">{rich(text.watch.code_text, { email: <b>{email}</b> })}</p>
      <OtherErrors errors={form.others} title={text.watch.code_refused} />
      <div className="track-watch-row">
        <TextInput
          aria-label={text.watch.code}
          placeholder="123456"
          inputMode="numeric"
          autoComplete="one-time-code"
          size="md"
          data-autofocus
          {...form.own("written", { required: true })}
        />
        <Button type="submit" size="md" loading={form.is_saving}>
          {text.watch.confirm}
        </Button>
      </div>
      <div>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={back}>
          {text.watch.again}
        </Button>
      </div>
    </form>
  );
}
