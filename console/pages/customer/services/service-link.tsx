/** The service of an order in the version that it was made with; a link for users who may read services. */
import { useMe } from "../../../api/session.ts";
import { AnchorLink } from "../../../parts/links.tsx";
import { text } from "./text.ts";

export function ServiceLink({
  order: { service_id, service_version, service_name },
}: {
  order: { service_id: number; service_version: number; service_name: string };
}) {
  const name = `${service_name}, ${text.version({ n: service_version }).toLowerCase()}`;
  if (!useMe().permissions.includes("settings:read")) return name;
  return (
    <AnchorLink
      to="/services/$service_id"
      params={{ service_id: String(service_id) }}
      search={{ version: service_version }}
    >
      {name}
    </AnchorLink>
  );
}
