/** What other features may ask of players. */
export interface PlayersDoor {
  /** @throws DdpError 404 */
  idOf(username: string): Promise<string>
}
