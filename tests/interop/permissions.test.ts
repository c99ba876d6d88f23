import { createHash, randomBytes } from 'node:crypto'
import Ddp from 'ddp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { uuidv7 } from '../../src/platform/id.ts'
import { UNREACHED } from '../world/patreon.ts'
import { digestOf, grant, PASSWORD, type SignedUp, signUp, someMachine } from '../world/people.ts'
import { PUSH_KEYS } from '../world/push-service.ts'
import { createWorld, type World } from '../world/world.ts'

/** Who asks. The owner owns what is asked about: the score, the comment, the group; the manager runs that group with him. */
const ROLES = ['visitor', 'player', 'owner', 'manager', 'moderator', 'machine-editor', 'event-director', 'admin'] as const
type Role = (typeof ROLES)[number]
const GLOBAL: readonly Role[] = ['moderator', 'machine-editor', 'event-director', 'admin']

/** In the order of ROLES: allowed, refused (401, 403), hidden (404). */
const RULES = {
  everybody: 'AAAAAAAA',
  'whoever is signed in': 'RAAAAAAA',
  'whoever is signed in, but not its owner': 'RARAAAAA',
  'administrators only': 'RRRRRRRA',
  'administrators; to others it is not there': 'RHHHHHHA',
  'machine editors and administrators only': 'RRRRRARA',
  'moderators and administrators only': 'RRRRARRA',
  'event directors and administrators only': 'RRRRRRAA',
  'its director and administrators': 'RRARRRRA',
  'its owner, moderators and administrators': 'RRARARRA',
  'those who run the group': 'RRAARRRR',
  'those who run the group; to others it is not there': 'RHAAHHHH',
  'members; to others it is not there': 'RHAAHHHH',
  'members; to others, visitors too, it is not there': 'HHAAHHHH',
  'its owner': 'RRARRRRR',
  'its owner; to those outside it is not there': 'RHARHHHH',
  "the group's owner and administrators": 'RRARRRRA',
  'whoever has the token of a mail, whoever he is': 'RRRRRRRR',
  nobody: 'RRRRRRRR',
  "whoever is signed in, and nobody else's": 'RHHHHHHH',
} as const
type Rule = keyof typeof RULES

type Params = (actor: Actor) => unknown[] | Promise<unknown[]>

interface Row {
  name: string
  /** where one rule does not do: "in a private group" */
  when?: string
  rule: Rule
  params: Params
  /** asked by a user of his own, who may come to harm */
  alone?: true
}

interface Actor {
  role: Role
  userId: string | null
  ask(kind: 'method' | 'sub', name: string, params: unknown[]): Promise<string | number | null>
  close(): void
}

let world: World
let machineId: string
const people = new Map<Role, SignedUp>()
let member: SignedUp
let spare: SignedUp
let count = 0
/** for rows that leave those who ask as they were */
const company = new Map<Role, Actor>()

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off', patreon: UNREACHED } })
  machineId = await someMachine(world)
  for (const role of ROLES.slice(1)) people.set(role, await person(role))
  member = await signUp(world, 'Plain Member')
  spare = await signUp(world, 'Spare')
  for (const role of ROLES) company.set(role, await enter(role, people.get(role)))
})
afterAll(() => {
  for (const actor of company.values()) actor.close()
  return world.close()
})

async function person(role: Role): Promise<SignedUp> {
  const user = await signUp(world, `${role} ${++count}`, { email: `user-${count}@example.com` })
  if (GLOBAL.includes(role)) await grant(world, user.id, [role])
  return user
}

/** An invitation to the site, of an administrator who is none of those who ask. */
async function newInvitation(): Promise<{ invitationId: string; token: string }> {
  const [{ wire }, invitationId] = [await person('admin'), uuidv7()]
  const { token } = await wire.call<{ token: string }>('invitations.add', { _id: invitationId })
  return { invitationId, token }
}

const owner = (): SignedUp => people.get('owner')!

/** A login token as a login would have made it. */
async function tokenOf(userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('base64')
  await world.app.database.pool.query('INSERT INTO login_tokens (hashed_token, user_id, issued_at) VALUES ($1, $2, now())', [hash, userId])
  return token
}

/** An unmodified third-party client, signed in as one of them. */
async function enter(role: Role, user?: SignedUp): Promise<Actor> {
  const client = new Ddp({ endpoint: world.endpoint, SocketConstructor: WebSocket, autoReconnect: false })
  const heard: { [key: string]: unknown }[] = []
  const looks = new Set<() => void>()
  for (const event of ['ready', 'nosub', 'result', 'connected']) {
    client.on(event, message => {
      heard.push(message ?? { msg: event })
      for (const look of looks) look()
    })
  }
  const until = (passes: (message: { [key: string]: unknown }) => boolean): Promise<{ [key: string]: unknown }> =>
    new Promise(resolve => {
      const look = (): void => {
        const found = heard.find(passes)
        if (found === undefined) return
        looks.delete(look)
        resolve(found)
      }
      looks.add(look)
      look()
    })
  await until(({ msg }) => msg === 'connected')
  const ask: Actor['ask'] = async (kind, name, params) => {
    const id = kind === 'method' ? client.method(name, params) : client.sub(name, params)
    const answer = await until(message => message.id === id || (message.msg === 'ready' && (message.subs as string[]).includes(id)))
    heard.length = 0
    if (answer.msg === 'ready') client.unsub(id)
    return (answer.error as { error: string | number } | undefined)?.error ?? null
  }
  if (user !== undefined) expect(await ask('method', 'login', [{ resume: await tokenOf(user.id) }])).toBe(null)
  return { role, userId: user?.id ?? null, ask, close: () => client.disconnect() }
}

/** What an answer means for a permission: a conflict with what is there was allowed to be found out. */
function outcome(error: string | number | null): 'A' | 'R' | 'H' | string {
  if (error === null || error === 409) return 'A'
  if (error === 401 || error === 403 || error === 'You are not logged in.' || error === 'Unauthorized') return 'R'
  return error === 404 ? 'H' : `unexpected ${error}`
}

const newScore = async (): Promise<string> => {
  const _id = uuidv7()
  await owner().wire.call('scores.submit', { _id, machineId, value: 1000 + ++count })
  return _id
}

/** @param moment as the client writes one that many ms from now; ddp.js sends plain JSON */
const eventFacts = (moment: (from: number) => unknown = from => ({ $date: Date.now() + from })) => ({
  _id: uuidv7(),
  name: `Event ${++count}`,
  startsAt: moment(-3_600_000),
  endsAt: moment(3_600_000),
  format: { kind: 'best-game', points: 'papa' },
  machineIds: [machineId],
})

/** A live event that the owner directs. */
async function newEvent(groupId?: string): Promise<string> {
  const facts = eventFacts(from => new Date(Date.now() + from))
  const own = groupId ?? uuidv7()
  if (groupId === undefined) await owner().wire.call('groups.add', { _id: own, name: `Club ${++count}`, visibility: 'public' })
  await owner().wire.call('events.add', { ...facts, groupId: own })
  return facts._id
}

/** An event in rounds with a guest, one round drawn. @returns what each of its calls takes */
async function newNight(groupId?: string): Promise<Record<string, { eventId: string; [key: string]: unknown }>> {
  const { wire } = owner()
  const eventId = await newEvent(groupId)
  const format = { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 3, points: 'ifpa' }
  await wire.call('events.edit', { eventId, format })
  const guests = [uuidv7(), uuidv7()]
  for (const _id of guests) await wire.call('events.addGuest', { _id, eventId, displayName: 'Guest' })
  const roundId = uuidv7()
  await wire.call('events.draw', { _id: roundId, eventId })
  const { rows } = await world.app.database.pool.query<{ id: string }>('SELECT id FROM event_groups WHERE round_id = $1', [roundId])
  const groupOf = rows[0]!.id
  return {
    'events.close': { eventId },
    'events.claimCode': { eventId, entrantId: guests[0] },
    'events.presence': { eventId, entrantId: guests[0], presence: 'paused' },
    'events.setMachine': { eventId, machineId, active: false },
    'events.draw': { eventId, _id: uuidv7() },
    'events.drop': { eventId, roundId },
    'events.move': { eventId, groupId: groupOf, machineId },
    'events.result': { eventId, groupId: groupOf, order: guests },
  }
}

/** An event that the one who asks is in. */
async function newEntrant({ userId }: Actor): Promise<{ eventId: string; entrantId: string }> {
  const eventId = await newEvent()
  const entrantId = uuidv7()
  if (userId !== null)
    await world.app.database.pool.query('INSERT INTO event_entrants (id, event_id, user_id) VALUES ($1, $2, $3)', [
      entrantId,
      eventId,
      userId,
    ])
  return { eventId, entrantId }
}

/** A picture that the owner's profile shows; anybody's would do. */
async function newPicture(): Promise<string> {
  const id = randomBytes(16).toString('hex')
  await world.app.database.pool.query(
    `INSERT INTO pictures (id, kind, subject_id, user_id, state, due_at) VALUES ($1, 'profilePicUpload', $2, $2, 'shown', now())`,
    [id, owner().id],
  )
  return id
}

async function newGroup(visibility: 'public' | 'private'): Promise<string> {
  const _id = uuidv7()
  const { wire } = owner()
  await wire.call('groups.add', { _id, name: `Group ${++count}`, visibility })
  const { code } = await wire.call<{ code: string }>('groups.invite', { groupId: _id })
  const manager = people.get('manager')!
  await manager.wire.call('groups.join', { code })
  await member.wire.call('groups.join', { code })
  await wire.call('groups.setRoles', { groupId: _id, userId: manager.id, roles: ['manager'] })
  return _id
}

const open = (): Promise<string> => newGroup('public')
const hidden = (): Promise<string> => newGroup('private')
const code = async (groupId: string): Promise<string> => (await owner().wire.call<{ code: string }>('groups.invite', { groupId })).code
const otherSession = async (): Promise<string> => (await spare.wire.call<{ sessionId: string }[]>('account.sessions', {}))[0]!.sessionId
const newReport = async (): Promise<string> => {
  const _id = uuidv7()
  await member.wire.call('reports.add', { _id, kind: 'profile', subjectId: spare.id, reason: 'a reason' })
  return _id
}
const newMachine = async (): Promise<string> => {
  const _id = uuidv7()
  await people.get('machine-editor')!.wire.call('machines.add', { _id, name: `Machine ${++count}`, manufacturer: 'Anybody', type: 'ss' })
  return _id
}
const newComment = async (): Promise<string> => {
  const _id = uuidv7()
  await owner().wire.call('scores.comment', { _id, scoreId: await newScore(), text: 'a comment' })
  return _id
}
const somebody = async (): Promise<string> => (await signUp(world, `Somebody ${++count}`)).id

/** A group's row for each of the two kinds. */
const both = (name: string, openRule: Rule, hiddenRule: Rule, params: (groupId: string) => unknown[] | Promise<unknown[]>): Row[] => [
  { name, when: 'in a public group', rule: openRule, params: async () => params(await open()) },
  { name, when: 'in a private group', rule: hiddenRule, params: async () => params(await hidden()) },
]
const SEEN = 'members; to others, visitors too, it is not there'

const METHODS: Row[] = [
  { name: 'login', rule: 'everybody', alone: true, params: () => [{ user: { username: 'Spare' }, password: digestOf(PASSWORD) }] },
  { name: 'logout', rule: 'everybody', alone: true, params: () => [] },
  { name: 'createUser', rule: 'everybody', alone: true, params: () => [{ username: `New ${++count}`, password: digestOf(PASSWORD) }] },
  {
    name: 'changePassword',
    rule: 'whoever is signed in',
    alone: true,
    params: () => [digestOf(PASSWORD), digestOf('another good password')],
  },
  { name: 'forgotPassword', rule: 'everybody', params: () => [{ email: 'nobody@example.com' }] },
  { name: 'resetPassword', rule: 'whoever has the token of a mail, whoever he is', params: () => ['x'.repeat(43), digestOf(PASSWORD)] },
  { name: 'verifyEmail', rule: 'whoever has the token of a mail, whoever he is', params: () => ['x'.repeat(43)] },
  { name: 'getNewToken', rule: 'whoever is signed in', alone: true, params: () => [] },
  { name: 'removeOtherTokens', rule: 'whoever is signed in', alone: true, params: () => [] },
  { name: 'logoutOtherClients', rule: 'whoever is signed in', alone: true, params: () => [] },
  { name: 'analytics.getUserEmail', rule: 'everybody', params: () => [] },
  { name: 'configureLoginService', rule: 'nobody', params: () => [{ service: 'x' }] },
  { name: '/users/update', rule: 'nobody', params: ({ userId }) => [{ _id: userId }, { $set: { 'profile.name': 'x' } }, {}] },
  { name: 'account.sessions', rule: 'whoever is signed in', params: () => [{}] },
  {
    name: 'account.endSession',
    rule: "whoever is signed in, and nobody else's",
    params: async () => [{ sessionId: await otherSession() }],
  },
  {
    name: 'account.setEmail',
    rule: 'whoever is signed in',
    params: () => [{ email: `new-${++count}@example.com`, password: digestOf(PASSWORD) }],
  },
  { name: 'account.sendVerification', rule: 'whoever is signed in', params: () => [{}] },
  { name: 'patreon.begin', rule: 'whoever is signed in', params: () => [{}] },
  { name: 'patreon.unlink', rule: 'whoever is signed in', params: () => [{}] },
  { name: 'patreon.confirm', when: 'with a state that is nobody’s', rule: 'nobody', params: () => [{ code: 'x', state: 'x' }] },
  {
    name: 'notifications.subscribe',
    rule: 'whoever is signed in',
    params: () => [{ endpoint: `https://fcm.googleapis.com/fcm/send/${++count}`, keys: PUSH_KEYS }],
  },
  { name: 'notifications.unsubscribe', rule: 'whoever is signed in', params: () => [{ endpoint: 'https://fcm.googleapis.com/x' }] },
  { name: 'notifications.set', rule: 'whoever is signed in', params: () => [{ beaten: true }] },
  { name: 'account.export', rule: 'whoever is signed in', params: () => [{}] },
  {
    name: 'account.delete',
    rule: 'whoever is signed in',
    alone: true,
    params: () => [{ password: digestOf(PASSWORD), eraseScores: true }],
  },
  {
    name: 'users.enroll',
    rule: 'administrators only',
    params: () => [{ _id: uuidv7(), username: `Enrolled ${++count}`, email: `e${count}@example.com` }],
  },
  { name: 'users.delete', rule: 'administrators only', params: async () => [{ userId: await somebody(), eraseScores: true }] },
  { name: 'invitations.add', rule: 'administrators only', params: () => [{ _id: uuidv7() }] },
  {
    name: 'invitations.link',
    rule: "whoever is signed in, and nobody else's",
    params: async () => [{ invitationId: (await newInvitation()).invitationId }],
  },
  {
    name: 'invitations.revoke',
    rule: 'administrators; to others it is not there',
    params: async () => [{ invitationId: (await newInvitation()).invitationId }],
  },
  { name: 'invitations.look', rule: 'everybody', params: async () => [{ token: (await newInvitation()).token }] },
  { name: 'users.belongings', rule: 'administrators only', params: () => [{ userId: spare.id }] },
  { name: 'cache.stats', rule: 'administrators only', params: () => [{}] },
  { name: 'cache.clear', rule: 'administrators only', params: () => [{ name: 'boards' }] },
  { name: 'roles.create', rule: 'administrators only', params: () => [{ name: `role ${++count}` }] },
  { name: 'roles.delete', rule: 'administrators only', params: () => [{ name: 'no such role' }] },
  { name: 'roles.assign', rule: 'administrators only', params: () => [{ userIds: [spare.id], roles: ['moderator'], mode: 'remove' }] },
  {
    name: 'roles.assign',
    when: 'in a group',
    rule: "the group's owner and administrators",
    params: async () => [{ userIds: [member.id], roles: ['manager'], group: await open(), mode: 'add' }],
  },
  {
    name: 'slingshot/uploadRequest',
    when: 'of a profile picture',
    rule: 'whoever is signed in',
    params: () => ['profilePicUpload', { size: 1000, type: 'image/jpeg' }, null],
  },
  {
    name: 'slingshot/uploadRequest',
    when: 'of a picture of a score',
    rule: 'whoever is signed in',
    params: () => ['scorePicUpload', { size: 1000, type: 'image/jpeg' }, null],
  },
  {
    name: 'slingshot/uploadRequest',
    when: 'of a picture of a group that is not named',
    rule: 'nobody',
    params: () => ['groupPicUpload', { size: 1000, type: 'image/jpeg' }, null],
  },
  {
    name: 'slingshot/uploadRequest',
    when: 'of a picture of a group that is to be made',
    rule: 'whoever is signed in',
    params: () => ['groupPicUpload', { size: 1000, type: 'image/jpeg' }, { new: true }],
  },
  ...both('slingshot/uploadRequest', 'those who run the group', 'those who run the group', groupId => [
    'groupPicUpload',
    { size: 1000, type: 'image/jpeg' },
    { groupId },
  ]),
  {
    name: 'slingshot/uploadRequest',
    when: 'of a backglass',
    rule: 'machine editors and administrators only',
    params: () => ['machineBackglassPicUpload', { size: 1000, type: 'image/jpeg' }, null],
  },
  { name: 'pictures.remove', rule: 'moderators and administrators only', params: async () => [{ pictureId: await newPicture() }] },
  { name: 'players.edit', rule: 'whoever is signed in', params: () => [{ bio: `bio ${++count}` }] },
  {
    name: 'reports.add',
    rule: 'whoever is signed in',
    params: () => [{ _id: uuidv7(), kind: 'profile', subjectId: spare.id, reason: 'a reason' }],
  },
  {
    name: 'reports.add',
    when: 'of a private group',
    rule: 'members; to others it is not there',
    params: async () => [{ _id: uuidv7(), kind: 'group', subjectId: await hidden(), reason: 'a reason' }],
  },
  { name: 'reports.close', rule: 'moderators and administrators only', params: async () => [{ reportId: await newReport() }] },
  { name: 'groups.add', rule: 'whoever is signed in', params: () => [{ _id: uuidv7(), name: 'Mine', visibility: 'private' }] },
  ...both('groups.edit', 'those who run the group', 'those who run the group; to others it is not there', groupId => [
    { groupId, description: `words ${++count}` },
  ]),
  ...both('groups.remove', 'its owner', 'its owner; to those outside it is not there', groupId => [{ groupId }]),
  ...both('groups.invite', 'those who run the group', 'those who run the group; to others it is not there', groupId => [{ groupId }]),
  ...both('groups.join', 'whoever is signed in', 'members; to others it is not there', groupId => [{ groupId }]),
  { name: 'groups.join', when: 'with a code', rule: 'whoever is signed in', params: async () => [{ code: await code(await hidden()) }] },
  ...both('groups.leave', 'whoever is signed in', 'members; to others it is not there', groupId => [{ groupId }]),
  ...both('groups.removeMember', 'those who run the group', 'those who run the group; to others it is not there', groupId => [
    { groupId, userId: member.id },
  ]),
  ...both('groups.setRoles', 'its owner', 'its owner; to those outside it is not there', groupId => [
    { groupId, userId: member.id, roles: ['manager'] },
  ]),
  {
    name: 'events.add',
    rule: 'event directors and administrators only',
    params: () => [eventFacts()],
  },
  ...both('events.add', 'those who run the group', 'those who run the group; to others it is not there', groupId => [
    { ...eventFacts(), groupId },
  ]),
  { name: 'events.edit', rule: 'its director and administrators', params: async () => [{ eventId: await newEvent(), venue: 'The Bar' }] },
  { name: 'events.cancel', rule: 'its director and administrators', params: async () => [{ eventId: await newEvent() }] },
  { name: 'events.join', rule: 'whoever is signed in', params: async () => [{ eventId: await newEvent() }] },
  {
    name: 'events.join',
    when: 'of a private group',
    rule: 'members; to others it is not there',
    params: async () => [{ eventId: await newEvent(await hidden()) }],
  },
  { name: 'events.leave', rule: 'whoever is signed in', params: async () => [{ eventId: await newEvent() }] },
  {
    name: 'events.addGuest',
    rule: 'its director and administrators',
    params: async () => [{ _id: uuidv7(), eventId: await newEvent(), displayName: 'Guest' }],
  },
  {
    name: 'events.enter',
    rule: 'its director and administrators',
    params: async () => {
      const eventId = await newEvent()
      const entrantId = uuidv7()
      await owner().wire.call('events.addGuest', { _id: entrantId, eventId, displayName: 'Guest' })
      return [{ _id: uuidv7(), eventId, entrantId, machineId, value: 5 }]
    },
  },
  {
    name: 'events.void',
    rule: 'its director and administrators',
    params: async () => [{ _id: uuidv7(), eventId: await newEvent(), what: { machineId, from: { $date: 0 }, to: { $date: 1 } } }],
  },
  {
    name: 'events.undo',
    rule: 'its director and administrators',
    params: async () => {
      const eventId = await newEvent()
      const voidId = uuidv7()
      await owner().wire.call('events.void', { _id: voidId, eventId, what: { machineId, from: new Date(0), to: new Date(1) } })
      return [{ eventId, voidId }]
    },
  },
  ...[
    'events.close',
    'events.claimCode',
    'events.presence',
    'events.setMachine',
    'events.draw',
    'events.drop',
    'events.move',
    'events.result',
  ].map((name): Row => ({ name, rule: 'its director and administrators', params: async () => [(await newNight())[name]] })),
  {
    name: 'events.presence',
    when: 'of oneself, who is checked in',
    rule: 'whoever is signed in',
    params: async actor => {
      const { eventId, entrantId } = await newEntrant(actor)
      await world.app.database.pool.query("UPDATE event_entrants SET presence = 'here' WHERE id = $1", [entrantId])
      return [{ eventId, entrantId, presence: 'paused' }]
    },
  },
  {
    name: 'events.claim',
    rule: 'whoever is signed in',
    params: async () => {
      const { eventId, entrantId } = (await newNight())['events.claimCode']!
      return [await owner().wire.call('events.claimCode', { eventId, entrantId })]
    },
  },
  {
    name: 'events.claim',
    when: 'of a private group',
    rule: 'members; to others it is not there',
    params: async () => {
      const { eventId, entrantId } = (await newNight(await hidden()))['events.claimCode']!
      return [await owner().wire.call('events.claimCode', { eventId, entrantId })]
    },
  },
  {
    name: 'events.needs',
    rule: 'whoever is signed in',
    params: async actor => [{ eventId: (await newEntrant(actor)).eventId }],
  },
  { name: 'events.export', rule: 'everybody', params: async () => [{ eventId: await newEvent(), as: 'csv' }] },
  {
    name: 'events.export',
    when: 'of a private group',
    rule: SEEN,
    params: async () => [{ eventId: await newEvent(await hidden()), as: 'json' }],
  },
  {
    name: 'events.decide',
    rule: 'its director and administrators',
    params: async () => {
      const eventId = await newEvent()
      const attemptId = uuidv7()
      await owner().wire.call('scores.submit', { _id: attemptId, eventId, machineId, value: 5 })
      await world.app.database.pool.query('UPDATE event_attempts SET pending = true WHERE id = $1', [attemptId])
      return [{ eventId, attemptId, accept: true }]
    },
  },
  { name: 'machines.search', rule: 'everybody', params: () => [{ text: 'attack' }] },
  { name: 'search', rule: 'everybody', params: () => [{ text: 'attack' }] },
  {
    name: 'machines.add',
    rule: 'machine editors and administrators only',
    params: () => [{ _id: uuidv7(), name: `Machine ${++count}`, manufacturer: 'Anybody', type: 'ss' }],
  },
  { name: 'machines.edit', rule: 'machine editors and administrators only', params: () => [{ machineId, playerCount: 4 }] },
  ...['machines.merge', 'machines.mergePreview'].map(
    (name): Row => ({
      name,
      rule: 'machine editors and administrators only',
      params: async () => [{ from: await newMachine(), into: await newMachine() }],
    }),
  ),
  { name: 'scores.submit', rule: 'whoever is signed in', params: () => [{ _id: uuidv7(), machineId, value: 5 }] },
  {
    name: 'scores.edit',
    rule: 'its owner, moderators and administrators',
    params: async () => [{ scoreId: await newScore(), comment: 'corrected' }],
  },
  { name: 'scores.remove', rule: 'its owner, moderators and administrators', params: async () => [{ scoreId: await newScore() }] },
  {
    name: 'scores.flag',
    rule: 'whoever is signed in, but not its owner',
    params: async () => [{ scoreId: await newScore(), reason: 'a reason' }],
  },
  {
    name: 'scores.moderate',
    rule: 'moderators and administrators only',
    params: async () => [{ scoreId: await newScore(), version: 1, status: 'verified' }],
  },
  { name: 'scores.like', rule: 'whoever is signed in', params: async () => [{ scoreId: await newScore(), like: true }] },
  {
    name: 'scores.comment',
    rule: 'whoever is signed in',
    params: async () => [{ _id: uuidv7(), scoreId: await newScore(), text: 'words' }],
  },
  {
    name: 'scores.removeComment',
    rule: 'its owner, moderators and administrators',
    params: async () => [{ commentId: await newComment() }],
  },
  { name: 'boards.place', rule: 'everybody', params: () => [{ scope: { machineId }, userId: spare.id }] },
  ...both('boards.place', 'everybody', SEEN, groupId => [{ scope: { groupId, machineId }, userId: spare.id }]),
  { name: 'boards.around', rule: 'everybody', params: () => [{ scope: { machineId }, userId: spare.id }] },
  ...both('boards.around', 'everybody', SEEN, groupId => [{ scope: { groupId, machineId }, userId: spare.id }]),
]

const PUBLICATIONS: Row[] = [
  { name: '_roles', rule: 'everybody', params: () => [] },
  { name: 'meteor_autoupdate_clientVersions', rule: 'everybody', params: () => [] },
  { name: 'meteor.loginServiceConfiguration', rule: 'everybody', params: () => [] },
  { name: 'scores', rule: 'everybody', params: () => [`v${++count}`, {}] },
  { name: 'user', rule: 'whoever is signed in', params: () => [`v${++count}`, {}] },
  { name: 'machines.all', rule: 'everybody', params: () => [{ manufacturer: 'Stern' }] },
  { name: 'machines.browse', rule: 'everybody', params: () => [{}] },
  { name: 'machines.one', rule: 'everybody', params: () => [{ machineId }] },
  { name: 'events.list', rule: 'everybody', params: () => [{}] },
  ...both('events.list', 'everybody', SEEN, groupId => [{ groupId }]),
  ...['events.one', 'events.standings', 'events.log', 'events.entrants', 'events.rounds'].flatMap((name): Row[] => [
    { name, rule: 'everybody', params: async () => [{ eventId: await newEvent() }] },
    { name, when: 'of a private group', rule: SEEN, params: async () => [{ eventId: await newEvent(await hidden()) }] },
  ]),
  { name: 'events.attempts', rule: 'its director and administrators', params: async () => [{ eventId: await newEvent() }] },
  {
    name: 'events.attempts',
    when: 'of a private group',
    rule: 'its owner; to those outside it is not there',
    params: async () => [{ eventId: await newEvent(await hidden()) }],
  },
  { name: 'event', rule: 'everybody', params: async () => [`v${++count}`, { eventId: await newEvent() }] },
  {
    name: 'event',
    when: 'of a private group',
    rule: SEEN,
    params: async () => [`v${++count}`, { eventId: await newEvent(await hidden()) }],
  },
  { name: 'players.one', rule: 'everybody', params: () => [{ username: 'Spare' }] },
  { name: 'players.scores', rule: 'everybody', params: () => [{ username: 'Spare' }] },
  { name: 'players.progress', rule: 'everybody', params: () => [{ username: 'Spare' }] },
  { name: 'patreon.link', rule: 'everybody', params: () => [{}] },
  { name: 'notifications.mine', rule: 'everybody', params: () => [{}] },
  { name: 'policies.text', rule: 'everybody', params: () => [{ name: 'privacy' }] },
  { name: 'reports.list', rule: 'moderators and administrators only', params: () => [{}] },
  { name: 'roles.list', rule: 'administrators only', params: () => [{}] },
  { name: 'scores.queue', rule: 'moderators and administrators only', params: () => [{}] },
  { name: 'invitations.all', rule: 'administrators only', params: () => [{}] },
  { name: 'invitations.mine', rule: 'whoever is signed in', params: () => [{}] },
  { name: 'invitations.policy', rule: 'everybody', params: () => [{}] },
  { name: 'users.list', rule: 'administrators only', params: () => [{}] },
  { name: 'audit.list', rule: 'administrators only', params: () => [{}] },
  { name: 'groups.list', rule: 'everybody', params: () => [{}] },
  { name: 'groups.mine', rule: 'whoever is signed in', params: () => [{}] },
  ...both('groups.one', 'everybody', SEEN, groupId => [{ groupId }]),
  ...both('groups.machines', 'everybody', SEEN, groupId => [{ groupId }]),
  { name: 'scores.recent', rule: 'everybody', params: () => [{}] },
  ...both('scores.recent', 'everybody', SEEN, groupId => [{ groupId }]),
  { name: 'scores.one', rule: 'everybody', params: async () => [{ scoreId: await newScore() }] },
  { name: 'scores.places', rule: 'everybody', params: async () => [{ scoreId: await newScore() }] },
  { name: 'scores.liked', rule: 'whoever is signed in', params: async () => [{ scoreId: await newScore() }] },
  { name: 'boards.top', rule: 'everybody', params: () => [{ scope: { machineId } }] },
  ...both('boards.top', 'everybody', SEEN, groupId => [{ scope: { groupId, machineId } }]),
  { name: 'boards.places', rule: 'everybody', params: () => [{ machineId, userId: spare.id }] },
]

const title = ({ name, when, rule }: Row): string => `${name}${when === undefined ? '' : ` ${when}`}: ${rule}`

describe.each([
  ['method', METHODS],
  ['sub', PUBLICATIONS],
] as const)('[Z1] permissions, each %s asked by everybody', (kind, rows) => {
  it.each(rows.map(row => [title(row), row] as const))('%s', async (_, { name, rule, params, alone }) => {
    const outcomes: Record<string, string> = {}
    for (const role of ROLES) {
      const actor = alone ? await enter(role, role === 'visitor' ? undefined : await person(role)) : company.get(role)!
      outcomes[role] = outcome(await actor.ask(kind, name, JSON.parse(JSON.stringify(await params(actor))) as unknown[]))
      if (alone) actor.close()
    }
    expect(outcomes).toEqual(Object.fromEntries(ROLES.map((role, i) => [role, RULES[rule][i]])))
  })
})

it('[Z1] has a row for every method and every publication of the application', () => {
  const { methods, publications } = world.app.ddp.names
  const distinct = (rows: Row[]): string[] => [...new Set(rows.map(({ name }) => name))].sort()
  expect(distinct(METHODS)).toEqual([...methods].sort())
  expect(distinct(PUBLICATIONS)).toEqual([...publications].sort())
})
