import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { AccountSession } from '#accounts/ui/session/auth-client.ts'
import { SessionContext, useUserId } from '#accounts/ui/session/use-account.ts'
import type { ClientDataSource } from '#platform/live/client-data-source.ts'
import { LiveContext, useConnection, useDocuments } from '#platform/live/hooks.ts'
import floating from '#platform/ui/layouts/FloatingNotice.module.css'
import type { GameOfferDoc } from '../contract/reported-games.ts'
import { ClaimOffer } from './ClaimOffer.tsx'
import { ConfirmOffer } from './ConfirmOffer.tsx'
import { hideOffer, readHiddenOffers } from './hidden-offers.ts'
import { type ShownReportedGame, useReportedGames } from './use-reported-games.ts'

/** Pages that others look at, or on which scores are claimed anyway. */
const WITHOUT_OFFERS = /\/(live|kiosk|scorekeeper)$|^\/claim\//

/** True while the user types: nothing may cover the field then. */
function useIsTyping(): boolean {
  const [isTyping, setTyping] = useState(isInField)
  useEffect(() => {
    const update = (): void => setTyping(isInField())
    // At `focusout` the next element does not have the focus yet.
    const later = (): void => void setTimeout(update)
    document.addEventListener('focusin', update)
    document.addEventListener('focusout', later)
    return () => {
      document.removeEventListener('focusin', update)
      document.removeEventListener('focusout', later)
    }
  }, [])
  return isTyping
}

const isInField = (): boolean => document.activeElement?.matches('input:not([type=checkbox], [type=radio]), textarea, select') === true

/**
 * The newest game that may be the user's, as a card that floats above any page, so that nothing moves. It takes no focus, and makes way
 * where somebody types.
 */
function GameOffers() {
  const userId = useUserId()
  const isConnected = useConnection().status.status === 'connected'
  const isTyping = useIsTyping()
  const [hidden, setHidden] = useState(readHiddenOffers)
  /** the game that the user has answered: the server offers it no more, and the card stays until the user closes it */
  const [answered, setAnswered] = useState<{ game: ShownReportedGame; offer: GameOfferDoc } | null>(null)
  const offers = useDocuments<GameOfferDoc, ReadonlyMap<string, GameOfferDoc>>(
    'gameOffers',
    documents => new Map(documents.map(each => [each._id, each])),
    [],
  )
  const games = useReportedGames(({ _id }) => offers.has(_id) && !hidden.includes(_id), [offers, hidden])
  const game = answered?.game ?? games[0]
  const offer = answered?.offer ?? offers.get(game?._id ?? '')
  if (userId === null || !isConnected || isTyping || game === undefined || offer === undefined) return null
  // The page of the event offers it where the result is entered.
  if (WITHOUT_OFFERS.test(location.pathname) || location.pathname === `/events/${offer.eventId}`) return null
  const parts = {
    game,
    onAnswer: () => setAnswered({ game, offer }),
    onClose: () => {
      setAnswered(null)
      setHidden(hideOffer(hidden, game._id))
    },
  }
  return (
    <div className={floating.place} style={{ zIndex: 28 }}>
      {offer.play !== undefined ? (
        <ClaimOffer key={game._id} {...parts} play={offer.play} />
      ) : (
        offer.eventId !== undefined &&
        offer.groupId !== undefined && (
          <ConfirmOffer key={game._id} {...parts} eventId={offer.eventId} eventName={offer.eventName ?? ''} groupId={offer.groupId} />
        )
      )}
    </div>
  )
}

/** Adds the offers beside the page. */
export function openGameOffers(source: ClientDataSource, session: AccountSession): void {
  const element = document.createElement('div')
  document.body.append(element)
  createRoot(element).render(
    <LiveContext value={source}>
      <SessionContext value={session}>
        <GameOffers />
      </SessionContext>
    </LiveContext>,
  )
}
