import { defineInvariants } from "#tests/support/races.ts";

export const invariants = defineInvariants({
  "what is in a compartment is in the status of its handover": (system, { id }) =>
    system.rows(
      `select h.id, h.status, r.status as reservation from resale_handover h
         join locker_reservation r on r.business_id = h.business_id and r.id = h.reservation_id
        where h.business_id = $1
          and ((r.status = 'IN_USE' and h.status not in ('DEPOSITED', 'CODE_ISSUED', 'INSPECTED', 'RETURN_TO_SELLER', 'DISPUTED'))
            or (r.status = 'HELD' and h.status <> 'DEPOSIT_RESERVED')
            or (r.status = 'ENDED' and h.status not in ('COLLECTED', 'RETRIEVED', 'EXPIRED', 'DISPUTED')))`,
      [id],
    ),
});
