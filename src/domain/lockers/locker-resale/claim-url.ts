/** The page of the buyer. */
export const buildClaimUrl = (base_url: string, token: string): string => `${base_url}/claim#link=${token}`;
