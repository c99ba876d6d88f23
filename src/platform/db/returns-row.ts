/** True if the statement returns a row: whether something exists, or whether a write changed something. */
export const returnsRow = async (statement: { executeTakeFirst(): Promise<object | undefined> }): Promise<boolean> =>
  (await statement.executeTakeFirst()) !== undefined
