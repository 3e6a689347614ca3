import assert from "node:assert/strict";
import { test } from "node:test";
import { buildIconModule, toIconName } from "./write-icons.ts";

test("the name of an icon follows from the name of its export", () => {
  assert.deepEqual(
    ["IconX", "IconTruckDelivery", "IconMap2", "IconClockHour4", "IconColumns3", "IconArrowsSplit2"].map(
      toIconName,
    ),
    ["x", "truck-delivery", "map-2", "clock-hour-4", "columns-3", "arrows-split-2"],
  );
});

test("an icon is its paths, with what differs from the lines of the others", () => {
  const line = 'fill="none" stroke="currentColor" stroke-width="2"';
  assert.match(buildIconModule("IconA", `<path ${line} d="M1 1"/>`), /createIcon\(false, "M1 1"\)/);
  assert.match(
    buildIconModule("IconA", '<path fill="currentColor" d="M1 1"/>'),
    /createIcon\(true, "M1 1"\)/,
  );
  assert.match(
    buildIconModule("IconA", `<g ${line}><path d="M1 1"/><path fill="currentColor" d="M2 2"/></g>`),
    /createIcon\(false, "M1 1", \{"d":"M2 2","fill":"currentColor"\}\)/,
  );
  assert.throws(
    () => buildIconModule("IconA", `<g ${line}><circle r="2"/></g>`),
    /IconA has more than paths: <circle/,
  );
});
