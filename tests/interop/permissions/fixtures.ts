import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportedEvent } from '#imports/rules/imported-event.ts'
import { hashId } from '#oauth/server/secrets.ts'
import { hashToken } from '#platform/tokens.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { TestApp } from '../../integration/helpers/test-app.ts'
import { grantRoles, makeAdmin, signUp, type TestUser } from '../../integration/helpers/users.ts'
import type { Caller, Role } from './callers.ts'

type Named = { eventId: string; [key: string]: unknown }

/** Creates the things that calls are about. Each is new and, where it has an owner, belongs to the user in the role `owner`. */
export class PermissionFixtures {
  readonly testApp: TestApp
  readonly machineId: string
  readonly users: ReadonlyMap<Role, TestUser>
  /** an ordinary member of every group */
  readonly member: TestUser
  /** a user whom calls may change */
  readonly expendableUser: TestUser
  #count = 0

  constructor(parts: Pick<PermissionFixtures, 'testApp' | 'machineId' | 'users' | 'member' | 'expendableUser'>) {
    this.testApp = parts.testApp
    this.machineId = parts.machineId
    this.users = parts.users
    this.member = parts.member
    this.expendableUser = parts.expendableUser
  }

  /** Returns a number that was not used before. */
  nextNumber(): number {
    return ++this.#count
  }

  get owner(): TestUser {
    return this.users.get('owner')!
  }

  async score(): Promise<string> {
    const _id = uuidv7()
    await this.owner.client.call('scores.submit', { _id, machineId: this.machineId, value: 1000 + this.nextNumber() })
    return _id
  }

  /** A score of the owner that is under review, and that all users have the experience to confirm. */
  async heldScore(): Promise<string> {
    const { pool } = this.testApp.app.database
    const scoreId = await this.score()
    await pool.query('UPDATE scores SET under_review = true WHERE id = $1', [scoreId])
    await pool.query(`UPDATE users SET created_at = now() - interval '60 days'`)
    for (const { id } of this.users.values())
      await pool.query(
        `INSERT INTO scores (id, user_id, machine_id, value, achieved_at, windowed, status, fingerprint, answer)
         VALUES ($1, $2, $3, 1, now(), false, 'verified', '', '{}')`,
        [uuidv7(), id, this.machineId],
      )
    return scoreId
  }

  async comment(): Promise<string> {
    const _id = uuidv7()
    await this.owner.client.call('scores.comment', { _id, scoreId: await this.score(), text: 'a comment' })
    return _id
  }

  async report(): Promise<string> {
    const _id = uuidv7()
    await this.member.client.call('reports.add', { _id, kind: 'profile', subjectId: this.expendableUser.id, reason: 'a reason' })
    return _id
  }

  /** An invitation to the site by an administrator who is not one of the callers. */
  async invitation(): Promise<{ invitationId: string; token: string }> {
    const admin = await signUp(this.testApp, `Inviter ${this.nextNumber()}`)
    await makeAdmin(this.testApp, admin.id)
    const invitationId = uuidv7()
    const { token } = await admin.client.call<{ token: string }>('invitations.add', { _id: invitationId })
    return { invitationId, token }
  }

  /** An event of another site, in which two players have played a game. */
  importedEvent(): ImportedEvent {
    const player = (name: string) => ({ name, ifpaNumber: null, hasLeft: false })
    return {
      ...{
        source: 'matchplay.events',
        sourceId: String(this.nextNumber()),
        name: 'Imported',
        venue: '',
        timeZone: 'UTC',
        isFinished: true,
      },
      ...{ startsAt: new Date('2026-03-08T18:00:00Z'), endsAt: new Date('2026-03-08T21:00:00Z') },
      format: { kind: 'match-play', grouping: 'balanced', groupSize: 2, rounds: 1, points: 'winner' },
      ...{ byes: 'full', tieBreaks: [], placesOnly: false, machines: [], attempts: [], adjustments: [], standings: [] },
      players: [player('First'), player('Second')],
      rounds: [{ byes: [], groups: [{ players: [0, 1], games: [{ machine: null, order: [1, 0], places: null, points: null }] }] }],
    }
  }

  /** An import of somebody who is none of the callers. */
  async importOfOther(): Promise<string> {
    const _id = uuidv7()
    await this.member.client.call('imports.scores', { _id, csv: 'machine,score\nNo such machine,5', dryRun: false })
    return _id
  }

  /** What is said of a new hook, which is told of nothing that these tests do, at an address where nobody listens. */
  webhookFacts(): object {
    return { _id: uuidv7(), name: `Hook ${this.nextNumber()}`, address: 'http://127.0.0.1:9/hook', types: ['event.finished'] }
  }

  /** A hook of the site. */
  async webhook(): Promise<string> {
    const { client } = this.users.get('admin')!
    return (await client.call<{ webhookId: string }>('webhooks.add', this.webhookFacts())).webhookId
  }

  /** A delivery to a hook of the site, which was given up. */
  async delivery(): Promise<string> {
    const id = uuidv7()
    await this.testApp.app.database.pool.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, source, lane, type, subject, body, user_ids, state)
       VALUES ($1, $2, $1, $1, 'webhook.test', '', '{}', '{}', 'dead')`,
      [id, await this.webhook()],
    )
    return id
  }

  /** An application of another site. */
  async application(): Promise<string> {
    const _id = uuidv7()
    const facts = { name: `Application ${this.nextNumber()}`, redirectUris: ['https://league.example/back'], isConfidential: false }
    await this.users.get('admin')!.client.call('oauth.add', { _id, ...facts })
    return _id
  }

  /** A request of an application, which waits for an answer. */
  async oauthRequest(): Promise<string> {
    const id = uuidv7()
    await this.testApp.app.database.pool.query(
      `INSERT INTO oauth_records (hashed_id, payload, expires_at) VALUES ($1, '{"params":{"scope":"openid"}}', now() + interval '1 hour')`,
      [hashId('Interaction', id)],
    )
    return id
  }

  async failedJob(): Promise<string> {
    const { rows } = await this.testApp.app.database.pool.query<{ id: string }>(
      `INSERT INTO jobs (kind, body, due_at, failed_at) VALUES ('none', '{}', now(), now()) RETURNING id`,
    )
    return rows[0]!.id
  }

  /** A backup that is done, with its file. */
  async backup(): Promise<string> {
    const dir = join(this.testApp.dataDir, 'backups')
    const file = `skillshot-20260101-000000-${this.nextNumber().toString(16).padStart(8, '0')}.tar`
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, file), 'content')
    const id = uuidv7()
    await this.testApp.app.database.pool.query(
      `INSERT INTO backups (id, created_at, state, kind, target, file, bytes, ended_at) VALUES ($1, now(), 'done', 'folder', $2, $3, 7, now())`,
      [id, `folder:${dir}`, file],
    )
    return id
  }

  async machine(): Promise<string> {
    const _id = uuidv7()
    const { client } = this.users.get('machine-editor')!
    await client.call('machines.add', { _id, name: `Machine ${this.nextNumber()}`, manufacturer: 'Anybody', type: 'ss' })
    return _id
  }

  /** A picture shown on the owner's profile. */
  async picture(): Promise<string> {
    const id = randomBytes(16).toString('hex')
    await this.testApp.app.database.pool.query(
      `INSERT INTO pictures (id, kind, subject_id, user_id, state) VALUES ($1, 'profilePicUpload', $2, $2, 'shown')`,
      [id, this.owner.id],
    )
    return id
  }

  async createNamedUser(): Promise<string> {
    return (await signUp(this.testApp, `Somebody ${this.nextNumber()}`)).username
  }

  async blockedName(): Promise<string> {
    const id = randomBytes(16).toString('hex')
    await this.testApp.app.database.pool.query(
      `INSERT INTO blocked_names (id, kind, name, keys, anywhere) VALUES ($1, 'domain', $2, ARRAY[$2], false)`,
      [id, `${id}.example`],
    )
    return id
  }

  async createUser(): Promise<string> {
    return (await signUp(this.testApp, `Somebody ${this.nextNumber()}`)).id
  }

  async otherSession(): Promise<string> {
    return (await this.expendableUser.client.call<{ sessionId: string }[]>('account.sessions', {}))[0]!.sessionId
  }

  /** A passkey of another user. */
  async otherPasskey(): Promise<string> {
    const id = uuidv7()
    await this.testApp.app.database.pool.query(
      `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
       VALUES ($1, $2, $1, '', 0, '{}', false, 'Key', now())`,
      [id, this.expendableUser.id],
    )
    return id
  }

  /** What a visit of the caller to a login service has ended with. @param linkedBy the user who links the service; null: a login */
  async loginCredential(linkedBy: string | null): Promise<{ credentialToken: string; credentialSecret: string }> {
    const [credentialToken, credentialSecret] = [uuidv7(), uuidv7()]
    const user = { issuer: 'https://club.example', subject: credentialToken, name: null, verifiedEmail: null }
    await this.testApp.app.database.pool.query(
      `INSERT INTO oauth_credentials (token_hash, secret_hash, service, user_id, provider_user, expires_at)
       VALUES ($1, $2, 'club', $3, $4, now() + interval '1 hour')`,
      [hashToken(credentialToken), hashToken(credentialSecret), linkedBy, JSON.stringify(user)],
    )
    return { credentialToken, credentialSecret }
  }

  /** Links a login service with the caller's account. */
  async linkedService(userId: string | null): Promise<string> {
    await this.testApp.app.database.pool.query(
      `INSERT INTO login_identities (issuer, subject, user_id, service, linked_at) VALUES ('https://club.example', $1, $2, 'club', now())
       ON CONFLICT DO NOTHING`,
      [uuidv7(), userId ?? this.expendableUser.id],
    )
    return 'club'
  }

  async group(visibility: 'public' | 'private'): Promise<string> {
    const _id = uuidv7()
    const { client } = this.owner
    await client.call('groups.add', { _id, name: `Group ${this.nextNumber()}`, visibility })
    const code = await this.code(_id)
    const manager = this.users.get('manager')!
    await manager.client.call('groups.join', { code })
    await this.member.client.call('groups.join', { code })
    await client.call('groups.setRoles', { groupId: _id, userId: manager.id, roles: ['manager'] })
    return _id
  }

  /** Somebody without an account on the list of a group. */
  async person(groupId: string): Promise<string> {
    const _id = uuidv7()
    await this.owner.client.call('groups.addPeople', { groupId, people: [{ _id, name: `Person ${this.nextNumber()}` }] })
    return _id
  }

  /** A venue of the owner in which a machine stands. @param groupId undefined: it belongs to no group */
  async venue(groupId?: string): Promise<{ venueId: string; slug: string }> {
    const { client } = this.owner
    const group = groupId === undefined ? {} : { groupId }
    const venue = await client.call<{ venueId: string; slug: string }>('venues.add', {
      _id: uuidv7(),
      name: `Venue ${this.nextNumber()}`,
      ...group,
    })
    await client.call('venues.setMachines', { venueId: venue.venueId, machineIds: [this.machineId], was: [] })
    return venue
  }

  #reporter: Promise<{ venueId: string; key: string }> | null = null

  /** The key of the reporter of a venue. */
  async reporterKey(): Promise<string> {
    this.#reporter ??= this.venue().then(async ({ venueId }) => {
      const key = { _id: uuidv7(), name: 'Reporter', scopes: ['report'], venueId }
      return { venueId, key: (await this.owner.client.call<{ secret: string }>('keys.add', key)).secret }
    })
    return (await this.#reporter).key
  }

  /** A station of a venue of the owner. */
  async station(groupId?: string): Promise<{ venueId: string; stationId: string; code: string }> {
    const { venueId } = await this.venue(groupId)
    const station = { _id: uuidv7(), venueId, machineId: this.machineId }
    const { stationId } = await this.owner.client.call<{ stationId: string }>('stations.pair', station)
    const { rows } = await this.testApp.app.database.pool.query<{ code: string }>('SELECT code FROM stations WHERE id = $1', [stationId])
    return { venueId, stationId, code: rows[0]!.code }
  }

  /** A game that has just ended on a station, with one play. @param claimed by whom it was claimed, and who contests that */
  async reportedGame(groupId?: string, claimed: { by?: string; contestedBy?: string } = {}) {
    const station = await this.station(groupId)
    const reportedGameId = uuidv7()
    const { pool } = this.testApp.app.database
    await pool.query(
      `INSERT INTO reported_games (id, venue_id, station_id, machine_id, report_id, ended_at, doubts) VALUES ($1, $2, $3, $4, $1, now(), '{}')`,
      [reportedGameId, station.venueId, station.stationId, this.machineId],
    )
    await pool.query(
      'INSERT INTO reported_plays (game_id, venue_id, play, score, user_id, contested_by) VALUES ($1, $2, 1, 5000, $3, $4)',
      [reportedGameId, station.venueId, claimed.by ?? null, claimed.contestedBy ?? null],
    )
    return { ...station, reportedGameId }
  }

  /** A reported game of two, and the game of an event whose result it is. */
  async reportedResult(groupId?: string): Promise<{ eventId: string; groupId: string; reportedGameId: string; entrantIds: string[] }> {
    const { venueId, reportedGameId } = await this.reportedGame(groupId)
    const { client } = this.owner
    const facts = { ...this.eventFacts(), venueId, ...(groupId === undefined ? {} : { groupId }) }
    const format = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 1, points: 'ifpa' }
    await client.call('events.add', { ...facts, format })
    const eventId = facts._id
    const guests = ['First', 'Second'].map(displayName => ({ _id: uuidv7(), displayName }))
    await client.call('events.addPlayers', { eventId, entries: guests })
    await client.call('events.draw', { _id: uuidv7(), eventId })
    const { pool } = this.testApp.app.database
    await pool.query('INSERT INTO reported_plays (game_id, venue_id, play, score) VALUES ($1, $2, 2, 4000)', [reportedGameId, venueId])
    const { rows } = await pool.query<{ id: string; entrant_ids: string[] }>(
      'SELECT g.id, g.entrant_ids FROM event_groups g JOIN event_rounds r ON r.id = g.round_id WHERE r.event_id = $1',
      [eventId],
    )
    return { eventId, groupId: rows[0]!.id, reportedGameId, entrantIds: rows[0]!.entrant_ids }
  }

  async code(groupId: string): Promise<string> {
    return (await this.owner.client.call<{ code: string }>('groups.invite', { groupId })).code
  }

  eventFacts() {
    return {
      _id: uuidv7(),
      name: `Event ${this.nextNumber()}`,
      startsAt: new Date(Date.now() - 3_600_000),
      endsAt: new Date(Date.now() + 3_600_000),
      format: { kind: 'best-game', points: 'papa' },
      machineIds: [this.machineId],
    }
  }

  /** A live event in a group, directed by the owner. */
  async event(groupId?: string): Promise<string> {
    const facts = this.eventFacts()
    const own = groupId ?? uuidv7()
    const { client } = this.owner
    if (groupId === undefined) await client.call('groups.add', { _id: own, name: `Club ${this.nextNumber()}`, visibility: 'public' })
    await client.call('events.add', { ...facts, groupId: own })
    return facts._id
  }

  /** A season of a group of the owner, with a night in which a guest has played. `entryId`: of the change of the nights in its log */
  async series(groupId?: string): Promise<{ seriesId: string; slug: string; nights: string[]; entryId: string }> {
    const own = groupId ?? (await this.group('public'))
    const { client } = this.owner
    const eventId = await this.event(own)
    const entrantId = uuidv7()
    await client.call('events.addGuest', { _id: entrantId, eventId, displayName: 'Guest' })
    await client.call('events.enter', { _id: uuidv7(), eventId, entrantId, machineId: this.machineId, value: 5 })
    const seriesId = uuidv7()
    const { slug } = await client.call<{ slug: string }>('series.add', { _id: seriesId, name: `Season ${this.nextNumber()}`, groupId: own })
    await client.call('series.setEvents', { seriesId, eventIds: [eventId], was: [] })
    const { rows } = await this.testApp.app.database.pool.query<{ id: string }>(
      `SELECT id FROM series_log WHERE series_id = $1 AND action = 'nights'`,
      [seriesId],
    )
    return { seriesId, slug, nights: [eventId], entryId: rows[0]!.id }
  }

  /** A device link of the owner's event, which nobody has opened. */
  async device(eventId: string): Promise<{ deviceId: string; token: string }> {
    const deviceId = uuidv7()
    const { url } = await this.owner.client.call<{ url: string }>('events.deviceLink', { _id: deviceId, eventId })
    return { deviceId, token: new URL(url).hash.slice(1) }
  }

  /** An open kiosk of the owner's event, with its code. */
  async kiosk(eventId: string): Promise<{ key: string; code: string }> {
    const code = 'open sesame'
    const { url } = await this.owner.client.call<{ url: string }>('events.deviceLink', { _id: uuidv7(), eventId, kioskCode: code })
    const key = `${this.nextNumber()}`.padStart(43, 'k')
    await this.owner.client.call('events.openDevice', { token: new URL(url).hash.slice(1), key })
    return { key, code }
  }

  /** A kiosk of a machine's board, with its link, its key and its code. */
  async boardKiosk(isOpen = true): Promise<{ kioskId: string; token: string; device: string; code: string }> {
    const [kioskId, code] = [uuidv7(), 'open sesame']
    const moderator = await signUp(this.testApp, `Kiosks ${this.nextNumber()}`)
    await grantRoles(this.testApp, moderator.id, ['moderator'])
    const { client } = moderator
    const { url } = await client.call<{ url: string }>('scores.kioskLink', { _id: kioskId, machineId: this.machineId, kioskCode: code })
    const [token, device] = [new URL(url).hash.slice(1), `${this.nextNumber()}`.padStart(43, 'b')]
    if (isOpen) await client.call('scores.openKiosk', { token, key: device })
    return { kioskId, token, device, code }
  }

  /** A live event with two guests who have not played. */
  async createGuestEvent(groupId?: string): Promise<{ eventId: string; guests: [string, string] }> {
    const eventId = await this.event(groupId)
    const guests: [string, string] = [uuidv7(), uuidv7()]
    for (const _id of guests) await this.owner.client.call('events.addGuest', { _id, eventId, displayName: 'Guest' })
    return { eventId, guests }
  }

  /** An event that has ended, in which two guests have played. */
  async endedEvent(groupId?: string): Promise<string> {
    const { eventId, guests } = await this.createGuestEvent(groupId)
    const { machineId } = this
    for (const [i, entrantId] of guests.entries())
      await this.owner.client.call('events.enter', { _id: uuidv7(), eventId, entrantId, machineId, value: 1000 * (i + 1) })
    await this.owner.client.call('events.close', { eventId })
    return eventId
  }

  /** An event in rounds with two guests and one drawn round. @returns the arguments of each call on it, by method name */
  async createRoundEvent(groupId?: string): Promise<Record<string, Named>> {
    const { machineId } = this
    const { client } = this.owner
    const eventId = await this.event(groupId)
    const format = { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 3, points: 'ifpa' }
    await client.call('events.edit', { eventId, format })
    const guests = [uuidv7(), uuidv7()]
    for (const _id of guests) await client.call('events.addGuest', { _id, eventId, displayName: 'Guest' })
    const roundId = uuidv7()
    await client.call('events.draw', { _id: roundId, eventId })
    const { rows } = await this.testApp.app.database.pool.query<{ id: string }>('SELECT id FROM event_groups WHERE round_id = $1', [
      roundId,
    ])
    const groupOf = rows[0]!.id
    return {
      'events.close': { eventId },
      'events.claimCode': { eventId, entrantId: guests[0] },
      'events.presence': { eventId, entrantId: guests[0], presence: 'paused' },
      'events.setMachine': { eventId, machineId, active: false },
      'events.draw': { eventId, _id: uuidv7() },
      'events.drop': { eventId, roundId },
      'events.move': { eventId, groupId: groupOf, machineId },
      'events.show': { eventId, roundId },
      'events.arrange': {
        ...{ _id: uuidv7(), eventId, roundId },
        groups: [{ groupId: groupOf, entrantIds: [...guests].reverse(), was: guests }],
      },
      'events.adjust': { _id: uuidv7(), eventId, entrantId: guests[0], amount: 1, reason: 'Fair play' },
      'events.setSeat': { eventId, entrantId: guests[0], machineIds: [machineId] },
      'events.setPaid': { eventId, entrantId: guests[0], paid: true },
      'events.result': { eventId, groupId: groupOf, order: guests },
    }
  }

  /** The argument with which the caller, who was drawn against a guest, enters the result of their game. */
  async ownGame(caller: Caller): Promise<Named> {
    const { client } = this.owner
    const { pool } = this.testApp.app.database
    const { eventId, entrantId } = await this.entrant(caller)
    await pool.query("UPDATE event_entrants SET presence = 'here' WHERE id = $1", [entrantId])
    const format = { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 3, points: 'ifpa' }
    await client.call('events.edit', { eventId, format, agreement: 'two' })
    const guests = caller.userId === null ? [uuidv7(), uuidv7()] : [uuidv7()]
    for (const _id of guests) await client.call('events.addGuest', { _id, eventId, displayName: 'Guest' })
    const _id = uuidv7()
    await client.call('events.draw', { _id, eventId })
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM event_groups WHERE round_id = $1', [_id])
    const order = caller.userId === null ? guests : [entrantId, ...guests]
    return { eventId, groupId: rows[0]!.id, order }
  }

  /** The argument with which a user claims a guest's entry as their own. */
  async claim(groupId?: string): Promise<unknown> {
    return this.owner.client.call('events.claimCode', (await this.createRoundEvent(groupId))['events.claimCode']!)
  }

  /** An event in which the caller is entered. */
  async entrant({ userId }: Caller, groupId?: string): Promise<{ eventId: string; entrantId: string }> {
    const eventId = await this.event(groupId)
    const entrantId = uuidv7()
    const values = [entrantId, eventId, userId]
    if (userId !== null)
      await this.testApp.app.database.pool.query('INSERT INTO event_entrants (id, event_id, user_id) VALUES ($1, $2, $3)', values)
    return { eventId, entrantId }
  }
}
