import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EVENT_TYPES } from './event-types.ts'
import { type Happening, type HookScope, wanted } from './wanted.ts'

/** A small world: three groups, of which `private` ones are seen by their members alone, and things in them or in none. */
const GROUPS = ['a', 'b', 'c'] as const
const group = fc.constantFrom(...GROUPS, null)
const world = fc.record({ a: fc.boolean(), b: fc.boolean(), c: fc.boolean() })
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined })
const id = fc.constantFrom('1', '2')

const happenings = fc
  .record({
    isPublic: world,
    type: fc.constantFrom(...EVENT_TYPES),
    machineIds: fc.uniqueArray(id, { minLength: 1 }),
    event: fc.option(fc.record({ id, groupId: group, isListed: fc.boolean() })),
    venue: fc.option(fc.record({ id, groupId: group })),
    members: fc.uniqueArray(fc.constantFrom(...GROUPS)),
  })
  .filter(({ type, event }) => type.startsWith('score.') || event !== null)
  .map(({ isPublic, type, machineIds, event, venue, members }): Happening => {
    const sees = (groupId: (typeof GROUPS)[number] | null): boolean => groupId === null || isPublic[groupId]
    return {
      type,
      machineIds,
      event: event && { ...event, isPublic: sees(event.groupId), isListed: event.isListed && sees(event.groupId) },
      venue: venue && { ...venue, isPublic: sees(venue.groupId) },
      playerGroups: type.startsWith('score.') ? members.map(each => ({ id: each, isPublic: isPublic[each] })) : [],
    }
  })

const hooks = fc
  .record({
    owner: fc.oneof(
      fc.constant({ groupId: null, eventId: null }),
      fc.constantFrom(...GROUPS).map(groupId => ({ groupId, eventId: null })),
      id.map(eventId => ({ groupId: null, eventId })),
    ),
    types: fc.uniqueArray(fc.constantFrom(...EVENT_TYPES)),
    machineId: maybe(id),
    venueId: maybe(id),
    groupId: maybe(fc.constantFrom(...GROUPS)),
    eventId: maybe(id),
  })
  .map(({ owner, types, ...only }): HookScope => {
    const given = Object.fromEntries(Object.entries(only).filter(([, value]) => value !== undefined))
    return { ...owner, types, only: given }
  })

describe('which hooks are told', () => {
  it('never names to a hook what only others may see', () => {
    fc.assert(
      fc.property(hooks, happenings, (hook, happening) => {
        const shown = wanted(hook, happening)
        const { event, venue } = happening
        const isOwnEvent = hook.eventId !== null && event?.id === hook.eventId
        const ownGroups = [hook.groupId, isOwnEvent ? event!.groupId : null]
        if (shown?.event && !isOwnEvent) expect(event!.isPublic || ownGroups.includes(event!.groupId)).toBe(true)
        if (shown?.venue) expect(venue!.isPublic || ownGroups.includes(venue!.groupId)).toBe(true)
      }),
    )
  })

  it('tells a hook of the site of no event that is not public and listed, and of a private group’s event only the group’s hooks and its own', () => {
    fc.assert(
      fc.property(hooks, happenings, (hook, happening) => {
        const { type, event } = happening
        if (type.startsWith('score.') || wanted(hook, happening) === null) return
        if (hook.groupId === null && hook.eventId === null) expect(event!.isPublic && event!.isListed).toBe(true)
        if (!event!.isPublic) expect(hook.groupId === event!.groupId || hook.eventId === event!.id).toBe(true)
      }),
    )
  })

  it('agrees with filtering one condition after the other', () => {
    fc.assert(
      fc.property(hooks, happenings, (hook, happening) => {
        const bare = wanted({ ...hook, types: EVENT_TYPES, only: {} }, happening)
        const { only } = hook
        const { event, venue, playerGroups } = happening
        const visible = {
          machineId: [...happening.machineIds],
          venueId: bare?.venue ? [venue!.id] : [],
          eventId: bare?.event ? [event!.id] : [],
          groupId: [
            bare?.event ? event!.groupId : null,
            bare?.venue ? venue!.groupId : null,
            ...playerGroups.flatMap(each => (each.isPublic || each.id === hook.groupId ? each.id : [])),
          ],
        }
        const passes = (Object.keys(only) as (keyof typeof only)[]).every(key => (visible[key] as (string | null)[]).includes(only[key]!))
        const expected = bare !== null && hook.types.includes(happening.type) && passes ? bare : null
        expect(wanted(hook, happening)).toEqual(expected)
      }),
    )
  })
})
