/* The variadic functions. They pass their arguments to Swift code, which builds the request. */
#include "mockcloud_variadic.h"

/* Implemented in mockcloud-shim/FormatAPI.swift. */
mockcloud_status mcshim_callf(mockcloud *cloud, char **out, const char *operation,
                              const char *format, struct mcshim_arguments *arguments);
mockcloud_status mcshim_expect(mockcloud *cloud, mockcloud_status status, const char *pattern,
                               char **out, const char *operation, const char *format,
                               struct mcshim_arguments *arguments);

mockcloud_status mockcloud_vcallf(mockcloud *cloud, char **out_response_json, const char *operation,
                                  const char *format, va_list arguments) {
  struct mcshim_arguments copy;
  va_copy(copy.list, arguments);
  mockcloud_status status = mcshim_callf(cloud, out_response_json, operation, format, &copy);
  va_end(copy.list);
  return status;
}

mockcloud_status mockcloud_callf(mockcloud *cloud, char **out_response_json, const char *operation,
                                 const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  mockcloud_status status =
      mockcloud_vcallf(cloud, out_response_json, operation, format, arguments);
  va_end(arguments);
  return status;
}

mockcloud_status mockcloud_vexpect(mockcloud *cloud, mockcloud_status status, const char *pattern,
                                   char **out_difference, const char *operation, const char *format,
                                   va_list arguments) {
  struct mcshim_arguments copy;
  va_copy(copy.list, arguments);
  mockcloud_status result =
      mcshim_expect(cloud, status, pattern, out_difference, operation, format, &copy);
  va_end(copy.list);
  return result;
}

mockcloud_status mockcloud_expect(mockcloud *cloud, mockcloud_status status, const char *pattern,
                                  char **out_difference, const char *operation, const char *format,
                                  ...) {
  va_list arguments;
  va_start(arguments, format);
  mockcloud_status result =
      mockcloud_vexpect(cloud, status, pattern, out_difference, operation, format, arguments);
  va_end(arguments);
  return result;
}

long long mcshim_next_int(struct mcshim_arguments *arguments) {
  return va_arg(arguments->list, int);
}

long long mcshim_next_long(struct mcshim_arguments *arguments) {
  return va_arg(arguments->list, long);
}

long long mcshim_next_long_long(struct mcshim_arguments *arguments) {
  return va_arg(arguments->list, long long);
}

unsigned long long mcshim_next_size(struct mcshim_arguments *arguments) {
  return va_arg(arguments->list, size_t);
}

double mcshim_next_double(struct mcshim_arguments *arguments) {
  return va_arg(arguments->list, double);
}

const char *mcshim_next_text(struct mcshim_arguments *arguments) {
  return va_arg(arguments->list, const char *);
}

const void *mcshim_next_pointer(struct mcshim_arguments *arguments) {
  return va_arg(arguments->list, const void *);
}
