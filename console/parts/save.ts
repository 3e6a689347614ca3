/** A change that is told, and after which what it touched is read again. */
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { failed, said } from "./toast.ts";

export function useSave<Input, Answer>(
  run: (input: Input) => Promise<Answer>,
  {
    keys,
    past,
    done,
    quiet = false,
  }: {
    keys: QueryKey[];
    past: string;
    done?: (answer: Answer) => void /** The form shows the refusal itself. */;
    quiet?: boolean;
  },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (answer) => {
      said(past);
      done?.(answer);
    },
    onError: (error) => {
      if (!quiet) failed(error, "It was not saved");
    },
    onSettled: () => {
      for (const queryKey of keys) void client.invalidateQueries({ queryKey });
    },
  });
}
