export const VENUES_PER_PAGE = 30

const ID = /^[\x21-\x7e]{1,64}$/

/** Returns the input of the list's subscription for an address. An invalid cursor is left out. */
export const venuesInput = ({ before }: Readonly<Record<string, string>>) =>
  before !== undefined && ID.test(before) ? { limit: VENUES_PER_PAGE, before } : { limit: VENUES_PER_PAGE }
