import type { FoundPlayer } from '../contract.ts'

/** What other features may ask of players. */
export interface PlayersDoor {
  /** @throws DdpError 404 */
  idOf(username: string): Promise<string>
  /** Players with words in user name or display name that begin as those of the text do. Unlisted ones are left out. */
  search(text: string, limit: number): Promise<FoundPlayer[]>
}
