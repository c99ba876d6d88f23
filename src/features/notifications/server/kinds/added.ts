import { DAY_MS } from '#accounts/rules/sign-in.ts'
import { eventChanged } from '#events/server/changes.ts'
import * as m from '#messages'
import { defineNotification } from './define-notification.ts'
import { describeEvent, type EventFacts, findEntered, loadEvent } from './event-facts.ts'

/** Players whom a director has added to an event. */
export const added = defineNotification<EventFacts>({
  kind: 'added',
  switch: 'starts',
  lifetime: DAY_MS,
  change: eventChanged,
  find: search => findEntered(search, 'added'),
  load: (db, about) => loadEvent(db, about),
  message: event => ({ title: m.notifications_push_added(), tag: `added:${event.eventId}`, ...describeEvent(event) }),
})
