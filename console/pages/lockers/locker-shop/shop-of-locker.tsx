/** On the page of a locker that sells: to what it sells. */
import { useQuery } from "@tanstack/react-query";
import { IconBuildingStore } from "#icons";
import { ButtonLink } from "../../../parts/links.tsx";
import { sellsQuery } from "./queries.ts";
import { text } from "./text.ts";

export function ShopOfLocker({ locker_id }: { locker_id: number }) {
  const cells = useQuery(sellsQuery(locker_id)).data?.total ?? 0;
  return cells === 0 ? null : (
    <ButtonLink
      to="/locker-shop/stock"
      search={{ locker_id }}
      variant="default"
      leftSection={<IconBuildingStore size={16} />}
    >
      {text.of_locker.open}
    </ButtonLink>
  );
}
