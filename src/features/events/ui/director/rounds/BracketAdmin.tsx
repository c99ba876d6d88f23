import { eventsDraw } from '#events/contract/rounds.ts'
import { formatRules } from '#events/formats/registry.ts'
import { formatLabels } from '#events/formats/ui/labels.ts'
import { MAX_BRACKET } from '#events/rules/bracket/bracket-rules.ts'
import { times } from '#events/ui/labels/number-labels.ts'
import { joinNames } from '#events/ui/rounds/result-entry.ts'
import { useRounds } from '#events/ui/rounds/use-rounds.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import type { Entrant } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { cx } from '#platform/ui/cx.ts'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { ActionButton, ActionError } from '../action-area.tsx'
import styles from '../director.module.css'
import { RoundAdmin } from './RoundAdmin.tsx'

/** A bracket is started once; then its games are here, those of the latest round first. */
export function BracketAdmin({ event, entrants }: { event: ShownEvent; entrants: readonly Entrant[] }) {
  const { live, rounds } = useRounds(event._id, true)
  const played = rounds.filter(({ groups }) => groups.length > 0)
  if (live.state === 'failed') return <ErrorState title={m.events_rounds_failed()}>{errorMessage(live.error)}</ErrorState>
  if (live.state === 'pending' && rounds.length === 0) return <Skeleton kind="form" count={2} page />
  if (rounds.length === 0) return <StartBracket event={event} entrants={entrants} />
  // What is open comes first, whichever round it is of.
  const isOpen = ({ groups }: (typeof played)[number]): boolean => groups.some(({ state }) => state !== 'confirmed')
  return [...played.filter(isOpen), ...played.filter(round => !isOpen(round))].map(round => (
    <RoundAdmin key={round._id} event={event} round={round} entrants={entrants} />
  ))
}

function StartBracket({ event, entrants }: { event: ShownEvent; entrants: readonly Entrant[] }) {
  const draw = useMethod(eventsDraw)
  const requestId = useRequestId()
  const here = entrants.filter(({ presence, waiting }) => presence === 'here' && waiting === undefined)
  const away = entrants.filter(entrant => !here.includes(entrant) && entrant.waiting === undefined)
  const isOver = event.state === 'finished' || event.state === 'cancelled'
  const { largestField = MAX_BRACKET } = formatRules(event.format).bracket ?? {}
  const problem =
    here.length < 2 ? m.events_draw_too_few() : here.length > largestField ? m.events_bracket_too_many({ n: largestField }) : null
  if (isOver) return null
  return (
    <section className={cx(layout.card, layout.stack3, styles.next)} aria-label={formatLabels(event.format).name()}>
      <div role="status">
        <p className={layout.strong}>{problem ?? times(here.length, m.events_draw_playing)}</p>
      </div>
      {away.length > 0 && (
        <dl className={cx(layout.stack1, styles.without)}>
          <div>
            <dt>{m.events_presence_expected()}</dt>
            <dd>{joinNames(away.map(({ displayName }) => displayName))}</dd>
          </div>
        </dl>
      )}
      <p className={layout.quiet}>{m.events_bracket_start_words()}</p>
      <ActionButton
        subjectId="draw"
        kind="primary"
        disabled={problem !== null}
        doneMessage={m.events_bracket_started()}
        action={() => draw({ _id: requestId('draw'), eventId: event._id })}
      >
        {m.events_bracket_start()}
      </ActionButton>
      <ActionError subjectId="draw" />
    </section>
  )
}
