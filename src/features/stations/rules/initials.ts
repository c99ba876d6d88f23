/** Characters of initials at most. */
export const MAX_INITIALS = 10

/** Returns what is left of a typed text where initials are asked for: capital letters and digits. */
export const toInitials = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, MAX_INITIALS)
