import { uuidv7 } from '#platform/uuid.ts'
import type { Contract } from '../../contracts/all.ts'
import { type Member, parseMembers } from '../../contracts/schema.ts'
import { validValue } from '../../contracts/valid-values.ts'
import { PUSH_KEYS } from '../../integration/fakes/push-service.ts'
import { digestPassword, PASSWORD } from '../../integration/helpers/users.ts'
import type { Caller } from './callers.ts'
import type { PermissionFixtures } from './fixtures.ts'

/** The caller, and the group that the call is about. @property groupId undefined if the call is not about a group */
export interface CallContext {
  caller: Caller
  groupId: string | undefined
}
const GROUP_MEMBERS = ['groupId', 'seriesId', 'slug', 'eventId', 'venueId', 'scope']

type MakeValue = (fixtures: PermissionFixtures, context: CallContext) => unknown

/** Makes the value of a member by its name: either an existing thing or a new value. */
const BY_KEY: Record<string, MakeValue> = {
  _id: () => uuidv7(),
  scoreId: fixtures => fixtures.score(),
  scoreIds: async fixtures => [await fixtures.score()],
  commentId: fixtures => fixtures.comment(),
  reportId: fixtures => fixtures.report(),
  pictureId: fixtures => fixtures.picture(),
  passkeyId: fixtures => fixtures.otherPasskey(),
  sessionId: fixtures => fixtures.otherSession(),
  machineId: ({ machineId }) => machineId,
  from: fixtures => fixtures.machine(),
  into: fixtures => fixtures.machine(),
  userId: ({ member, expendableUser }, { groupId }) => (groupId === undefined ? expendableUser : member).id,
  subjectId: ({ expendableUser }) => expendableUser.id,
  username: ({ expendableUser }) => expendableUser.username,
  other: ({ expendableUser }) => expendableUser.username,
  groupId: (_, { groupId }) => groupId,
  personId: (fixtures, { groupId }) => fixtures.person(groupId!),
  eventId: (fixtures, { groupId }) => fixtures.event(groupId),
  venueId: async (fixtures, { groupId }) => (await fixtures.venue(groupId)).venueId,
  seriesId: async (fixtures, { groupId }) => (await fixtures.series(groupId)).seriesId,
  slug: async (fixtures, { groupId }) => (await fixtures.series(groupId)).slug,
  rowId: () => 'nobodys-row',
  scope: ({ machineId }, { groupId }) => (groupId === undefined ? { machineId } : { groupId, machineId }),
  email: fixtures => `new-${fixtures.nextNumber()}@example.com`,
  password: () => digestPassword(PASSWORD),
  code: () => '000000',
  to: () => 'somebody@example.com',
  records: () => [],
  backupId: fixtures => fixtures.backup(),
  jobId: fixtures => fixtures.failedJob(),
  webhookId: fixtures => fixtures.webhook(),
  invitationId: async fixtures => (await fixtures.invitation()).invitationId,
  endpoint: fixtures => `https://fcm.googleapis.com/fcm/send/${fixtures.nextNumber()}`,
  keys: () => PUSH_KEYS,
}

const voided = (machineId: string) => ({ machineId, from: new Date(0), to: new Date(1) })
const ROUND_EVENT_CALLS: Record<string, MakeValue> = Object.fromEntries(
  [
    ...['close', 'claimCode', 'presence', 'setMachine', 'draw', 'drop', 'move', 'result'],
    ...['show', 'arrange', 'adjust', 'setSeat', 'setPaid'],
  ].map(verb => [
    `events.${verb}`,
    async (fixtures: PermissionFixtures, { groupId }: CallContext) => (await fixtures.createRoundEvent(groupId))[`events.${verb}`],
  ]),
)

/** Makes complete arguments by contract name, where the members depend on each other. */
const BY_NAME: Record<string, MakeValue> = {
  ...ROUND_EVENT_CALLS,
  'notifications.subscribe': fixtures => ({
    endpoint: `https://fcm.googleapis.com/fcm/send/${fixtures.nextNumber()}`,
    keys: PUSH_KEYS,
  }),
  'account.beginLoginService': () => ({ service: 'club', password: digestPassword(PASSWORD) }),
  'account.linkLoginService': (fixtures, { caller }) => fixtures.loginCredential(caller.userId),
  'account.lookAtLogin': fixtures => fixtures.loginCredential(null),
  'account.unlinkLoginService': async (fixtures, { caller }) => ({
    service: await fixtures.linkedService(caller.userId),
    password: digestPassword(PASSWORD),
  }),
  'account.beginPasskey': () => ({ password: digestPassword(PASSWORD) }),
  'account.delete': () => ({ password: digestPassword(PASSWORD), eraseScores: false }),
  'account.setEmail': fixtures => ({ email: `e${fixtures.nextNumber()}@example.com`, password: digestPassword(PASSWORD) }),
  'account.removePasskey': async fixtures => ({ passkeyId: await fixtures.otherPasskey(), password: digestPassword(PASSWORD) }),
  ...Object.fromEntries(
    ['one', 'leaders', 'players'].map((what): [string, MakeValue] => [
      `venues.${what}`,
      async (fixtures, { groupId }) => ({ slug: (await fixtures.venue(groupId)).slug }),
    ]),
  ),
  'venues.setMachines': async (fixtures, { groupId }) => ({
    venueId: (await fixtures.venue(groupId)).venueId,
    machineIds: [],
    was: [fixtures.machineId],
  }),
  'venues.importMachines': async (fixtures, { groupId }) => ({
    venueId: (await fixtures.venue(groupId)).venueId,
    json: '{"machines":[]}',
    dryRun: true,
  }),
  'venues.setManagers': async (fixtures, { groupId }) => ({
    venueId: (await fixtures.venue(groupId)).venueId,
    userIds: [fixtures.owner.id, fixtures.member.id],
    was: [fixtures.owner.id],
  }),
  'events.add': (fixtures, { groupId }) => ({ ...fixtures.eventFacts(), ...(groupId === undefined ? {} : { groupId }) }),
  'events.addFinals': async (fixtures, { groupId }) => ({
    _id: uuidv7(),
    eventId: await fixtures.endedEvent(groupId),
    name: 'Finals',
    format: { kind: 'ladder', groupSize: 2 },
    count: 2,
  }),
  'events.checkIn': async (fixtures, { groupId }) =>
    fixtures.owner.client.call('events.checkInCode', { eventId: await fixtures.event(groupId) }),
  'events.look': async (fixtures, { groupId }) =>
    fixtures.owner.client.call('events.checkInCode', { eventId: await fixtures.event(groupId) }),
  'events.deviceLink': async (fixtures, { groupId }) => ({ _id: uuidv7(), eventId: await fixtures.event(groupId) }),
  'events.endDevice': async (fixtures, { groupId }) => {
    const eventId = await fixtures.event(groupId)
    return { eventId, deviceId: await fixtures.device(eventId).then(({ deviceId }) => deviceId) }
  },
  'events.leaveKiosk': async fixtures => fixtures.kiosk(await fixtures.event()),
  'events.openDevice': async fixtures => {
    const { token } = await fixtures.device(await fixtures.event())
    return { token, key: 'k'.repeat(43) }
  },
  'events.claim': (fixtures, { groupId }) => fixtures.claim(groupId),
  'events.needs': async (fixtures, { caller, groupId }) => ({ eventId: (await fixtures.entrant(caller, groupId)).eventId }),
  'events.addPlayers': async (fixtures, { groupId }) => ({
    eventId: await fixtures.event(groupId),
    entries: [{ _id: uuidv7(), displayName: 'Guest' }],
  }),
  'events.editEntrant': async (fixtures, { groupId }) => {
    const { eventId, guests } = await fixtures.createGuestEvent(groupId)
    return { eventId, entrantId: guests[0], displayName: 'Renamed' }
  },
  'events.setSeeds': async (fixtures, { groupId }) => {
    const { eventId, guests } = await fixtures.createGuestEvent(groupId)
    return { eventId, seeds: [{ entrantId: guests[0], seed: 1 }] }
  },
  'events.setFee': async (fixtures, { groupId }) => ({ eventId: await fixtures.event(groupId), fee: { amount: 5, currency: 'EUR' } }),
  'events.handOver': async (fixtures, { groupId }) => ({ eventId: await fixtures.event(groupId), userId: fixtures.owner.id }),
  'events.setStaff': async (fixtures, { groupId }) => ({
    eventId: await fixtures.event(groupId),
    userId: fixtures.member.id,
    role: 'scorekeeper',
  }),
  'events.mergeEntrants': async (fixtures, { groupId }) => {
    const { eventId, guests } = await fixtures.createGuestEvent(groupId)
    return { eventId, from: guests[0], into: guests[1] }
  },
  'events.playoff': async (fixtures, { groupId }) => {
    const { eventId, guests } = await fixtures.createGuestEvent(groupId)
    return { _id: uuidv7(), eventId, order: guests }
  },
  'events.removeEntrant': async (fixtures, { groupId }) => {
    const { eventId, guests } = await fixtures.createGuestEvent(groupId)
    return { eventId, entrantId: guests[0] }
  },
  'events.enter': async (fixtures, { groupId }) => {
    const eventId = await fixtures.event(groupId)
    const entrantId = uuidv7()
    await fixtures.owner.client.call('events.addGuest', { _id: entrantId, eventId, displayName: 'Guest' })
    return { _id: uuidv7(), eventId, entrantId, machineId: fixtures.machineId, value: 5 }
  },
  'events.void': async (fixtures, { groupId }) => ({
    _id: uuidv7(),
    eventId: await fixtures.event(groupId),
    what: voided(fixtures.machineId),
  }),
  'events.undo': async (fixtures, { groupId }) => {
    const eventId = await fixtures.event(groupId)
    const voidId = uuidv7()
    await fixtures.owner.client.call('events.void', { _id: voidId, eventId, what: voided(fixtures.machineId) })
    return { eventId, voidId }
  },
  'events.decide': async (fixtures, { groupId }) => {
    const eventId = await fixtures.event(groupId)
    const attemptId = uuidv7()
    await fixtures.owner.client.call('scores.submit', { _id: attemptId, eventId, machineId: fixtures.machineId, value: 5 })
    await fixtures.testApp.app.database.pool.query('UPDATE event_attempts SET pending = true WHERE id = $1', [attemptId])
    return { eventId, attemptId, accept: true }
  },
  'groups.mergePeople': async (fixtures, { groupId }) => ({
    groupId,
    from: await fixtures.person(groupId!),
    into: await fixtures.person(groupId!),
  }),
  'events.personClaimCode': async (fixtures, { groupId }) => {
    const personId = await fixtures.person(groupId!)
    const eventId = await fixtures.event(groupId)
    await fixtures.owner.client.call('events.addPlayers', { eventId, entries: [{ _id: uuidv7(), personId }] })
    return { groupId, personId }
  },
  'series.add': (fixtures, { groupId }) => ({
    _id: uuidv7(),
    name: `Season ${fixtures.nextNumber()}`,
    ...(groupId === undefined ? {} : { groupId }),
  }),
  'series.setEvents': async (fixtures, { groupId }) => {
    const { seriesId, nights } = await fixtures.series(groupId)
    return { seriesId, eventIds: [], was: nights }
  },
  'series.undoNights': async (fixtures, { groupId }) => {
    const { seriesId, entryId } = await fixtures.series(groupId)
    return { seriesId, entryId }
  },
  'series.addFinals': async (fixtures, { groupId }) => {
    const { seriesId, nights } = await fixtures.series(groupId)
    return { seriesId, eventId: nights[0], best: 1 }
  },
  'groups.look': async fixtures => ({ code: await fixtures.code(await fixtures.group('private')) }),
  'invitations.look': async fixtures => ({ token: (await fixtures.invitation()).token }),
  'reports.add': ({ expendableUser }) => ({ _id: uuidv7(), kind: 'profile', subjectId: expendableUser.id, reason: 'a reason' }),
  'roles.assign': ({ expendableUser }) => ({ userIds: [expendableUser.id], roles: ['moderator'], mode: 'remove' }),
  'scores.voids': async (fixtures, { groupId }) => ({ eventId: await fixtures.event(groupId) }),
  'scores.kioskLink': ({ machineId }) => ({ _id: uuidv7(), machineId, kioskCode: 'open sesame' }),
  'scores.openKiosk': async fixtures => {
    const { token } = await fixtures.boardKiosk(false)
    return { token, key: 'k'.repeat(43) }
  },
  'scores.enter': async fixtures => {
    const { device } = await fixtures.boardKiosk()
    return { _id: uuidv7(), key: device, userId: fixtures.owner.id, value: 1_000 }
  },
  'scores.leaveKiosk': async fixtures => {
    const { device, code } = await fixtures.boardKiosk()
    return { key: device, code }
  },
  'scores.endKiosk': async fixtures => {
    const { kioskId } = await fixtures.boardKiosk()
    return { kioskId }
  },
  'scores.confirm': async fixtures => ({ scoreId: await fixtures.heldScore(), confirm: true }),
  'account.exportByPassword': async fixtures => ({ name: await fixtures.createNamedUser(), password: digestPassword(PASSWORD) }),
  'account.deleteByPassword': async fixtures => ({
    name: await fixtures.createNamedUser(),
    password: digestPassword(PASSWORD),
    eraseScores: true,
  }),
  'imports.scores': () => ({ _id: uuidv7(), csv: 'machine,score\nNo such machine,5', dryRun: false }),
  'imports.people': async (fixtures, { groupId }) => ({
    _id: uuidv7(),
    groupId: groupId ?? (await fixtures.group('public')),
    csv: `name\nListed ${fixtures.nextNumber()}`,
    dryRun: false,
  }),
  'imports.event': (fixtures, { groupId }) => ({
    _id: uuidv7(),
    event: fixtures.importedEvent(),
    dryRun: false,
    ...(groupId === undefined ? {} : { groupId }),
  }),
  'stations.report': async fixtures => ({
    ...{ key: await fixtures.reporterKey(), id: `report ${fixtures.nextNumber()}` },
    ...{ machine: fixtures.machineId, plays: [{ score: 1000 }] },
  }),
  'stations.reportLive': async fixtures => ({ key: await fixtures.reporterKey(), boards: [] }),
  'stations.setMachine': async (fixtures, { groupId }) => {
    const { venueId, stationId } = await fixtures.station(groupId)
    return { venueId, stationId, machineId: fixtures.machineId }
  },
  'stations.remove': async (fixtures, { groupId }) => {
    const { venueId, stationId } = await fixtures.station(groupId)
    return { venueId, stationId }
  },
  'stations.readNvram': async (fixtures, { groupId }) => {
    const { venueId, stationId } = await fixtures.station(groupId)
    return { venueId, stationId, rom: 'example_l1', file: 'AAECAw==', dryRun: true }
  },
  'stations.justPlayed': async fixtures => ({ code: (await fixtures.station()).code }),
  'stations.claim': async (fixtures, { groupId }) => {
    const { reportedGameId, code } = await fixtures.reportedGame(groupId)
    return { _id: uuidv7(), reportedGameId, play: 1, code }
  },
  'stations.unclaim': async fixtures => ({ reportedGameId: (await fixtures.reportedGame()).reportedGameId, play: 1 }),
  'stations.contest': async fixtures => {
    const { reportedGameId, code } = await fixtures.reportedGame(undefined, { by: fixtures.member.id })
    return { reportedGameId, play: 1, code }
  },
  'stations.decide': async (fixtures, { groupId }) => {
    const [by, contestedBy] = [fixtures.member.id, fixtures.expendableUser.id]
    const { venueId, reportedGameId } = await fixtures.reportedGame(groupId, { by, contestedBy })
    return { venueId, reportedGameId, play: 1, userId: by }
  },
  'stations.dismiss': async (fixtures, { groupId }) => {
    const { venueId, reportedGameId } = await fixtures.reportedGame(groupId)
    return { venueId, reportedGameId }
  },
  'stations.setInitials': async (fixtures, { groupId }) => ({ venueId: (await fixtures.venue(groupId)).venueId, initials: 'ABC' }),
  'stations.confirm': (fixtures, { groupId }) => fixtures.reportedResult(groupId),
  'stations.unlink': async (fixtures, { groupId }) => {
    const { entrantIds: _chosen, ...offered } = await fixtures.reportedResult(groupId)
    return offered
  },
  'imports.undo': async fixtures => ({ importId: await fixtures.importOfOther() }),
  'oauth.add': fixtures => ({
    _id: uuidv7(),
    name: `Application ${fixtures.nextNumber()}`,
    redirectUris: ['https://league.example/back'],
    isConfidential: true,
  }),
  'oauth.remove': async fixtures => ({ applicationId: await fixtures.application() }),
  'oauth.recall': async fixtures => ({ requestId: await fixtures.oauthRequest() }),
  'oauth.allow': async fixtures => ({ requestId: await fixtures.oauthRequest() }),
  'webhooks.add': (fixtures, { groupId }) => ({ ...fixtures.webhookFacts(), ...(groupId === undefined ? {} : { groupId }) }),
  'webhooks.edit': async fixtures => ({ webhookId: await fixtures.webhook(), name: 'Renamed' }),
  'webhooks.rotateSecret': async fixtures => ({ _id: uuidv7(), webhookId: await fixtures.webhook() }),
  'webhooks.delivery': async fixtures => ({ deliveryId: await fixtures.delivery() }),
  'webhooks.resend': async fixtures => ({ deliveryId: await fixtures.delivery() }),
  'users.suspend': async fixtures => ({ userId: await fixtures.createUser(), reason: 'a reason' }),
  'users.liftSuspension': async fixtures => ({ userId: await fixtures.createUser() }),
  'users.signOut': async fixtures => ({ userId: await fixtures.createUser() }),
  'users.resetSecondStep': async fixtures => ({ userId: await fixtures.createUser() }),
  'names.block': fixtures => ({ _id: uuidv7(), kind: 'word', name: `unwanted${fixtures.nextNumber()}` }),
  'names.unblock': async fixtures => ({ blockedId: await fixtures.blockedName() }),
  'users.delete': async fixtures => ({ userId: await fixtures.createUser(), eraseScores: true }),
  'users.enroll': fixtures => ({
    _id: uuidv7(),
    username: `Enrolled ${fixtures.nextNumber()}`,
    email: `e${fixtures.nextNumber()}@example.com`,
  }),
}

/** The member that names the group, or an event or scope in a group, that the call is about; undefined if there is none. */
export function findGroupMember({ input }: Contract): Member | undefined {
  const members = parseMembers(input)
  return GROUP_MEMBERS.map(groupMember => members.find(({ key }) => key === groupMember)).find(member => member !== undefined)
}

/** The optional member to set in an edit, which without it would change nothing. */
const findEditedMember = ({ name }: Contract, members: readonly Member[]): Member | undefined =>
  /\.(edit|set)$/.test(name) ? members.find(({ optional, shape }) => optional && ['text', 'boolean'].includes(shape.kind)) : undefined

/** Makes an argument that refers only to existing things. */
export async function makeArgument(contract: Contract, fixtures: PermissionFixtures, context: CallContext): Promise<object> {
  const whole = BY_NAME[contract.name]
  if (whole !== undefined) return (await whole(fixtures, context)) as object
  const members = parseMembers(contract.input)
  const groupMember = context.groupId === undefined ? undefined : findGroupMember(contract)?.key
  const change = findEditedMember(contract, members)
  const argument: Record<string, unknown> = {}
  for (const member of members) {
    const { key, shape, optional } = member
    if (optional && key !== groupMember && member !== change) continue
    const isName = key === 'name' && shape.kind === 'text'
    argument[key] = isName ? `Thing ${fixtures.nextNumber()}` : ((await BY_KEY[key]?.(fixtures, context)) ?? validValue(shape))
  }
  return argument
}

/** The names of the contracts with a complete argument in this file. */
export const HANDMADE_ARGUMENTS = Object.keys(BY_NAME)
