import { uuidv7 } from '../../../src/platform/uuid.ts'
import { type Contract, isPublication } from '../../contracts/all.ts'
import { digestOf, PASSWORD } from '../../integration/people.ts'
import { argumentOf, placeOf } from './arguments.ts'
import type { Actor } from './asking.ts'
import { RULES_OF, type Rule } from './rules.ts'
import type { Things } from './things.ts'

export interface Row {
  kind: 'method' | 'sub'
  name: string
  /** distinguishes rows of one name, such as "in a private group" */
  when?: string
  rule: Rule
  params(things: Things, actor: Actor): unknown[] | Promise<unknown[]>
  /** each role makes the call with a new user, because the call may harm the user's account */
  alone?: boolean
  /** made anew for each caller; other arguments are reused until a caller was allowed */
  personal?: boolean
}

/** Rules that differ from the `access` in the contract. */
const ODD: Record<string, Rule> = {
  'account.endSession': "whoever is signed in, and nobody else's",
  'invitations.link': "whoever is signed in, and nobody else's",
  'invitations.revoke': 'administrators; to others it is not there',
  // Nobody may use the state that the test sends, since it was never issued.
  'patreon.confirm': 'nobody',
}
/** Rules that differ inside groups. */
const ODD_IN_GROUPS: Record<string, Rule> = { 'events.add': 'those who run the group' }
const ODD_IN_PRIVATE: Record<string, Rule> = { 'events.add': 'those who run the group; to others it is not there' }
/** Calls that end the caller's account. */
const ALONE = ['account.delete']
const PERSONAL = ['events.needs']
/** Calls whose optional group must not be left out: without it the argument is invalid. */
const PLACE_NEEDED = ['groups.join']

/** One row per contract; if the call is about a group or something in one, a row each for public and private groups. */
export function rowsOf(contract: Contract): Row[] {
  const { name, terms } = contract
  const { open, hidden } = RULES_OF[terms.access]
  const row = (rule: Rule, visibility?: 'public' | 'private'): Row => ({
    kind: isPublication(contract) ? 'sub' : 'method',
    name,
    rule,
    ...(visibility === undefined ? {} : { when: `in a ${visibility} group` }),
    alone: ALONE.includes(name),
    personal: PERSONAL.includes(name),
    async params(things, actor) {
      const groupId = visibility === undefined ? undefined : await things.group(visibility)
      return [await argumentOf(contract, things, { actor, groupId })]
    },
  })
  const place = placeOf(contract)
  const rule = ODD[name] ?? open
  if (place === undefined) return [row(rule)]
  const inPrivate = row(ODD_IN_PRIVATE[name] ?? hidden ?? rule, 'private')
  if (place.key === 'eventId' && !place.optional) return [row(rule), inPrivate]
  const inPublic = row(ODD_IN_GROUPS[name] ?? rule, 'public')
  const everywhere = place.key === 'scope' || (place.optional && !PLACE_NEEDED.includes(name))
  return everywhere ? [row(rule), inPublic, inPrivate] : [inPublic, inPrivate]
}

type Params = Row['params']
const method = (name: string, rule: Rule, params: Params, when?: string): Row => ({
  kind: 'method',
  name,
  rule,
  params,
  ...(when === undefined ? {} : { when }),
})
const alone = (name: string, rule: Rule, params: Params): Row => ({ ...method(name, rule, params), alone: true })
const sub = (name: string, rule: Rule, params: Params, when?: string): Row => ({ ...method(name, rule, params, when), kind: 'sub' })

/** Rows for rules that the contracts do not express. */
export const MORE: Row[] = [
  method(
    'roles.assign',
    "the group's owner and administrators",
    async things => [{ userIds: [things.member.id], roles: ['manager'], group: await things.group('public'), mode: 'add' }],
    'in a group',
  ),
  method(
    'reports.add',
    'members; to others it is not there',
    async things => [{ _id: uuidv7(), kind: 'group', subjectId: await things.group('private'), reason: 'a reason' }],
    'of a private group',
  ),
  method(
    'groups.join',
    'whoever is signed in',
    async things => [{ code: await things.code(await things.group('private')) }],
    'with a code',
  ),
  {
    kind: 'method',
    name: 'events.presence',
    when: 'of oneself, who is checked in',
    rule: 'whoever is signed in',
    personal: true,
    async params(things, actor) {
      const { eventId, entrantId } = await things.entrant(actor)
      await things.world.app.database.pool.query("UPDATE event_entrants SET presence = 'here' WHERE id = $1", [entrantId])
      return [{ eventId, entrantId, presence: 'paused' }]
    },
  },
  method(
    'events.claim',
    'members; to others it is not there',
    async things => [await things.claim(await things.group('private'))],
    'of a private group',
  ),
]

const picture = (kind: string, context: unknown): unknown[] => [kind, { size: 1000, type: 'image/jpeg' }, context]
const upload = (when: string, rule: Rule, params: Params): Row => method('slingshot/uploadRequest', rule, params, when)

/** Methods and publications of the Meteor protocol, which have no contract. */
export const WITHOUT_CONTRACT: Row[] = [
  alone('login', 'everybody', ({ spare }) => [{ user: { username: spare.username }, password: digestOf(PASSWORD) }]),
  alone('logout', 'everybody', () => []),
  alone('createUser', 'everybody', things => [{ username: `New ${things.next()}`, password: digestOf(PASSWORD) }]),
  alone('changePassword', 'whoever is signed in', () => [digestOf(PASSWORD), digestOf('another good password')]),
  method('forgotPassword', 'everybody', () => [{ email: 'nobody@example.com' }]),
  method('resetPassword', 'whoever has the token of a mail, whoever he is', () => ['x'.repeat(43), digestOf(PASSWORD)]),
  method('verifyEmail', 'whoever has the token of a mail, whoever he is', () => ['x'.repeat(43)]),
  alone('getNewToken', 'whoever is signed in', () => []),
  alone('removeOtherTokens', 'whoever is signed in', () => []),
  alone('logoutOtherClients', 'whoever is signed in', () => []),
  method('analytics.getUserEmail', 'everybody', () => []),
  method('configureLoginService', 'nobody', () => [{ service: 'x' }]),
  method('/users/insert', 'nobody', () => [{ username: 'x' }]),
  { ...method('/users/remove', 'nobody', (_, { userId }) => [{ _id: userId }]), personal: true },
  {
    ...method('/users/update', 'nobody', (_, { userId }) => [{ _id: userId }, { $set: { 'profile.name': 'x' } }, {}]),
    personal: true,
  },
  upload('of a profile picture', 'whoever is signed in', () => picture('profilePicUpload', null)),
  upload('of a picture of a score', 'whoever is signed in', () => picture('scorePicUpload', null)),
  upload('of a picture of a group that is not named', 'nobody', () => picture('groupPicUpload', null)),
  upload('of a picture of a group that is to be made', 'whoever is signed in', () => picture('groupPicUpload', { new: true })),
  ...(['public', 'private'] as const).map(visibility =>
    upload(`of a picture of a ${visibility} group`, 'those who run the group', async things =>
      picture('groupPicUpload', { groupId: await things.group(visibility) }),
    ),
  ),
  upload('of a backglass', 'machine editors and administrators only', () => picture('machineBackglassPicUpload', null)),
  sub('meteor_autoupdate_clientVersions', 'everybody', () => []),
  sub('meteor.loginServiceConfiguration', 'everybody', () => []),
  sub('scores', 'everybody', things => [`v${things.next()}`, {}]),
  sub('user', 'whoever is signed in', things => [`v${things.next()}`, {}]),
  sub('event', 'everybody', async things => [`v${things.next()}`, { eventId: await things.event() }]),
  sub(
    'event',
    'members; to others, visitors too, it is not there',
    async things => [`v${things.next()}`, { eventId: await things.event(await things.group('private')) }],
    'of a private group',
  ),
]
