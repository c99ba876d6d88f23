import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { FoundPlayer } from '../contract/players.ts'

/** What other features may call on the players feature. */
export interface PlayersApi {
  /** The id of the user with this user name. @throws DdpError 404 */
  userIdByName(username: string): Promise<string>
  /** Players for whom each word of the text starts a word of the user name or display name. Unlisted players are left out. */
  search(text: string, limit: number): Promise<FoundPlayer[]>
  /** Sets or removes a player's supporter badge in the caller's transaction. @returns the changes to append to the change log */
  setSupporter(tx: Db, userId: string, supporter: boolean): Promise<NewChange[]>
}
