import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { rowIdOf } from '#series/server/standings/current-series.ts'
import { FAKE_SECRET_PREFIX, FakePatreon } from '../integration/fakes/patreon.ts'
import { PUSH_KEYS } from '../integration/fakes/push-service.ts'
import { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../integration/helpers/test-app.ts'
import {
  digestPassword,
  firstMachineId,
  grantRoles,
  type LoginResult,
  PASSWORD,
  signUp,
  type TestUser,
} from '../integration/helpers/users.ts'
import { findNeedles } from './needles.ts'

const ACTORS = ['visitor', 'deleted', 'stranger', 'member', 'owner', 'moderator', 'admin'] as const
type Actor = (typeof ACTORS)[number]

const EMAIL = 'very-secret-address@example.com'
const IP = '203.0.113.77'
const AGENT = 'VerySecretBrowser/7.7'
const HIDDEN = 'Speakeasy of nobody'

/** The publications that take an event. */
const EVENT_PUBLICATIONS = [
  ...['events.one', 'events.entrants', 'events.rounds', 'events.heldRounds', 'events.attempts', 'events.devices', 'events.fees'],
  ...['events.log', 'events.people', 'events.seats', 'events.standings', 'events.heldStandings'],
]

let patreon: FakePatreon
let testApp: TestApp
let owner: TestUser
let machineId: string
const clients = new Map<Actor, DdpTestClient>()
const secrets: string[] = []
let subscriptions: readonly [name: string, ...params: unknown[]][] = []

/** Two players meet in an event, and the first one wins. */
async function playNight(
  [director, other]: readonly [TestUser, TestUser],
  facts: { name: string; groupId?: string | undefined },
): Promise<void> {
  const eventId = uuidv7()
  const span = { startsAt: new Date(Date.now() - 3_600_000), endsAt: new Date(Date.now() + 3_600_000) }
  const format = { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 1, points: 'ifpa' }
  await director.client.call('events.add', { _id: eventId, ...facts, ...span, format, machineIds: [machineId] })
  for (const { client } of [director, other]) await client.call('events.join', { eventId })
  await director.client.call('events.presence', { eventId, all: true, presence: 'here' })
  await director.client.call('events.draw', { _id: uuidv7(), eventId })
  const { rows } = await testApp.app.database.pool.query<{ id: string; order: string[] }>(
    'SELECT g.id, g.entrant_ids AS order FROM event_groups g JOIN event_rounds r ON r.id = g.round_id WHERE r.event_id = $1',
    [eventId],
  )
  await director.client.call('events.result', { eventId, groupId: rows[0]!.id, order: rows[0]!.order })
  await director.client.call('events.close', { eventId })
}

async function setUp(): Promise<void> {
  const home = await DdpTestClient.open(testApp.endpoint, { 'x-forwarded-for': IP, 'user-agent': AGENT })
  const login = await home.call<LoginResult>('createUser', {
    username: 'Owner',
    email: EMAIL,
    password: digestPassword(PASSWORD),
    profile: { name: 'Owner', colour: 'secret colour' },
  })
  owner = { ...login, client: home, username: 'Owner' }
  machineId = await firstMachineId(testApp)
  const [groupId, hiddenId, eventId, hiddenEventId, scoreId, flagged] = Array.from({ length: 6 }, () => uuidv7())
  await home.call('groups.add', { _id: groupId, name: 'Club', visibility: 'public' })
  await home.call('groups.add', { _id: hiddenId, name: HIDDEN, visibility: 'private' })
  const member = await signUp(testApp, 'Member')
  const { code } = await home.call<{ code: string }>('groups.invite', { groupId: hiddenId })
  await member.client.call('groups.join', { code })
  for (const [_id, own] of [
    [eventId, groupId],
    [hiddenEventId, hiddenId],
  ])
    await home.call('events.add', {
      _id,
      groupId: own,
      name: own === hiddenId ? HIDDEN : 'Night',
      startsAt: new Date(Date.now() - 3_600_000),
      endsAt: new Date(Date.now() + 3_600_000),
      format: { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 2, points: 'ifpa' },
      machineIds: [machineId],
    })
  for (const each of [eventId, hiddenEventId]) {
    for (const displayName of ['Guest', 'Another']) await home.call('events.addGuest', { _id: uuidv7(), eventId: each, displayName })
    await home.call('events.draw', { _id: uuidv7(), eventId: each, ...(each === hiddenEventId ? { held: true } : {}) })
  }
  const addVenue = async (name: string, own: string): Promise<{ venueId: string; slug: string }> => {
    const venue = await home.call<{ venueId: string; slug: string }>('venues.add', { _id: uuidv7(), name, groupId: own })
    await home.call('venues.setMachines', { venueId: venue.venueId, machineIds: [machineId], was: [] })
    await home.call('venues.setMachine', { venueId: venue.venueId, machineId, outOfOrder: true, note: 'It waits for a coil.' })
    return venue
  }
  const [venue, hiddenVenue] = [await addVenue('Open venue', groupId!), await addVenue(HIDDEN, hiddenId!)]
  const stationCodes: string[] = []
  for (const { venueId } of [venue, hiddenVenue]) {
    const { secret } = await home.call<{ secret: string }>('keys.add', { _id: uuidv7(), name: 'Reporter', scopes: ['report'], venueId })
    const { stationId } = await home.call<{ stationId: string }>('stations.pair', { _id: uuidv7(), venueId, machineId, boardId: 'b1' })
    const playing = { playing: true, ball: 1, player: 1, scores: [1234] }
    const boards = [
      { id: 'b1', game: playing },
      { id: 'b2', name: venueId === venue.venueId ? 'Unpaired' : HIDDEN, game: playing },
    ]
    await home.call('stations.reportLive', { key: secret, boards })
    const name = venueId === venue.venueId ? 'Zoe' : HIDDEN
    await home.call('stations.setInitials', { venueId, initials: 'ZOE' })
    await home.call('stations.report', {
      key: secret,
      id: 'a game',
      station: stationId,
      plays: [{ score: 4321, initials: 'ZOE', name, player: 1 }],
    })
    await home.call('stations.reportLive', { key: secret, boards })
    const { rows } = await testApp.app.database.pool.query<{ code: string }>('SELECT code FROM stations WHERE id = $1', [stationId])
    stationCodes.push(rows[0]!.code)
  }
  await home.call('groups.addPeople', { groupId, people: [{ _id: uuidv7(), name: 'Listed', ifpaNumber: '4711', note: 'a note' }] })
  const webhookToken = 'a-webhook-that-nobody-else-may-use'
  await home.call('groups.edit', { groupId, webhook: `https://discord.com/api/webhooks/123456789012345678/${webhookToken}` })
  const hook = { name: 'Bot', address: `https://discord.com/api/webhooks/123456789012345678/${webhookToken}`, types: ['round.drawn'] }
  const [ownHook, hiddenHook] = [uuidv7(), uuidv7()]
  await home.call('webhooks.add', { ...hook, _id: ownHook, groupId })
  await home.call('webhooks.add', { ...hook, _id: hiddenHook, groupId: hiddenId, name: HIDDEN })
  // Switched off, so nothing is sent to Discord.
  for (const webhookId of [ownHook, hiddenHook]) await home.call('webhooks.edit', { webhookId, on: false })
  await testApp.app.database.pool.query(
    `INSERT INTO webhook_deliveries (id, webhook_id, source, lane, type, subject, body, user_ids, state, ended_at, status)
     VALUES ($1, $1, 'past', 'night', 'event.finished', 'Night', '{}', '{}', 'delivered', now(), 204)`,
    [ownHook],
  )
  const openNight = uuidv7()
  const guest = uuidv7()
  await home.call('events.add', {
    _id: openNight,
    groupId,
    name: 'Best games',
    startsAt: new Date(Date.now() - 3_600_000),
    endsAt: new Date(Date.now() + 3_600_000),
    format: { kind: 'best-game', points: 'papa' },
    machineIds: [machineId],
  })
  await home.call('events.addGuest', { _id: guest, eventId: openNight, displayName: 'Guest' })
  await home.call('events.enter', { _id: uuidv7(), eventId: openNight, entrantId: guest, machineId, value: 500 })
  await home.call('events.setFee', { eventId: openNight, fee: { amount: 5, currency: '€' } })
  await home.call('events.setPaid', { eventId: openNight, entrantId: guest, paid: true })
  await home.call('events.setSeat', { eventId: openNight, entrantId: guest, machineIds: [machineId] })
  const seasons: { seriesId: string; slug: string }[] = []
  for (const [own, name, night] of [
    [groupId, 'Season', openNight],
    [hiddenId, HIDDEN, hiddenEventId],
  ]) {
    const season = await home.call<{ seriesId: string; slug: string }>('series.add', { _id: uuidv7(), name, groupId: own })
    await home.call('series.setEvents', { seriesId: season.seriesId, eventIds: [night], was: [] })
    seasons.push(season)
  }
  await home.call('scores.submit', {
    _id: scoreId,
    machineId,
    value: 5_000_000,
    comment: 'a comment',
    location: 'a bar',
    venueId: venue.venueId,
  })
  await home.call('scores.submit', { _id: flagged, machineId, value: 4_000_000, venueId: hiddenVenue.venueId })
  await member.client.call('scores.comment', { _id: uuidv7(), scoreId, text: 'well played' })
  await member.client.call('scores.like', { scoreId, like: true })
  await member.client.call('scores.flag', { scoreId: flagged, reason: 'I doubt it' })
  await member.client.call('reports.add', { _id: uuidv7(), kind: 'profile', subjectId: owner.id, reason: 'a reason' })
  const { url } = await home.call<{ url: string }>('patreon.begin', {})
  patreon.redirectUris = [new URL(url).searchParams.get('redirect_uri')!]
  patreon.addAccount('owner account')
  await home.call('patreon.confirm', patreon.authorize(url, 'owner account'))
  const { url: deviceUrl } = await home.call<{ url: string }>('events.deviceLink', { _id: uuidv7(), eventId })
  const kioskCode = 'a-code-that-nobody-is-sent'
  await home.call('events.deviceLink', { _id: uuidv7(), eventId, kioskCode })
  const gone = await signUp(testApp, 'Gone')
  await gone.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: false })
  const [outsider, moderator, admin] = await Promise.all(['Stranger', 'Moderator', 'Admin'].map(name => signUp(testApp, name)))
  await grantRoles(testApp, moderator!.id, ['moderator'])
  await grantRoles(testApp, admin!.id, ['admin'])
  await admin!.client.call('roles.create', { name: 'greeter' })
  await admin!.client.call('scores.kioskLink', { _id: uuidv7(), machineId, kioskCode })
  await admin!.client.call('names.block', { _id: uuidv7(), kind: 'domain', name: 'spam.example' })
  for (const each of [groupId, hiddenId]) await home.call('groups.edit', { groupId: each, rated: true })
  await playNight([owner, member], { name: 'Rated night', groupId })
  await playNight([owner, member], { name: HIDDEN, groupId: hiddenId })
  await admin!.client.call('settings.update', { ratings: true })
  await testApp.app.features.ratings.runOnce()
  const invitation = await admin!.client.call<{ token: string }>('invitations.add', { _id: uuidv7(), note: 'for a friend' })

  for (const [actor, token] of [
    ['visitor', null],
    ['deleted', gone.token],
    ['stranger', outsider!.token],
    ['member', member.token],
    ['owner', owner.token],
    ['moderator', moderator!.token],
    ['admin', admin!.token],
  ] as const) {
    const client = await DdpTestClient.open(testApp.endpoint)
    if (token !== null) await client.tryCall('login', { resume: token })
    clients.set(actor, client)
  }

  await clients.get('owner')!.call('notifications.subscribe', { endpoint: 'https://fcm.googleapis.com/fcm/send/x', keys: PUSH_KEYS })

  await testApp.app.database.pool.query(
    `INSERT INTO jobs (kind, body, due_at, tries, last_error, failed_at) VALUES ('mail', $1, now(), 12, 'MailError: not now', now())`,
    [{ userId: owner.id, kind: 'reset', address: EMAIL, addressKey: EMAIL }],
  )

  const { rows } = await testApp.app.database.pool.query<{ text: string }>(
    `SELECT hashed_token AS text FROM login_tokens UNION ALL SELECT hash FROM user_passwords`,
  )
  secrets.push(
    ...rows.map(({ text }) => text),
    digestPassword(PASSWORD).digest,
    kioskCode,
    IP,
    AGENT,
    'secret colour',
    owner.token,
    code,
    invitation.token,
    webhookToken,
    new URL(deviceUrl).hash.slice(1),
    FAKE_SECRET_PREFIX,
    'owner account',
  )

  const venues = [venue, hiddenVenue].flatMap(({ venueId, slug }): [string, object][] => [
    ...['venues.one', 'venues.leaders', 'venues.players'].map((name): [string, object] => [name, { slug }]),
    ...['venues.card', 'venues.texts', 'scores.recent'].map((name): [string, object] => [name, { venueId }]),
    ['boards.top', { scope: { venueId, machineId } }],
    ...['stations.list', 'stations.games', 'stations.playing'].map((name): [string, object] => [name, { venueId }]),
  ])
  const events = [eventId, hiddenEventId, openNight].flatMap((each): [string, ...unknown[]][] => [
    ...EVENT_PUBLICATIONS.map((name): [string, object] => [name, { eventId: each }]),
    ['event', `v-${each}`, { eventId: each }],
    ['scores.recent', { eventId: each }],
    ['series.ofEvent', { eventId: each }],
    ['stations.ofEvent', { eventId: each }],
  ])
  const groups = [groupId, hiddenId].flatMap((each): [string, object][] => [
    ['groups.one', { groupId: each }],
    ['groups.machines', { groupId: each }],
    ['groups.people', { groupId: each }],
    ['groups.webhook', { groupId: each }],
    ['webhooks.list', { groupId: each }],
    ['events.list', { groupId: each }],
    ['series.list', { groupId: each }],
    ['scores.recent', { groupId: each }],
    ['boards.top', { scope: { groupId: each, machineId } }],
  ])
  const scores = [scoreId, flagged].flatMap((each): [string, object][] => [
    ['scores.one', { scoreId: each }],
    ['scores.places', { scoreId: each }],
    ['scores.liked', { scoreId: each }],
    ['scores.voids', { scoreId: each }],
  ])
  const series = seasons.flatMap(({ seriesId, slug }): [string, object][] => [
    ...['series.one', 'series.nights', 'series.standings', 'series.log'].map((name): [string, object] => [name, { slug }]),
    ['series.row', { slug, rowId: rowIdOf(seriesId, 'guest guest') }],
  ])
  subscriptions = [
    ...events,
    ...series,
    ...groups,
    ...venues,
    ...scores,
    ['webhooks.log', { webhookId: ownHook }],
    ['webhooks.log', { webhookId: hiddenHook }],
    ['meteor.loginServiceConfiguration'],
    ['meteor_autoupdate_clientVersions'],
    ['_roles'],
    ['roles.list', {}],
    ['reports.list', {}],
    ['users.list', {}],
    ['audit.list', {}],
    ['jobs.failed', {}],
    ['backups.list', {}],
    ['names.blocked', {}],
    ['scores.queue', {}],
    ['scores.kiosks', { machineId }],
    ['players.one', { username: 'Owner' }],
    ['players.scores', { username: 'Owner' }],
    ['players.progress', { username: 'Owner' }],
    ['players.summary', { username: 'Owner' }],
    ['ratings.list', { minGames: 1 }],
    ['ratings.versus', { username: 'Owner', other: 'Member' }],
    ['groups.list', {}],
    ['groups.mine', {}],
    ['venues.list', {}],
    ['venues.mine', {}],
    ['venues.ofMachine', { machineId }],
    ['stations.playingOn', { machineId }],
    ['stations.mine', {}],
    ...stationCodes.map((code): [string, object] => ['stations.justPlayed', { code }]),
    ['machines.all', { manufacturer: 'Stern' }],
    ['machines.browse', {}],
    ['machines.filters', {}],
    ['machines.one', { machineId }],
    ['events.list', {}],
    ['boards.top', { scope: { machineId } }],
    ['boards.places', { machineId, userId: owner.id }],
    ['scores.recent', { places: true }],
    ['scores.highlights', {}],
    ['account.picture', {}],
    ['admin.setup', {}],
    ['scores', 'v-scores', {}],
    ['user', 'v-user', {}],
    ['patreon.link', {}],
    ['notifications.mine', {}],
    ['policies.text', { name: 'privacy' }],
    ['invitations.policy', {}],
    ['invitations.mine', {}],
    ['invitations.all', {}],
    ['settings.all', {}],
  ]
}

/** Every field of every collection that is sent to any actor. `to`: the only actors who may receive the collection, if not all may. */
const SENT: Record<string, { fields: string; to?: readonly Actor[] }> = {
  accounts: { fields: 'displayName flat joinedAt roles scores suspended username', to: ['admin'] },
  audit: { fields: 'about action at by details subject', to: ['admin'] },
  backupSchedule: { fields: 'nextRun target', to: ['admin'] },
  blockedNames: { fields: 'addedAt anywhere kind name', to: ['admin'] },
  boardKiosks: { fields: 'browser by createdAt machineId openedAt', to: ['moderator', 'admin'] },
  boardRows: { fields: 'achievedAt board displayName scoreId status supporter userId username value' },
  boards: { fields: 'best period players scope verifiedOnly window' },
  comments: { fields: 'createdAt displayName scoreId text userId username' },
  eventAttempts: { fields: 'at displayName entrantId eventId machineId state value', to: ['owner', 'admin'] },
  eventDevices: { fields: 'by createdAt eventId kiosk', to: ['owner', 'admin'] },
  eventEntrants: { fields: 'displayName eventId presence' },
  eventFees: { fields: 'amount currency eventId', to: ['owner', 'admin'] },
  eventGroups: { fields: 'entrantIds eventId machineId number round state' },
  eventLog: { fields: 'action at by eventId subject what' },
  eventMachines: { fields: 'active eventId machineId name order' },
  eventPayments: { fields: 'eventId', to: ['owner', 'admin'] },
  eventRounds: { fields: 'byes drawnAt eventId held number seed' },
  eventSeats: { fields: 'eventId machineIds', to: ['owner', 'admin'] },
  eventSeries: { fields: 'eventId name number of seriesId slug' },
  events: {
    fields:
      'description director directorId endsAt endsOffset format groupId machineIds name players receipt startsAt startsOffset state timeZone unlisted venue',
  },
  failedJobs: { fields: 'createdAt error failedAt kind tries', to: ['admin'] },
  gameOffers: { fields: 'play', to: ['owner'] },
  groupMachines: { fields: 'groupId machineId machineName players' },
  groupPeople: { fields: 'groupId ifpaNumber name note', to: ['owner', 'admin'] },
  groupWebhooks: { fields: 'ending', to: ['owner'] },
  groups: { fields: 'description memberCount name rated receipt visibility' },
  invitationPolicy: { fields: 'invitations signUps' },
  invitations: { fields: 'by createdAt expiresAt joined note used uses', to: ['admin'] },
  likes: { fields: 'scoreId userId', to: ['member'] },
  liveGames: { fields: 'ball machineId machineName over player scores venueId venueName' },
  machineFilters: { fields: 'decades manufacturers' },
  machinePages: { fields: 'machineIds page pageSize total' },
  machineStats: { fields: 'best deciles histogram lastDigitZero median players scores' },
  machines: { fields: 'display ipdbId lastPlayedAt manufacturer name opdbId playerCount players retired scores type year' },
  members: { fields: 'displayName groupId roles userId username' },
  notificationSettings: {
    fields: 'beaten claims moderated publicKey rounds starts',
    to: ['stranger', 'member', 'owner', 'moderator', 'admin'],
  },
  places: { fields: 'machineId percentile players rank userId value window' },
  playerBests: { fields: 'achievedAt machineId machineName percentile players rank userId value' },
  playerEvents: { fields: 'eventId name players rank startsAt startsOffset state userId' },
  playerForm: { fields: 'machineId machineName percentile receipt userId value' },
  playerSummaries: { fields: 'days events eventsWon firstDay' },
  players: { fields: 'bio displayName joinedAt location scores supporter username' },
  playing: { fields: 'createdAt displayName machineId machineName receipt scoreId username' },
  policies: { fields: 'html lang title' },
  progress: { fields: 'machineId machineName points userId' },
  pushDevices: { fields: 'browser createdAt endpoint lastSuccess', to: ['owner'] },
  ratingHistory: { fields: 'at eventId name rating uncertainty userId' },
  ratings: { fields: 'displayName games nights rating uncertainty username' },
  reportedGames: { fields: 'doubts endedAt machineId machineName plays stationId venueId venueName' },
  reportingEvents: { fields: 'countAtOnce' },
  reports: { fields: 'at by kind label path reason receipt state subjectId', to: ['moderator', 'admin'] },
  roles: { fields: 'name users', to: ['admin'] },
  scoreHistory: { fields: 'action at by changes reason scoreId' },
  scorePlaces: { fields: 'rank' },
  scoreQueue: { fields: 'flags players record state typical', to: ['moderator', 'admin'] },
  scores: {
    fields:
      'achievedAt comment comments createdAt displayName likes location machineFacts machineId machineName receipt status userId username value venueId version',
  },
  series: { fields: 'description groupId name nights points receipt slug' },
  seriesLog: { fields: 'action added at by seriesId undoable' },
  seriesNights: { fields: 'eventId name number players seriesId startsAt startsOffset state' },
  seriesRowNights: { fields: 'eventId most number outcome points rank rowId seriesId' },
  seriesRows: { fields: 'name nights order possible rank rowId seriesId total' },
  settings: { fields: 'source value', to: ['admin'] },
  siteSetup: { fields: 'accounts events machines reach sendsMail', to: ['admin'] },
  standings: { fields: 'displayName entrantId eventId games machines points rank' },
  stationPlaces: { fields: 'code machineId machineName venueId venueName' },
  stations: {
    fields: 'boardIds boardName code games machineId machineName seenAt unclaimed venueId',
    to: ['owner', 'moderator', 'admin'],
  },
  supporterLinks: { fields: 'active linkedAt tier', to: ['owner'] },
  unpairedBoards: { fields: 'boardId name seenAt venueId', to: ['owner', 'moderator', 'admin'] },
  users: { fields: 'emails profile roles username', to: ['stranger', 'member', 'owner', 'moderator', 'admin'] },
  venueLeaders: { fields: 'achievedAt displayName machineId scoreId userId username value venueId window' },
  venueMachines: { fields: 'backglass code display machineId name note order outOfOrderSince type venueId year' },
  venueManagers: { fields: 'displayName userId username venueId' },
  venuePlayers: { fields: 'displayName lastPlayedAt scores username venueId' },
  venueTexts: { fields: 'scores' },
  venues: { fields: 'description groupId machineCount name place receipt slug timeZone' },
  versus: { fields: 'ahead behind games level machines nights otherDisplayName otherId otherUsername userId' },
  webhookDeliveries: { fields: 'createdAt endedAt order state status subject tries type webhookId', to: ['owner'] },
  webhooks: { fields: 'createdAt discord ending groupId host name off only onlyNames types waiting', to: ['owner'] },
  weekRecords: { fields: 'achievedAt displayName machineFacts machineName scoreId userId username value' },
}

interface Sent {
  actor: Actor
  collection: string
  id: string
  fields: string[]
}

const sent = (): Sent[] =>
  [...clients].flatMap(([actor, { frames }]) =>
    frames.flatMap(text => {
      const { collection, id, fields } = JSON.parse(text) as { collection?: string; id?: string; fields?: object }
      return collection === undefined ? [] : [{ actor, collection, id: id!, fields: Object.keys(fields ?? {}) }]
    }),
  )
const getText = (actor: Actor): string => clients.get(actor)!.frames.join('\n')

beforeAll(async () => {
  patreon = await new FakePatreon().open()
  testApp = await createTestApp({
    config: { rateLimits: 'off', forwardedCount: 1, patreon: patreon.options, discordUrl: 'http://127.0.0.1:9' },
  })
  await setUp()
  for (const client of clients.values())
    for (const [name, ...params] of subscriptions) {
      const subscription = await client.subscribe(name, ...params)
      // A connection has room for a hundred of them, so these make room again when their documents have come.
      if (/^(venues|ratings|series|stations)\./.test(name) && subscription.error === null) await client.unsubscribe(subscription)
      // A connection has room for 100 subscriptions.
      if (name.startsWith('series.') && subscription.error === null) await client.unsubscribe(subscription)
    }
  for (const client of clients.values()) {
    await client.tryCall('machines.search', { text: 'a' })
    await client.tryCall('search', { text: 'owner' })
    await client.tryCall('boards.place', { scope: { machineId }, userId: owner.id })
    await client.tryCall('boards.around', { scope: { machineId }, userId: owner.id })
  }
  await owner.client.call('scores.submit', { _id: uuidv7(), machineId, value: 6_000_000 })
  for (const client of clients.values()) await client.waitUntil(() => client.frames.some(text => text.includes('6000000')))
})
afterAll(async () => {
  await testApp.close()
  await patreon.close()
})

describe('[Z2] data that the server sends', () => {
  it('was requested from every publication', () => {
    expect([...new Set(subscriptions.map(([name]) => name))].sort()).toEqual([...testApp.app.ddp.names.publications].sort())
  })

  it('has no collection and no field but those that are meant, and each goes to those alone whom it is for', () => {
    const found = sent()
    const wrong = found.flatMap(({ actor, collection, id, fields }) => {
      const meant = SENT[collection]
      if (meant === undefined) return [`${collection}: nobody knows it`]
      if (meant.to !== undefined && !meant.to.includes(actor)) return [`${actor} was sent ${collection}/${id}`]
      return fields.filter(field => !meant.fields.split(' ').includes(field)).map(field => `${actor} was sent ${field} of ${collection}`)
    })
    expect(wrong).toEqual([])
    expect([...new Set(found.map(({ collection }) => collection))].sort()).toEqual(Object.keys(SENT))
    console.info(
      `[Z2] ${found.length} documents and changes to ${ACTORS.length} actors, of ${Object.keys(SENT).length} collections, by ${subscriptions.length} subscriptions each`,
    )
  })

  it('sends each account’s private fields to its own user only', () => {
    for (const actor of ACTORS) {
      const ids = new Set(
        sent()
          .filter(each => each.actor === actor && each.collection === 'users')
          .map(({ id }) => id),
      )
      expect(ids.size, actor).toBe(['visitor', 'deleted'].includes(actor) ? 0 : 1)
      expect(getText(actor).includes(EMAIL), actor).toBe(actor === 'owner')
    }
  })

  it('contains a private group, and what is played in it, for its members only', () => {
    for (const actor of ACTORS) expect(getText(actor).includes(HIDDEN), actor).toBe(['member', 'owner'].includes(actor))
  })

  it('holds no password, hash, token, code, address of a machine, nor what a browser says of itself', () => {
    expect(secrets.length).toBeGreaterThan(15)
    for (const actor of ACTORS) {
      const text = getText(actor)
      const mine = actor === 'owner' ? ['secret colour', owner.token] : []
      const others = secrets.filter(secret => !mine.includes(secret))
      expect(findNeedles(text, others), actor).toEqual([])
      expect(text, actor).not.toMatch(/"(services|password|hash|hashedToken|digest|salt|clientAddress|ip|device)":|argon2/)
    }
  })

  it('says to moderators alone who doubted a score or made a report', () => {
    const history = sent().filter(({ collection }) => collection === 'scoreHistory')
    expect(history.length).toBeGreaterThan(0)
    for (const actor of ACTORS) {
      const flags = clients.get(actor)!.frames.filter(text => text.includes('"action":"flagged"'))
      expect(flags.length, actor).toBeGreaterThan(0)
      for (const text of flags) expect(text, actor).toContain('"by":null')
    }
  })
})
