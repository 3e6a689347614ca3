/** What sellers and buyers are told of a handover, with whose contact. */
import {
  cleanValue,
  formatMoment,
  type NoticeContact,
  type NoticeDraft,
  type Reader,
  tellPerson,
} from "#domain/execution/notifications/public.ts";
import type { Context } from "#operation/define/context.ts";
import { decryptText } from "#platform/auth/secrets.ts";
import { formatAddressLine, type Place } from "#vocabulary/place.ts";
import { buildClaimUrl } from "./claim-url.ts";
import { notices } from "./notices.ts";
import { HANDOVER, type HandoverRow } from "./records/handover.ts";
import { type Cause, findChangeNotices, type Status } from "./rules.ts";

type Writer = Context<never>;

/** What the words of a notice are made of. */
interface Facts {
  title: string;
  /** Name and address. */
  locker: string;
  compartment: string;
  place: Partial<Place>;
}

async function loadFacts({ db, business_id }: Writer, row: HandoverRow): Promise<Facts> {
  const place_row = await db.row<{
    name: string | null;
    place: Partial<Place> | null;
    compartment: string | null;
  }>(
    `select d.name, d.place, c.code as compartment from resale_handover h
       left join locker_device d on d.business_id = h.business_id and d.id = h.device_id
       left join locker_compartment c on c.business_id = h.business_id and c.id = h.compartment_id
      where h.business_id = $1 and h.id = $2`,
    [business_id, row.id],
  );
  const place = place_row?.place ?? {};
  return {
    title: cleanValue(row.title),
    locker: [place_row?.name, formatAddressLine(place)].filter((part) => part).join(", "),
    compartment: place_row?.compartment ?? "",
    place,
  };
}

const loadCustomerContact = async (
  { db, business_id }: Writer,
  customer_id: number,
): Promise<NoticeContact> =>
  (await db.row<{ phone: string | null; email: string | null }>(
    "select phone_e164 as phone, email from customer where business_id = $1 and id = $2",
    [business_id, customer_id],
  )) ?? {};

interface PartyNotice
  extends Pick<NoticeDraft, "occurred_at" | "expires_at" | "is_needed" | "secrets" | "links"> {
  kind: string;
  occurrence: string;
  write(facts: Facts, reader: Reader): string;
}

async function tellParty(
  context: Writer,
  row: HandoverRow,
  party: "seller" | "buyer",
  contact: NoticeContact,
  { write, ...notice }: PartyNotice,
): Promise<void> {
  const { business } = context;
  const facts = await loadFacts(context, row);
  await tellPerson(context, {
    ...notice,
    subject: { type: HANDOVER, id: row.id },
    party,
    contact,
    place: facts.place,
    write: (reader) => ({
      subject: notices.subject.format(reader.language, { business: business.name, title: facts.title }),
      text: `${business.name}: ${write(facts, reader).trim()}`,
    }),
  });
}

const tellSeller = async (context: Writer, row: HandoverRow, notice: PartyNotice) =>
  tellParty(context, row, "seller", await loadCustomerContact(context, row.seller_customer_id), notice);

/** The holder of the claim link by the contact that the seller gave, a buyer with an account by that of the account. */
async function tellBuyer(context: Writer, row: HandoverRow, notice: PartyNotice): Promise<void> {
  const { buyer_customer_id, buyer_contact } = row;
  const contact =
    buyer_customer_id === null
      ? (buyer_contact ?? {})
      : await loadCustomerContact(context, buyer_customer_id);
  return tellParty(context, row, "buyer", contact, notice);
}

/** `row`: after the change, whose version says which time it is. */
export async function tellOfChange(
  context: Writer,
  status_before: Status,
  row: HandoverRow,
  cause: Cause,
  at: Date,
): Promise<void> {
  const { seller, buyer } = findChangeNotices(status_before, row, cause);
  const occurrence = `version-${row.version}`;
  if (seller !== undefined)
    await tellSeller(context, row, {
      kind: `resale_${seller}`,
      occurrence,
      occurred_at: at,
      write: ({ title, locker, compartment }, reader) =>
        notices[seller].format(reader.language, {
          title,
          locker,
          compartment,
          at: formatMoment(at, reader),
          until: formatEnd(row, reader),
          reason: cleanValue(row.reject_reason ?? ""),
          after: (row.storage_day_minor > 0 ? notices.after_fee : notices.after_free).format(reader.language),
        }),
    });
  if (buyer === "ready") await tellReady(context, row, "ready", occurrence);
  else if (buyer !== undefined)
    await tellBuyer(context, row, {
      kind: `resale_${buyer}`,
      occurrence,
      write: ({ title, locker }, { language }) => notices[buyer].format(language, { title, locker }),
    });
}

const formatEnd = ({ ends_at }: HandoverRow, reader: Reader): string =>
  ends_at === null ? "–" : formatMoment(ends_at, reader);

/** With the claim link, which only its holder may read, or without it for a buyer with an account. */
export async function tellReady(
  context: Writer,
  row: HandoverRow,
  notice: "ready" | "reminder",
  occurrence: string,
): Promise<void> {
  const { settings } = context;
  const { link_sealed, buyer_customer_id, ends_at } = row;
  const has_account = buyer_customer_id !== null;
  const token = link_sealed === null ? null : decryptText(settings.secret_key, link_sealed);
  // Whoever created the handover has the link, and has given it to somebody who is not known here.
  if (!has_account && token === null && row.buyer_contact !== null) return;
  const link = token === null ? "" : buildClaimUrl(settings.base_url, token);
  await tellBuyer(context, row, {
    kind: `resale_${notice}`,
    occurrence,
    is_needed: notice === "ready",
    ...(ends_at === null ? {} : { expires_at: new Date(ends_at) }),
    secrets: token === null ? [] : [token],
    links: token === null ? [] : [link],
    write: ({ title, locker }, reader) =>
      notices[`${notice}_${has_account ? "account" : "link"}`].format(reader.language, {
        title,
        locker,
        link,
        until: formatEnd(row, reader),
      }),
  });
}

export const tellStorageBegan = (context: Writer, row: HandoverRow): Promise<void> =>
  tellSeller(context, row, {
    kind: "resale_storage_began",
    occurrence: row.storage_from ?? "",
    write: ({ title }, { language }) => notices.storage_began.format(language, { title }),
  });

/** Staff must look at the compartment before anybody opens it. */
export const tellProblem = (context: Writer, row: HandoverRow, at: Date): Promise<void> =>
  tellSeller(context, row, {
    kind: "resale_problem",
    occurrence: at.toISOString(),
    occurred_at: at,
    write: ({ title, locker }, { language }) => notices.problem.format(language, { title, locker }),
  });
