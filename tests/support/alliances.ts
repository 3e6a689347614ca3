/** Alliances between businesses of a test. */
import { acceptInvitation } from "#domain/insight/alliances/operations/accept-invitation.ts";
import { createAlliance } from "#domain/insight/alliances/operations/create-alliance.ts";
import { inviteMember } from "#domain/insight/alliances/operations/invite-member.ts";
import type { TestBusiness } from "./service.ts";

/** An alliance that the first business founded and the others joined. */
export async function ally(owner: TestBusiness, ...members: TestBusiness[]): Promise<number> {
  const { alliance } = await owner.as("client_admin")(createAlliance, {
    name: "Northern line",
    terms: "We track for each other.",
  });
  for (const { code, as } of members) {
    await owner.as("client_admin")(inviteMember, { alliance_id: alliance.id, client_code: code });
    await as("client_admin")(acceptInvitation, { alliance_id: alliance.id, terms_version: 1 });
  }
  return alliance.id;
}
