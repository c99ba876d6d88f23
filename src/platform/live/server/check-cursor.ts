import { unknownCursor } from '../contract.ts'

/**
 * A page of a list may be empty because `before` is the list's last row, or because it is no row of the list, which is refused. The database
 * is asked for the row only if the page is empty.
 * @param find returns the rows of the list with this id, those that were removed included
 * @throws DdpError 400 for an unknown `before`
 */
export async function checkCursor(
  page: readonly unknown[],
  before: string | null,
  find: (id: string) => Promise<readonly unknown[]>,
): Promise<void> {
  if (page.length === 0 && before !== null && (await find(before)).length === 0) throw unknownCursor()
}
