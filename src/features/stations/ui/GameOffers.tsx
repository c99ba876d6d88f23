import { useEffect, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import type { AccountSession } from '#accounts/ui/session/auth-client.ts'
import { SessionContext, useUserId } from '#accounts/ui/session/use-account.ts'
import type { ClientDataSource } from '#platform/live/client-data-source.ts'
import { LiveContext, useConnection, useDocuments } from '#platform/live/hooks.ts'
import floating from '#platform/ui/layouts/FloatingNotice.module.css'
import layout from '#platform/ui/styles/layout.module.css'
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

/** How the page that is shown is followed, whose address is that of the window. */
export type ListenToPages = (listener: () => void) => () => void

/**
 * The newest game that may be the user's, as a card that floats above any page, so that nothing moves. It takes no focus, and makes way
 * where somebody types, and where another page or a lost connection leaves it nothing to do: it is hidden then, and keeps what was answered.
 */
function GameOffers({ listenToPages }: { listenToPages: ListenToPages }) {
  const path = useSyncExternalStore(listenToPages, () => location.pathname)
  const isConnected = useConnection().status.status === 'connected'
  const isTyping = useIsTyping()
  const [hidden, setHidden] = useState(readHiddenOffers)
  /** the game that the user has answered: the server offers it no more, and the card stays until the user closes it */
  const [answered, setAnswered] = useState<{ game: ShownReportedGame; offer: GameOfferDoc } | null>(null)
  const [said, setSaid] = useState('')
  const offers = useDocuments<GameOfferDoc, ReadonlyMap<string, GameOfferDoc>>(
    'gameOffers',
    documents => new Map(documents.map(each => [each._id, each])),
    [],
  )
  const games = useReportedGames(({ _id }) => offers.has(_id) && !hidden.includes(_id), [offers, hidden])
  const game = answered?.game ?? games[0]
  const offer = answered?.offer ?? offers.get(game?._id ?? '')
  const isOffered = game !== undefined && offer !== undefined
  // The page of the event offers the result of a group where it is entered.
  const isElsewhere = WITHOUT_OFFERS.test(path) || (offer?.groupId !== undefined && path === `/events/${offer.eventId}`)
  const isAway = !isConnected || isTyping || isElsewhere
  const parts = isOffered && {
    game,
    onAnswer: () => setAnswered({ game, offer }),
    onClose: () => {
      setAnswered(null)
      setHidden(hideOffer(hidden, game._id))
    },
    onSay: setSaid,
  }
  return (
    <>
      {/* It is there before its words, so that screen readers read them out. */}
      <div className={layout.hidden} role="status">
        {isOffered && !isAway && said}
      </div>
      {parts && (
        <div className={floating.place} style={isAway ? { display: 'none' } : { zIndex: 28 }}>
          {offer?.play !== undefined ? (
            <ClaimOffer key={parts.game._id} {...parts} play={offer.play} />
          ) : (
            offer?.eventId !== undefined &&
            offer.groupId !== undefined && (
              <ConfirmOffer
                key={parts.game._id}
                {...parts}
                eventId={offer.eventId}
                eventName={offer.eventName ?? ''}
                groupId={offer.groupId}
              />
            )
          )}
        </div>
      )}
    </>
  )
}

/** The offers of who is signed in. Another user of the device is shown nothing of what was answered before. */
function OwnGameOffers(props: { listenToPages: ListenToPages }) {
  const userId = useUserId()
  return userId === null ? null : <GameOffers key={userId} {...props} />
}

/** Adds the offers beside the page. */
export function openGameOffers(source: ClientDataSource, session: AccountSession, listenToPages: ListenToPages): void {
  const element = document.createElement('div')
  document.body.append(element)
  createRoot(element).render(
    <LiveContext value={source}>
      <SessionContext value={session}>
        <OwnGameOffers listenToPages={listenToPages} />
      </SessionContext>
    </LiveContext>,
  )
}
