const ID = /^[\x21-\x7e]{1,64}$/

/** The parameters of the home page's subscription. A `before` that is not a valid id is left out. */
export const homeInput = ({ before }: Readonly<Record<string, string>>) => ({
  limit: 30,
  places: true,
  ...(before !== undefined && ID.test(before) ? { before } : {}),
})
