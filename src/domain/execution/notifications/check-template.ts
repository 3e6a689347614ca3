/** What is wrong with a template: variables that do not exist, or members that its channel has not. */
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { messages } from "./messages.ts";
import type { Channel, NotificationEvent } from "./rules.ts";
import { findUnknownVariables, type Template } from "./templates.ts";

export function findTemplateFaults(
  { subject, body }: Template,
  event: NotificationEvent,
  channel: Channel,
): RefusalDetail[] {
  const faults: RefusalDetail[] = Object.entries({ subject, body }).flatMap(([field, text]) =>
    findUnknownVariables(text, event, channel).map(({ name, nearest }) => ({
      field,
      message: messages.unknown_variable.with({
        variable: `{${name.slice(0, 40)}}`,
        nearest: nearest.map((one) => `{${one}}`).join(", "),
      }),
    })),
  );
  if (body.trim() === "") faults.push({ field: "body", message: messages.is_empty });
  if (channel === "sms" && subject !== "")
    faults.push({ field: "subject", message: messages.empty_for_text_message });
  if (channel !== "sms" && subject.trim() === "")
    faults.push({ field: "subject", message: messages.is_empty });
  return faults;
}
