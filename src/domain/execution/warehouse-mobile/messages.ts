/** Messages of the refusals of the warehouse app. */
export const messages = {
  unknown_warehouse: { en: "There is no such warehouse." },
  unknown_route: { en: "There is no such route at your warehouses." },
  unknown_code: { en: "{code} is not known." },
  no_route: { en: "The order of {code} is on no route." },
  wrong_warehouse: { en: "{code} belongs to another warehouse: route {route} starts there." },
  not_here: { en: "{code} was not received at this warehouse." },
  wrong_lane: { en: "{code} goes to lane {lane}, route {route}." },
  lane_taken: { en: "Lane {lane} is of route {route}." },
  wrong_route: { en: "{code} is not of this route: {belongs}." },
  not_loadable: { en: "The route is {status}." },
  missing: { en: "{parcels} parcels are missing." },
  ended: { en: "The order of {code} has ended." },
  sequence_reused: { en: "This number of the device was used for another command." },
} as const;
