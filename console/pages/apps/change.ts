/** What differs between an app on the form and the app that the service has. */
import type { ClientApp, ClientAppUpdateInput } from "../../api/apps.ts";

type Change = Omit<ClientAppUpdateInput, "appCode">;

/** Members of an object that differ from what the service has. */
function changed<T extends object>(now: T, was: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(now).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(was[key as keyof T]),
    ),
  ) as Partial<T>;
}

/** No region is the business's country. */
function registrationOf({ default_phone_region: region, ...rest }: Partial<ClientApp["registration"]>) {
  return { ...rest, ...(region === undefined ? {} : { default_phone_region: region || null }) };
}

/** What is sent: only what is different, so that nobody else's change is undone. */
export function changeOf(now: ClientApp, was: ClientApp): Change {
  const sections = {
    branding: changed(now.branding, was.branding),
    version_policy: changed(now.version_policy, was.version_policy),
    registration: registrationOf(changed(now.registration, was.registration)),
    methods: Object.fromEntries(
      now.methods
        .filter((one, index) => one.is_switched_on !== was.methods[index]?.is_switched_on)
        .map(({ method, is_switched_on }) => [method, is_switched_on]),
    ),
    capabilities: Object.fromEntries(
      now.capabilities
        .filter((one, index) => one.is_switched_on !== was.capabilities[index]?.is_switched_on)
        .map(({ id, is_switched_on }) => [id, is_switched_on]),
    ),
  };
  const order = (app: ClientApp) => app.quick_actions.map(({ id }) => id);
  const hidden = (app: ClientApp) =>
    app.quick_actions.filter(({ is_hidden }) => is_hidden).map(({ id }) => id);
  return {
    ...Object.fromEntries(Object.entries(sections).filter(([, members]) => Object.keys(members).length > 0)),
    ...(order(now).join() === order(was).join() ? {} : { quick_actions: order(now) }),
    ...(hidden(now).join() === hidden(was).join() ? {} : { hidden_quick_actions: hidden(now) }),
    ...(now.customer_template_id === was.customer_template_id
      ? {}
      : { customer_template_id: now.customer_template_id }),
  };
}
