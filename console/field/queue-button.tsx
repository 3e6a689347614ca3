/** Whether everything has been sent, in the bar of the app; opens what has not. */
import { Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUpload } from "#icons";
import { needsPerson } from "../offline/items.ts";
import { useOnline } from "../offline/use-online.ts";
import { useQueueState } from "../offline/use-queue.ts";
import { QueueSheet } from "./queue-sheet.tsx";
import { text } from "./text.ts";

export function QueueButton() {
  const [opened, sheet] = useDisclosure(false);
  const { items, connection } = useQueueState();
  const is_online = useOnline();
  const waiting = items.filter(({ state }) => state === "waiting").length;
  const needs = items.filter(needsPerson).length;
  const is_away = !is_online || connection !== "ready";
  const is_sending = is_online && connection === "sending";
  const [Icon, tone] =
    needs > 0
      ? ([IconAlertTriangle, "bad"] as const)
      : is_sending
        ? ([IconCloudUpload, "blue"] as const)
        : is_away
          ? ([IconCloudOff, "warn"] as const)
          : waiting > 0
            ? ([IconCloudUpload, "blue"] as const)
            : ([IconCloudCheck, "good"] as const);
  const label =
    needs > 0
      ? text.queue.needs_you({ n: needs })
      : waiting > 0
        ? text.queue.waiting({ n: waiting })
        : is_away && !is_sending
          ? text.queue.away
          : text.queue.all_sent;
  return (
    <>
      <button
        type="button"
        className={`field-queue tone-${tone}`}
        data-waiting={waiting}
        data-needs={needs}
        aria-haspopup="dialog"
        onClick={sheet.open}
      >
        <Icon size={20} stroke={1.8} aria-hidden />
        <span role="status">{label}</span>
      </button>
      <Drawer
        opened={opened}
        onClose={sheet.close}
        position="bottom"
        size="85%"
        title={text.queue.title}
        classNames={{ content: "field-dialog" }}
        closeButtonProps={{ "aria-label": text.close, size: 44 }}
      >
        <QueueSheet close={sheet.close} is_away={is_away && !is_sending} />
      </Drawer>
    </>
  );
}
