import { uuidv7 } from '../../../src/platform/uuid.ts'
import type { Contract } from '../../contracts/all.ts'
import { goodValue } from '../../contracts/good-values.ts'
import { type Member, membersOf } from '../../contracts/schema.ts'
import { digestOf, PASSWORD } from '../../integration/people.ts'
import { PUSH_KEYS } from '../../integration/push-service.ts'
import type { Actor } from './asking.ts'
import type { Things } from './things.ts'

/** The caller, and the group that the call is about. @property groupId undefined if the call is not about a group */
export interface Asked {
  actor: Actor
  groupId: string | undefined
}
const PLACES = ['groupId', 'eventId', 'scope']

type Making = (things: Things, asked: Asked) => unknown

/** Makes the value of a member by its name: either an existing thing or a new value. */
const BY_KEY: Record<string, Making> = {
  _id: () => uuidv7(),
  scoreId: things => things.score(),
  commentId: things => things.comment(),
  reportId: things => things.report(),
  pictureId: things => things.picture(),
  sessionId: things => things.otherSession(),
  machineId: ({ machineId }) => machineId,
  from: things => things.machine(),
  into: things => things.machine(),
  userId: ({ member, spare }, { groupId }) => (groupId === undefined ? spare : member).id,
  subjectId: ({ spare }) => spare.id,
  username: ({ spare }) => spare.username,
  groupId: (_, { groupId }) => groupId,
  eventId: (things, { groupId }) => things.event(groupId),
  scope: ({ machineId }, { groupId }) => (groupId === undefined ? { machineId } : { groupId, machineId }),
  email: things => `new-${things.next()}@example.com`,
  password: () => digestOf(PASSWORD),
  jobId: things => things.failedJob(),
  invitationId: async things => (await things.invitation()).invitationId,
  endpoint: things => `https://fcm.googleapis.com/fcm/send/${things.next()}`,
  keys: () => PUSH_KEYS,
}

const voided = (machineId: string) => ({ machineId, from: new Date(0), to: new Date(1) })
const night: Record<string, Making> = Object.fromEntries(
  ['close', 'claimCode', 'presence', 'setMachine', 'draw', 'drop', 'move', 'result'].map(verb => [
    `events.${verb}`,
    async (things: Things, { groupId }: Asked) => (await things.night(groupId))[`events.${verb}`],
  ]),
)

/** Makes complete arguments by contract name, where the members depend on each other. */
const BY_NAME: Record<string, Making> = {
  ...night,
  'events.add': (things, { groupId }) => ({ ...things.eventFacts(), ...(groupId === undefined ? {} : { groupId }) }),
  'events.claim': (things, { groupId }) => things.claim(groupId),
  'events.needs': async (things, { actor, groupId }) => ({ eventId: (await things.entrant(actor, groupId)).eventId }),
  'events.enter': async (things, { groupId }) => {
    const eventId = await things.event(groupId)
    const entrantId = uuidv7()
    await things.owner.wire.call('events.addGuest', { _id: entrantId, eventId, displayName: 'Guest' })
    return { _id: uuidv7(), eventId, entrantId, machineId: things.machineId, value: 5 }
  },
  'events.void': async (things, { groupId }) => ({
    _id: uuidv7(),
    eventId: await things.event(groupId),
    what: voided(things.machineId),
  }),
  'events.undo': async (things, { groupId }) => {
    const eventId = await things.event(groupId)
    const voidId = uuidv7()
    await things.owner.wire.call('events.void', { _id: voidId, eventId, what: voided(things.machineId) })
    return { eventId, voidId }
  },
  'events.decide': async (things, { groupId }) => {
    const eventId = await things.event(groupId)
    const attemptId = uuidv7()
    await things.owner.wire.call('scores.submit', { _id: attemptId, eventId, machineId: things.machineId, value: 5 })
    await things.world.app.database.pool.query('UPDATE event_attempts SET pending = true WHERE id = $1', [attemptId])
    return { eventId, attemptId, accept: true }
  },
  'invitations.look': async things => ({ token: (await things.invitation()).token }),
  'reports.add': ({ spare }) => ({ _id: uuidv7(), kind: 'profile', subjectId: spare.id, reason: 'a reason' }),
  'roles.assign': ({ spare }) => ({ userIds: [spare.id], roles: ['moderator'], mode: 'remove' }),
  'users.delete': async things => ({ userId: await things.somebody(), eraseScores: true }),
  'users.enroll': things => ({ _id: uuidv7(), username: `Enrolled ${things.next()}`, email: `e${things.next()}@example.com` }),
}

/** The member that names the group, or an event or scope in a group, that the call is about; undefined if there is none. */
export function placeOf({ input }: Contract): Member | undefined {
  const members = membersOf(input)
  return PLACES.map(place => members.find(({ key }) => key === place)).find(member => member !== undefined)
}

/** The optional member to set in an edit, which without it would change nothing. */
const changeOf = ({ name }: Contract, members: readonly Member[]): Member | undefined =>
  /\.(edit|set)$/.test(name) ? members.find(({ optional, shape }) => optional && ['text', 'boolean'].includes(shape.kind)) : undefined

/** Makes an argument that refers only to existing things. */
export async function argumentOf(contract: Contract, things: Things, asked: Asked): Promise<object> {
  const whole = BY_NAME[contract.name]
  if (whole !== undefined) return (await whole(things, asked)) as object
  const members = membersOf(contract.input)
  const place = asked.groupId === undefined ? undefined : placeOf(contract)?.key
  const change = changeOf(contract, members)
  const argument: Record<string, unknown> = {}
  for (const member of members) {
    const { key, shape, optional } = member
    if (optional && key !== place && member !== change) continue
    const isName = key === 'name' && shape.kind === 'text'
    argument[key] = isName ? `Thing ${things.next()}` : ((await BY_KEY[key]?.(things, asked)) ?? goodValue(shape))
  }
  return argument
}

/** The names of the contracts with a complete argument in this file. */
export const MADE_BY_HAND = Object.keys(BY_NAME)
