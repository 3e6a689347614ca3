/** Follow a shipment by e-mail: the address is confirmed by a code. Each message has a link that ends them. */
import { Button, TextInput } from "@mantine/core";
import { IconBell, IconMailCheck } from "@tabler/icons-react";
import { useState } from "react";
import { publicClient } from "../../../api/client.ts";
import { OtherErrors, useSaveForm } from "../../../parts/form.tsx";

export function WatchForm({ number }: { number: string }) {
  const [email, setEmail] = useState<string | null>(null);
  const [confirmed, setConfirmed] = useState(false);
  return (
    <section className="track-card track-watch" aria-label="Messages about this parcel">
      {confirmed ? (
        <>
          <h2 className="row tight">
            <IconMailCheck size={20} aria-hidden /> We will tell you
          </h2>
          <p className="dim" role="status">
            {email} gets a message each time the status changes. Every message has a link to stop them.
          </p>
        </>
      ) : email === null ? (
        <AskEmail number={number} sent={setEmail} />
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

function AskEmail({ number, sent }: { number: string; sent: (email: string) => void }) {
  const form = useSaveForm({
    initial: { email: "" },
    run: async ({ email }) => {
      await publicClient.trackingWatch({ number, email: email.trim() });
      return email.trim();
    },
    keys: [],
    past: (email) => `We sent a code to ${email}.`,
    done: sent,
  });
  return (
    <form className="stack" onSubmit={form.submit} noValidate>
      <h2 className="row tight">
        <IconBell size={20} aria-hidden /> Tell me when it moves
      </h2>
      <OtherErrors errors={form.others} title="No code was sent" />
      <div className="track-watch-row">
        <TextInput
          type="email"
          aria-label="E-mail address"
          placeholder="you@example.com"
          autoComplete="email"
          required
          size="md"
          {...form.field("email")}
        />
        <Button type="submit" size="md" loading={form.is_saving} disabled={form.values.email.trim() === ""}>
          Send a code
        </Button>
      </div>
      <p className="dim small">You get a code first, so that nobody else can have messages sent to you.</p>
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
    initial: { code: "" },
    run: ({ code }) => publicClient.trackingWatchConfirm({ number, email, code: code.replaceAll(/\s/g, "") }),
    keys: [],
    past: "Your address is confirmed.",
    done: confirmed,
  });
  return (
    <form className="stack" onSubmit={form.submit} noValidate>
      <h2>Enter the code</h2>
      <p className="dim">
        We sent six digits to <b>{email}</b>. They are valid for 15 minutes. If nothing arrives, the address
        may follow this parcel already.
      </p>
      <OtherErrors errors={form.others} title="The code was not accepted" />
      <div className="track-watch-row">
        <TextInput
          aria-label="Code"
          placeholder="123456"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          required
          size="md"
          data-autofocus
          {...form.field("code")}
        />
        <Button type="submit" size="md" loading={form.is_saving} disabled={form.values.code.trim() === ""}>
          Confirm
        </Button>
      </div>
      <div>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={back}>
          Another address, or another code
        </Button>
      </div>
    </form>
  );
}
