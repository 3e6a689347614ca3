import { IconCalendarEvent } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readDeskSearch, readWaitlistSearch } from "./search.ts";

export const manifest = defineManifest({
  pages: {
    "/reservations": {
      title: "Reservations",
      search: readDeskSearch,
      load: () => import("./desk.tsx").then(({ Desk }) => Desk),
    },
    "/reservations/waitlist": {
      title: "Waitlist",
      search: readWaitlistSearch,
      load: () => import("./waitlist.tsx").then(({ Waitlist }) => Waitlist),
    },
    "/reservations/bookables": {
      title: "Bookables",
      load: () => import("./bookables.tsx").then(({ Bookables }) => Bookables),
    },
  },
  public_pages: {
    "/reserve/$client_code": {
      title: "Reserve",
      in_all_languages: true,
      load: () => import("./public/reserve.tsx").then(({ Reserve }) => Reserve),
    },
    "/reserve/$client_code/$bookable": {
      title: "Reserve",
      in_all_languages: true,
      load: () => import("./public/reserve.tsx").then(({ Reserve }) => Reserve),
    },
    "/reservation": {
      title: "Your reservation",
      unindexed: true,
      in_all_languages: true,
      load: () => import("./public/reservation.tsx").then(({ ReservationPage }) => ReservationPage),
    },
    "/waitlist": {
      title: "Waitlist",
      unindexed: true,
      in_all_languages: true,
      load: () => import("./public/waitlist.tsx").then(({ WaitlistPage }) => WaitlistPage),
    },
    "/waitlist/offer": {
      title: "A place for you",
      unindexed: true,
      in_all_languages: true,
      load: () => import("./public/waitlist.tsx").then(({ OfferPage }) => OfferPage),
    },
  },
  navigation: [
    {
      area: "network",
      to: "/reservations",
      label: "Reservations",
      icon: IconCalendarEvent,
      order: 44,
      reads: ["reservations"],
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "customer/reservations": typeof manifest;
  }
}
