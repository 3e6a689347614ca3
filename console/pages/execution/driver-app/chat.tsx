/** The conversation about an order of the day. */

import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { IconChevronLeft } from "#icons";
import { FieldChat } from "../../../field/order-chat.tsx";
import { useDay } from "./queries.ts";
import { text } from "./text.ts";

const FROM = "/inside/driver/chat/$order_id";

export function ChatPage() {
  const { order_id } = useParams({ from: FROM });
  const { corrects } = useSearch({ from: FROM });
  const navigate = useNavigate();
  const { data: day } = useDay();
  const stop_and_task = day?.routes
    .flatMap(({ stops }) => stops)
    .flatMap((stop) => stop.tasks.map((task) => ({ stop, task })))
    .find(({ task }) => task.order_id === Number(order_id));
  return (
    <FieldChat
      order_id={Number(order_id)}
      name={stop_and_task?.task.ref ?? stop_and_task?.task.tracking_number ?? order_id}
      corrects={corrects}
      corrected={() =>
        void navigate({ to: "/driver/chat/$order_id", params: { order_id }, search: {}, replace: true })
      }
      back={
        stop_and_task === undefined ? (
          <Link to="/driver" className="stop-back">
            <IconChevronLeft size={22} aria-hidden /> {text.stop.back}
          </Link>
        ) : (
          <Link
            to="/driver/stops/$stop_id"
            params={{ stop_id: String(stop_and_task.stop.id) }}
            className="stop-back"
          >
            <IconChevronLeft size={22} aria-hidden /> {text.stop.title({ n: stop_and_task.stop.seq })}
          </Link>
        )
      }
    />
  );
}
