import { DAY_MS } from '#accounts/rules/sign-in.ts'
import { eventChanged } from '#events/server/changes.ts'
import * as m from '#messages'
import { defineNotification } from './define-notification.ts'
import { describeEvent, type EventFacts, findEntered, loadEvent } from './event-facts.ts'

/** Players who had waited and got a place in an event. */
export const admitted = defineNotification<EventFacts>({
  kind: 'admitted',
  switch: 'starts',
  lifetime: DAY_MS,
  change: eventChanged,
  find: search => findEntered(search, 'admitted'),
  load: (db, about) => loadEvent(db, about),
  message: event => ({ title: m.notifications_push_admitted(), tag: `admitted:${event.eventId}`, ...describeEvent(event) }),
})
