export const PAGE = 30

const ID = /^[\x21-\x7e]{1,64}$/

/** What the list asks for. A cursor that cannot be one is left out. */
export const listInput = ({ before }: Readonly<Record<string, string>>) =>
  before !== undefined && ID.test(before) ? { limit: PAGE, before } : { limit: PAGE }
