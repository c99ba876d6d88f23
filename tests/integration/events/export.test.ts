import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventFormat } from '#events/formats/registry.ts'
import type { EventGrade } from '#events/rules/tgp/grade-event.ts'
import type { ExportedEvent } from '#events/rules/verify-export.ts'
import { readNameList } from '#events/ui/director/entrants/name-list.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createEvent, getRoundGroups, HOUR } from '../helpers/events.ts'
import { type ProgramResult, runProgram } from '../helpers/run-program.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let clock: SettableClock
let machines: { id: string; name: string }[]
let director: TestUser
let players: TestUser[]

beforeAll(async () => {
  clock = createSettableClock()
  testApp = await createTestApp({ clock, config: { rateLimits: 'off' } })
  machines = await listMachines(testApp, 3)
  director = await signUp(testApp, 'Director')
  await grantRoles(testApp, director.id, ['event-director'])
  players = []
  for (const name of ['Ada', 'Bob', 'Cyd', 'Dee']) players.push(await signUp(testApp, name))
})
afterAll(() => testApp.close())

const ids = (): string[] => machines.map(({ id }) => id)

const submit = (player: TestUser, eventId: string, machine: number, value: number, more: object = {}) =>
  player.client.call('scores.submit', { _id: uuidv7(), eventId, machineId: machines[machine]!.id, value, ...more })

interface File {
  filename: string
  type: string
  body: string
  grade?: EventGrade
}
const exported = (eventId: string, as: 'csv' | 'json' | 'ifpa', by = director) => by.client.call<File>('events.export', { eventId, as })

const http = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${new URL(testApp.endpoint).port}${path}`)

const checked = (file: string): Promise<ProgramResult> => runProgram(testApp, 'admin', ['check-event', file])

const FORMATS: [string, EventFormat][] = [
  ['high-score', { kind: 'high-score' }],
  ['best-game', { kind: 'best-game', points: { custom: [10, 7.5, 5.25] }, machinesCounted: 2 }],
]

it.each(FORMATS)('a %s event: its standings come out of its JSON export again, voids and all', async (name, format) => {
  const eventId = await createEvent(director, clock.now(), { format, machineIds: ids() })
  for (const [i, player] of players.entries()) for (const j of [0, 1, 2]) await submit(player, eventId, j, 1 + ((i * 5 + j * 3) % 7))
  const from = new Date(clock.now() - HOUR)
  await director.client.call('events.void', { _id: uuidv7(), eventId, what: { machineId: ids()[2], from, to: new Date(clock.now() + 1) } })
  await director.client.call('events.close', { eventId })
  const { filename, type, body } = await exported(eventId, 'json')
  expect([filename, type]).toEqual([expect.stringMatching(/^selfie-league-\d{4}-\d\d-\d\d\.json$/), 'application/json'])
  const event = JSON.parse(body) as ExportedEvent
  const nameOf = (id: string): string => event.entrants.find(each => each.id === id)!.displayName
  expect(event).toMatchObject({ event: { state: 'finished', format }, voids: [{ machineId: ids()[2] }] })
  expect(event.attempts).toHaveLength(12)
  const file = join(testApp.dataDir, `${name}.json`)
  writeFileSync(file, body)
  expect(await checked(file)).toEqual({ code: 0, out: 'Selfie league: 4 players, 0 differences\n', err: '' })
  const [first] = event.standings
  const { points } = first!
  first!.points += 1
  // Earlier versions wrote the times of an event in UTC.
  for (const time of ['startsAt', 'endsAt'] as const) event.event[time] = new Date(event.event[time]).toISOString()
  writeFileSync(file, JSON.stringify(event))
  expect(await checked(file)).toEqual({
    code: 1,
    out: `${nameOf(first!.entrantId)}: points is ${points + 1} in the file, ${points} when worked out anew\nSelfie league: 4 players, 1 differences\n`,
    err: '',
  })
  event.standings.pop()
  writeFileSync(file, JSON.stringify(event))
  expect((await checked(file)).out).toMatch(/: row is missing in the file, \d when worked out anew\n.*2 differences\n$/)
})

it('CSV names the event, gives tied players one position, and below it each machine; no name becomes a formula', async () => {
  const eventId = await createEvent(director, clock.now(), { format: { kind: 'best-game', points: 'papa' }, machineIds: ids().slice(0, 2) })
  const guest = uuidv7()
  await director.client.call('events.addGuest', { _id: guest, eventId, displayName: '=cmd|calc, "x"' })
  await director.client.call('events.enter', { _id: uuidv7(), eventId, entrantId: guest, machineId: ids()[0], value: 500 })
  await submit(players[0]!, eventId, 0, 900)
  await submit(players[1]!, eventId, 0, 900)
  const { body, type } = await exported(eventId, 'csv')
  expect(type).toBe('text/csv; charset=utf-8')
  const [head, results, detail, games] = body.split('\r\n\r\n').map(part => part.trimEnd().split('\r\n'))
  expect(head).toEqual([
    '\uFEFFEvent,Selfie league',
    expect.stringMatching(/^Date,\d{4}-\d\d-\d\d \d\d:\d\d,\d{4}-/) as string,
    'Time zone,UTC',
    'Place,',
    'Format,best-game',
    'Players,3',
    'TGP,10%,"IFPA TGP guide, WPPR 5.8"',
    'IFPA,This format is endorsed only with finals in which players meet.',
  ])
  const guestName = `"'=cmd|calc, ""x"""`
  expect(results).toEqual(['position,name,ifpa_number,points', '1,Ada,,100', '1,Bob,,100', `3,${guestName},,85`])
  const machine = machines[0]!.name
  expect(detail).toEqual([
    'machine,position,name,score,strokes,points',
    `${machine},1,Ada,900,,100`,
    `${machine},1,Bob,900,,100`,
    `${machine},3,${guestName},500,,85`,
  ])
  expect(games!.sort()).toEqual([`${guestName},1`, 'Ada,1', 'Bob,1', 'name,games'])
  const response = await http(`/events/${eventId}/results.csv`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="selfie-league-[\d-]+\.csv"$/)
  expect(Buffer.from(await response.arrayBuffer()).toString()).toBe(body)
})

it('tells the IFPA numbers of players and guests, where they are known, in CSV, JSON and to who looks on', async () => {
  const [ada, bob] = [players[0]!, players[1]!]
  await ada.client.call('players.edit', { ifpaNumber: '12345' })
  const eventId = await createEvent(director, clock.now(), { format: { kind: 'high-score' }, machineIds: ids().slice(0, 1) })
  const guest = { _id: uuidv7(), eventId, displayName: 'Gus', ifpaNumber: '7' }
  for (let again = 0; again < 2; again++) await director.client.call('events.addGuest', guest)
  expect((await director.client.expectError('events.addGuest', { ...guest, ifpaNumber: '8' })).error).toBe(409)
  await submit(ada, eventId, 0, 900)
  await submit(bob, eventId, 0, 800)
  await director.client.call('events.enter', { _id: uuidv7(), eventId, entrantId: guest._id, machineId: ids()[0], value: 700 })
  const results = async (): Promise<string[]> => (await exported(eventId, 'csv')).body.split('\r\n\r\n')[1]!.trimEnd().split('\r\n')
  expect(await results()).toEqual(['position,name,ifpa_number,points', '1,Ada,12345,0', '2,Bob,,0', '3,Gus,7,0'])
  const event = JSON.parse((await exported(eventId, 'json')).body) as { entrants: { displayName: string; ifpaNumber?: string }[] }
  const numbers = Object.fromEntries(event.entrants.map(({ displayName, ifpaNumber }) => [displayName, ifpaNumber]))
  expect(numbers).toEqual({ Ada: '12345', Bob: undefined, Gus: '7' })
  await bob.client.subscribe('players.one', { username: 'Ada' })
  await bob.client.subscribe('events.entrants', { eventId })
  const shown = () => ({
    player: bob.client.documents('players').get(ada.id)?.ifpaNumber,
    entrants: [...bob.client.documents('eventEntrants').values()].map(({ ifpaNumber }) => ifpaNumber ?? '').sort(),
  })
  expect(shown()).toEqual({ player: '12345', entrants: ['', '12345', '7'] })
  // A field that is left out stays as it is; null deletes it, and clients with open subscriptions see that.
  await ada.client.call('players.edit', { bio: 'Plays' })
  expect((await results())[1]).toBe('1,Ada,12345,0')
  await ada.client.call('players.edit', { ifpaNumber: null })
  await bob.client.waitUntil(() => shown().player === undefined && shown().entrants[1] === '')
  expect((await results())[1]).toBe('1,Ada,,0')
  const { code } = await director.client.call<{ code: string }>('events.claimCode', { eventId, entrantId: guest._id })
  await players[2]!.client.call('events.claim', { code })
  expect((await results())[3]).toBe('3,Cyd,7,0')
  await players[2]!.client.call('players.edit', { ifpaNumber: '99' })
  expect((await results())[3]).toBe('3,Cyd,99,0')
})

it('the file for IFPA has who has played, and says how IFPA would grade the games', async () => {
  const format = { kind: 'match-play', grouping: 'random', groupSize: 4, rounds: 5, points: 'ifpa' } as const
  const eventId = await createEvent(director, clock.now(), { format, machineIds: ids() })
  const guests = ['Gia', 'Gus', 'Hal', 'Ida'].map((displayName, i) => ({ _id: uuidv7(), displayName, ifpaNumber: `${i + 1}` }))
  await director.client.call('events.addPlayers', { eventId, entries: guests })
  const watcher = await DdpTestClient.open(testApp.endpoint)
  await watcher.subscribe('events.rounds', { eventId })
  const play = async (round: number): Promise<void> => {
    await director.client.call('events.draw', { _id: uuidv7(), eventId })
    await watcher.waitUntil(() => getRoundGroups(watcher, eventId, round).length > 0)
    for (const { _id: groupId, entrantIds } of getRoundGroups(watcher, eventId, round))
      await director.client.call('events.result', { eventId, groupId, order: [...entrantIds].sort() })
  }
  for (const round of [1, 2, 3]) await play(round)
  const late = { _id: uuidv7(), displayName: 'Late' }
  const absent = { _id: uuidv7(), displayName: 'Absent' }
  await director.client.call('events.addPlayers', { eventId, entries: [late, absent] })
  await director.client.call('events.presence', { eventId, entrantIds: [guests[3]!._id, absent._id], presence: 'paused' })
  await play(4)
  const { body, filename, grade } = await exported(eventId, 'ifpa')
  expect(filename).toMatch(/-ifpa\.csv$/)
  expect(body.trimEnd().split('\r\n')).toEqual(['position,name,ifpa_number', '1,Gia,1', '2,Gus,2', '3,Hal,3', '4,Ida,4', '5,Late,'])
  // Pasted into the list of names of the next event, the file is the same players again.
  expect(readNameList(body).players).toEqual([
    ...['Gia', 'Gus', 'Hal', 'Ida'].map((displayName, i) => ({ displayName, ifpaNumber: `${i + 1}` })),
    { displayName: 'Late' },
  ])
  expect(grade).toMatchObject({ rules: 'IFPA TGP guide, WPPR 5.8', percent: 32, games: 8 })
  const names = grade!.warnings.flatMap(warning => (warning.kind === 'under-half' ? warning.names : [warning.kind]))
  expect(names.sort()).toEqual(['Absent', 'Late'])
  watcher.socket.close()
})

it('two entries with one IFPA number are both added and exported, and the grade warns of them', async () => {
  const eventId = await createEvent(director, clock.now(), { format: { kind: 'high-score' }, machineIds: ids().slice(0, 1) })
  const entries = [
    { displayName: 'Toni Vega', ifpaNumber: '4711' },
    { displayName: 'T. Vega', ifpaNumber: '4711' },
    { displayName: 'Uma Ace', ifpaNumber: '12' },
    { displayName: 'Other', ifpaNumber: '000012' },
    { displayName: 'Alone', ifpaNumber: '120' },
  ].map(entry => ({ _id: uuidv7(), ...entry }))
  const { entrants } = await director.client.call<{ entrants: object[] }>('events.addPlayers', { eventId, entries })
  expect(entrants).toEqual(entries.map(({ _id }) => ({ _id, entrantId: _id })))
  for (const { _id: entrantId } of entries)
    await director.client.call('events.enter', { _id: uuidv7(), eventId, entrantId, machineId: ids()[0], value: 500 })
  const { body, grade } = await exported(eventId, 'ifpa')
  expect(body.trimEnd().split('\r\n').slice(1).sort()).toEqual([
    '1,Alone,120',
    '1,Other,12',
    '1,T. Vega,4711',
    '1,Toni Vega,4711',
    '1,Uma Ace,12',
  ])
  const shared = grade!.warnings.flatMap(warning => (warning.kind === 'same-ifpa-number' ? [[...warning.names].sort()] : []))
  expect(shared.sort()).toEqual([
    ['Other', 'Uma Ace'],
    ['T. Vega', 'Toni Vega'],
  ])
  const lines = (await exported(eventId, 'csv')).body.split('\r\n').filter(line => line.startsWith('IFPA,Several players'))
  expect(lines).toHaveLength(2)
})

it('a calendar takes an event up, and a private group’s event is in no file for others', async () => {
  const groupId = uuidv7()
  await players[0]!.client.call('groups.add', { _id: groupId, name: 'Club', visibility: 'private' })
  const making = { format: { kind: 'high-score' } as const, machineIds: ids().slice(0, 1) }
  const now = clock.now()
  const open = await createEvent(director, now, making)
  const hidden = await createEvent(players[0]!, clock.now(), { ...making, groupId })
  const response = await http(`/events/${open}/calendar.ics`)
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const lines = (await response.text()).replaceAll('\r\n\t', '').split('\r\n')
  const stamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  for (const line of [`DTSTART:${stamp(now - HOUR)}`, 'SUMMARY:Selfie league', 'STATUS:CONFIRMED']) expect(lines).toContain(line)
  expect(lines.find(line => line.startsWith('URL:'))).toMatch(new RegExp(`/events/${open}$`))
  for (const file of ['results.csv', 'calendar.ics']) {
    const answers = await Promise.all([hidden, uuidv7()].map(id => http(`/events/${id}/${file}`)))
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect(await answers[0]!.text()).toBe(await answers[1]!.text())
  }
  expect(await director.client.expectError('events.export', { eventId: hidden, as: 'json' })).toEqual(
    await director.client.expectError('events.export', { eventId: uuidv7(), as: 'json' }),
  )
  expect(JSON.parse((await exported(hidden, 'json', players[0]!)).body)).toMatchObject({ event: { id: hidden } })
})

it('late scores that wait for the director are in no export', async () => {
  const eventId = await createEvent(director, clock.now(), { format: { kind: 'high-score' }, machineIds: ids().slice(0, 1) })
  const unsent = new Date(clock.now())
  clock.set(clock.now() + 2 * HOUR)
  await submit(players[0]!, eventId, 0, 900, { achievedAt: unsent })
  expect(JSON.parse((await exported(eventId, 'json')).body)).toMatchObject({ attempts: [], entrants: [{ displayName: 'Ada' }] })
})

it('the search finds events by words of their names, live ones first, and a private group’s for its members only', async () => {
  const groupId = uuidv7()
  await players[1]!.client.call('groups.add', { _id: groupId, name: 'Circle', visibility: 'private' })
  const facts = { format: { kind: 'high-score' }, machineIds: ids().slice(0, 1) }
  const add = async (by: TestUser, name: string, starts: number, more: object = {}): Promise<string> => {
    const _id = uuidv7()
    const [startsAt, endsAt] = [new Date(clock.now() + starts), new Date(clock.now() + starts + 2 * HOUR)]
    await by.client.call('events.add', { _id, name, startsAt, endsAt, ...facts, ...more })
    return _id
  }
  const past = await add(director, 'Zwickmühle open', -5 * HOUR)
  const coming = await add(director, 'Zwickmühle finals', 5 * HOUR)
  const live = await add(director, 'Night of the zwickmuhle', -HOUR)
  const hidden = await add(players[1]!, 'Zwickmühle in private', -HOUR, { groupId })
  const found = async (by: TestUser) => (await by.client.call<{ events: { eventId: string }[] }>('search', { text: 'zwickmu' })).events
  expect(await found(players[0]!)).toEqual([
    { eventId: live, name: 'Night of the zwickmuhle', state: 'live' },
    { eventId: coming, name: 'Zwickmühle finals', state: 'upcoming' },
    { eventId: past, name: 'Zwickmühle open', state: 'finished' },
  ])
  expect((await found(players[1]!)).map(({ eventId }) => eventId)).toContain(hidden)
})
