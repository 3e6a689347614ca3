/** Who sends messages to people, and what became of each. */
import { Senders } from "./senders.tsx";
import { SentMessages } from "./sent-messages.tsx";

export default function Messages() {
  return (
    <>
      <Senders />
      <SentMessages />
    </>
  );
}
