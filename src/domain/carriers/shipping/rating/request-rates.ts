/** Asks the carriers of all accounts for rates at once: it takes as long as the slowest, and no longer than the caller waits. */
import {
  type CarrierAccountRow,
  findAccount,
  openCarrier,
} from "#domain/carriers/carrier-accounts/public.ts";
import type { Context } from "#operation/define/context.ts";
import { CarrierFailed, type CarrierRate, type Shipment } from "#providers/carriers/port.ts";

/** A rate of the carrier behind an account. */
export interface Offer {
  account: CarrierAccountRow;
  rate: CarrierRate;
}

/** Why an account, or one of the carriers behind it, offers nothing. */
interface RateFault {
  carrier_account: string;
  carrier: string;
  code: string;
  message: string;
}

export interface RateRequest {
  offers: Offer[];
  faults: RateFault[];
}

/** `codes`: these accounts; all that are enabled when empty. By preference. */
export function findEnabledAccounts(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  codes: readonly string[],
): Promise<CarrierAccountRow[]> {
  return db.rows<CarrierAccountRow>(
    `select * from carrier_account where business_id = $1 and is_enabled and (cardinality($2::text[]) = 0 or code = any($2))
      order by preference, id`,
    [business_id, codes],
  );
}

/** An account whose carrier may be asked; undefined once it is disabled. */
export async function findEnabledAccount(
  context: Pick<Context<never>, "db" | "business_id">,
  id: number,
): Promise<CarrierAccountRow | undefined> {
  const account = await findAccount(context, id);
  return account?.is_enabled ? account : undefined;
}

type Reader = Parameters<typeof openCarrier>[0];

export async function requestRates(
  reader: Reader,
  accounts: readonly CarrierAccountRow[],
  { shipment, services, wait_s }: { shipment: Shipment; services: readonly string[]; wait_s: number },
): Promise<RateRequest> {
  const account_requests = await Promise.all(
    accounts.map(async (account): Promise<RateRequest> => {
      const fault = (code: string, message: string, carrier = account.name): RateFault => ({
        carrier_account: account.code,
        carrier,
        code,
        message,
      });
      const wanted_services = chooseServices(account, services);
      if (wanted_services === null) return { offers: [], faults: [] };
      try {
        const carrier = await openCarrier(reader, account).catch(() => {
          // Its key was encrypted with another key of the installation.
          throw new CarrierFailed(
            "not_authorised",
            "The credentials of the account cannot be read: send them again.",
          );
        });
        const answer = await within(carrier.rate(shipment, wanted_services), wait_s * 1000);
        const offered = answer.rates.filter(
          ({ code }) => wanted_services.length === 0 || wanted_services.includes(code),
        );
        return {
          offers: offered.map((rate) => ({ account, rate })),
          faults: [
            ...answer.faults.map(({ carrier: name, code, text }) => fault(code, text, name)),
            ...listOtherLetters(account, shipment).map((text) => fault("LETTERS", text)),
          ],
        };
      } catch (error) {
        if (error instanceof CarrierFailed)
          return { offers: [], faults: [fault(error.carrier_code ?? error.failure, error.message)] };
        throw error;
      }
    }),
  );
  return {
    offers: account_requests.flatMap(({ offers }) => offers),
    faults: account_requests.flatMap(({ faults }) => faults),
  };
}

/** Letters of other alphabets than the Latin one, and what people write with them. */
const NOT_LATIN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;
const PRINTED = ["name", "line1", "line2", "city", "region"] as const;

/**
 * What an outside carrier may not print: many take Latin letters only, and none says so. It is said beside the rates, before
 * anything is bought; the house carrier prints every alphabet that it has a font for, and refuses others.
 */
function listOtherLetters({ kind }: Pick<CarrierAccountRow, "kind">, { from, to }: Shipment): string[] {
  if (kind === "house") return [];
  const sides = [
    ["ship_from", from],
    ["ship_to", to],
  ] as const;
  const fields = sides.flatMap(([side, place]) =>
    PRINTED.filter((member) => NOT_LATIN.test(place[member] ?? "")).map((member) => `${side}/${member}`),
  );
  return fields.length === 0
    ? []
    : [
        `${fields.join(", ")}: this carrier may print Latin letters only. Write the address in Latin letters, or check the label before it is used.`,
      ];
}

/** Services to ask an account for; all when empty, null when it offers none of those that were asked for. */
function chooseServices(
  { services: offered }: Pick<CarrierAccountRow, "services">,
  wanted_services: readonly string[],
): string[] | null {
  if (wanted_services.length === 0) return offered;
  const both =
    offered.length === 0 ? [...wanted_services] : wanted_services.filter((code) => offered.includes(code));
  return both.length === 0 ? null : both;
}

/** Fails with `timeout` after a while; the call itself goes on and its answer is not used. */
async function within<T>(calling: Promise<T>, most_ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new CarrierFailed("timeout", "The carrier did not answer in time.")),
      most_ms,
    );
  });
  // Nobody waits for an answer that comes later; its failure must not end the process.
  calling.catch(() => {});
  try {
    return await Promise.race([calling, late]);
  } finally {
    clearTimeout(timer);
  }
}
