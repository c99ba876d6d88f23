export const GROUPS_PER_PAGE = 30

const ID = /^[\x21-\x7e]{1,64}$/

/** What the list asks for. A cursor that cannot be one is left out. */
export const groupsInput = ({ before }: Readonly<Record<string, string>>) =>
  before !== undefined && ID.test(before) ? { limit: GROUPS_PER_PAGE, before } : { limit: GROUPS_PER_PAGE }
