import { IconMailOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../api/client.ts";
import { Tag } from "../../parts/badge.tsx";
import { Sheet } from "../../parts/page.tsx";
import { Pager } from "../../parts/pager.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useTimes } from "../../parts/times.ts";
import { plain } from "../../parts/words.ts";

const TONE = { kept: "grey", queued: "blue", sent: "good", failed: "bad" } as const;

export default function Messages() {
  const times = useTimes();
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: ["outbox", page],
    queryFn: ({ signal }) => client.clientOutbox({ page, per_page: 30 }, { signal }),
  });
  return (
    <Sheet pad={false}>
      <Loaded query={query}>
        {(found) =>
          found.messages.length === 0 ? (
            <Empty icon={IconMailOff} title="No messages yet">
              Invitations, codes and notices appear here.
            </Empty>
          ) : (
            <>
              <ul className="list">
                {found.messages.map((message) => (
                  <li key={message.id} style={{ padding: "9px 14px" }}>
                    <details>
                      <summary>
                        <span className="strong">{message.subject || plain(message.channel)}</span>{" "}
                        <span className="dim">
                          to {message.recipient} · {times.moment(message.created_at)}
                        </span>{" "}
                        <Tag tone={TONE[message.state]}>
                          {message.state === "kept" ? "Kept here" : plain(message.state)}
                        </Tag>
                      </summary>
                      <pre className="message-body look-ahead" style={{ marginTop: 8 }}>
                        {message.body}
                      </pre>
                    </details>
                  </li>
                ))}
              </ul>
              <Pager {...found} onPage={setPage} noun="messages" />
            </>
          )
        }
      </Loaded>
    </Sheet>
  );
}
