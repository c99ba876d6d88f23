import contentDisposition from 'content-disposition'
import { parseFeed } from 'feedsmith'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { read, utils } from 'xlsx'
import { uuidv7 } from '#platform/uuid.ts'
import { createEventTestApp, type EventTestApp, HOUR } from '../helpers/events.ts'

// Files that people open elsewhere, read by programs that others wrote for it.

let site: EventTestApp
beforeAll(async () => {
  site = await createEventTestApp(['Ann'], 1)
})
afterAll(() => site.testApp.close())

const get = (path: string): Promise<Response> => fetch(`${site.testApp.http}${path}`)

async function addEvent(fields: object = {}, names: readonly string[] = []): Promise<string> {
  const _id = uuidv7()
  const now = site.clock.now()
  const times = { startsAt: new Date(now - HOUR), endsAt: new Date(now + HOUR), timeZone: 'Europe/Berlin' }
  const format = { kind: 'high-score' }
  await site.director.client.call('events.add', { _id, name: 'Evening', ...times, format, machineIds: site.machines, ...fields })
  const entries = names.map(displayName => ({ _id: uuidv7(), displayName }))
  if (entries.length > 0) await site.director.client.call('events.addPlayers', { eventId: _id, entries })
  return _id
}

/** The cells of a file of CSV, as a spreadsheet shows them. */
async function openInSpreadsheet(eventId: string): Promise<unknown[][]> {
  const workbook = read(new Uint8Array(await (await get(`/events/${eventId}/results.csv`)).arrayBuffer()))
  return utils.sheet_to_json(workbook.Sheets[workbook.SheetNames[0]!]!, { header: 1, raw: true })
}

const NAMES = ['Zwickmühle', 'Łukasz Ørsted', 'Иван', 'Ελένη', '山田太郎', 'שלום', 'สมชาย', 'محمد', 'Grin 😀', 'a,b', 'a;b', 'say "hi"']

it('a spreadsheet shows names of every script, and none as another number, a date or a formula', async () => {
  const misread = ['007', '1E5', '3/4', '1-2', '=1+1', '+49 30', '@me', '-5']
  const rows = await openInSpreadsheet(await addEvent({ name: 'Été – Лига' }, [...NAMES, ...misread]))
  expect(rows[0]).toEqual(['Event', 'Été – Лига'])
  const shown = rows.map(row => row[1])
  for (const name of NAMES) expect(shown).toContain(name)
  for (const name of misread) expect(shown).toContain(`'${name}`)
})

it('a spreadsheet takes the beginning and the end of an event for times', async () => {
  const span = { startsAt: new Date('2026-11-21T04:00:00Z'), endsAt: new Date('2026-11-21T07:00:00Z'), timeZone: 'America/Los_Angeles' }
  const row = (await openInSpreadsheet(await addEvent(span))).find(([label]) => label === 'Date')!
  // Spreadsheets count days since 30 December 1899. In some time zones of the machine this one is seconds off.
  const days = (at: string): number => (Date.parse(at) - Date.UTC(1899, 11, 30)) / 86_400_000
  expect(row.slice(1)).toEqual([expect.closeTo(days('2026-11-20T20:00Z'), 3), expect.closeTo(days('2026-11-20T23:00Z'), 3)])
})

it('a calendar shows an event as it is, whatever is in its texts, in lines of at most 75 octets', async () => {
  const description = `Line one\nLine two; with, all \\n kinds\n${'ü'.repeat(100)}\nBEGIN:VEVENT\n${'😀'.repeat(80)}`
  const facts = { name: `Abend, "Zwickmühle"; 山田 \\ ${'😀'.repeat(20)}`, venue: 'Bar; Straße 5, Berlin', description }
  const span = { startsAt: new Date('2026-11-21T04:00:00Z'), endsAt: new Date('2026-11-21T07:30:00Z') }
  const text = await (await get(`/events/${await addEvent({ ...facts, ...span })}/calendar.ics`)).text()
  const events = new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents()
  expect(events).toHaveLength(1)
  const { summary, location, description: read, startDate, endDate } = new ICAL.Event(events[0]!)
  expect({ name: summary, venue: location, description: read }).toEqual(facts)
  expect([startDate.toJSDate(), endDate.toJSDate()]).toEqual([span.startsAt, span.endsAt])
  expect(text.split('\r\n').filter(line => Buffer.byteLength(line) > 75)).toEqual([])
})

it('a feed reader shows titles, names and comments as they were written', async () => {
  const [ann] = site.players
  await ann!.client.call('players.edit', { displayName: 'Ø & <x> 山田' })
  const comment = 'a <b>bold</b> & "quoted" comment, 😀'
  await ann!.client.call('scores.submit', { _id: uuidv7(), machineId: site.machines[0], value: 1234, comment })
  const { format, feed } = parseFeed(await (await get('/feed.atom')).text())
  if (format !== 'atom') throw new Error(`It is ${format}`)
  const [entry] = feed.entries!
  expect(entry).toMatchObject({ authors: [{ name: 'Ø & <x> 山田' }], content: { type: 'text', value: comment } })
  expect(entry!.title!.value).toContain('1,234')
})

it.each([
  ['Größte Bühne', 'groesste-buehne'],
  ['Zwickmu\u0308hle – ŁÓDŹ, Été', 'zwickmuehle-lodz-ete'],
  ['Привет Йога', 'привет-йога'],
  ['日本オープン 2026', '日本オープン-2026'],
  ['Лига «Флиппер»', 'лига-флиппер'],
  ['بطولة الرياض', 'بطولة-الرياض'],
  ['एक दो', 'एक-दो'],
  ['😀', 'event'],
  ['../../etc/passwd: a|b?', 'etc-passwd-a-b'],
  ['山'.repeat(80), '山'.repeat(40)],
])('a file about “%s” is saved as %s', async (name, base) => {
  const eventId = await addEvent({ name, startsAt: new Date('2026-11-21T04:00:00Z'), timeZone: 'America/Los_Angeles' })
  const nameOf = async (path: string): Promise<unknown> => {
    const header = (await get(`/events/${eventId}/${path}`)).headers.get('content-disposition')!
    expect(header).toMatch(/^attachment; filename="[\w.-]+"/)
    return contentDisposition.parse(header).parameters.filename
  }
  expect(await nameOf('results.csv')).toBe(`${base}-2026-11-20.csv`)
  expect(await nameOf('calendar.ics')).toBe(`${base}-2026-11-20.ics`)
  const { filename } = await site.director.client.call<{ filename: string }>('events.export', { eventId, as: 'json' })
  expect(filename).toBe(`${base}-2026-11-20.json`)
})
