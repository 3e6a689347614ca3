/** The pages of the family, above the title of each. */
import { Link } from "@tanstack/react-router";
import { text } from "./text.ts";

export const Sections = () => (
  <nav className="page-sections" aria-label={text.title}>
    <Link to="/reservations" activeOptions={{ exact: true, includeSearch: false }}>
      {text.sections.desk}
    </Link>
    <Link to="/reservations/waitlist" activeOptions={{ includeSearch: false }}>
      {text.sections.waitlist}
    </Link>
    <Link to="/reservations/bookables">{text.sections.bookables}</Link>
  </nav>
);
