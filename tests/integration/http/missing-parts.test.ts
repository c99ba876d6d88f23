import { afterAll, beforeAll, expect, it } from 'vitest'
import { listAccounts } from '#admin/server/store.ts'
import { listEntries } from '#audit/server/store.ts'
import { listAttempts, listEventAttempts } from '#events/server/attempts/attempt-store.ts'
import { lockVoid } from '#events/server/attempts/void-store.ts'
import { listEntrants } from '#events/server/entrants/entrant-store.ts'
import { listLogEntries } from '#events/server/log/event-log-store.ts'
import { lockMatchGroup } from '#events/server/rounds/round-store.ts'
import { eventById, eventMachines, eventsById, nextTransition } from '#events/server/store.ts'
import { exportUserEvents } from '#events/server/user-data.ts'
import { listSitemapPages } from '#feeds/server/sitemap-store.ts'
import { groupById, listMembers } from '#groups/server/store.ts'
import { findInvitation, listInvitations } from '#invitations/server/store.ts'
import { readMergeRows } from '#machines/server/machine-merge-store.ts'
import { machineById } from '#machines/server/store.ts'
import { searchPlayers } from '#players/server/search-players.ts'
import { findPlayerCard } from '#players/server/store.ts'
import { listReports } from '#reports/server/store.ts'
import { lockUsers, readRoles } from '#roles/server/store.ts'
import { bestDetails } from '#scores/server/boards/board-store.ts'
import { listComments } from '#scores/server/social/social-store.ts'
import { acceptedScoresById, listHistory, listUserScores, recentScores, scoreById } from '#scores/server/store.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'

/**
 * A row of each table, in which everything is missing that may be. What is read of them shows which columns of a result may be NULL:
 * tests/statements/row-types.test.ts compares that with the types.
 */
const ROWS = `
  INSERT INTO users (id, username, username_key, display_name, search) VALUES ('ada', 'Ada', 'ada', 'Ada', ' ada/ ada');
  INSERT INTO machines (id, name, manufacturer, type, search) VALUES ('bare', 'Bare', 'Nobody', 'em', ' bare nobody');
  INSERT INTO groups (id, name, visibility, made_by, fingerprint) VALUES ('group', 'Group', 'public', 'ada', '');
  INSERT INTO group_members (group_id, user_id) VALUES ('group', 'ada');
  INSERT INTO groups (id, name, visibility, made_by, fingerprint) VALUES ('empty', 'Empty', 'public', 'ada', '');
  INSERT INTO scores (id, user_id, machine_id, value, achieved_at, windowed, fingerprint, answer) VALUES ('score', 'ada', 'bare', 10, now(), true, '', '{}');
  INSERT INTO bests (machine_id, user_id, score_id, value, achieved_at) SELECT machine_id, user_id, id, value, achieved_at FROM scores;
  INSERT INTO score_history (id, score_id, action) VALUES ('history', 'score', 'edited');
  INSERT INTO comments (id, score_id, user_id, text, fingerprint) VALUES ('comment', 'score', 'ada', 'Nice', '');
  INSERT INTO events (id, name, starts_at, ends_at, time_zone, format, director_id, fingerprint)
    VALUES ('event', 'Event', now() - interval '2 days', now() - interval '1 day', 'UTC', '{"kind": "classic"}', 'ada', '');
  INSERT INTO event_machines (event_id, machine_id, ord) VALUES ('event', 'bare', 1);
  INSERT INTO event_entrants (id, event_id, guest_name) VALUES ('guest', 'event', 'Guest');
  INSERT INTO event_attempts (id, event_id, entrant_id, machine_id, value, at, fingerprint) VALUES ('attempt', 'event', 'guest', 'bare', 10, now(), '');
  INSERT INTO event_voids (id, event_id, machine_id, from_at, to_at, fingerprint)
    VALUES ('void', 'event', 'bare', now() - interval '9 days', now() - interval '8 days', '');
  INSERT INTO event_log (id, event_id, action) VALUES ('log', 'event', 'edited');
  INSERT INTO event_rounds (id, event_id, number, seed, byes) VALUES ('round', 'event', 1, 'lots', '{}');
  INSERT INTO event_groups (id, round_id, number, entrant_ids) VALUES ('match', 'round', 1, '{guest}');
  INSERT INTO event_games (group_id, game, machine_id) VALUES ('match', 1, 'bare');
  INSERT INTO audit_log (id, action, subject_kind, subject_id) VALUES ('audit', 'users.delete', 'user', 'nobody');
  INSERT INTO invitations (id, hashed_token, note, uses, days, created_at, expires_at) VALUES ('invitation', '', '', 1, 1, now(), now());
  INSERT INTO reports (id, kind, subject_id, label, reason) VALUES ('report', 'score', 'score', '', '')`

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await testApp.app.database.pool.query(ROWS)
})
afterAll(() => testApp.close())

it('what may be missing of an account and a player is read as null', async () => {
  const { db } = testApp.app.database
  const page = { before: null, limit: 10 }
  expect(await listAccounts(db, { text: '', ...page })).toMatchObject([{ id: 'ada', roles: null, invitedBy: null }])
  expect(await listEntries(db, { action: null, userId: null, ...page })).toMatchObject([
    { by: null, about: null, byName: null, aboutName: null },
  ])
  expect(await findInvitation(db, 'invitation')).toMatchObject({ madeBy: null, revokedAt: null })
  expect(await listInvitations(db, { madeBy: null, ...page })).toMatchObject([{ makerName: null, joined: [] }])
  const report = { byId: null, byName: null, closedAt: null, closedById: null, closedByName: null, outcome: null }
  expect(await listReports(db, { state: null, ...page })).toMatchObject([report])
  expect(await readRoles(db, 'ada')).toBeNull()
  expect(await testApp.app.database.transaction(tx => lockUsers(tx, ['ada'], { admins: true }))).toEqual(new Map([['ada', null]]))
  expect(await findPlayerCard(db, 'ada')).toEqual({ username: 'Ada', displayName: 'Ada', avatar: null, supporter: false })
  expect(await searchPlayers(db, 'ada', 1)).toEqual([{ userId: 'ada', username: 'Ada', displayName: 'Ada' }])
  expect(await groupById(db, 'group')).toMatchObject({ picture: null })
  expect(await listMembers(db, 'group')).toMatchObject([{ avatar: null, roles: [] }])
})

it('what may be missing of a machine and a score is read as null', async () => {
  const { db } = testApp.app.database
  const machine = { year: null, opdbId: null, ipdbId: null, backglass: null }
  expect(await machineById(db, 'bare')).toMatchObject({ ...machine, display: null, playerCount: null, scores: 0 })
  expect((await readMergeRows(db, { from: 'bare', into: 'bare' }, false)).get('bare')).toMatchObject({
    ...machine,
    madeBy: null,
    fingerprint: null,
  })
  const facts = { machineFacts: { year: null, type: 'em', display: null } }
  const input = { eventId: null, strokes: null, picture: null, comment: null, location: null }
  const score = { ...facts, ...input, avatar: null, supporter: false, eventShown: false, eventGroupId: null }
  expect(await scoreById(db, 'score')).toMatchObject(score)
  expect(await listUserScores(db, 'ada')).toMatchObject([score])
  expect(await acceptedScoresById(db, ['score'])).toMatchObject([score])
  const filter = { before: null, machineId: null, userId: null, groupId: null, eventId: null, venueId: null }
  expect(await recentScores(db, { limit: 1, ...filter })).toMatchObject([score])
  const board = { machineId: 'bare', bounds: null, verifiedOnly: false }
  expect(await bestDetails(db, board, ['ada'])).toMatchObject([{ avatar: null, supporter: false }])
  expect(await listHistory(db, 'score')).toMatchObject([{ by: null }])
  expect(await listComments(db, 'score')).toMatchObject([{ text: 'Nice' }])
  expect((await listSitemapPages(db, 'groups', 1)).find(({ path }) => path.endsWith('/empty'))).toMatchObject({ changed: null })
  expect((await listSitemapPages(db, 'machines', 1)).some(({ changed }) => changed === null)).toBe(true)
})

it('what may be missing of an event is read as null', async () => {
  const { db } = testApp.app.database
  expect(await eventById(db, 'event')).toMatchObject({ groupId: null, cancelled: false, finishesAt: null })
  const all = { state: null, limit: 1, before: null, groupId: null, venue: null }
  expect(await eventsById(db, ['event'], all, new Date())).toMatchObject([{ groupId: null }])
  expect(await nextTransition(db, new Date())).toBeNull()
  expect(await eventMachines(db, 'event')).toMatchObject([{ brokenAt: null }])
  expect(await listEntrants(db, 'event')).toMatchObject([{ userId: null, username: null, avatar: null, ifpaNumber: null }])
  expect(await listEventAttempts(db, 'event')).toEqual([expect.not.objectContaining({ strokes: null })])
  const filter = { limit: 10, before: null, entrantId: null, machineId: null }
  expect(await listAttempts(db, 'event', filter)).toMatchObject([{ strokes: null, voidId: null, displayName: 'Guest' }])
  expect(await listLogEntries(db, 'event')).toMatchObject([{ by: null }])
  await testApp.app.database.transaction(async tx => {
    expect(await lockVoid(tx, 'event', 'void')).toEqual({
      attemptId: null,
      game: null,
      arrangement: null,
      isAdjustment: false,
      undone: false,
    })
    expect(await lockMatchGroup(tx, 'event', 'match')).toMatchObject({ games: [{ result: null, places: null, entries: [] }] })
  })
})

it('the personal export has of an event only which one it was and what the user did there', async () => {
  const missing = { staffRole: null, enteredAt: null, presence: null, scores: null }
  const times = { startsAt: expect.any(Date), endsAt: expect.any(Date), timeZone: 'UTC' }
  expect(await exportUserEvents(testApp.app.database.db, 'ada')).toEqual([
    { id: 'event', name: expect.any(String), venue: expect.any(String), ...times, directed: true, ...missing },
  ])
})
