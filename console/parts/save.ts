/** A mutation that shows a notification and invalidates the affected queries. */
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { text } from "./text.ts";
import { notifyFailure, notifySuccess } from "./toast.ts";

export function useSave<Input, Answer>(
  run: (input: Input) => Promise<Answer>,
  {
    keys,
    success_message,
    done,
    refused = (error) => notifyFailure(error, text.not_saved),
  }: {
    /** Queries that the change makes stale. */
    keys: QueryKey[];
    /** Text of the success notification; null where the page itself says what came of it. */
    success_message: string | ((answer: Answer) => string | null);
    done?: (answer: Answer) => void;
    /** Shows an error; a notification, unless a form shows it at its fields. */
    refused?: (error: Error) => void;
  },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (answer) => {
      const message = typeof success_message === "function" ? success_message(answer) : success_message;
      if (message !== null) notifySuccess(message);
      done?.(answer);
    },
    onError: refused,
    onSettled: () => {
      for (const queryKey of keys) void client.invalidateQueries({ queryKey });
    },
  });
}
