import { useState } from 'react'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import type { SubmitScoreResult } from '#scores/contract/scores.ts'
import { SubmitEvent } from '#scores/ui/submit/SubmitEvent.tsx'
import { stationsClaim, stationsUnclaim } from '../contract/reported-games.ts'
import { OfferCard } from './OfferCard.tsx'
import { playLabel } from './report-labels.ts'
import { useClaimEvent } from './use-claim-event.ts'
import { findPlay, type ShownReportedGame } from './use-reported-games.ts'
import { useSettled } from './use-settled.ts'

interface ClaimOfferProps {
  game: ShownReportedGame
  /** which play has the user's initials, 1 for the first */
  play: number
  /** called when the user answers, before the server does */
  onAnswer: () => void
  onClose: () => void
  onSay: (words: string) => void
}

/** Offers a user the play that has the user's initials: one tap claims it, and says in which event it counts. */
export function ClaimOffer({ game, play, onAnswer, onClose, onSay }: ClaimOfferProps) {
  const [claim, unclaim] = [useMethod(stationsClaim), useMethod(stationsUnclaim)]
  const requestId = useRequestId()
  const [result, setResult] = useState<SubmitScoreResult | null>(null)
  const counts = useClaimEvent(game, [game])
  const isSettled = useSettled(counts.isKnown)
  // Once the card is shown it stays, and its buttons do not move.
  const [isShown, setShown] = useState(isSettled)
  if (isSettled && !isShown) setShown(true)
  const claiming = useAsyncAction(async () => {
    onAnswer()
    const eventId = counts.eventIdOf(game)
    const input = { reportedGameId: game._id, play, ...(eventId === null ? {} : { eventId }) }
    const answer = await claim({ _id: requestId(input), ...input })
    setResult(answer)
  })
  const undoing = useAsyncAction(async () => {
    await unclaim({ reportedGameId: game._id, play })
    onClose()
  })
  const offered = findPlay(game, play)
  if (offered === undefined || !isShown) return null
  return (
    <OfferCard
      title={result === null ? m.stations_offer_title() : resultLabel(result)}
      facts={`${game.machineName} · ${game.venueName}`}
      scores={[{ key: 'own', name: playLabel(offered), score: offered.score }]}
      error={claiming.error ?? undoing.error}
      onSay={onSay}
    >
      {result === null ? (
        <>
          {counts.choice !== null && <SubmitEvent choice={counts.choice} onChoose={counts.choose} />}
          <Button kind="primary" busy={claiming.busy || !isSettled} onClick={claiming.start}>
            {m.stations_offer_claim()}
          </Button>
          <Button kind="plain" onClick={onClose}>
            {m.stations_offer_not()}
          </Button>
        </>
      ) : (
        <>
          <Button onClick={onClose}>{m.ui_close()}</Button>
          <Button kind="plain" busy={undoing.busy} onClick={undoing.start}>
            {m.ui_undo()}
          </Button>
        </>
      )}
    </OfferCard>
  )
}

const resultLabel = ({ rank, players, underReview, personalBest }: SubmitScoreResult): string =>
  underReview === true
    ? m.stations_offer_review()
    : personalBest
      ? m.stations_offer_best({ rank: plainNumber(rank), players: plainNumber(players) })
      : m.stations_offer_counts()
