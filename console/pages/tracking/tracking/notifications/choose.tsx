/** Ends the notifications to an address, and begins them again: the page that the link of an e-mail opens. Nothing happens until the button. */
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { publicClient } from "../../../../api/client.ts";
import { usePageTitle } from "../../../../parts/use-page-title.ts";
import { PublicFrame } from "../public-frame.tsx";
import { text } from "./text.ts";

export function ChooseNotifications() {
  usePageTitle();
  const search = new URLSearchParams(window.location.search);
  const choose = useMutation({
    mutationFn: (receive: boolean) =>
      publicClient.notificationsChoose({
        recipient: Number(search.get("recipient")),
        business: Number(search.get("business")),
        signature: search.get("signature") ?? "",
        receive,
      }),
  });
  const written_choice = choose.data;
  return (
    <PublicFrame>
      <div className="track-card track-ask" role="status">
        <h1>
          {written_choice === undefined
            ? text.choose.title
            : written_choice.receive
              ? text.choose.received({ address: written_choice.address })
              : text.choose.stopped({ address: written_choice.address })}
        </h1>
        {choose.isError ? <p role="alert">{text.choose.failed}</p> : null}
        <Button
          size="lg"
          fullWidth
          variant={written_choice?.receive === false ? "default" : "filled"}
          loading={choose.isPending}
          onClick={() => choose.mutate(written_choice?.receive === false)}
        >
          {written_choice?.receive === false ? text.choose.again : text.choose.submit}
        </Button>
      </div>
    </PublicFrame>
  );
}
