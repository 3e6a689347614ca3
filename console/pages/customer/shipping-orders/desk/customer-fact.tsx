/** Whose an order is, with the way to the customer for those who may see it. */
import { useMe } from "../../../../api/session.ts";
import { AnchorLink } from "../../../../parts/links.tsx";
import { Fact } from "../../../../parts/page.tsx";

export function CustomerFact({ name, customer_name }: { name: string; customer_name: string }) {
  const may_see = useMe().permissions.includes("settings:read");
  return (
    <Fact name={name}>
      {may_see ? (
        <AnchorLink to="/customers" search={{ q: customer_name }}>
          {customer_name}
        </AnchorLink>
      ) : (
        customer_name
      )}
    </Fact>
  );
}
