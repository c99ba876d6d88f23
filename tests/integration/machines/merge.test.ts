import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventGroupDoc } from '#events/contract/documents.ts'
import { importOpdb } from '#machines/server/catalogue/load.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { verifyBoards } from '#scores/server/boards/verify-boards.ts'
import { WAITING_FOR_LOCK } from '../helpers/db.ts'
import { DdpTestClient, type Document } from '../helpers/ddp-test-client.ts'
import { addGuests, getRoundGroups } from '../helpers/events.ts'
import { drawPhoto, uploadPicture } from '../helpers/pictures.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, signUp, type TestUser } from '../helpers/users.ts'

const HOUR = 3_600_000
const BACKGLASS = 'machineBackglassPicUpload'

let testApp: TestApp
let editor: TestUser
let director: TestUser
let ada: TestUser
let bob: TestUser
let visitor: DdpTestClient
let count = 0

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  editor = await signUp(testApp, 'Editor')
  director = await signUp(testApp, 'Director')
  ada = await signUp(testApp, 'Ada')
  bob = await signUp(testApp, 'Bob')
  await grantRoles(testApp, editor.id, ['machine-editor'])
  await grantRoles(testApp, director.id, ['event-director', 'admin'])
  visitor = await DdpTestClient.open(testApp.endpoint)
})
afterAll(() => testApp.close())

async function newMachine(more: object = {}): Promise<string> {
  const _id = uuidv7()
  await editor.client.call('machines.add', { _id, name: `Xenon ${++count}`, manufacturer: 'Bally', type: 'ss', ...more })
  return _id
}
const twoMachines = async (): Promise<{ from: string; into: string }> => ({ from: await newMachine(), into: await newMachine() })
const merge = (merging: { from: string; into: string }): Promise<unknown> => editor.client.call('machines.merge', merging)
const refused = (merging: object) => editor.client.expectError('machines.merge', merging)
const preview = (merging: object) => editor.client.call('machines.mergePreview', merging)

async function submit(player: TestUser, machineId: string, value: number, more: object = {}): Promise<string> {
  const _id = uuidv7()
  await player.client.call('scores.submit', { _id, machineId, value, ...more })
  return _id
}
const query = async <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await testApp.app.database.pool.query(text, values)).rows as Row[]
const differences = async (): Promise<unknown> => (await verifyBoards(testApp.app.database)).differences

/** Returns the rows of a machine's board that a client has, best first. */
const getBoard = (client: DdpTestClient, machineId: string): [unknown, unknown][] =>
  [...client.documents('boardRows').values()]
    .filter(row => String(row.board).includes(machineId))
    .sort((a, b) => Number(b.value) - Number(a.value))
    .map(({ username, value }) => [username, value])

async function newEvent(machineIds: string[], format: object = { kind: 'best-game', points: 'papa' }): Promise<string> {
  const _id = uuidv7()
  const [startsAt, endsAt] = [new Date(Date.now() - HOUR), new Date(Date.now() + HOUR)]
  await director.client.call('events.add', { _id, name: 'Selfie league', startsAt, endsAt, format, machineIds })
  return _id
}
const standings = (client: DdpTestClient, eventId: string): object[] =>
  [...client.documents('standings').values()]
    .filter(row => row.eventId === eventId)
    .sort((a, b) => Number(a.rank) - Number(b.rank))
    .map(({ username, rank, points, machines }) => ({ username, rank, points, machines }))

describe('machines that are merged', () => {
  it('are one machine with all scores, bests, totals, statistics and comments, live for everybody who looks', async () => {
    const merging = await twoMachines()
    const { from, into } = merging
    await submit(ada, into, 500)
    await submit(ada, from, 900)
    await submit(bob, from, 700)
    const low = await submit(bob, from, 300)
    const gone = await submit(bob, from, 1000)
    await bob.client.call('scores.remove', { scoreId: gone })
    await ada.client.call('scores.comment', { _id: uuidv7(), scoreId: low, text: 'Next time' })
    const groupId = uuidv7()
    await ada.client.call('groups.add', { _id: groupId, name: 'Flippers', visibility: 'public' })
    const client = await DdpTestClient.open(testApp.endpoint)
    await client.subscribe('groups.machines', { groupId })
    for (const machineId of [from, into]) {
      await client.subscribe('boards.top', { scope: { groupId, machineId } })
      await client.subscribe('machines.one', { machineId })
      await client.subscribe('boards.top', { scope: { machineId } })
      await client.subscribe('boards.top', { scope: { machineId }, window: 'day' })
      await client.subscribe('scores.recent', { machineId })
    }
    await client.subscribe('players.one', { username: 'Bob' })
    await client.subscribe('players.progress', { username: 'Bob', machineId: into })
    await client.subscribe('boards.places', { machineId: into, userId: bob.id })
    await client.subscribe('scores.one', { scoreId: low })
    await client.subscribe('machines.browse', { text: `Xenon ${count}` })
    expect(await preview(merging)).toEqual({ scores: 3, players: 2, events: 0, backglass: null })
    await merge(merging)
    await client.waitUntil(() => client.documents('mergedMachines').size === 1)
    // Every view is loaded again separately. The answer to a call arrives after everything that was sent before it.
    await testApp.settled()
    await client.call('machines.search', { text: '' })
    expect(client.documents('mergedMachines').get(from)).toEqual({ into })
    expect(client.documents('machines').has(from)).toBe(false)
    expect(client.documents('machines').get(into)).toMatchObject({ scores: 4, players: 2 })
    expect(client.documents('machineStats').get(into)).toMatchObject({ scores: 4, players: 2, best: 900 })
    const board = [
      ['Ada', 900],
      ['Bob', 700],
    ]
    expect(getBoard(client, into)).toEqual([board[0], board[0], board[0], board[1], board[1]])
    expect([...client.documents('groupMachines').values()]).toMatchObject([{ machineId: into, players: 1 }])
    expect(getBoard(client, from)).toEqual([])
    const scores = [...client.documents('scores').values()]
    expect(scores.map(({ machineId }) => machineId)).toEqual([into, into, into, into])
    expect(client.documents('comments').size).toBe(1)
    expect([...client.documents('playerBests').keys()]).toEqual([`${bob.id}/${into}`])
    expect((client.documents('progress').get(`${bob.id}/${into}`) as { points: unknown[] }).points).toHaveLength(2)
    expect(client.documents('places').get(`${bob.id}/${into}/all`)).toMatchObject({ rank: 2, value: 700 })
    expect(await differences()).toEqual([])
    await submit(bob, into, 2000)
    await client.waitUntil(() => getBoard(client, into)[0]?.[1] === 2000)
    expect(await visitor.call('boards.place', { scope: { machineId: into }, userId: bob.id })).toMatchObject({ rank: 1, players: 2 })
    await client.close()
  })

  it('have one board, which the pages of a score and of its player follow that are open already', async () => {
    const { from, into } = await twoMachines()
    const scoreId = await submit(ada, from, 900)
    await submit(bob, into, 500)
    const client = await DdpTestClient.open(testApp.endpoint)
    await client.subscribe('scores.places', { scoreId })
    await client.subscribe('players.summary', { username: 'Ada' })
    const place = () => client.documents('places').get(`${ada.id}/${into}/all`)
    const form = () => client.documents('playerForm').get(scoreId)
    await merge({ from, into })
    await expect.poll(place).toMatchObject({ rank: 1, players: 2 })
    await expect.poll(form).toMatchObject({ machineId: into, percentile: expect.any(Number) })
    expect(client.documents('places').has(`${ada.id}/${from}/all`)).toBe(false)
    await submit(bob, into, 2000)
    await expect.poll(place).toMatchObject({ rank: 2, players: 2 })
    await expect.poll(form).toMatchObject({ percentile: 0 })
    await client.close()
  })

  it('answer a resend of what was sent before as before, and take what comes late under the old id', async () => {
    const { from, into } = await twoMachines()
    const early = { _id: uuidv7(), machineId: from, value: 4000 }
    const answer = await ada.client.call('scores.submit', early)
    await submit(bob, into, 9000)
    await merge({ from, into })
    expect(await ada.client.call('scores.submit', early)).toEqual(answer)
    expect(await ada.client.call('scores.submit', { _id: uuidv7(), machineId: from, value: 5000 })).toMatchObject({
      rank: 2,
      players: 2,
      previousBest: 4000,
    })
    expect(await differences()).toEqual([])
  })

  it('can be asked about by the old id, whose addresses lead to the new one', async () => {
    const { from, into } = await twoMachines()
    await submit(ada, from, 700)
    await merge({ from, into })
    const client = await DdpTestClient.open(testApp.endpoint)
    expect(await client.call('boards.place', { scope: { machineId: from }, userId: ada.id })).toMatchObject({ rank: 1, value: 700 })
    for (const [name, input] of [
      ['boards.top', { scope: { machineId: from } }],
      ['scores.recent', { machineId: from }],
      ['machines.one', { machineId: from }],
    ] as const)
      expect((await client.subscribe(name, input)).error).toBe(null)
    expect(getBoard(client, into)).toEqual([['Ada', 700]])
    expect([...client.documents('mergedMachines')]).toEqual([[from, { into }]])
    const get = (path: string) => fetch(`${testApp.http}${path}`, { redirect: 'manual' })
    for (const [path, target] of [
      [`/machines/${from}?window=week`, `/machines/${into}?window=week`],
      [`/submit?machine=${from}`, `/submit?machine=${into}`],
    ] as const) {
      const { status, headers } = await get(path)
      expect([status, headers.get('location')]).toEqual([301, target])
    }
    expect((await get(`/machines/${into}`)).status).toBe(200)
    expect((await get(`/machines/${uuidv7()}`)).status).toBe(404)
    expect(await editor.client.expectError('machines.edit', { machineId: from, name: 'Back' })).toMatchObject({ error: 404 })
    await expect(newEvent([from])).rejects.toThrow('There is no such machine.')
    await client.close()
  })

  it('lead on through another merge, and come back neither by a resend nor by an import', async () => {
    const [first, second, third] = [uuidv7(), await newMachine(), await newMachine({ opdbId: 'G1111-M1111' })]
    const input = { _id: first, name: 'Twice Merged', manufacturer: 'Bally', type: 'ss', year: 1980, opdbId: 'G2222-M2222' }
    await editor.client.call('machines.add', input)
    await merge({ from: first, into: second })
    await merge({ from: second, into: third })
    expect(await query('SELECT id FROM merged_machines WHERE into_id = $1 ORDER BY id', third)).toEqual(
      [first, second].sort().map(id => ({ id })),
    )
    expect(await editor.client.call('machines.add', input)).toEqual({ machineId: first })
    expect(await editor.client.expectError('machines.add', { ...input, name: 'Another' })).toMatchObject({ error: 409 })
    const record = (opdb_id: string, name: string) => ({
      opdb_id,
      is_machine: true,
      name,
      manufacturer: { name: 'Bally' },
      manufacture_date: '1980-01-01',
      type: 'ss',
    })
    const { added, refused } = await importOpdb(testApp.app.database, [record('G2222-M2222', 'Twice Merged'), record('G3333-M3333', 'New')])
    expect([added, refused]).toEqual([1, []])
    expect(
      (await editor.client.call<{ machineId: string }[]>('machines.search', { text: 'twice merged' })).map(each => each.machineId),
    ).toEqual([third])
  })

  it('are found by all their names after an import too, and by what an editor has changed', async () => {
    const record = {
      opdb_id: 'G4444-M4444',
      is_machine: true,
      name: 'Rollover Queen',
      manufacturer: { name: 'Gottlieb' },
      manufacture_date: '1961-01-01',
      type: 'em',
      player_count: 1,
    }
    const counts = async (more: object = {}): Promise<number[]> => {
      const { added, changed, unchanged } = await importOpdb(testApp.app.database, [{ ...record, ...more }])
      return [added, changed, unchanged]
    }
    expect(await counts()).toEqual([1, 0, 0])
    const [{ id: into }] = (await query<{ id: string }>('SELECT id FROM machines WHERE opdb_id = $1', record.opdb_id)) as [{ id: string }]
    await editor.client.call('machines.edit', { machineId: into, manufacturer: 'Keeney', year: 1962 })
    await merge({ from: await newMachine({ name: 'Bumper Duchess' }), into })
    const isFound = async (): Promise<boolean[]> =>
      Promise.all(
        ['bumper duchess', 'rollover keeney', 'rollover 1962', 'rq'].map(async text =>
          (await editor.client.call<{ machineId: string }[]>('machines.search', { text })).some(({ machineId }) => machineId === into),
        ),
      )
    const everywhere = [true, true, true, true]
    expect([await isFound(), await counts(), await isFound()]).toEqual([everywhere, [0, 0, 1], everywhere])
    const changed = { player_count: 2, common_name: 'Queen of Rollovers' }
    expect([await counts(changed), await isFound()]).toEqual([[0, 1, 0], everywhere])
    expect(await query('SELECT name, aliases FROM machines WHERE id = $1', into)).toEqual([
      { name: 'Rollover Queen', aliases: ['Bumper Duchess', 'Queen of Rollovers'] },
    ])
    expect(await counts(changed)).toEqual([0, 0, 1])
  })

  it('show no backglass that a moderator takes away while they are merged', async () => {
    const into = await newMachine()
    const from = await newMachine({ backglass: await uploadPicture(editor, BACKGLASS, await drawPhoto(400, 300)) })
    await testApp.app.features.uploads.imageProcessor.idle()
    const shown = () => query<{ url: string | null }>(`SELECT backglass ->> 'url' AS url FROM machines WHERE id = ANY ($1)`, [from, into])
    const pictureId = (await shown())
      .find(({ url }) => url !== null)!
      .url!.split('/')
      .at(-2)
    const waiting = async () => (await query(WAITING_FOR_LOCK)).length
    const holder = await testApp.app.database.pool.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM machines WHERE id = $1 FOR UPDATE', [from])
    const merging = merge({ from, into })
    await expect.poll(waiting).toBe(1)
    const removing = director.client.call('pictures.remove', { pictureId })
    await expect.poll(waiting).toBe(2)
    await holder.query('COMMIT')
    holder.release()
    await Promise.all([merging, removing])
    expect(await shown()).toEqual([{ url: null }])
    const [{ subject }] = (await query(
      `SELECT details ->> 'subjectId' AS subject FROM audit_log WHERE action = 'pictures.remove' AND subject_id = $1`,
      pictureId,
    )) as [{ subject: string }]
    expect(subject).toBe(into)
  })

  it('keep the backglass of the one that stays, or get that of the one that goes', async () => {
    const backglass = async (): Promise<object> => ({ backglass: await uploadPicture(editor, BACKGLASS, await drawPhoto(400, 300)) })
    const processPictures = () => testApp.app.features.uploads.imageProcessor.idle()
    const [bare, dressed, other] = [await newMachine(), await newMachine(await backglass()), await newMachine(await backglass())]
    expect(await refused({ from: dressed, into: other })).toMatchObject({
      error: 409,
      reason: expect.stringContaining('still being taken in'),
    })
    await processPictures()
    expect(await preview({ from: dressed, into: bare })).toMatchObject({ backglass: 'moves' })
    await merge({ from: dressed, into: bare })
    expect(await preview({ from: other, into: bare })).toMatchObject({ backglass: 'goes' })
    const shown = () => query<{ url: string }>(`SELECT backglass ->> 'url' AS url FROM machines WHERE id = $1`, bare)
    const before = await shown()
    await merge({ from: other, into: bare })
    await processPictures()
    expect(await shown()).toEqual(before)
    expect((await fetch(testApp.http + before[0]!.url)).status).toBe(200)
    expect((await testApp.app.features.uploads.verify()).differences).toEqual([])
  })

  it('are one machine in every event, whose standings stay as they were', async () => {
    const { from, into } = await twoMachines()
    const [alone, both, golf] = [
      await newEvent([from]),
      await newEvent([from, into]),
      await newEvent([into, from], { kind: 'pin-golf', balls: 3, targets: { [from]: 1000, [into]: 5000 }, missed: 'simple' }),
    ]
    const [first, second] = [await submit(ada, from, 900, { eventId: alone }), await submit(bob, from, 800, { eventId: both })]
    await submit(ada, from, 2000, { eventId: golf, strokes: 2 })
    await director.client.call('events.void', {
      _id: uuidv7(),
      eventId: alone,
      what: { machineId: from, from: new Date(0), to: new Date(1) },
    })
    const client = await DdpTestClient.open(testApp.endpoint)
    for (const eventId of [alone, both, golf]) {
      await client.subscribe('events.one', { eventId })
      await client.subscribe('events.standings', { eventId })
    }
    const renamed = (rows: object): unknown => JSON.parse(JSON.stringify(rows).replaceAll(from, into))
    const before = [alone, both, golf].map(eventId => renamed(standings(client, eventId)))
    expect(await preview({ from, into })).toMatchObject({ scores: 3, players: 2, events: 3 })
    await merge({ from, into })
    const getMachineIds = (eventId: string) => (client.documents('events').get(eventId) as Document).machineIds
    await client.waitUntil(() => [alone, both, golf].every(eventId => String(getMachineIds(eventId)) === into))
    const merged = (): unknown[] => [alone, both, golf].map(eventId => standings(client, eventId))
    await client.waitUntil(() => JSON.stringify(merged()).includes(from) === false)
    expect(merged()).toEqual(before)
    for (const [eventId, target] of [
      [alone, undefined],
      [both, undefined],
      [golf, 1000],
    ])
      expect(client.documents('eventMachines').get(`${eventId}/${into}`)?.target).toBe(target)
    expect(client.documents('eventMachines').size).toBe(3)
    for (const [scoreId, eventId] of [
      [first, alone],
      [second, both],
    ])
      expect(await query('SELECT machine_id, event_id FROM event_attempts WHERE id = $1', scoreId)).toEqual([
        { machine_id: into, event_id: eventId },
      ])
    await submit(bob, from, 5000, { eventId: alone })
    await client.waitUntil(() => (standings(client, alone)[0] as { username?: string }).username === 'Bob')
    await client.close()
  })

  it('are one machine for fixed seats, for banks, and for a change of a round that is undone later', async () => {
    const { from, into } = await twoMachines()
    const format = { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 2, points: 'ifpa' }
    const eventId = await newEvent([from], format)
    await director.client.call('events.edit', { eventId, machineDraw: 'banks', banks: { [from]: 'Old ones' } })
    const guests = await addGuests(director, eventId, 5)
    for (const entrantId of guests) await director.client.call('events.setSeat', { eventId, entrantId, machineIds: [from] })
    const roundId = uuidv7()
    await director.client.call('events.draw', { _id: roundId, eventId })
    const client = await DdpTestClient.open(testApp.endpoint)
    await client.subscribe('events.rounds', { eventId })
    await client.subscribe('events.one', { eventId })
    await director.client.subscribe('events.seats', { eventId })
    const [{ _id: groupId, entrantIds }] = getRoundGroups(client, eventId, 1) as [EventGroupDoc & { _id: string }]
    const voidId = uuidv7()
    const groups = [{ groupId, entrantIds: entrantIds.toReversed(), was: entrantIds }]
    await director.client.call('events.arrange', { _id: voidId, eventId, roundId, groups })
    await merge({ from, into })
    await director.client.call('events.undo', { eventId, voidId })
    // What the client had before the change of the round looks like what the undo brings back, but for the machine.
    await client.waitUntil(() => getRoundGroups(client, eventId, 1).every(({ machineId }) => machineId === into))
    await client.waitUntil(() => getRoundGroups(client, eventId, 1)[0]!.entrantIds.join() === entrantIds.join())
    await client.waitUntil(() => JSON.stringify(client.documents('events').get(eventId)).includes(from) === false)
    expect(client.documents('events').get(eventId)).toMatchObject({ banks: { [into]: 'Old ones' } })
    await director.client.waitUntil(() => guests.every(id => String(director.client.documents('eventSeats').get(id)?.machineIds) === into))
    await client.close()
  })

  it('stay two where an event has used both as two', async () => {
    const { from, into } = await twoMachines()
    const eventId = await newEvent([from, into])
    await submit(ada, from, 900, { eventId })
    await submit(bob, into, 800, { eventId })
    const error = { error: 409, reason: 'An event has used both as two machines, so two they stay.' }
    expect(await refused({ from, into })).toMatchObject(error)
    expect(await editor.client.expectError('machines.mergePreview', { from, into })).toMatchObject(error)
    expect(await query('SELECT machine_id FROM event_attempts WHERE event_id = $1 ORDER BY value', eventId)).toEqual([
      { machine_id: into },
      { machine_id: from },
    ])
  })

  it('are there, are two, and are not merged twice', async () => {
    const { from, into } = await twoMachines()
    expect(await refused({ from, into: from })).toMatchObject({ error: 409, reason: 'This is the same machine.' })
    expect(await refused({ from: uuidv7(), into })).toMatchObject({ error: 404 })
    expect(await refused({ from, into: uuidv7() })).toMatchObject({ error: 404 })
    await merge({ from, into })
    const entries = () =>
      query<object>(`SELECT by_user, subject_id, details FROM audit_log WHERE action = 'machines.merge' AND subject_id = $1`, into)
    const once = await entries()
    expect(once).toMatchObject([{ by_user: editor.id, details: { from: { id: from, manufacturer: 'Bally', year: null } } }])
    await merge({ from, into })
    expect(await entries()).toEqual(once)
    expect(await refused({ from: into, into: from })).toMatchObject({ error: 404 })
  })

  it('leave the old id in no table but where it says what has become of it', async () => {
    const { from, into } = await twoMachines()
    const columns = await query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'machine_id' ORDER BY 1`,
    )
    expect(columns.map(({ name }) => name)).toEqual([
      'bests',
      'board_kiosks',
      'event_attempts',
      'event_games',
      'event_machines',
      'event_voids',
      'game_scores',
      'machine_tallies',
      'reported_games',
      'scores',
      'stations',
      'venue_machines',
    ])
    const { venueId } = await ada.client.call<{ venueId: string }>('venues.add', { _id: uuidv7(), name: 'Cellar' })
    await ada.client.call('venues.setMachines', { venueId, machineIds: [from], was: [] })
    await ada.client.call('stations.pair', { _id: uuidv7(), venueId, machineId: from })
    const { secret: key } = await ada.client.call<{ secret: string }>('keys.add', {
      _id: uuidv7(),
      name: 'Reporter',
      scopes: ['report'],
      venueId,
    })
    await ada.client.call('stations.report', { key, id: 'a game', machine: from, plays: [{ score: 1000, player: 1 }] })
    const eventId = await newEvent([from])
    await submit(ada, from, 900, { eventId })
    await director.client.call('scores.kioskLink', { _id: uuidv7(), machineId: from, kioskCode: 'multiball' })
    await merge({ from, into })
    for (const { name } of columns) expect([name, await query(`SELECT 1 FROM ${name} WHERE machine_id = $1`, from)]).toEqual([name, []])
    // A program that knows the old id goes on with it.
    await ada.client.call('stations.report', { key, id: 'another game', machine: from, plays: [{ score: 2000, player: 1 }] })
    expect(await query(`SELECT machine_id FROM reported_games WHERE report_id = 'another game'`)).toEqual([{ machine_id: into }])
  })

  it('lose no score that is sent meanwhile, twenty times', { timeout: 120_000 }, async () => {
    for (let round = 0; round < 20; round++) {
      const { from, into } = await twoMachines()
      const eventId = await newEvent([from])
      const sent = (player: TestUser, machineId: string, i: number, more: object = {}) =>
        submit(player, machineId, 1000 * (i + 1) + round, more)
      const scores: Promise<string>[] = []
      for (let i = 0; i < 6; i++) scores.push(sent(ada, from, i), sent(bob, i % 2 === 0 ? from : into, i), sent(ada, into, i))
      scores.push(sent(bob, from, 7, { eventId }))
      const merged = merge({ from, into })
      for (let i = 0; i < 6; i++) scores.push(sent(bob, from, 20 + i), sent(ada, from, 10 + i))
      scores.push(sent(ada, from, 8, { eventId }))
      const ids = await Promise.all(scores)
      await merged
      const stored = await query<{ id: string; machine_id: string }>('SELECT id, machine_id FROM scores WHERE id = ANY ($1)', ids)
      expect(stored).toHaveLength(ids.length)
      expect(stored.filter(({ machine_id }) => machine_id !== into)).toEqual([])
      expect(await visitor.call('boards.place', { scope: { machineId: into }, userId: bob.id })).toMatchObject({
        rank: 1,
        players: 2,
        value: 26_000 + round,
      })
      expect(await query('SELECT 1 FROM event_attempts WHERE event_id = $1 AND machine_id = $2', eventId, into)).toHaveLength(2)
    }
    expect(await differences()).toEqual([])
  })
})
