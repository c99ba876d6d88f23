import type { NewChange } from '../../../platform/db/change-log/write.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { FoundPlayer } from '../contract.ts'

/** What other features may ask of players. */
export interface PlayersApi {
  /** @throws DdpError 404 */
  idOf(username: string): Promise<string>
  /** Players with words in user name or display name that begin as those of the text do. Unlisted ones are left out. */
  search(text: string, limit: number): Promise<FoundPlayer[]>
  /** Gives a player the supporter's badge, or takes it, in the caller's transaction. @returns the news to write */
  setSupporter(tx: Db, userId: string, supporter: boolean): Promise<NewChange[]>
}
