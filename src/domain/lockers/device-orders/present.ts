/** Device orders as they are answered. */
import type { Use } from "#domain/lockers/lockers/public.ts";
import type { Context } from "#operation/define/context.ts";
import { type DeviceOrderView, getVisible, listExceptions, listHistory } from "./records/device-order.ts";
import {
  type ExceptionKind,
  findCodeUse,
  listResolutions,
  mayCancel,
  mayExtend,
  mayReturn,
  type Resolution,
} from "./rules.ts";

type Reader = Pick<Context<never>, "db" | "business_id" | "actor" | "publish" | "refuse">;

const isStaff = ({ role }: Context["actor"]) => role === "client_admin" || role === "employee";

/** Couriers are paid by the business and see no price of its customers. */
function buildPrice({ actor }: Pick<Context, "actor">, { price_minor, currency }: DeviceOrderView) {
  if (!isStaff(actor) && actor.role !== "customer") return {};
  return { price_minor, ...(currency === null ? {} : { currency }) };
}

export function buildDeviceOrder(context: Pick<Context, "actor">, view: DeviceOrderView) {
  const { price_minor, currency, price_lines, price_list_id, ...row } = view;
  return {
    ...row,
    locker_id: view.device_id,
    is_reserved: view.reservation_id !== null,
    ...buildPrice(context, view),
  };
}

export async function answerDeviceOrder(context: Reader, id: number) {
  const view = await getVisible(context, id);
  const [history, exceptions] = await Promise.all([listHistory(context, id), listExceptions(context, id)]);
  const is_staff = isStaff(context.actor);
  const { step, purpose, compartment_status, reservation_id } = view;
  return {
    result: true,
    version: view.version,
    device_order_id: id,
    device_order: {
      ...buildDeviceOrder(context, view),
      ...(is_staff || context.actor.role === "customer" ? { price_details: view.price_lines } : {}),
      compartment_status,
      can_extend: mayExtend(view) && reservation_id !== null,
      can_reissue_code: findCodeUse(compartment_status),
      can_cancel: mayCancel(step, compartment_status),
      can_return: mayReturn(step, purpose, compartment_status),
      history: history.map(({ details, account_name, ...entry }) => ({
        ...entry,
        account_name: is_staff ? account_name : null,
        exception: (details["exception"] ?? null) as ExceptionKind | null,
        resolution: (details["resolution"] ?? null) as Resolution | null,
        use: (details["use"] ?? null) as Use | null,
        compartment_code: (details["compartment_code"] ?? null) as string | null,
        until: (details["until"] ?? null) as string | null,
      })),
      exceptions: exceptions.map((one) => ({
        ...one,
        is_open: one.resolution === null,
        can_resolve:
          one.resolution === null && is_staff
            ? listResolutions(one.kind, { step, compartment: compartment_status })
            : [],
      })),
    },
  };
}
