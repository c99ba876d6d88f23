import type { AccountSession } from '#accounts/ui/session/auth-client.ts'
import type { ClientDataSource } from '#platform/live/client-data-source.ts'
import { stationsMine } from '../contract/reported-games.ts'

/**
 * Asks for the games that may be the user's as long as somebody is signed in, and fetches what shows them with the first.
 * @param session of the page
 * @param listenToPages calls a listener whenever another page is shown
 */
export function startGameOffers(
  source: ClientDataSource,
  session: AccountSession,
  listenToPages: (listener: () => void) => () => void,
): void {
  const offers = source.store.collection('gameOffers')
  let stop: (() => void) | null = null
  let isShown = false
  const follow = (): void => {
    const isIn = session.state.userId !== null
    if (isIn === (stop !== null)) return
    stop?.()
    stop = isIn ? source.subscribe(stationsMine.name, [{}]).listen(() => {}) : null
  }
  const show = (): void => {
    if (isShown || offers.size === 0) return
    isShown = true
    import('./GameOffers.tsx')
      .then(({ openGameOffers }) => openGameOffers(source, session, listenToPages))
      // Without the script the next offer tries again.
      .catch(() => {
        isShown = false
      })
  }
  session.listen(follow)
  offers.listen(show)
  follow()
}
