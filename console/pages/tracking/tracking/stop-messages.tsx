/** Ends the messages about a shipment: the page that the link of each message opens. Nothing happens until the button. */

import { Button } from "@mantine/core";
import { useState } from "react";
import { publicClient } from "../../../api/client.ts";
import { usePageTitle } from "../../../parts/use-page-title.ts";
import { PublicFrame } from "./public-frame.tsx";
import { text } from "./text.ts";

export function StopMessages() {
  usePageTitle();
  const [outcome, setOutcome] = useState<"asked" | "waiting" | "ended" | "failed">("asked");
  const search = new URLSearchParams(window.location.search);
  const end = async () => {
    setOutcome("waiting");
    try {
      await publicClient.trackingWatchEnd({
        watch: Number(search.get("watch")),
        business: Number(search.get("business")),
        signature: search.get("signature") ?? "",
      });
      setOutcome("ended");
    } catch {
      setOutcome("failed");
    }
  };
  return (
    <PublicFrame>
      <div className="track-card track-ask" role="status">
        <h1>{outcome === "ended" ? text.stop.done : text.stop.title}</h1>
        {outcome === "failed" ? <p>{text.stop.failed}</p> : null}
        {outcome === "ended" ? null : (
          <Button size="lg" fullWidth loading={outcome === "waiting"} onClick={() => void end()}>
            {text.stop.submit}
          </Button>
        )}
      </div>
    </PublicFrame>
  );
}
