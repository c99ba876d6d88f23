import * as v from 'valibot'
import { argument, defineMethod, flag, id, instant, name, newId, text } from '../../../platform/live/contract.ts'
import { eventFormat, MAX_MACHINES } from '../rules/format.ts'

const eventName = name(1, 80)
const description = text(0, 2000, { lines: true })
const venue = name(0, 120)
const timeZone = v.pipe(
  text(1, 60),
  v.check(zone => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
    } catch {
      return false
    }
  }, 'must be a time zone such as Europe/Berlin'),
)
const machineIds = v.pipe(
  v.array(id, 'must be a list'),
  v.minLength(1, 'must not be empty'),
  v.maxLength(MAX_MACHINES, `must hold at most ${MAX_MACHINES}`),
  v.check(ids => new Set(ids).size === ids.length, 'must not name a machine twice'),
)
const picture = argument({ key: text(1, 300) })

export const eventsAdd = defineMethod<{ eventId: string }>()(
  'events.add',
  v.pipe(
    argument({
      _id: newId,
      name: eventName,
      description: v.optional(description),
      venue: v.optional(venue),
      startsAt: instant,
      endsAt: instant,
      timeZone: v.optional(timeZone),
      format: eventFormat,
      machineIds,
      groupId: v.optional(id),
      picture: v.optional(picture),
    }),
    v.forward(
      v.check(({ startsAt, endsAt }) => startsAt < endsAt, 'must come after startsAt'),
      ['endsAt'],
    ),
  ),
  {
    access: 'event directors',
    403: 'neither an event director nor one who runs the group',
    404: 'no such machine, group or picture',
    409: 'the id was used for another event',
  },
)

/** What is left out stays. The format and its machines can be changed until the first score. */
export const eventsEdit = defineMethod<Record<string, never>>()(
  'events.edit',
  argument({
    eventId: id,
    name: v.optional(eventName),
    description: v.optional(description),
    venue: v.optional(venue),
    startsAt: v.optional(instant),
    endsAt: v.optional(instant),
    timeZone: v.optional(timeZone),
    format: v.optional(eventFormat),
    machineIds: v.optional(machineIds),
  }),
  { access: 'director of the event', 404: 'no such event or machine', 409: 'it has scores, or is over' },
)

export const eventsCancel = defineMethod<Record<string, never>>()('events.cancel', argument({ eventId: id }), {
  access: 'director of the event',
  404: 'no such event',
  409: 'it is over',
})

/** Our addition: it ends now. Closing again changes nothing. */
export const eventsClose = defineMethod<Record<string, never>>()('events.close', argument({ eventId: id }), {
  access: 'director of the event',
  404: 'no such event',
  409: 'it has not begun, or was cancelled',
})

/** Our addition: a machine is out of order, takes no scores and is not drawn; or is back. */
export const eventsSetMachine = defineMethod<Record<string, never>>()(
  'events.setMachine',
  argument({ eventId: id, machineId: id, active: flag }),
  { access: 'director of the event', 404: 'no such event or machine', 409: 'it is over' },
)
