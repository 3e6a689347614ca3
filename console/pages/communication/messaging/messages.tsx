/** Senders of messages to people, and the log of sent messages. */
import { Senders } from "./senders.tsx";
import { SentMessages } from "./sent-messages.tsx";

export function Messages() {
  return (
    <>
      <Senders />
      <SentMessages />
    </>
  );
}
