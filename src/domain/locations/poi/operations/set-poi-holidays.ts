/** Set the days of a calendar of holidays, instead of those that it has. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { messages } from "../messages.ts";
import { HolidayRecord, removeHolidays } from "../records/poi-holiday.ts";
import { CalendarName, HOLIDAY_MEMBERS } from "../shapes.ts";

export const setPoiHolidays = defineOperation({
  name: "poiHolidaysSet",
  summary: "Set the holidays of a calendar",
  description:
    "Places whose hours name the calendar have their hours of holidays on these days. Without days, the calendar is gone.",
  access: { scopes: ["address:write"] },
  rest: { method: "PUT", path: "/api/v1/poi/holidays/{calendar}" },
  localised: true,
  input: Type.Object({
    calendar: CalendarName,
    holidays: Type.Array(Type.Object(HOLIDAY_MEMBERS), { maxItems: 1000 }),
  }),
  output: Type.Object({ result: Type.Boolean(), days: Type.Integer() }),

  async run(context, { calendar, holidays }) {
    const dates = holidays.map(({ date }) => date);
    const twice = dates.findIndex((date, index) => dates.indexOf(date) !== index);
    if (twice !== -1)
      throw context.refuse("invalid_request", {
        message: messages.date_twice,
        errors: [{ field: `holidays/${twice}/date`, message: messages.date_twice }],
      });
    await removeHolidays(context, calendar);
    await HolidayRecord.insertMany(
      context,
      holidays.map(({ date, name = "", yearly = false }) => ({ calendar, date, name, yearly })),
    );
    context.emit({
      subject: { type: "poi_calendar", id: calendar },
      kind: "poi.holidays_set",
      payload: { days: dates.length },
    });
    return { result: true, days: dates.length };
  },
});
