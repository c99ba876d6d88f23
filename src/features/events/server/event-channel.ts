import type { Timer } from '#ddp/timing/clock.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { parseArgument } from '#platform/live/parse-argument.ts'
import { id, strictObject } from '#platform/live/schemas.ts'
import { EVENT_CHANNEL, type EventMessage } from '../contract/documents.ts'
import { stateAt } from '../rules/event-state.ts'
import type { EventAccess } from './access.ts'
import { eventChanged, isPlayChange } from './changes.ts'
import { listTransitionsBetween, nextTransition } from './store.ts'

/** Longest delay of a timer in ms; timers cannot be set for longer than about 24 days. */
const MAX_TIMER_MS = 2_000_000_000
/** ms until a read that failed is tried again */
const RETRY_PAUSE_MS = 1000

const getChannelName = (eventId: string): string => `${EVENT_CHANNEL}:${eventId}`

/**
 * Registers the vent endpoint that sends what happens in an event to those who may see the event. Call it after the standings are
 * registered: listeners run in order, so the standings are updated before this channel announces a change.
 */
export function registerEventChannel({ live, database, clock, log, onClose }: FeatureContext, access: EventAccess): void {
  live.ddp.vent(EVENT_CHANNEL, async (vent, ...args) => {
    const { eventId } = parseArgument(strictObject({ eventId: id }), args)
    await access.authorizeAndWatch(vent.publishing, eventId)
    vent.on<EventMessage>(getChannelName(eventId), message => message)
  })

  const publish = (message: EventMessage): void => live.ddp.emit(getChannelName(message.eventId), message)

  let timer: Timer | null = null
  let checkedUntil = clock.now()
  let closed = false
  const publishStateChanges = async (): Promise<void> => {
    timer?.cancel()
    const now = clock.now()
    for (const event of await listTransitionsBetween(database.db, new Date(checkedUntil), new Date(now)))
      publish({ kind: 'state', eventId: event.id, state: stateAt(event, now) })
    checkedUntil = now
    const next = await nextTransition(database.db, new Date(now))
    timer?.cancel()
    if (!closed && next !== null) timer = clock.after(Math.min(MAX_TIMER_MS, Math.max(0, next - clock.now())), checkStateChanges)
  }
  const checkStateChanges = (): void =>
    void publishStateChanges().catch(err => {
      if (closed) return
      log.error({ err }, 'the events that begin or end could not be read')
      timer?.cancel()
      timer = clock.after(RETRY_PAUSE_MS, checkStateChanges)
    })
  checkStateChanges()
  onClose(() => {
    closed = true
    timer?.cancel()
  })

  live.onChange(eventChanged, ({ eventId, change }) => {
    if (change === null) {
      checkStateChanges()
      publish({ kind: 'standings', eventId })
      return
    }
    if (!isPlayChange(change)) return
    if (change.kind === 'attempt' && !change.attempt.pending) {
      const { id: attemptId, entrantId, machineId, value, strokes } = change.attempt
      const figures = { ...(value === undefined ? {} : { value }), ...(strokes === undefined ? {} : { strokes }) }
      publish({ kind: 'score', eventId, attemptId, entrantId, machineId, ...figures })
    }
    publish({ kind: 'standings', eventId })
  })
}
