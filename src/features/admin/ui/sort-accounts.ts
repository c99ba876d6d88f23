import { foldWords, isContained, searchText } from '#platform/text/fold.ts'
import type { AccountDoc } from '../contract.ts'

type Account = AccountDoc & { _id: string }

/** The server's order: the newest account first. */
export const newestFirst = (a: Account, b: Account): number =>
  b.joinedAt.getTime() - a.joinedAt.getTime() || (a._id < b._id ? 1 : a._id > b._id ? -1 : 0)

/** True if the text is part of one of the names, as the server looks for it. Signs alone are compared as they are. */
export const nameIncludes = ({ username, displayName }: AccountDoc, text: string): boolean =>
  foldWords(text).length > 0
    ? isContained(searchText([username, displayName]), text)
    : [username, displayName].some(name => name.includes(text))
