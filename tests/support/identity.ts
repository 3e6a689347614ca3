/** People who sign in by identity provider: an issuer of this process, its tokens, and an app that trusts it. */
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "#providers/create-providers.ts";
import { createAccount, createApp, DEVICE, type TestApp } from "./apps.ts";
import { openIssuer, seconds } from "./issuer.ts";
import type { TestBusiness, TestService } from "./service.ts";

/** Audience of the tokens of apps. */
export const AUDIENCE = "shop-backend";

/** Shared fixture of the identity tests. The service knows one provider, `idp`. */
export async function createIdentityFixture(service: TestService) {
  const issuer = await openIssuer();
  const provider = { name: "idp", issuer: issuer.url, web_client_id: "packhorse-web", jwks_url: null };
  service.runtime.providers = createProviders({
    ...DEFAULT_PROVIDER_SETTINGS,
    identity_providers: [provider],
    private_addresses: true,
  });

  let people = 0;
  const subject = () => {
    people += 1;
    return `person-${people}`;
  };

  const issueToken = (claims: Record<string, unknown>, more = {}) =>
    issuer.token(
      {
        aud: AUDIENCE,
        sub: "nobody",
        iat: seconds(service.now(), -5),
        exp: seconds(service.now(), 300),
        ...claims,
      },
      more,
    );

  async function shop(client: Record<string, unknown> = {}) {
    const business = await service.business();
    return { business, app: await createApp(service, business, { server_client_id: AUDIENCE, client }) };
  }

  const enter = async (app: TestApp, claims: Record<string, unknown>, more: object = {}) =>
    app.post("/auth/idp", { id_token: await issueToken(claims), ...DEVICE, ...more });

  const person = async (business: TestBusiness, role = "customer") => {
    const email = `p${subject()}@${business.code}.example`;
    return { email, id: await createAccount(service, business, email, role) };
  };

  return { issuer, provider, subject, issueToken, shop, enter, person };
}
