import { uuidv7 } from '#platform/uuid.ts'
import { type Contract, isPublication } from '../../contracts/all.ts'
import { digestPassword, PASSWORD } from '../../integration/helpers/users.ts'
import { findGroupMember, makeArgument } from './arguments.ts'
import type { Caller } from './callers.ts'
import type { PermissionFixtures } from './fixtures.ts'
import { RULES_BY_ACCESS, type Rule } from './rules.ts'

export interface PermissionRow {
  kind: 'method' | 'sub'
  name: string
  /** distinguishes rows of one name, such as "in a private group" */
  when?: string
  rule: Rule
  params(fixtures: PermissionFixtures, caller: Caller): unknown[] | Promise<unknown[]>
  /** each role makes the call with a new user, because the call may harm the user's account */
  alone?: boolean
  /** outcomes by code of the error, where Meteor's codes are not those of the other calls */
  codes?: Readonly<Record<string, string>>
  /** made anew for each caller; other arguments are reused until a caller was allowed */
  personal?: boolean
}

/** Rules that differ from the `access` in the contract. */
const EXCEPTIONS: Record<string, Rule> = {
  'account.endSession': "whoever is signed in, and nobody else's",
  'account.removePasskey': "whoever is signed in, and nobody else's",
  'account.renamePasskey': "whoever is signed in, and nobody else's",
  'invitations.link': "whoever is signed in, and nobody else's",
  'invitations.revoke': 'administrators; to others it is not there',
  'imports.undo': "whoever is signed in, and nobody else's",
  'keys.revoke': "whoever is signed in, and nobody else's",
  'oauth.revoke': "whoever is signed in, and nobody else's",
  'venues.restore': "whoever is signed in, and nobody else's",
  ...Object.fromEntries(
    ['edit', 'rotateSecret', 'remove', 'test', 'resend', 'delivery', 'log'].map(verb => [
      `webhooks.${verb}`,
      'administrators; to others it is not there' as Rule,
    ]),
  ),
  // Nobody may use the state that the test sends, since it was never issued.
  'patreon.confirm': 'nobody',
}
/** Rules that differ inside groups. */
const EXCEPTIONS_IN_GROUPS: Record<string, Rule> = {
  'events.add': 'those who run the group',
  'imports.event': 'those who run the group',
  'series.add': 'those who run the group, and administrators',
  'venues.add': 'those who run the group',
  'webhooks.add': 'its owner',
  'webhooks.list': 'its owner',
  // It also needs the director of the event.
  'series.addFinals': 'its director and administrators',
}
const EXCEPTIONS_IN_PRIVATE_GROUPS: Record<string, Rule> = {
  // It names a venue of the group.
  'scores.edit': 'its owner; to those outside it is not there',
  'events.add': 'those who run the group; to others it is not there',
  'imports.event': 'those who run the group; to others it is not there',
  'series.add': 'those who run the group; to others it is not there',
  'series.addFinals': 'its owner; to those outside it is not there',
  'venues.add': 'those who run the group; to others it is not there',
  // A key may name an event that its owner does not see: it is of no use then.
  'keys.add': 'whoever is signed in',
  'venues.restore': "whoever is signed in, and nobody else's",
}
/** Calls that end the caller's account, or whose answer depends on what the caller did before. */
const DESTRUCTIVE = ['account.delete', 'account.enableSecondStep']
const PERSONAL = ['account.linkLoginService', 'account.unlinkLoginService', 'events.needs']
/** Calls whose optional group must not be left out: without it the argument is invalid. */
const GROUP_REQUIRED = ['groups.join']

/** One row per contract; if the call is about a group or something in one, a row each for public and private groups. */
export function createPermissionRows(contract: Contract): PermissionRow[] {
  const { name, terms } = contract
  const { open, hidden } = RULES_BY_ACCESS[terms.access]
  const row = (rule: Rule, visibility?: 'public' | 'private'): PermissionRow => ({
    kind: isPublication(contract) ? 'sub' : 'method',
    name,
    rule,
    ...(visibility === undefined ? {} : { when: `in a ${visibility} group` }),
    alone: DESTRUCTIVE.includes(name),
    personal: PERSONAL.includes(name),
    async params(fixtures, caller) {
      const groupId = visibility === undefined ? undefined : await fixtures.group(visibility)
      return [await makeArgument(contract, fixtures, { caller, groupId })]
    },
  })
  const groupMember = findGroupMember(contract)
  const rule = EXCEPTIONS[name] ?? open
  if (groupMember === undefined) return [row(rule)]
  const inPrivate = row(EXCEPTIONS_IN_PRIVATE_GROUPS[name] ?? hidden ?? rule, 'private')
  if (['eventId', 'venueId'].includes(groupMember.key) && !groupMember.optional) return [row(rule), inPrivate]
  const inPublic = row(EXCEPTIONS_IN_GROUPS[name] ?? rule, 'public')
  const everywhere = groupMember.key === 'scope' || (groupMember.optional && !GROUP_REQUIRED.includes(name))
  return everywhere ? [row(rule), inPublic, inPrivate] : [inPublic, inPrivate]
}

type Params = PermissionRow['params']
const method = (name: string, rule: Rule, params: Params, when?: string): PermissionRow => ({
  kind: 'method',
  name,
  rule,
  params,
  ...(when === undefined ? {} : { when }),
})
const alone = (name: string, rule: Rule, params: Params): PermissionRow => ({ ...method(name, rule, params), alone: true })
const sub = (name: string, rule: Rule, params: Params, when?: string): PermissionRow => ({
  ...method(name, rule, params, when),
  kind: 'sub',
})

/** Rows for rules that the contracts do not express. */
export const EXTRA_ROWS: PermissionRow[] = [
  method(
    'roles.assign',
    "the group's owner and administrators",
    async fixtures => [{ userIds: [fixtures.member.id], roles: ['manager'], group: await fixtures.group('public'), mode: 'add' }],
    'in a group',
  ),
  method(
    'reports.add',
    'members; to others it is not there',
    async fixtures => [{ _id: uuidv7(), kind: 'group', subjectId: await fixtures.group('private'), reason: 'a reason' }],
    'of a private group',
  ),
  method(
    'groups.join',
    'whoever is signed in',
    async fixtures => [{ code: await fixtures.code(await fixtures.group('private')) }],
    'with a code',
  ),
  {
    kind: 'method',
    name: 'events.presence',
    when: 'of oneself, who is checked in',
    rule: 'whoever is signed in',
    personal: true,
    async params(fixtures, caller) {
      const { eventId, entrantId } = await fixtures.entrant(caller)
      await fixtures.testApp.app.database.pool.query("UPDATE event_entrants SET presence = 'here' WHERE id = $1", [entrantId])
      return [{ eventId, entrantId, presence: 'paused' }]
    },
  },
  {
    ...method('events.result', 'whoever is signed in', async (fixtures, caller) => [await fixtures.ownGame(caller)], "of one's own game"),
    personal: true,
  },
  ...(['scores.moderate', 'scores.edit', 'scores.remove'] as const).map(name =>
    method(
      name,
      name === 'scores.moderate' ? 'its owner, moderators and administrators' : 'its director and administrators',
      async fixtures => {
        const [eventId, scoreId] = [await fixtures.event(), uuidv7()]
        const { client } = fixtures.member
        await client.call('events.join', { eventId })
        await client.call('scores.submit', { _id: scoreId, eventId, machineId: fixtures.machineId, value: 1000 })
        const changed = { 'scores.moderate': { version: 1, status: 'verified' }, 'scores.edit': { value: 1001 }, 'scores.remove': {} }
        if (name !== 'scores.moderate') await fixtures.owner.client.call('events.close', { eventId })
        return [{ scoreId, ...changed[name] }]
      },
      name === 'scores.moderate' ? 'in a live event' : 'in an event that is over',
    ),
  ),
  method(
    'events.claim',
    'members; to others it is not there',
    async fixtures => [await fixtures.claim(await fixtures.group('private'))],
    'of a private group',
  ),
]

const picture = (kind: string, context: unknown): unknown[] => [kind, { size: 1000, type: 'image/jpeg' }, context]
const upload = (when: string, rule: Rule, params: Params): PermissionRow => method('slingshot/uploadRequest', rule, params, when)

/** Callers get as far as that their sessions did not begin by a password just now, that they have no secret, or that the code is wrong. */
const METEOR_2FA = { 400: 'R', 'fresh-sign-in-needed': 'A', 500: 'A', 'invalid-2fa-code': 'A' }

/** Methods and publications of the Meteor protocol, which have no contract. */
export const WITHOUT_CONTRACT: PermissionRow[] = [
  alone('login', 'everybody', ({ expendableUser }) => [
    { user: { username: expendableUser.username }, password: digestPassword(PASSWORD) },
  ]),
  alone('logout', 'everybody', () => []),
  alone('createUser', 'everybody', fixtures => [{ username: `New ${fixtures.nextNumber()}`, password: digestPassword(PASSWORD) }]),
  alone('changePassword', 'whoever is signed in', () => [digestPassword(PASSWORD), digestPassword('another good password')]),
  method('forgotPassword', 'everybody', () => [{ email: 'nobody@example.com' }]),
  method('resetPassword', 'whoever has the token of a mail, whoever he is', () => ['x'.repeat(43), digestPassword(PASSWORD)]),
  method('verifyEmail', 'whoever has the token of a mail, whoever he is', () => ['x'.repeat(43)]),
  alone('getNewToken', 'whoever is signed in', () => []),
  alone('removeOtherTokens', 'whoever is signed in', () => []),
  alone('logoutOtherClients', 'whoever is signed in', () => []),
  method('analytics.getUserEmail', 'everybody', () => []),
  { ...method('has2faEnabled', 'whoever is signed in', () => []), codes: { 'no-logged-user': 'R' } },
  { ...method('generate2faActivationQrCode', 'whoever is signed in', () => ['League']), codes: METEOR_2FA },
  { ...method('enableUser2fa', 'whoever is signed in', () => ['000000']), codes: METEOR_2FA },
  { ...method('disableUser2fa', 'whoever is signed in', () => []), codes: METEOR_2FA },
  method('configureLoginService', 'nobody', () => [{ service: 'x' }]),
  method('/users/insert', 'nobody', () => [{ username: 'x' }]),
  { ...method('/users/remove', 'nobody', (_, { userId }) => [{ _id: userId }]), personal: true },
  {
    ...method('/users/update', 'nobody', (_, { userId }) => [{ _id: userId }, { $set: { 'profile.name': 'x' } }, {}]),
    personal: true,
  },
  method('/users/insertAsync', 'nobody', () => [{ username: 'x' }]),
  { ...method('/users/removeAsync', 'nobody', (_, { userId }) => [{ _id: userId }]), personal: true },
  {
    ...method('/users/updateAsync', 'nobody', (_, { userId }) => [{ _id: userId }, { $set: { 'profile.name': 'x' } }, {}]),
    personal: true,
  },
  upload('of a profile picture', 'whoever is signed in', () => picture('profilePicUpload', null)),
  upload('of a picture of a score', 'whoever is signed in', () => picture('scorePicUpload', null)),
  upload('of a picture of a group that is not named', 'nobody', () => picture('groupPicUpload', null)),
  upload('of a picture of a group that is to be made', 'whoever is signed in', () => picture('groupPicUpload', { new: true })),
  ...(['public', 'private'] as const).map(visibility =>
    upload(`of a picture of a ${visibility} group`, 'those who run the group', async fixtures =>
      picture('groupPicUpload', { groupId: await fixtures.group(visibility) }),
    ),
  ),
  upload('of the logo of the site', 'administrators only', () => picture('siteLogoUpload', null)),
  upload('of a backglass', 'machine editors and administrators only', () => picture('machineBackglassPicUpload', null)),
  sub('meteor_autoupdate_clientVersions', 'everybody', () => []),
  sub('meteor.loginServiceConfiguration', 'everybody', () => []),
  sub('scores', 'everybody', fixtures => [`v${fixtures.nextNumber()}`, {}]),
  sub('user', 'whoever is signed in', fixtures => [`v${fixtures.nextNumber()}`, {}]),
  sub('event', 'everybody', async fixtures => [`v${fixtures.nextNumber()}`, { eventId: await fixtures.event() }]),
  sub(
    'event',
    'members; to others, visitors too, it is not there',
    async fixtures => [`v${fixtures.nextNumber()}`, { eventId: await fixtures.event(await fixtures.group('private')) }],
    'of a private group',
  ),
]
