export const INVITATIONS_PER_PAGE = 30

const ID = /^[\x21-\x7e]{1,64}$/

/** What a list asks for by its address; a cursor that cannot be one is left out. */
export const invitationsInput = ({ before }: Readonly<Record<string, string>>): { limit: number; before?: string } =>
  before !== undefined && ID.test(before) ? { limit: INVITATIONS_PER_PAGE, before } : { limit: INVITATIONS_PER_PAGE }
