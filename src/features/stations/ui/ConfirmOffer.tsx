import { useState } from 'react'
import { useUserId } from '#accounts/ui/session/use-account.ts'
import { eventsEntrants } from '#events/contract/entrants.ts'
import { useRounds } from '#events/ui/rounds/use-rounds.ts'
import { useEntrants } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { useMethod, useSubscription } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { stationsConfirm, stationsUnlink } from '../contract/reported-games.ts'
import { matchPlays } from '../rules/match-plays.ts'
import type { MatchedScore } from './MatchedScores.tsx'
import { OfferCard } from './OfferCard.tsx'
import { playLabel } from './report-labels.ts'
import type { ShownReportedGame } from './use-reported-games.ts'

interface ConfirmOfferProps {
  game: ShownReportedGame
  eventId: string
  eventName: string
  groupId: string
  /** called when the user answers, before the server does */
  onAnswer: () => void
  onClose: () => void
  onSay: (words: string) => void
}

/** Offers the players of a group the result of their game: whose score is whose, and one tap enters it. */
export function ConfirmOffer({ game, eventId, eventName, groupId, onAnswer, onClose, onSay }: ConfirmOfferProps) {
  const userId = useUserId()
  const [confirm, unlink] = [useMethod(stationsConfirm), useMethod(stationsUnlink)]
  useSubscription(eventsEntrants, { eventId })
  const entrants = useEntrants(eventId)
  const { rounds } = useRounds(eventId)
  const [state, setState] = useState<'entered' | 'confirmed' | null>(null)
  const offered = { eventId, groupId, ...(game.game === undefined ? {} : { game: game.game }), reportedGameId: game._id }
  const confirming = useAsyncAction(async () => {
    onAnswer()
    const answer = await confirm(offered)
    setState(answer.state)
  })
  const unlinking = useAsyncAction(async () => {
    await unlink(offered)
    onClose()
  })
  const group = rounds.flatMap(({ groups }) => groups).find(each => each.groupId === groupId)
  const matched = group === undefined ? null : matchPlays(game.plays, group.entrantIds)
  const scores: MatchedScore[] =
    matched === null
      ? game.plays.map(play => ({ key: String(play.play), name: playLabel(play), score: play.score }))
      : matched.map(({ entrantId, play }) => {
          const entrant = entrants.find(({ _id }) => _id === entrantId)
          return { key: entrantId, name: entrant?.displayName ?? m.ui_a_player(), score: play.score, isOwn: entrant?.userId === userId }
        })
  return (
    <OfferCard
      title={state === null ? m.stations_offer_group() : state === 'confirmed' ? m.events_result_confirmed() : m.events_result_sent()}
      facts={[game.machineName, eventName].filter(each => each !== '').join(' · ')}
      scores={scores}
      error={confirming.error ?? unlinking.error}
      onSay={onSay}
    >
      {state === null ? (
        <>
          <Button kind="primary" busy={confirming.busy} disabled={matched === null} onClick={confirming.start}>
            {m.stations_use_result()}
          </Button>
          <Button kind="plain" busy={unlinking.busy} onClick={unlinking.start}>
            {m.stations_offer_not_ours()}
          </Button>
        </>
      ) : (
        <Button onClick={onClose}>{m.ui_close()}</Button>
      )}
    </OfferCard>
  )
}
