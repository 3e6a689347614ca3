/** What a service order is: how it is stored, changed and decided about. */
import { createBill } from "#domain/customer/bills/public.ts";
import type { ClaimedPrice, ServiceRequest, ServiceVersion } from "#domain/customer/services/public.ts";
import { markQuoteUsed } from "#domain/money/quotes/public.ts";
import {
  composeTrackingEvent,
  createTrackingNumbers,
  insertTrackingNumbers,
  storeTrackingEvents,
} from "#domain/tracking/tracking/public.ts";
import type { Context, Emitted } from "#operation/define/context.ts";
import type { PayloadOf } from "#operation/define/events.ts";
import type { Changes, NewRow, RecordOf, Row } from "#operation/define/record.ts";
import type { Message, Value } from "#operation/response/messages.ts";
import type { StatusCode } from "#otep/codes.gen.ts";

export type ServiceOrderTable = "shipping_order" | "storage_order" | "shipout";
/** What all of them have, whatever else is in their rows. */
interface Tracked {
  id: number;
  customer_id: number;
  tracking_number: string;
  status: string;
  version: number;
}
type ServiceOrderRow<Name extends ServiceOrderTable> = Row<Name> & Tracked;

/** A request that was checked, with what it costs. */
export interface NewServiceOrder<Request = Omit<ServiceRequest, "packages">> {
  customer_id: number;
  service: ServiceVersion;
  request: Request;
  ref: string | null;
  note: string;
  /** Null where staff price it. */
  price: ClaimedPrice | null;
  currency: string;
}

type SharedRequest = Pick<ServiceRequest, "dropoff" | "scheduled_date" | "supplies" | "surcharges" | "form">;

interface Change<Name extends ServiceOrderTable, Of extends ServiceOrderRow<Name>, Trigger> {
  trigger: Trigger;
  status?: Of["status"];
  columns?: Omit<Changes<Name, Of>, "status">;
  /** When it happened, where that is known otherwise than by the call. */
  occurred_at?: string;
  /** Of its event, beside what every change says. */
  facts?: Partial<PayloadOf<`${Name}.changed`>>;
  /** What tracking shows, where the status does not say it; null: nothing, because tracking knows it already. */
  code?: StatusCode | null;
}

/** The columns that every one of them takes from its request. */
type SharedColumns =
  | "customer_id"
  | "service_id"
  | "service_version"
  | "tracking_number"
  | "ref"
  | "note"
  | "dropoff"
  | "scheduled_date"
  | "supplies"
  | "surcharges"
  | "form"
  | "created_by";

/** What a refusal that depends on the status shows of it. */
export const showStatus = ({ status }: { status: string }) => ({ values: { status }, extra: { status } });

interface Definition<Of extends { status: string }, Decision> {
  /** What tracking shows when one enters a status; an absent status shows nothing. */
  codes: Partial<Record<Of["status"], StatusCode>>;
  /** The status after a decision; null where it is not possible. */
  getNextStatus(status: Of["status"], decision: Decision): Of["status"] | null;
  /** One that the caller may see, locked. */
  lock(context: Pick<Context<never>, "db" | "business_id" | "actor">, id: number): Promise<Of | undefined>;
  /** Of 404, and of a decision that the status does not allow. */
  texts: { readonly unknown: Message; readonly not_possible: Message<{ status: Value }> };
}

export function defineServiceOrder<
  Name extends ServiceOrderTable,
  Of extends ServiceOrderRow<Name>,
  Decision extends string,
  OtherTrigger extends string = never,
>(record: RecordOf<Name, Of>, { codes, getNextStatus, lock, texts }: Definition<Of, Decision>) {
  const type = record.table;
  const getTrackingCode = (status: string): StatusCode | undefined =>
    (codes as Readonly<Partial<Record<string, StatusCode>>>)[status];

  async function track(
    context: Context<never>,
    order: Tracked,
    code: StatusCode | undefined,
    occurred_at?: string,
  ): Promise<{ tracking_event_id: string; tracking_code: StatusCode } | Record<never, never>> {
    if (code === undefined) return {};
    const event = composeTrackingEvent(context, order, {
      code,
      ...(occurred_at === undefined ? {} : { occurred_at }),
    });
    await storeTrackingEvents(context, [{ event }]);
    return { tracking_event_id: event.event_id, tracking_code: code };
  }

  return {
    type,
    getNextStatus,

    /** What an operation that decides about one declares. */
    moveRefusals: { not_possible: "conflict" } as const,

    /** Locked; 404 for one that the caller may not see. */
    async getLocked(context: Context<never>, id: number): Promise<Of> {
      const order = await lock(context, id);
      if (order === undefined) throw context.refuse("not_found", { message: texts.unknown });
      context.expectVersion(order.version);
      return order;
    },

    /** The status after the first of these decisions that the present status allows; refused where it allows none. */
    getAllowedNextStatus(
      { refuse }: Pick<Context<"not_possible">, "refuse">,
      { status }: { status: Of["status"] },
      ...decisions: readonly Decision[]
    ): Of["status"] {
      for (const decision of decisions) {
        const next = getNextStatus(status, decision);
        if (next !== null) return next;
      }
      throw refuse("not_possible", { message: texts.not_possible, ...showStatus({ status }) });
    },

    /** `storeContents` stores what belongs to it, its packages, and returns their part of the event. */
    async insert(
      context: Context<never>,
      { customer_id, service, request, ref, note, price, currency }: NewServiceOrder<SharedRequest>,
      columns: Omit<NewRow<Name, Of>, SharedColumns>,
      storeContents: (order: Of) => Promise<Partial<PayloadOf<`${Name}.created`>>>,
    ): Promise<Of> {
      const [tracking_number = ""] = await createTrackingNumbers(context, 1);
      const order = await record.insert(context, {
        customer_id,
        service_id: service.id,
        service_version: service.version,
        tracking_number,
        ref,
        note,
        dropoff: request.dropoff ?? null,
        scheduled_date: request.scheduled_date ?? null,
        supplies: request.supplies ?? [],
        surcharges: request.surcharges ?? [],
        form: request.form ?? {},
        created_by: context.actor.account_id,
        ...columns,
      } as unknown as NewRow<Name, Of>);
      const { id } = order;
      const contents = await storeContents(order);
      await insertTrackingNumbers(context, [{ number: tracking_number, type, id }]);
      context.emit({
        subject: { type, id, is_new: true },
        kind: `${type}.created`,
        payload: {
          tracking_number,
          customer_id,
          service_code: service.code,
          service_version: service.version,
          ...contents,
          ...(await track(context, order, getTrackingCode(order.status))),
        },
      } as unknown as Emitted);
      await createBill(context, {
        customer_id,
        subject: { type, id },
        price_family: service.family,
        currency: price?.currency ?? currency,
        price,
      });
      if (price !== null) await markQuoteUsed(context, price.quote_id, { type, id });
      return order;
    },

    /** Changes a locked one: its row, what tracking shows of it, and its event. */
    async change(
      context: Context<never>,
      order: Of,
      { trigger, status: next, columns, occurred_at, facts, code }: Change<Name, Of, Decision | OtherTrigger>,
    ): Promise<Of> {
      const before: Tracked = order;
      const status: string = next ?? before.status;
      const change = { ...columns, status } as unknown as Changes<Name, Of>;
      const changed = await record.change(context, order, change);
      const after = getTrackingCode(status);
      const status_code =
        code === undefined ? (after === getTrackingCode(before.status) ? undefined : after) : code;
      const tracked = await track(context, order, status_code ?? undefined, occurred_at);
      context.emit({
        subject: { type, id: order.id },
        kind: `${type}.changed`,
        payload: {
          tracking_number: order.tracking_number,
          customer_id: order.customer_id,
          trigger,
          status_before: before.status,
          status,
          ...tracked,
          ...facts,
        },
        ...(occurred_at === undefined ? {} : { occurred_at }),
      } as unknown as Emitted);
      return changed;
    },
  };
}
