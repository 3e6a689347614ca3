import assert from "node:assert/strict";
import { test } from "node:test";
import { updateEmployee } from "#domain/identity/accounts/operations/update-employee.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { createDataset } from "./operations/create-dataset.ts";
import { getDatasetPermissions } from "./operations/get-dataset-permissions.ts";
import { listDatasetRecords } from "./operations/list-dataset-records.ts";
import { saveDatasetRecords } from "./operations/save-dataset-records.ts";
import { setDatasetPermissions } from "./operations/set-dataset-permissions.ts";
import { updateDatasetRecord } from "./operations/update-dataset-record.ts";

const service = await testService();

async function openRows() {
  const business = await service.business();
  const admin = business.as("client_admin");
  const clerk = await business.person("employee", "Victim");
  await admin(updateEmployee, { employee_id: clerk.account_id, preset: "counter" } as never);
  const { dataset_id } = await admin(createDataset, {
    name: "Salaries",
    columns: [
      { key: "owner", type: "text" },
      { key: "account", type: "number" },
    ],
  });
  await admin(saveDatasetRecords, {
    dataset_id,
    records: [
      { values: { owner: "Victim", account: 1 } },
      { values: { owner: clerk.email, account: clerk.account_id } },
      { values: { owner: "somebody else", account: 2 } },
      { values: { account: 3 } },
    ],
  });
  const permit = (row_rule: Record<string, unknown> | null) =>
    admin(setDatasetPermissions, {
      dataset_id,
      permissions: [
        { role: "counter", access: "write", hidden_columns: [], read_only_columns: [], row_rule },
      ],
    });
  const read = async () =>
    (await clerk.call(listDatasetRecords, { dataset_id })).records.map(({ values }) => values["account"]);
  return { business, admin, clerk, dataset_id, permit, read };
}

test("a rule about rows names the account or its e-mail address, and nothing that its reader can change", async () => {
  const { clerk, permit, read } = await openRows();
  const name = { caller: "name" };
  const refused: Record<string, unknown>[] = [
    { owner: { eq: name } },
    { owner: { ne: name } },
    { owner: { gte: name } },
    { not: { owner: { eq: name } } },
    { or: [{ account: { eq: 1 } }, { owner: { eq: name } }] },
    { and: [{ not: { or: [{ owner: { eq: name } }] } }] },
    { owner: { eq: { caller: "phone" } } },
    { owner: { eq: { caller: "locale" } } },
    { owner: { eq: { caller: "email", or: "name" } } },
    { account: { eq: { caller: "email" } } },
  ];
  for (const rule of refused) {
    const { status, code, errors } = await catchRefusal(permit(rule));
    assert.deepEqual([status, code], [422, "invalid_where"], JSON.stringify(rule));
    if (JSON.stringify(rule).includes('{"caller":"name"}'))
      assert.match(JSON.stringify(errors), /everybody can change themselves; use/);
  }
  const own_id = clerk.account_id;
  const held: [Record<string, unknown>, unknown[]][] = [
    [{ account: { eq: { caller: "account_id" } } }, [own_id]],
    [{ owner: { eq: { caller: "email" } } }, [own_id]],
    [{ not: { owner: { eq: { caller: "email" } } } }, [1, 2, 3]],
    [{ or: [{ account: { eq: 1 } }, { account: { eq: { caller: "account_id" } } }] }, [1, own_id]],
  ];
  for (const [rule, accounts] of held) {
    await permit(rule);
    assert.deepEqual(await read(), accounts, JSON.stringify(rule));
  }
});

test("a stored rule by the reader's name holds for no record, and is shown as one to change", async () => {
  const { business, admin, clerk, dataset_id, permit, read } = await openRows();
  await permit({ owner: { eq: "Victim" } });
  const { records } = await clerk.call(listDatasetRecords, { dataset_id });
  const record_id = records[0]?.id ?? 0;
  const condition = (op: string) => ({ n: 1, op, value: { caller: "name" } });
  const stored_conditions = [
    condition("eq"),
    condition("ne"),
    condition("lte"),
    { not: condition("eq") },
    { not: condition("ne") },
    { or: [{ n: 2, op: "eq", value: 1 }, condition("eq")] },
    { and: [{ not: { and: [condition("eq"), { n: 2, op: "eq", value: 9 }] } }] },
    { n: 1, op: "eq", value: { caller: "phone" } },
  ];
  for (const rule of stored_conditions) {
    await service.system.execute(
      "update dataset_permission set row_rule = $3 where business_id = $1 and dataset_id = $2",
      [business.id, dataset_id, JSON.stringify(rule)],
    );
    assert.deepEqual(await read(), [], JSON.stringify(rule));
    const write = await catchRefusal(clerk.call(updateDatasetRecord, { dataset_id, record_id, values: {} }));
    assert.equal(write.status, 404);
    const added = await catchRefusal(
      clerk.call(saveDatasetRecords, {
        dataset_id,
        atomic: true,
        records: [{ values: { owner: "Victim" } }],
      }),
    );
    assert.equal(added.code, "row_not_permitted");
    const { permissions } = await admin(getDatasetPermissions, { dataset_id });
    assert.match(permissions[0]?.row_rule_fault ?? "", /everybody can change/);
  }
  const { permissions } = await permit({ owner: { eq: { caller: "email" } } });
  assert.equal(permissions[0]?.row_rule_fault, undefined);
  assert.deepEqual(await read(), [clerk.account_id]);
});
