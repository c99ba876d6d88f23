import { Fragment, useState } from 'react'
import type { EventRoundDoc } from '#events/contract/documents.ts'
import { eventsEntrants } from '#events/contract/entrants.ts'
import { eventsRounds } from '#events/contract/rounds.ts'
import { drawsEachRound, formatRules } from '#events/formats/registry.ts'
import * as m from '#messages'
import { errorMessage, useDocuments } from '#platform/live/hooks.ts'
import { SegmentedControl } from '#platform/ui/controls/SegmentedControl.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { useEventSubscription } from '../device/device-key.ts'
import { HeldNotice } from '../standings/HeldStandings.tsx'
import type { ShownEvent } from '../types.ts'
import { useEntrants, useEvent } from '../use-event.ts'
import { ActionArea } from './action-area.tsx'
import { ScoresAdmin } from './attempts/ScoresAdmin.tsx'
import styles from './director.module.css'
import { EventAdmin } from './EventAdmin.tsx'
import { EventStatus } from './EventStatus.tsx'
import { EntrantList } from './entrants/EntrantList.tsx'
import { MachinesAdmin } from './machines/MachinesAdmin.tsx'
import { BracketAdmin } from './rounds/BracketAdmin.tsx'
import { MatchmakingAdmin } from './rounds/MatchmakingAdmin.tsx'
import { RoundsAdmin } from './rounds/RoundsAdmin.tsx'
import { useBetweenDialogs } from './use-between-dialogs.ts'

/** Returns whether a round has been drawn; undefined: it is not known yet. @param asks false: nobody needs to know */
function useHasRounds({ _id: eventId }: ShownEvent, asks: boolean): boolean | undefined {
  const live = useEventSubscription(eventsRounds, asks ? { eventId, round: 'latest' } : null)
  const count = useDocuments<EventRoundDoc, number>('eventRounds', all => all.filter(each => each.eventId === eventId).length, [eventId])
  return count > 0 || !asks || live.state !== 'pending' ? count > 0 : undefined
}

/** The tools of those who run an event, one part at a time. A scorekeeper has only the first, to check players in and enter their scores. */
export function DirectorPanel({ event }: { event: ShownEvent }) {
  const { format, state } = event
  const { isDirector } = useEvent(event._id)
  const { rounds, bracket, matchmaking, scores } = formatRules(format)
  const resultsTab =
    rounds !== null
      ? ({ value: 'rounds', label: matchmaking === undefined ? m.ui_rounds() : m.events_games() } as const)
      : ({ value: 'scores', label: m.ui_scores() } as const)
  const choices = [
    { value: 'people', label: m.ui_players() },
    resultsTab,
    { value: 'machines', label: m.ui_machines() },
    { value: 'event', label: m.ui_event() },
  ] as const
  const isOver = state === 'finished' || state === 'cancelled'
  const [chosen, setTab] = useState<(typeof choices)[number]['value'] | null>(null)
  const hasRounds = useHasRounds(event, isDirector && rounds !== null)
  // While rounds run, what their director needs is in them; before, it is the players. What is open stays so, whatever others do meanwhile.
  const tab = chosen ?? (isDirector && (isOver || hasRounds === true) ? resultsTab.value : 'people')
  if (chosen === null && hasRounds !== undefined) setTab(tab)
  const live = useEventSubscription(eventsEntrants, { eventId: event._id })
  const entrants = useEntrants(event._id)
  const isTabKnown = chosen !== null || hasRounds !== undefined
  // Players who arrive one after the other would move what is below them.
  const isWaiting = live.state === 'pending'
  const status = isDirector && (
    <Fragment key="status">
      <EventStatus event={event} />
      {event.standingsHeld && <HeldNotice eventId={event._id} />}
    </Fragment>
  )
  // While groups play, they come first, and what ends the event last.
  const isRunning = useBetweenDialogs(tab === 'rounds' && state === 'live' && hasRounds === true)
  // Where the status stands depends on the part, so nothing is shown that would move when that is known.
  if (!isTabKnown)
    return (
      <ActionArea label={m.events_desk()}>
        <Skeleton kind="form" count={3} page />
      </ActionArea>
    )
  return (
    <ActionArea label={m.events_desk()}>
      {!isRunning && status}
      {isDirector && event.unlisted === true && <Notice title={m.events_unlisted_title()}>{m.events_unlisted_words()}</Notice>}
      {isDirector && (
        <div className={styles.parts}>
          <SegmentedControl label={m.events_desk_what()} value={tab} choices={choices} onChange={setTab} />
        </div>
      )}
      {live.state === 'failed' && <ErrorState title={m.events_players_failed()}>{errorMessage(live.error)}</ErrorState>}
      {isWaiting && (tab === 'people' || tab === 'rounds') && <Skeleton kind="form" count={3} page />}
      {tab === 'people' && !isWaiting && <EntrantList event={event} entrants={entrants} isOver={isOver} isDirector={isDirector} />}
      {tab === 'rounds' && !isWaiting && rounds !== null && drawsEachRound(event.format.kind) && (
        <RoundsAdmin event={event} rules={rounds} entrants={entrants} />
      )}
      {tab === 'rounds' && !isWaiting && matchmaking !== undefined && <MatchmakingAdmin event={event} entrants={entrants} />}
      {tab === 'rounds' && !isWaiting && bracket !== undefined && <BracketAdmin event={event} entrants={entrants} />}
      {tab === 'scores' && scores !== null && <ScoresAdmin event={event} entrants={entrants} />}
      {tab === 'machines' && <MachinesAdmin event={event} isOver={isOver} />}
      {tab === 'event' && <EventAdmin event={event} isOver={isOver} />}
      {isRunning && status}
    </ActionArea>
  )
}
