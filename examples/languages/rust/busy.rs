use std::ffi::CString;
use std::os::raw::{c_char, c_void};
use std::ptr::null_mut;

#[link(name = "mockcloud")]
extern "C" {
    fn mockcloud_create(config: *const c_char, cloud: *mut *mut c_void, error: *mut *mut c_char) -> i32;
    fn mockcloud_call(cloud: *mut c_void, operation: *const c_char, request: *const c_char, response: *mut *mut c_char) -> i32;
    fn mockcloud_destroy(cloud: *mut c_void);
}

fn call(cloud: *mut c_void, operation: &str, request: &str) -> i32 {
    let (operation, request) = (CString::new(operation).unwrap(), CString::new(request).unwrap());
    unsafe { mockcloud_call(cloud, operation.as_ptr(), request.as_ptr(), null_mut()) }
}

fn main() {
    let (mut cloud, config) = (null_mut(), CString::new("{}").unwrap());
    assert_eq!(unsafe { mockcloud_create(config.as_ptr(), &mut cloud, null_mut()) }, 0);
    assert_eq!(call(cloud, "mock/seed", r#"{"records": [{"recordName": "n1", "recordType": "Note"}]}"#), 0);
    assert_eq!(call(cloud, "mock/error/set", r#"{"error": "zoneBusy", "times": 1}"#), 0);
    assert_eq!(call(cloud, "records/query", r#"{"query": {"recordType": "Note"}}"#), 23);
    assert_eq!(call(cloud, "records/query", r#"{"query": {"recordType": "Note"}}"#), 0);
    unsafe { mockcloud_destroy(cloud) };
}
