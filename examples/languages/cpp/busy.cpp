#include <cassert>
#include <memory>
#include <mockcloud.h>

struct Destroy {
  void operator()(mockcloud *cloud) const { mockcloud_destroy(cloud); }
};

int main() {
  mockcloud *made = nullptr;
  auto status = mockcloud_create("{}", &made, nullptr);
  std::unique_ptr<mockcloud, Destroy> cloud(made);
  assert(status == MOCKCLOUD_OK);
  mockcloud_callf(cloud.get(), nullptr, "mock/seed",
                  "{'records': [{'recordName': 'n1', 'recordType': 'Note'}]}");
  mockcloud_callf(cloud.get(), nullptr, "mock/error/set", "{'error': 'zoneBusy', 'times': %d}", 1);

  const char *query = "{'query': {'recordType': %s}}";
  status = mockcloud_callf(cloud.get(), nullptr, "records/query", query, "Note");
  assert(status == MOCKCLOUD_CKERROR_ZONE_BUSY);
  status = mockcloud_callf(cloud.get(), nullptr, "records/query", query, "Note");
  assert(status == MOCKCLOUD_OK);
  return status;
}
