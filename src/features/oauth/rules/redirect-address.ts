/**
 * https and a host in small letters, or http and the developer's own machine; a port, and what follows in ASCII: neither a user's name nor a
 * fragment.
 */
const ADDRESS =
  /^(?:https:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?:[/?][!$-[\]-~]*)?$/

/** True for an address that an application may name for the way back. It is compared character by character. */
export const isRedirectAddress = (text: string): boolean => ADDRESS.test(text)

/** Returns the server that an address leads to, with its port. */
export const hostOf = (address: string): string => /^https?:\/\/([^/?]+)/.exec(address)?.[1] ?? ''
