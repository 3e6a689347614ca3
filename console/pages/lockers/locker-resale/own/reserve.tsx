/** The seller reserves a compartment: of the item's size, or of another one where none is free. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, client } from "../../../../api/client.ts";
import { type PublicLocker, type ResaleHandover, refusedReservationKey } from "../queries.ts";
import { Refused, useResaleAction } from "./actions.tsx";
import { LockerChoice, type Size } from "./locker-choice.tsx";
import { text } from "./text.ts";

export function Reserve({ handover, chosen }: { handover: ResaleHandover; chosen: number | undefined }) {
  const { id: handover_id, item } = handover;
  const [locker_id, setLocker] = useState<number | null>(chosen ?? null);
  const { data: first_refusal = null } = useQuery<Error>({
    queryKey: refusedReservationKey(handover_id),
    enabled: false,
  });
  const reserve = useResaleAction((size: Size | undefined) =>
    client.resaleHandoverReserve({
      handover_id,
      locker_id: locker_id ?? 0,
      ...(size === undefined ? {} : { size }),
    }),
  );
  const error = reserve.isIdle && locker_id === chosen ? first_refusal : reserve.error;
  return (
    <div className="stack">
      <LockerChoice
        size={item.width_mm === null ? item.size : null}
        value={locker_id}
        onChange={(id) => {
          setLocker(id);
          reserve.reset();
        }}
      />
      <Refused error={error}>
        {listFree(error).map(({ size, free }) => (
          <Button key={size} variant="default" size="sm" fullWidth onClick={() => reserve.mutate(size)}>
            {text.take_size({ size, n: free })}
          </Button>
        ))}
      </Refused>
      <Button
        size="md"
        disabled={locker_id === null}
        loading={reserve.isPending}
        onClick={() => reserve.mutate(undefined)}
      >
        {text.reserve}
      </Button>
    </div>
  );
}

/** The sizes that a refusal names. */
function listFree(error: Error | null): PublicLocker["free"] {
  const is_full = error instanceof ApiError && error.error_code === "NO_FREE_COMPARTMENT";
  return is_full ? (error.body["free"] as PublicLocker["free"]) : [];
}
