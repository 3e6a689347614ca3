import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import type { TestBusiness } from "#tests/support/service.ts";
import { acceptInvitation } from "./operations/accept-invitation.ts";
import { createAlliance } from "./operations/create-alliance.ts";
import { inviteMember } from "./operations/invite-member.ts";
import { listSharedOrders } from "./operations/list-shared-orders.ts";
import { setGrant } from "./operations/set-grant.ts";
import { suspendMember } from "./operations/suspend-member.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** The number of an order there. */
    alliance_number: string;
    /** The code of a business in no alliance. */
    alliance_stranger: string;
    /** To which the fixture's business is invited. */
    alliance_invited: number;
    /** Of another business, which the fixture's joined. */
    alliance_joined: number;
    /** Where the partner is suspended. */
    alliance_suspended: number;
  }
}

/** One partner for each fixture. */
const partners = new WeakMap<Fixture, Promise<TestBusiness>>();

function getPartner(fixture: Fixture): Promise<TestBusiness> {
  const known_partner = partners.get(fixture);
  if (known_partner !== undefined) return known_partner;
  const created = fixture.service.business();
  partners.set(fixture, created);
  return created;
}

async function createAllianceBetween(
  owner: TestBusiness,
  invited: TestBusiness,
  name: string,
  joins: boolean,
): Promise<number> {
  const { alliance } = await owner.as("client_admin")(createAlliance, { name, terms: `Terms of ${name}` });
  await owner.as("client_admin")(inviteMember, { alliance_id: alliance.id, client_code: invited.code });
  if (joins)
    await invited.as("client_admin")(acceptInvitation, { alliance_id: alliance.id, terms_version: 1 });
  return alliance.id;
}

const SHARED = ["tracking", "orders_read"] as const;

export const samples = defineSamples({
  shared_texts: ["client_code"],
  own_texts: ["terms"],
  records: {
    // Of the fixture's business, with the partner of `alliance_client` and a grant each way.
    alliance: async (fixture) => {
      const partner = await getPartner(fixture);
      const alliance_id = await createAllianceBetween(fixture.business, partner, fixture.unique_word, true);
      const grant = { alliance_id, scopes: [...SHARED], fields_masked: ["recipient_phone" as const] };
      await fixture.business.as("client_admin")(setGrant, { ...grant, client_code: partner.code });
      await partner.as("client_admin")(setGrant, { ...grant, client_code: fixture.business.code });
      // Something for the log.
      await partner.as("client_admin")(listSharedOrders, { client_code: fixture.business.code });
      return alliance_id;
    },
    // The code of a business that shares orders with the fixture's.
    alliance_client: {
      create: async (fixture) => {
        await fixture.id("alliance");
        return (await getPartner(fixture)).code;
      },
      unknown: "no-such-business",
    },
    alliance_number: {
      create: async (fixture) => {
        const partner = await getPartner(fixture);
        const { place, unique_word: mark } = fixture;
        return (await partner.order({ dropoff: { ...place, name: mark } })).tracking_number;
      },
      unknown: "PH0000000000",
    },
    alliance_stranger: {
      create: async ({ service }) => (await service.business()).code,
      unknown: "no-such-business",
    },
    alliance_invited: async (fixture) =>
      createAllianceBetween(await getPartner(fixture), fixture.business, fixture.unique_word, false),
    alliance_joined: async (fixture) =>
      createAllianceBetween(await getPartner(fixture), fixture.business, fixture.unique_word, true),
    alliance_suspended: async (fixture) => {
      const partner = await getPartner(fixture);
      const alliance_id = await createAllianceBetween(fixture.business, partner, fixture.unique_word, true);
      await fixture.business.as("client_admin")(suspendMember, { alliance_id, client_code: partner.code });
      return alliance_id;
    },
  },
  operations: {
    alliances: { needs: ["alliance", "alliance_invited"] },
    allianceAccept: { member_kinds: { alliance_id: "alliance_invited" } },
    allianceDecline: { member_kinds: { alliance_id: "alliance_invited" } },
    allianceLeave: { member_kinds: { alliance_id: "alliance_joined" } },
    allianceInvite: {
      inputs: [(_i, own_ids) => ({ client_code: own_ids.alliance_stranger })],
    },
    allianceSuspend: {
      inputs: [(_i, own_ids) => ({ client_code: own_ids.alliance_client })],
    },
    allianceResume: {
      inputs: [(i, own_ids) => ({ alliance_id: i.alliance_suspended, client_code: own_ids.alliance_client })],
    },
    allianceGrantSet: {
      inputs: [
        (_i, own_ids) => ({ client_code: own_ids.alliance_client, scopes: [...SHARED] }),
        (i, own_ids) => ({
          alliance_id: own_ids.alliance,
          client_code: own_ids.alliance_client,
          scopes: [...SHARED],
          filters: { customer_ids: [i.customer] },
        }),
      ],
    },
    allianceGrantRevoke: {
      inputs: [(_i, own_ids) => ({ client_code: own_ids.alliance_client })],
    },
    allianceGrantPreview: {
      inputs: [
        (_i, own_ids) => ({ client_code: own_ids.alliance_client, scopes: [...SHARED] }),
        (i, own_ids) => ({
          alliance_id: own_ids.alliance,
          client_code: own_ids.alliance_client,
          scopes: [...SHARED],
          filters: { customer_ids: [i.customer] },
        }),
        (i, own_ids) => ({
          alliance_id: own_ids.alliance,
          client_code: own_ids.alliance_client,
          scopes: [...SHARED],
          number: i.tracking_number,
        }),
      ],
      needs: ["order"],
    },
    allianceAccessLog: {
      inputs: [
        () => ({}),
        (i, own_ids) => ({ alliance_id: own_ids.alliance, client_code: i.alliance_client }),
      ],
      grow: async (fixture, n) => {
        const { id } = await getPartner(fixture);
        return fixture.service.system.execute(
          `insert into alliance_access (business_id, alliance_id, to_business_id, account_id, account_name, scope, day, subject,
             reads, records, first_at, last_at)
           values ($1, $2, $3, 0, '', 'tracking', '2030-01-01', $4 || random()::text, 1, 1, now(), now())`,
          [fixture.business.id, await fixture.id("alliance"), id, String(n)],
        );
      },
    },
    allianceAccessibleClients: { needs: ["alliance"] },
    allianceOrders: {
      needs: ["alliance_number"],
      grow: async (fixture) => (await getPartner(fixture)).order(),
    },
    allianceTracking: {
      inputs: [
        (_i, own_ids) => ({ number: own_ids.alliance_number }),
        (i, own_ids) => ({ client_code: own_ids.alliance_client, number: i.alliance_number }),
      ],
    },
  },
  // Each read of a partner's orders is in the log of the partner.
  written_by_any_call: { alliance_access: "all" },
});
