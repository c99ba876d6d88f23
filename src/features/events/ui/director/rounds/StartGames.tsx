import { eventsDraw } from '#events/contract/rounds.ts'
import { formatRules } from '#events/formats/registry.ts'
import { formatLabels } from '#events/formats/ui/labels.ts'
import { MAX_BRACKET } from '#events/rules/bracket/bracket-rules.ts'
import { times } from '#events/ui/labels/number-labels.ts'
import { joinNames } from '#events/ui/rounds/result-entry.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import type { Entrant } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { ActionButton, ActionError } from '../action-area.tsx'
import styles from '../director.module.css'

/** Starts an event that is drawn once. @param words what happens then */
export function StartGames({ event, entrants, words }: { event: ShownEvent; entrants: readonly Entrant[]; words: string }) {
  const draw = useMethod(eventsDraw)
  const requestId = useRequestId()
  const here = entrants.filter(({ presence, waiting }) => presence === 'here' && waiting === undefined)
  const away = entrants.filter(entrant => !here.includes(entrant) && entrant.waiting === undefined)
  const isOver = event.state === 'finished' || event.state === 'cancelled'
  const { bracket } = formatRules(event.format)
  const largestField = bracket === undefined ? Number.POSITIVE_INFINITY : (bracket.largestField ?? MAX_BRACKET)
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
      <p className={layout.quiet}>{words}</p>
      <ActionButton
        subjectId="draw"
        kind="primary"
        disabled={problem !== null}
        doneMessage={m.events_games_started()}
        action={() => draw({ _id: requestId('draw'), eventId: event._id })}
      >
        {m.events_start_games()}
      </ActionButton>
      <ActionError subjectId="draw" />
    </section>
  )
}
