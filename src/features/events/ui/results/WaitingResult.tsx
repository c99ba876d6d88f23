import type { EventFormat } from '#events/formats/registry.ts'
import { formatLabels } from '#events/formats/ui/labels.ts'
import * as m from '#messages'
import { useConnection } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { finishingOrder } from '../rounds/result-entry.ts'
import { nameWithScore } from '../rounds/result-outcomes.ts'
import type { Entrant } from '../use-event.ts'
import type { GameOrder, ResultQueue, WaitingResult } from './result-queue.ts'
import { useWaitingResult } from './use-results.ts'
import styles from './waiting-result.module.css'

interface WaitingResultProps {
  format: EventFormat
  /** the game, as `PlayedGroup._id` */
  game: string
  entrants: ReadonlyMap<string, Pick<Entrant, 'displayName'>>
}

/** The result that the reader has entered for a game and that the server does not have: why, and what can be done. Nothing if there is none. */
export function WaitingResultNote({ game, ...more }: WaitingResultProps) {
  const waiting = useWaitingResult(game)
  return waiting === null ? null : <Waiting {...waiting} {...more} />
}

function Waiting({ queue, item, format, entrants }: { queue: ResultQueue; item: WaitingResult } & Omit<WaitingResultProps, 'game'>) {
  const { id, entered, refusal, problem } = item
  const isConnected = useConnection().status.status === 'connected'
  const entry = formatLabels(format).resultEntry ?? finishingOrder
  const inWords = ({ order, scores, places = order.map((_, i) => entry.place(i, order.length)) }: GameOrder): string =>
    entry.summary(
      order.map((each, i) => nameWithScore(entrants.get(each)?.displayName ?? m.ui_a_player(), scores?.[i])),
      places,
    )
  const earlier = refusal?.earlier
  // If it is refused again, the note says why.
  const again = useAsyncAction(() => queue.sendAgain(id, earlier))
  return (
    <div className={cx(layout.stack2, layout.anywhere, styles.waiting, refusal !== undefined && styles.refused)}>
      <p className={styles.state}>
        <Icon name={refusal === undefined ? 'clock' : 'warn'} />
        <span role="status">
          {refusal === undefined
            ? (problem ?? (isConnected ? m.ui_sending() : m.events_waiting_offline()))
            : m.events_waiting_refused({ reason: refusal.reason })}
        </span>
      </p>
      <p>{m.events_waiting_result({ result: inWords(entered) })}</p>
      {earlier !== undefined && <p>{m.events_waiting_earlier({ result: inWords(earlier) })}</p>}
      {!queue.isPersisted(id) && <p>{m.events_waiting_loose()}</p>}
      <div className={layout.row1}>
        {refusal !== undefined && (
          <Button busy={again.busy} onClick={again.start}>
            {earlier === undefined ? m.events_waiting_again() : m.events_waiting_replace()}
          </Button>
        )}
        <Button kind="plain" onClick={() => void queue.discard(id)}>
          {m.events_waiting_discard()}
        </Button>
      </div>
    </div>
  )
}
