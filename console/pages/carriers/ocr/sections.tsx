/** The pages of the family, above the title of each. */
import { Link } from "@tanstack/react-router";
import { useMe } from "../../../api/session.ts";
import { text } from "./text.ts";

export function Sections() {
  const { role } = useMe().user;
  return (
    <nav className="page-sections" aria-label={text.title}>
      <Link to="/scanned-labels" activeOptions={{ exact: true, includeSearch: false }}>
        {text.sections.labels}
      </Link>
      <Link to="/scanned-labels/upload">{text.sections.upload}</Link>
      {role === "client_admin" ? <Link to="/scanned-labels/quality">{text.sections.quality}</Link> : null}
    </nav>
  );
}
