import { useState } from 'react'
import * as m from '#messages'
import { errorMessage, useSubscription } from '../../../../platform/live/hooks.ts'
import { SegmentedControl } from '../../../../platform/ui/controls/SegmentedControl.tsx'
import { ErrorState } from '../../../../platform/ui/states/ErrorState.tsx'
import { Skeleton } from '../../../../platform/ui/states/Skeleton.tsx'
import { eventsEntrants } from '../../contract/entrants.ts'
import { formatRules } from '../../formats/registry.ts'
import type { ShownEvent } from '../types.ts'
import { useEntrants } from '../use-event.ts'
import { ActionArea } from './action-area.tsx'
import styles from './directing.module.css'
import { EntrantList } from './EntrantList.tsx'
import { EventTools } from './EventAdmin.tsx'
import { MachinesTools } from './MachinesAdmin.tsx'
import { RoundsTools } from './RoundsAdmin.tsx'
import { ScoresTools } from './ScoresAdmin.tsx'

/** All tools that an event's director has, one part at a time. */
export function DirectorPanel({ event }: { event: ShownEvent }) {
  const { format, state } = event
  const { rounds, scores } = formatRules(format)
  const played =
    rounds !== null
      ? ({ value: 'rounds', label: m.events_rounds() } as const)
      : ({ value: 'scores', label: m.events_desk_scores() } as const)
  const choices = [
    { value: 'people', label: m.events_desk_people() },
    played,
    { value: 'machines', label: m.events_desk_machines() },
    { value: 'event', label: m.events_desk_event() },
  ] as const
  const over = state === 'finished' || state === 'cancelled'
  const [part, setPart] = useState<(typeof choices)[number]['value']>(over ? played.value : 'people')
  const live = useSubscription(eventsEntrants, { eventId: event._id })
  const entrants = useEntrants(event._id)
  const isWaiting = live.state === 'pending' && entrants.length === 0
  return (
    <ActionArea label={m.events_desk()}>
      <div className={styles.parts}>
        <SegmentedControl label={m.events_desk_what()} value={part} choices={choices} onChange={setPart} />
      </div>
      {live.state === 'failed' && <ErrorState title={m.events_desk_players_failed()}>{errorMessage(live.error)}</ErrorState>}
      {isWaiting && (part === 'people' || part === 'rounds') && <Skeleton kind="form" count={3} />}
      {part === 'people' && !isWaiting && <EntrantList event={event} entrants={entrants} over={over} />}
      {part === 'rounds' && !isWaiting && rounds !== null && <RoundsTools event={event} rules={rounds} entrants={entrants} />}
      {part === 'scores' && scores !== null && <ScoresTools event={event} entrants={entrants} />}
      {part === 'machines' && <MachinesTools event={event} over={over} />}
      {part === 'event' && <EventTools event={event} over={over} />}
    </ActionArea>
  )
}
