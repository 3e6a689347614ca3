import { defineSamples, type World } from "#tests/support/samples.ts";
import type { TestBusiness } from "#tests/support/service.ts";
import { acceptInvitation } from "./operations/accept-invitation.ts";
import { createAlliance } from "./operations/create-alliance.ts";
import { inviteMember } from "./operations/invite-member.ts";
import { listSharedOrders } from "./operations/list-shared-orders.ts";
import { setGrant } from "./operations/set-grant.ts";
import { suspendMember } from "./operations/suspend-member.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** Of the world's business, with the partner of `alliance_client` and a grant each way. */
    alliance: number;
    /** The code of a business that shares orders with the world's. */
    alliance_client: string;
    /** The number of an order there. */
    alliance_number: string;
    /** The code of a business in no alliance. */
    alliance_stranger: string;
    /** To which the world's business is invited. */
    alliance_invited: number;
    /** Of another business, which the world's joined. */
    alliance_joined: number;
    /** Where the partner is suspended. */
    alliance_suspended: number;
  }
}

/** One partner for each world. */
const partners = new WeakMap<World, Promise<TestBusiness>>();

function partnerOf(world: World): Promise<TestBusiness> {
  const known = partners.get(world);
  if (known !== undefined) return known;
  const created = world.service.business();
  partners.set(world, created);
  return created;
}

async function found(
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
  records: {
    alliance: async (world) => {
      const partner = await partnerOf(world);
      const alliance_id = await found(world.t, partner, world.unique_word, true);
      const grant = { alliance_id, scopes: [...SHARED], fields_masked: ["recipient_phone" as const] };
      await world.t.as("client_admin")(setGrant, { ...grant, client_code: partner.code });
      await partner.as("client_admin")(setGrant, { ...grant, client_code: world.t.code });
      // Something for the log.
      await partner.as("client_admin")(listSharedOrders, { client_code: world.t.code });
      return alliance_id;
    },
    alliance_client: {
      create: async (world) => {
        await world.id("alliance");
        return (await partnerOf(world)).code;
      },
      unknown: "no-such-business",
    },
    alliance_number: {
      create: async (world) => {
        const partner = await partnerOf(world);
        const { place, unique_word: mark } = world;
        return (await partner.order({ dropoff: { ...place, name: mark } })).tracking_number;
      },
      unknown: "PH0000000000",
    },
    alliance_stranger: {
      create: async ({ service }) => (await service.business()).code,
      unknown: "no-such-business",
    },
    alliance_invited: async (world) => found(await partnerOf(world), world.t, world.unique_word, false),
    alliance_joined: async (world) => found(await partnerOf(world), world.t, world.unique_word, true),
    alliance_suspended: async (world) => {
      const partner = await partnerOf(world);
      const alliance_id = await found(world.t, partner, world.unique_word, true);
      await world.t.as("client_admin")(suspendMember, { alliance_id, client_code: partner.code });
      return alliance_id;
    },
  },
  members: { alliance_id: "alliance", client_code: "alliance_client", customer_ids: "customer" },
  operations: {
    alliances: { needs: ["alliance", "alliance_invited"] },
    allianceAccept: { inputs: [(i) => ({ alliance_id: i.alliance_invited, terms_version: 1 })] },
    allianceDecline: { inputs: [(i) => ({ alliance_id: i.alliance_invited })] },
    allianceLeave: { inputs: [(i) => ({ alliance_id: i.alliance_joined })] },
    allianceInvite: {
      inputs: [(i, own) => ({ alliance_id: i.alliance, client_code: own.alliance_stranger })],
    },
    allianceSuspend: {
      inputs: [(i, own) => ({ alliance_id: i.alliance, client_code: own.alliance_client })],
    },
    allianceResume: {
      inputs: [(i, own) => ({ alliance_id: i.alliance_suspended, client_code: own.alliance_client })],
    },
    allianceGrantSet: {
      inputs: [
        (i, own) => ({ alliance_id: i.alliance, client_code: own.alliance_client, scopes: [...SHARED] }),
        (i, own) => ({
          alliance_id: own.alliance,
          client_code: own.alliance_client,
          scopes: [...SHARED],
          filters: { customer_ids: [i.customer] },
        }),
      ],
    },
    allianceGrantRevoke: {
      inputs: [(i, own) => ({ alliance_id: i.alliance, client_code: own.alliance_client })],
    },
    allianceGrantPreview: {
      inputs: [
        (i, own) => ({ alliance_id: i.alliance, client_code: own.alliance_client, scopes: [...SHARED] }),
        (i, own) => ({
          alliance_id: own.alliance,
          client_code: own.alliance_client,
          scopes: [...SHARED],
          filters: { customer_ids: [i.customer] },
        }),
        (i, own) => ({
          alliance_id: own.alliance,
          client_code: own.alliance_client,
          scopes: [...SHARED],
          number: i.number,
        }),
      ],
      needs: ["order"],
    },
    allianceAccessLog: {
      inputs: [
        (i) => ({ alliance_id: i.alliance }),
        (i, own) => ({ alliance_id: own.alliance, client_code: i.alliance_client }),
      ],
      grow: async (world, n) => {
        const { id } = await partnerOf(world);
        return world.service.system.execute(
          `insert into alliance_access (business_id, alliance_id, to_business_id, account_id, account_name, scope, day, subject,
             reads, records, first_at, last_at)
           values ($1, $2, $3, 0, '', 'tracking', '2030-01-01', $4 || random()::text, 1, 1, now(), now())`,
          [world.t.id, await world.id("alliance"), id, String(n)],
        );
      },
    },
    allianceAccessibleClients: { needs: ["alliance"] },
    allianceOrders: {
      inputs: [(i) => ({ client_code: i.alliance_client })],
      needs: ["alliance_number"],
      grow: async (world) => (await partnerOf(world)).order(),
    },
    allianceTracking: {
      inputs: [
        (i, own) => ({ client_code: i.alliance_client, number: own.alliance_number }),
        (i, own) => ({ client_code: own.alliance_client, number: i.alliance_number }),
      ],
    },
  },
  // Each read of a partner's orders is in the log of the partner.
  written_by_any_call: { alliance_access: "all" },
});
