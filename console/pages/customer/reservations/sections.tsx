/** The pages of the family, above each of them. */
import { ButtonLink } from "../../../parts/links.tsx";
import { text } from "./text.ts";

export const Sections = () => (
  <nav className="row tight" aria-label={text.title}>
    <ButtonLink to="/reservations" variant="default" size="xs">
      {text.sections.desk}
    </ButtonLink>
    <ButtonLink to="/reservations/waitlist" variant="default" size="xs">
      {text.sections.waitlist}
    </ButtonLink>
    <ButtonLink to="/reservations/bookables" variant="default" size="xs">
      {text.sections.bookables}
    </ButtonLink>
  </nav>
);
