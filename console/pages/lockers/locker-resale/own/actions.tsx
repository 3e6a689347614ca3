/** What all steps of a seller share: a call that refreshes the handover, why it was refused, and what is asked before it. */
import { Alert, Button, Modal } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "../../../../api/client.ts";
import type { Attachment } from "../../../../field/photos.ts";
import { ButtonLink } from "../../../../parts/links.tsx";
import { uploadImage } from "../../../../parts/photo.tsx";
import { shrinkFile, toFile } from "../shrink-file.ts";
import { text } from "./text.ts";

export function useResaleAction<Input, Answer>(
  run: (input: Input) => Promise<Answer>,
  done?: (answer: Answer) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: done,
    onSettled: () => queries.invalidateQueries({ queryKey: ["resale"] }),
  });
}

/** Why a call was refused, with the way on that is elsewhere. */
export function Refused({ error, children }: { error: Error | null; children?: ReactNode }) {
  if (error === null) return null;
  const is_unpaid = error instanceof ApiError && error.error_code === "WALLET_TOO_LOW";
  return (
    <Alert color="red" variant="outline" role="alert" title={text.refused.title}>
      <div className="stack tight">
        <span>{error.message}</span>
        {children}
        {is_unpaid ? (
          <ButtonLink to="/wallet" variant="default" size="xs" style={{ alignSelf: "start" }}>
            {text.refused.wallet}
          </ButtonLink>
        ) : null}
      </div>
    </Alert>
  );
}

/** A step that cannot be taken back is asked for once more. */
export function Confirm({
  title,
  about,
  confirm,
  danger = false,
  action,
  close,
}: {
  title: string;
  about: string;
  confirm: string;
  danger?: boolean;
  action: { error: Error | null; isPending: boolean; mutate: (input: undefined) => void };
  close: () => void;
}) {
  return (
    <Modal opened onClose={close} title={title}>
      <div className="stack">
        <p>{about}</p>
        <Refused error={action.error} />
        <div className="row" style={{ justifyContent: "flex-end" }}>
          <Button variant="default" onClick={close}>
            {text.back}
          </Button>
          <Button
            color={danger ? "red.8" : undefined}
            loading={action.isPending}
            onClick={() => action.mutate(undefined)}
          >
            {confirm}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

export const uploadAll = (photos: readonly Attachment[]): Promise<number[]> =>
  Promise.all(photos.map((photo) => uploadImage(toFile(photo))));

export const uploadShrunk = async (file: File): Promise<number> => uploadImage(await shrinkFile(file));
