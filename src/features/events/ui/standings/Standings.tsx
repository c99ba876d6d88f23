import { useRef, useState } from 'react'
import * as m from '#messages'
import { errorMessage, useSubscription } from '../../../../platform/live/hooks.ts'
import { Button } from '../../../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../../../platform/ui/states/EmptyState.tsx'
import { ErrorState } from '../../../../platform/ui/states/ErrorState.tsx'
import { Skeleton } from '../../../../platform/ui/states/Skeleton.tsx'
import { useFlipAnimation } from '../../../../platform/ui/use-flip-animation.ts'
import { useAccount } from '../../../accounts/ui/use-account.ts'
import { eventsStandings } from '../../contract/publications.ts'
import { scoreRules } from '../../formats/registry.ts'
import type { EventState } from '../../rules/event-state.ts'
import { ALL, FIRST } from '../event-url.ts'
import type { LabelledStanding } from '../labels/standing-labels.ts'
import type { ShownEvent } from '../types.ts'
import { type Machine, useAvatars, useOwnEntry, useRows } from '../use-event.ts'
import { StandingRow } from './StandingRow.tsx'
import styles from './standings.module.css'

const hasPlayed = ({ machines, games }: LabelledStanding): boolean => machines.length > 0 || (games ?? []).length > 0

/** The live standings of an event; each row unfolds to an explanation. */
export function Standings({ event, machines }: { event: ShownEvent; machines: readonly Machine[] }) {
  const { _id: eventId, players, format, state } = event
  const { userId } = useAccount()
  const [all, setAll] = useState(false)
  const live = useSubscription(eventsStandings, { eventId, limit: FIRST })
  const { entrantId } = useOwnEntry(eventId)
  const first = useRows(eventId, FIRST)
  const ownIsBeyond = typeof entrantId === 'string' && live.state === 'ready' && !first.some(each => each.entrantId === entrantId)
  const more = useSubscription(eventsStandings, all || (ownIsBeyond && players > FIRST) ? { eventId, limit: ALL } : null)
  const every = useRows(eventId, ALL)
  const shown = all && more.state === 'ready' ? every : first
  const own = shown.some(each => each.userId === userId) ? undefined : every.find(each => userId !== null && each.userId === userId)
  const rows = own === undefined ? shown : [...shown, own]
  const avatars = useAvatars(eventId)
  const list = useRef<HTMLOListElement>(null)
  const settle = useFlipAnimation(list)
  if (live.state === 'failed') return <ErrorState title={m.events_standings_failed()}>{errorMessage(live.error)}</ErrorState>
  if (live.state === 'pending' && rows.length === 0) return <Skeleton kind="board-row" count={Math.min(Math.max(players, 1), 8)} />
  if (!rows.some(hasPlayed)) return <Nothing state={state} inRounds={scoreRules(format) === null} />
  return (
    <section className={styles.standings} aria-label={m.events_standings()}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one */}
      <ol ref={list} className={styles.rows} role="list">
        {rows.map(row => (
          <StandingRow
            key={row._id}
            row={row}
            rows={every}
            event={event}
            machines={machines}
            avatar={avatars.get(row.entrantId)}
            own={userId !== null && row.userId === userId}
            onToggle={settle}
          />
        ))}
      </ol>
      {!all && players > FIRST && <Button onClick={() => setAll(true)}>{m.events_standings_all({ n: players })}</Button>}
    </section>
  )
}

function Nothing({ state, inRounds }: { state: EventState; inRounds: boolean }) {
  if (state === 'finished' || state === 'cancelled') return <EmptyState title={m.events_standings_nobody()} />
  if (state === 'upcoming') return <EmptyState title={m.events_standings_soon()}>{m.events_standings_soon_words()}</EmptyState>
  return inRounds ? (
    <EmptyState title={m.events_standings_no_results()}>{m.events_standings_no_results_words()}</EmptyState>
  ) : (
    <EmptyState title={m.events_standings_no_scores()} />
  )
}
