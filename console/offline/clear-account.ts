/** What a sign-out removes from this browser: the stored day, the files of the app, what the tab keeps, and who was signed in. */
import { openDatabase } from "./database.ts";
import { remembered } from "./remembered.ts";
import { clearTabValues } from "./tab-values.ts";
import { removeWorker } from "./worker.ts";

/** Values of the queue; without them what is not sent could not be sent. */
const KEPT_VALUES = ["device_id", "next_seq"];

export async function clearAccount(account_id: number): Promise<void> {
  remembered.clear();
  clearTabValues();
  await openDatabase(account_id)("readwrite", async (transaction) => {
    for (const key of await transaction.keys("values"))
      if (!KEPT_VALUES.includes(String(key))) transaction.delete("values", String(key));
    for (const { seq } of await transaction.list("positions")) transaction.delete("positions", seq);
  });
  await removeWorker();
}
