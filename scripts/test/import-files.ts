/** Imports the test files named as arguments of the process. One that can't be imported fails, and the others run all the same. */
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { IMPORT } from "./events.ts";

for (const file of process.argv.slice(2)) {
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    test(`${IMPORT} ${file}`, () => {
      throw error;
    });
  }
}
