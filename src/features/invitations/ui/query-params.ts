export const INVITATIONS_PER_PAGE = 30

const ID = /^[\x21-\x7e]{1,64}$/

/** Returns the input of a list's subscription for an address; an invalid cursor is left out. */
export const invitationsInput = ({ before }: Readonly<Record<string, string>>): { limit: number; before?: string } =>
  before !== undefined && ID.test(before) ? { limit: INVITATIONS_PER_PAGE, before } : { limit: INVITATIONS_PER_PAGE }
