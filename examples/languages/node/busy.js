const assert = require("node:assert");
const { create, exchange } = require(process.env.MOCKCLOUD_ADDON);

const cloud = create();
const call = (operation, request) => {
  const { status, response } = exchange(cloud, operation, JSON.stringify(request));
  return [status, JSON.parse(response)];
};

call("mock/seed", { records: [{ recordName: "n1", recordType: "Note" }] });
call("mock/error/set", { error: "zoneBusy", times: 1 });
const [status, response] = call("records/query", { query: { recordType: "Note" } });
assert.deepStrictEqual([status, response.error.ckErrorName], [23, "zoneBusy"]);
assert.strictEqual(call("records/query", { query: { recordType: "Note" } })[1].records[0].recordName, "n1");
