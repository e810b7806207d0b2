/** RFC 9110 section 5.6.2: a method or the name of a header. */
export const HTTP_TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
