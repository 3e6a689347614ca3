/** The conversation about the order of a job. */

import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { IconChevronLeft } from "#icons";
import { FieldChat } from "../../../../field/order-chat.tsx";
import { useOwnJobs } from "./rider-steps.ts";
import { text } from "./text.ts";

const FROM = "/inside/my-jobs/chat/$order_id";

export function RiderChatPage() {
  const { order_id } = useParams({ from: FROM });
  const { corrects } = useSearch({ from: FROM });
  const navigate = useNavigate();
  const job = useOwnJobs().data?.find((one) => one.order_id === Number(order_id));
  return (
    <FieldChat
      order_id={Number(order_id)}
      name={job?.order_ref ?? job?.tracking_number ?? order_id}
      corrects={corrects}
      corrected={() =>
        void navigate({ to: "/my-jobs/chat/$order_id", params: { order_id }, search: {}, replace: true })
      }
      back={
        <Link to="/my-jobs" className="stop-back">
          <IconChevronLeft size={22} aria-hidden /> {text.jobs_list}
        </Link>
      }
    />
  );
}
