import type { AccountDoc } from '../contract.ts'

type Account = AccountDoc & { _id: string }

/** The server's order: the newest account first. */
export const newestFirst = (a: Account, b: Account): number =>
  b.joinedAt.getTime() - a.joinedAt.getTime() || (a._id < b._id ? 1 : a._id > b._id ? -1 : 0)

/** True if the text is part of one of the names. */
export const nameIncludes = ({ username, displayName }: AccountDoc, text: string): boolean =>
  [username, displayName].some(name => name.toLowerCase().includes(text.toLowerCase()))
