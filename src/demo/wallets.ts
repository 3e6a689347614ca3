/** Wallets of the demo: a customer that pays in advance, and one that owes for deliveries at hidden prices. */
import type { Db } from "#platform/db/db.ts";
import type { DemoBusiness } from "./accounts.ts";

interface Booking {
  days_ago: number;
  kind: string;
  amount_minor: number;
  from: string;
  to: string;
  method?: string;
  reference?: string;
  family?: string;
  note?: string;
}

const MOVES = {
  topup: { from: "payments", to: "wallet", method: "bank_transfer" },
  wallet_charge: { kind: "charge", from: "wallet", to: "revenue", family: "local_delivery" },
  settlement_charge: { kind: "charge", from: "settlement", to: "revenue", family: "local_delivery" },
  settlement: { from: "payments", to: "settlement", method: "bank_transfer" },
  adjustment: { from: "adjustments", to: "wallet" },
} as const;

const book = (
  days_ago: number,
  move: keyof typeof MOVES,
  amount_minor: number,
  facts: Pick<Booking, "reference" | "note"> = {},
): Booking => ({ days_ago, kind: move, amount_minor, ...MOVES[move], ...facts });

/** By the code of the customer. */
const BOOKINGS: Record<string, readonly Booking[]> = {
  CAFE: [
    book(55, "topup", 50_000, { reference: "PIX-7719-03" }),
    book(51, "wallet_charge", 6_480, { note: "Deliveries of the week" }),
    book(44, "wallet_charge", 7_210, { note: "Deliveries of the week" }),
    book(40, "adjustment", 1_500, { note: "Goodwill for a late delivery" }),
    book(37, "wallet_charge", 5_925, { note: "Deliveries of the week" }),
    book(30, "topup", 30_000, { reference: "PIX-8240-11" }),
    book(23, "wallet_charge", 8_130, { note: "Deliveries of the week" }),
    book(16, "wallet_charge", 6_955, { note: "Deliveries of the week" }),
    book(9, "wallet_charge", 7_300, { note: "Deliveries of the week" }),
    book(2, "topup", 20_000, { reference: "PIX-9013-02" }),
  ],
  FARM: [
    book(48, "settlement_charge", 12_480, { note: "Deliveries of the fortnight" }),
    book(34, "settlement_charge", 13_905, { note: "Deliveries of the fortnight" }),
    book(27, "settlement", 26_385, { reference: "TED-5518" }),
    book(20, "settlement_charge", 11_760, { note: "Deliveries of the fortnight" }),
    book(6, "settlement_charge", 14_115, { note: "Deliveries of the fortnight" }),
  ],
};

const CUSTOMER_ACCOUNTS = ["wallet", "settlement"];

export async function createWallets(db: Db, { id }: DemoBusiness, now: Date): Promise<void> {
  for (const [code, bookings] of Object.entries(BOOKINGS)) {
    const customer = await db.row<{ id: number; currency: string }>(
      `select c.id, b.currency from customer c join business b on b.id = c.business_id
        where c.business_id = $1 and c.code = $2`,
      [id, code],
    );
    if (customer === undefined) throw new Error(`The demo has no customer ${code}.`);
    const balances: Record<string, number> = {};
    for (const booking of bookings) {
      const { amount_minor, from, to } = booking;
      balances[from] = (balances[from] ?? 0) - amount_minor;
      balances[to] = (balances[to] ?? 0) + amount_minor;
      await db.execute(
        `with side as (
           select * from json_to_recordset($9::json) as s(kind text, customer_id bigint, amount_minor bigint, balance_minor bigint)),
         account as (
           insert into ledger_account (business_id, customer_id, currency, kind, balance_minor)
           select $1::int, customer_id, $3, kind, balance_minor from side
           on conflict (business_id, customer_id, currency, kind) do update set balance_minor = excluded.balance_minor
           returning id, kind),
         transaction as (
           insert into ledger_transaction (business_id, customer_id, kind, currency, amount_minor, family, method, reference, note,
             created_at)
           values ($1::int, $2::bigint, $4, $3, $5, $6, $7, $8, $10, $11) returning id)
         insert into ledger_entry (business_id, transaction_id, account_id, amount_minor, balance_after_minor)
         select $1::int, transaction.id, account.id, side.amount_minor, side.balance_minor
           from side join account on account.kind = side.kind, transaction`,
        [
          id,
          customer.id,
          customer.currency,
          booking.kind,
          amount_minor,
          booking.family ?? null,
          booking.method ?? null,
          booking.reference ?? null,
          JSON.stringify(
            [from, to].map((kind) => {
              const is_customers = CUSTOMER_ACCOUNTS.includes(kind);
              return {
                kind,
                customer_id: is_customers ? customer.id : null,
                amount_minor: kind === from ? -amount_minor : amount_minor,
                balance_minor: is_customers ? balances[kind] : null,
              };
            }),
          ),
          booking.note ?? "",
          new Date(now.getTime() - booking.days_ago * 86_400_000),
        ],
      );
    }
  }
}
