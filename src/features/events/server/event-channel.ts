import type { Timer } from '../../../ddp/timing/clock.ts'
import type { FeatureContext } from '../../../platform/feature-context.ts'
import { id, parseArgument, strictObject } from '../../../platform/live/contract.ts'
import { EVENT_CHANNEL, type EventNews } from '../contract/documents.ts'
import { stateAt } from '../rules/event-state.ts'
import type { EventAccess } from './access.ts'
import { eventChanged } from './changes.ts'
import { nextTurn, turnedBetween } from './store.ts'

/** Longest delay of a timer in ms; timers cannot be set for longer than about 24 days. */
const LONGEST = 2_000_000_000

const channelOf = (eventId: string): string => `${EVENT_CHANNEL}:${eventId}`

/**
 * Registers the vent endpoint that sends what happens in an event to those who may see the event. Call it after the standings are
 * registered: listeners run in order, so the standings are updated before this channel announces a change.
 */
export function registerEventChannel({ live, database, clock, log, onClose }: FeatureContext, access: EventAccess): void {
  live.ddp.vent(EVENT_CHANNEL, async (venting, ...args) => {
    const { eventId } = parseArgument(strictObject({ eventId: id }), args)
    await access.admit(venting.publishing, eventId)
    venting.on<EventNews>(channelOf(eventId), news => news)
  })

  const tell = (news: EventNews): void => live.ddp.emit(channelOf(news.eventId), news)

  let timer: Timer | null = null
  let told = clock.now()
  let closed = false
  const turn = async (): Promise<void> => {
    timer?.cancel()
    const now = clock.now()
    for (const event of await turnedBetween(database.db, new Date(told), new Date(now)))
      tell({ kind: 'state', eventId: event.id, state: stateAt(event, now) })
    told = now
    const next = await nextTurn(database.db, new Date(now))
    timer?.cancel()
    if (!closed && next !== null) timer = clock.after(Math.min(LONGEST, Math.max(0, next - clock.now())), watch)
  }
  const watch = (): void =>
    void turn().catch(err => {
      if (!closed) log.error({ err }, 'the turns of events could not be read')
    })
  watch()
  onClose(() => {
    closed = true
    timer?.cancel()
  })

  live.onChange(eventChanged, ({ eventId, change }) => {
    if (change === null) {
      watch()
      tell({ kind: 'standings', eventId })
      return
    }
    if (change.kind === 'log' || change.kind === 'presence') return
    if (change.kind === 'attempt' && !change.attempt.pending) {
      const { id: attemptId, entrantId, machineId, value, strokes } = change.attempt
      tell({ kind: 'score', eventId, attemptId, entrantId, machineId, value, ...(strokes === undefined ? {} : { strokes }) })
    }
    tell({ kind: 'standings', eventId })
  })
}
