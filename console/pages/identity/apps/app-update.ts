/** Differences between an app on the form and the stored app. */
import type { ClientApp, ClientAppUpdateInput } from "./queries.ts";

type Change = Omit<ClientAppUpdateInput, "appCode">;

/** Members of an object that differ from the stored ones. */
function changedMembers<T extends object>(now: T, was: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(now).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(was[key as keyof T]),
    ),
  ) as Partial<T>;
}

/** Without a region, the business's country applies. */
function toRegistrationInput({ default_phone_region: region, ...rest }: Partial<ClientApp["registration"]>) {
  return { ...rest, ...(region === undefined ? {} : { default_phone_region: region || null }) };
}

/** The request body: only members that differ, so that nobody else's change is undone. */
export function buildAppUpdate(now: ClientApp, was: ClientApp): Change {
  const sections = {
    branding: changedMembers(now.branding, was.branding),
    version_policy: changedMembers(now.version_policy, was.version_policy),
    registration: toRegistrationInput(changedMembers(now.registration, was.registration)),
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
