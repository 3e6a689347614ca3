/** Items that change hands through a locker of the demo: one is released, one was inspected, and one is disputed. */
import { randomBytes } from "node:crypto";
import { attachFiles } from "#operation/files/attached-files.ts";
import { insertRows } from "./insert-rows.ts";
import { type LockerDemo, setDues } from "./locker-demo.ts";

/** The default of the setting. */
const COLLECT_H = 72;

const HANDOVERS: {
  /** Of its use, whose customer is the seller. */
  key: string;
  title: string;
  description: string;
  buyer: "CAFE" | "FARM" | null;
  /** Of a buyer without an account. */
  buyer_name?: string;
  status: "CODE_ISSUED" | "INSPECTED" | "DISPUTED";
  status_reason: "released" | "looked_into" | "disputed";
  since_h: number;
  released_h: number;
  /** The door was opened for a look. */
  looked_h?: number;
  dispute_reason?: string;
}[] = [
  {
    key: "handover-released",
    title: "Coffee scale with timer",
    description: "Used for half a year, with its charger.",
    buyer: "FARM",
    status: "CODE_ISSUED",
    status_reason: "released",
    since_h: 4,
    released_h: 4,
  },
  {
    key: "handover-inspected",
    title: "Label printer",
    description: "Two rolls of labels come with it.",
    buyer: "CAFE",
    status: "INSPECTED",
    status_reason: "looked_into",
    since_h: 1,
    released_h: 6,
    looked_h: 1,
  },
  {
    key: "handover-disputed",
    title: "Milk jug set, stainless steel",
    description: "Three jugs: 350, 600 and 900 ml.",
    buyer: null,
    buyer_name: "Elisa Ramos",
    status: "DISPUTED",
    status_reason: "disputed",
    since_h: 2.5,
    released_h: 20,
    looked_h: 3,
    dispute_reason: "Two jugs are in it, not three. I closed the door and left everything inside.",
  },
];

const INSPECTION_MIN = 120;

export async function createHandovers(demo: LockerDemo) {
  const { db, business_id, ago, customers, people } = demo;
  const at = (hours: number | undefined) => (hours === undefined ? null : ago(hours));
  const handovers = HANDOVERS.map((handover) => ({ ...handover, use: demo.use(handover.key) }));
  const ids = await insertRows(
    db,
    "resale_handover",
    handovers.map(({ key, use, buyer, buyer_name = null, since_h, released_h, looked_h, ...one }) => ({
      business_id,
      seller_customer_id: customers[use.customer ?? "CAFE"],
      buyer_customer_id: buyer === null ? null : customers[buyer],
      buyer_name,
      title: one.title,
      description: one.description,
      size: use.size,
      status: one.status,
      status_reason: one.status_reason,
      status_since: ago(since_h),
      ends_at: one.status === "DISPUTED" ? null : ago(released_h - COLLECT_H),
      device_id: use.device_id,
      compartment_id: use.compartment_id,
      reservation_id: use.reservation_id,
      reserved_at: ago(use.reserved_h),
      deposited_at: at(use.deposited_h),
      released_at: ago(released_h),
      looked_at: at(looked_h),
      inspection_min: INSPECTION_MIN,
      inspection_until: looked_h === undefined ? null : ago(looked_h - INSPECTION_MIN / 60),
      dispute_by: one.dispute_reason === undefined ? null : "buyer",
      dispute_reason: one.dispute_reason ?? null,
      fee_minor: 0,
      storage_day_minor: 0,
      storage_paid_minor: 0,
      currency: "BRL",
      version: 1,
      created_at: ago(use.reserved_h + 2),
      updated_at: ago(since_h),
    })),
  );
  await setDues(
    db,
    business_id,
    ago,
    handovers.flatMap(({ status, released_h }, index) =>
      status === "DISPUTED"
        ? []
        : [
            {
              kind: "locker_resale.status_end",
              subject: ids[index] ?? 0,
              hours: released_h - COLLECT_H,
            },
          ],
    ),
  );
  await linkBuyers(demo, handovers, ids);
  const file_id = people.item_photo;
  if (file_id !== null) {
    await insertRows(
      db,
      "resale_photo",
      handovers.map(({ use }, index) => ({
        business_id,
        handover_id: ids[index],
        file_id,
        side: "seller",
        moment: "DEPOSIT_RESERVED",
        taken_at: ago((use.deposited_h ?? 0) + 0.1),
      })),
    );
    const subjects = ids.map((id) => ({ file_id, subject: { type: "resale_handover", id } }));
    await attachFiles({ db, business_id }, subjects);
  }
  return handovers.map(({ key }, index) => ({ key, type: "resale_handover", id: ids[index] ?? 0 }));
}

/** Who has no account has the claim link, of which the demo does not know the token either. */
async function linkBuyers(
  { db, business_id, ago }: LockerDemo,
  handovers: readonly { buyer: string | null; since_h: number; released_h: number }[],
  ids: readonly number[],
): Promise<void> {
  const links = handovers.flatMap(({ buyer, released_h }, index) =>
    buyer === null
      ? [
          {
            business_id,
            token_hash: `\\x${randomBytes(32).toString("hex")}`,
            subject_type: "resale_handover",
            subject_id: String(ids[index]),
            operations: CLAIM_OPERATIONS,
            created_at: ago(released_h + 12),
            expires_at: ago(-24 * 80),
            uses: 3,
            last_used_at: ago(2.5),
          },
        ]
      : [],
  );
  const link_ids = await insertRows(db, "link", links);
  for (const [index, { subject_id }] of links.entries())
    await db.execute("update resale_handover set link_id = $3 where business_id = $1 and id = $2", [
      business_id,
      Number(subject_id),
      link_ids[index],
    ]);
}

const CLAIM_OPERATIONS = [
  "resaleClaim",
  "resaleClaimCode",
  "resaleClaimInspect",
  "resaleClaimCollect",
  "resaleClaimReject",
  "resaleClaimDispute",
  "resaleClaimPhotoAdd",
];
