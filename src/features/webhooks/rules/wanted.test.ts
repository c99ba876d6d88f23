import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EVENT_TYPES } from './event-types.ts'
import { type Happening, type HookScope, wanted } from './wanted.ts'

/** A small world: three groups, of which `private` ones are seen by their members alone, and things in them or in none. */
const GROUPS = ['a', 'b', 'c'] as const
const group = fc.constantFrom(...GROUPS, null)
const world = fc.record({ a: fc.boolean(), b: fc.boolean(), c: fc.boolean() })
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined })
const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.uniqueArray(value, { minLength: 1, maxLength: 2 })
const id = fc.constantFrom('1', '2', '3')

const isOfEvent = (type: string): boolean => !type.startsWith('score.') && type !== 'machine.merged'

const happenings = fc
  .record({
    isPublic: world,
    type: fc.constantFrom(...EVENT_TYPES),
    needsEvent: fc.boolean(),
    machineIds: fc.uniqueArray(id, { minLength: 1 }),
    event: fc.option(fc.record({ id, groupId: group, isListed: fc.boolean() })),
    venue: fc.option(fc.record({ id, groupId: group })),
    members: fc.uniqueArray(fc.constantFrom(...GROUPS)),
  })
  .filter(({ type, event }) => !isOfEvent(type) || event !== null)
  .map(({ isPublic, type, needsEvent, machineIds, event, venue, members }): Happening => {
    const sees = (groupId: (typeof GROUPS)[number] | null): boolean => groupId === null || isPublic[groupId]
    if (type === 'machine.merged') return { type, machineIds, event: null, venue: null, playerGroups: [] }
    return {
      type,
      machineIds,
      ...(type === 'score.moderated' && needsEvent ? { needsEvent } : {}),
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
    machineIds: maybe(some(id)),
    venueIds: maybe(some(id)),
    groupIds: maybe(some(fc.constantFrom(...GROUPS))),
    eventIds: maybe(some(id)),
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
        if (!isOfEvent(type) || wanted(hook, happening) === null) return
        if (hook.groupId === null && hook.eventId === null) expect(event!.isPublic && event!.isListed).toBe(true)
        if (!event!.isPublic) expect(hook.groupId === event!.groupId || hook.eventId === event!.id).toBe(true)
      }),
    )
  })

  it('tells nobody of a decision about a score in an event who may not know of the event', () => {
    fc.assert(
      fc.property(hooks, happenings, (hook, happening) => {
        const shown = wanted(hook, happening)
        if (happening.needsEvent && shown !== null) expect(shown.event).toBe(true)
      }),
    )
  })

  it('tells every hook that wants to know of merged machines, whoever has it, unless it is narrowed to other machines', () => {
    fc.assert(
      fc.property(hooks, happenings, (hook, happening) => {
        if (happening.type !== 'machine.merged' || !hook.types.includes('machine.merged')) return
        const { machineIds } = hook.only
        const isToBeTold = machineIds === undefined || machineIds.some(each => happening.machineIds.includes(each))
        expect(wanted(hook, happening)).toEqual(isToBeTold ? { event: false, venue: false } : null)
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
          machineIds: [...happening.machineIds],
          venueIds: bare?.venue ? [venue!.id] : [],
          eventIds: bare?.event ? [event!.id] : [],
          groupIds: [
            bare?.event ? event!.groupId : null,
            bare?.venue ? venue!.groupId : null,
            ...playerGroups.flatMap(each => (each.isPublic || each.id === hook.groupId ? each.id : [])),
          ],
        }
        const narrows = (key: keyof typeof only): boolean => happening.type !== 'machine.merged' || key === 'machineIds'
        const passes = (Object.keys(only) as (keyof typeof only)[])
          .filter(narrows)
          .every(key => only[key]!.some(each => (visible[key] as (string | null)[]).includes(each)))
        const expected = bare !== null && hook.types.includes(happening.type) && passes ? bare : null
        expect(wanted(hook, happening)).toEqual(expected)
      }),
    )
  })
})
