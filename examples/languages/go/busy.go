package main

// #cgo pkg-config: mockcloud
// #include <mockcloud.h>
// #include <stdlib.h>
import "C"
import "unsafe"

func call(cloud *C.mockcloud, operation string, request string) C.mockcloud_status {
	name, json := C.CString(operation), C.CString(request)
	defer C.free(unsafe.Pointer(name))
	defer C.free(unsafe.Pointer(json))
	return C.mockcloud_call(cloud, name, json, nil)
}

func expect(status C.mockcloud_status, expected C.mockcloud_status) {
	if status != expected {
		panic(C.GoString(C.mockcloud_status_name(status)))
	}
}

func main() {
	var cloud *C.mockcloud
	config := C.CString("{}")
	defer C.free(unsafe.Pointer(config))
	expect(C.mockcloud_create(config, &cloud, nil), C.MOCKCLOUD_OK)
	defer C.mockcloud_destroy(cloud)
	expect(call(cloud, "mock/seed", `{"records": [{"recordName": "n1", "recordType": "Note"}]}`), C.MOCKCLOUD_OK)
	expect(call(cloud, "mock/error/set", `{"error": "zoneBusy", "times": 1}`), C.MOCKCLOUD_OK)
	expect(call(cloud, "records/query", `{"query": {"recordType": "Note"}}`), C.MOCKCLOUD_CKERROR_ZONE_BUSY)
	expect(call(cloud, "records/query", `{"query": {"recordType": "Note"}}`), C.MOCKCLOUD_OK)
}
