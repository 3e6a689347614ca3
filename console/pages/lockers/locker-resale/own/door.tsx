/** The seller before the locker: opens the door by the position of the phone, or shows the code for the locker. */
import { Alert, Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ResaleHandoverDepositOutput } from "../../../../../packages/client/client.gen.ts";
import { client } from "../../../../api/client.ts";
import { type PhonePosition, readPosition } from "../claim/position.ts";
import type { ResaleHandover } from "../queries.ts";
import { useIsOver } from "../use-is-over.ts";
import { Refused, useResaleAction } from "./actions.tsx";
import { text } from "./text.ts";

type Opening = Pick<ResaleHandoverDepositOutput, "opens_until">;

export function Door({
  handover,
  words,
  ready = true,
  open: openDoor,
  answer: giveAnswer,
}: {
  handover: ResaleHandover;
  words: { open: string; confirm: string; abort: string };
  /** What comes before the door is done. */
  ready?: boolean;
  open: (position: PhonePosition) => Promise<Opening>;
  /** What the person did there, where no sensor tells it. */
  answer: (step: "confirm" | "abort") => Promise<unknown>;
}) {
  const { id: handover_id, door, compartment_code, is_locker_online, awaits_answer } = handover;
  const open = useResaleAction(async () => openDoor(await readPosition()));
  const answer = useResaleAction(giveAnswer, open.reset);
  const code = useMutation({ mutationFn: () => client.resaleHandoverCode({ handover_id }) });
  const is_over = useIsOver(open.data?.opens_until ?? null);
  const is_late = is_over && !awaits_answer && door !== "OPEN";
  return (
    <div className="stack">
      {is_locker_online ? null : <Alert color="orange">{text.door.offline}</Alert>}
      <Refused error={open.error ?? answer.error ?? code.error} />
      {awaits_answer ? (
        <Alert color="blue" role="status">
          {door === "OPEN" ? text.door.open : text.door.closed}
        </Alert>
      ) : is_late ? (
        <Alert color="orange" role="alert" title={text.door.late}>
          {text.door.late_about}
        </Alert>
      ) : open.isSuccess ? (
        <Alert color="blue" role="status">
          {text.door.opening({ code: compartment_code ?? "" })}
        </Alert>
      ) : null}
      {awaits_answer ? (
        <div className="sell-pair">
          <Button
            size="md"
            loading={answer.isPending && answer.variables === "confirm"}
            onClick={() => answer.mutate("confirm")}
          >
            {words.confirm}
          </Button>
          <Button
            size="md"
            variant="default"
            loading={answer.isPending && answer.variables === "abort"}
            onClick={() => answer.mutate("abort")}
          >
            {words.abort}
          </Button>
        </div>
      ) : null}
      {awaits_answer && door === "OPEN" ? null : (
        <Button
          size="md"
          variant={awaits_answer ? "default" : "filled"}
          disabled={!ready || !is_locker_online}
          loading={open.isPending}
          onClick={() => open.mutate(undefined)}
        >
          {words.open}
        </Button>
      )}
      {awaits_answer ? null : code.data === undefined ? (
        <Button
          variant={is_locker_online ? "subtle" : "filled"}
          disabled={!ready}
          loading={code.isPending}
          onClick={() => code.mutate()}
        >
          {text.door.code}
        </Button>
      ) : (
        <button type="button" className="sell-code" title={text.door.hide_code} onClick={() => code.reset()}>
          <span className="dim small">{text.door.code_is}</span>
          <span className="num">{`${code.data.code.slice(0, 4)} ${code.data.code.slice(4)}`}</span>
        </button>
      )}
      {awaits_answer ? null : <p className="dim small">{text.door.position}</p>}
    </div>
  );
}
