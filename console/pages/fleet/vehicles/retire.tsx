/** Takes a vehicle out of use for good, or back into service. */
import { useQueryClient } from "@tanstack/react-query";
import type { ClientVehicleUpdateOutput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { notifySuccess } from "../../../parts/toast.ts";
import type { Vehicle } from "./queries.ts";
import { text } from "./text.ts";

export function Retire({
  vehicle: { id: vehicle_id, plate, status, version },
  drivers,
  close,
}: {
  vehicle: Vehicle;
  drivers: readonly string[];
  close: () => void;
}) {
  const queries = useQueryClient();
  const is_back = status === "retired";
  return (
    <ActionDialog<ClientVehicleUpdateOutput>
      opened
      close={close}
      name={`retire ${vehicle_id} ${version}`}
      title={is_back ? `${text.reactivate}: ${plate}` : text.retire_title({ plate })}
      confirm={is_back ? text.reactivate : text.retire}
      danger={!is_back}
      input={{ vehicle_id }}
      run={(options) =>
        client.clientVehicleUpdate(
          { vehicle_id, status: is_back ? "active" : "retired" },
          { ...options, if_match: version },
        )
      }
      done={() => {
        void queries.invalidateQueries({ queryKey: ["vehicles"] });
        void queries.invalidateQueries({ queryKey: ["drivers"] });
        notifySuccess(is_back ? text.reactivated({ plate }) : text.retired({ plate }));
        close();
      }}
    >
      {is_back ? null : (
        <p>
          {text.retire_about}
          {drivers.length > 0 ? ` ${text.driven_by({ names: drivers.join(", ") })}` : ""}
        </p>
      )}
    </ActionDialog>
  );
}
