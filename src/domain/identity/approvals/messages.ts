/** Text of the refusals of approvals. */
export const messages = {
  already_decided: { en: "Proposal {id} is {state}; it was decided before." },
  approval_expired: { en: "Proposal {id} expired at {at}; propose it again." },
  same_token: { en: "The token that proposed a write cannot approve it; use another sign-in." },
  not_a_person: {
    en: "An agent proposed this, so a signed-in person must approve it; an API token cannot. Send a person to approve_url.",
  },
  sign_in_decides: {
    en: "This changes what programs may do or who signs in, so a signed-in person must approve it; an API token cannot. Send a person to approve_url.",
  },
  same_user: { en: "The proposer of a write cannot approve it; another person must." },
  target_changed: {
    en: "What proposal {id} would change has changed since it was proposed; look at it and propose it again.",
  },
  operation_gone: { en: "This installation no longer knows {operation}." },
  digest_mismatch: { en: "Proposal {id} is not what was proposed." },
  unknown_tool: { en: "There is no tool or operation {word}." },
  not_proposable: {
    en: "{word} cannot be proposed: only tools that write or are high-risk can, and none that carries a secret or decides an approval.",
  },
  not_for_role: {
    en: "{word} is not for the role {role}: what is approved runs with the rights of the proposer.",
  },
  proposer_gone: { en: "The account that proposed this can no longer sign in." },
  proposer_changed: {
    en: "The account that proposed this has another role or belongs to somebody else since.",
  },
  proposer_token_ended: {
    en: "The token that proposed this was revoked or has expired. Propose it again with a valid token.",
  },
  proposer_token_narrowed: {
    en: "The token that proposed this no longer has the scopes for it. Propose it again with a token that has them.",
  },
  proposer_not_permitted: { en: "The account that proposed this no longer has permission for it." },
} as const;
