import { DOMParser, type Element } from '@xmldom/xmldom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { findNeedles } from '../../security/needles.ts'
import { createEvent } from '../helpers/events.ts'
import { createGroup } from '../helpers/groups.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, makeAdmin, signUp, type TestUser } from '../helpers/users.ts'

const SITE = 'https://scores.example'
const HOSTILE = `Ada <b>&"'</b> ]]><x/> \u{1F3B1}`
const COMMENT = 'Tilt & <script>alert(1)</script>'

let testApp: TestApp
let ada: TestUser
let grace: TestUser
let hidden: TestUser
let administrator: TestUser
let machines: string[]
let openEvent: string
let closedEvent: string
let closedGroup: string
let openGroup: string

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> => fetch(testApp.http + path, { headers })

async function xml(path: string): Promise<Element> {
  const answer = await get(path)
  expect([answer.status, path]).toEqual([200, path])
  const onError = (level: string, message: string): void => {
    throw new Error(`${level}: ${message}`)
  }
  return new DOMParser({ onError }).parseFromString(await answer.text(), 'text/xml').documentElement!
}

const all = (of: Element, name: string): Element[] => [...of.getElementsByTagName(name)]
const text = (of: Element, name: string): string => all(of, name)[0]!.textContent!
const entries = async (query: string): Promise<Element[]> => all(await xml(`/feed.atom${query}`), 'entry')
const values = async (query: string): Promise<string[]> =>
  (await entries(query)).map(entry => /: ([\d,]+) on /.exec(text(entry, 'title'))![1]!)
const places = async (name: string): Promise<string[]> => all(await xml(`/sitemaps/${name}.xml`), 'loc').map(each => each.textContent!)

async function submit({ client }: TestUser, value: number, more: object = {}): Promise<string> {
  const _id = uuidv7()
  await client.call('scores.submit', { _id, machineId: machines[0], value, ...more })
  return _id
}

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off', rootUrl: SITE } })
  machines = (await listMachines(testApp, 2)).map(({ id }) => id)
  ada = await signUp(testApp, 'ada')
  grace = await signUp(testApp, 'grace')
  hidden = await signUp(testApp, 'hidden')
  administrator = await signUp(testApp, 'administrator')
  await makeAdmin(testApp, administrator.id)
  await grantRoles(testApp, grace.id, ['event-director'])
  await ada.client.call('players.edit', { displayName: HOSTILE.slice(0, 30) })
  await hidden.client.call('players.edit', { unlisted: true })
  openGroup = await createGroup(grace, 'public', 'Open club')
  closedGroup = await createGroup(grace, 'private', 'Xanadu Speakeasy')
  const facts = { format: { kind: 'best-game', points: 'papa' }, machineIds: machines } as const
  await grace.client.call('series.add', { _id: uuidv7(), name: 'Open season', counts: 4 })
  await grace.client.call('series.add', { _id: uuidv7(), name: 'Closed season', counts: 4, groupId: closedGroup })
  openEvent = await createEvent(grace, Date.now(), facts)
  closedEvent = await createEvent(grace, Date.now(), { ...facts, groupId: closedGroup })
  await submit(ada, 1000, { comment: COMMENT })
  await submit(grace, 2000, { machineId: machines[1] })
  await submit(ada, 3000, { eventId: openEvent })
  await submit(grace, 4000, { eventId: closedEvent })
  await submit(hidden, 5000)
})
afterAll(() => testApp.close())

describe('/feed.atom', () => {
  it('tells the latest scores, newest first, with absolute addresses', async () => {
    const feed = await xml('/feed.atom')
    expect([feed.namespaceURI, feed.localName]).toEqual(['http://www.w3.org/2005/Atom', 'feed'])
    expect(text(feed, 'id')).toBe(`${SITE}/feed.atom`)
    expect(await values('')).toEqual(['5,000', '4,000', '3,000', '2,000', '1,000'])
    const [first] = all(feed, 'entry')
    expect(text(feed, 'updated')).toBe(text(first!, 'updated'))
    expect(new Date(text(first!, 'updated')).toISOString()).toBe(text(first!, 'updated'))
    for (const link of all(feed, 'link')) expect(link.getAttribute('href')).toMatch(/^https:\/\/scores\.example\//)
    for (const entry of all(feed, 'entry')) expect(text(entry, 'id')).toMatch(/^https:\/\/scores\.example\/scores\/[\w-]+$/)
  })

  it('tells those of one machine, one event, one player', async () => {
    expect(await values(`?machine=${machines[1]}`)).toEqual(['2,000'])
    expect(await values(`?event=${openEvent}`)).toEqual(['3,000'])
    expect(await values('?player=ada')).toEqual(['3,000', '1,000'])
    expect(text(await xml(`/feed.atom?event=${openEvent}`), 'title')).toBe('Selfie league · Skillshot')
    expect((await get(`/feed.atom?machine=${machines[1]}`)).headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  })

  it('is in the language that the reader asks for, by the address or by the request', async () => {
    const arabic = await xml(`/feed.atom?machine=${machines[1]}&lang=ar`)
    expect(arabic.getAttribute('xml:lang')).toBe('ar')
    expect(text(all(arabic, 'entry')[0]!, 'title')).toMatch(/^grace: 2,000 على /)
    expect(text(arabic, 'id')).toBe(`${SITE}/feed.atom?machine=${machines[1]}&lang=ar`)
    expect(text(await xml('/feed.atom?lang=ar'), 'title')).toBe('أحدث النتائج · Skillshot')
    const byAddress = await get('/feed.atom?lang=de')
    expect([await byAddress.text(), byAddress.headers.get('vary')]).toEqual([expect.stringContaining(': 5.000 auf '), null])
    const byRequest = await get('/feed.atom', { 'accept-language': 'de' })
    expect([await byRequest.text(), byRequest.headers.get('vary')]).toEqual([
      expect.stringContaining('<title>Neueste Scores · Skillshot</title>'),
      'Accept-Language, Cookie',
    ])
    expect(byRequest.headers.get('etag')).not.toBe((await get('/feed.atom')).headers.get('etag'))
    const page = await (await get('/', { 'accept-language': 'de' })).text()
    expect(page).toContain('type="application/atom+xml" href="/feed.atom?lang=de"')
  })

  it('writes what players wrote as text, whatever it looks like', async () => {
    const entry = (await entries('?player=ada')).at(-1)!
    expect(text(entry, 'name')).toBe(HOSTILE.slice(0, 30))
    expect(text(entry, 'title')).toContain(HOSTILE.slice(0, 30))
    expect(text(entry, 'content')).toBe(COMMENT)
    expect(all(entry, 'b').length + all(entry, 'x').length + all(entry, 'script').length).toBe(0)
  })

  it('knows nothing of a private group or its events, nor of what is not there', async () => {
    for (const query of [
      `event=${closedEvent}`,
      `event=${uuidv7()}`,
      `machine=${uuidv7()}`,
      'machine=%00',
      'event=',
      'player=nobody',
      'player=ada&player=x&machine=y',
    ]) {
      const answer = await get(`/feed.atom?${query}`)
      expect([query, answer.status, await answer.text()]).toEqual([query, 404, 'There is no such feed.\n'])
    }
    const everything = await (await get('/feed.atom')).text()
    expect(findNeedles(everything, ['Xanadu Speakeasy', closedGroup, closedEvent])).toEqual([])
  })

  it('leaves out what was rejected or removed', async () => {
    const player = await signUp(testApp, 'mallory')
    const moderator = await signUp(testApp, 'moderator')
    await grantRoles(testApp, moderator.id, ['moderator'])
    const [rejected, removed] = [await submit(player, 7000), await submit(player, 8000)]
    await submit(player, 9000)
    expect(await values('?player=mallory')).toEqual(['9,000', '8,000', '7,000'])
    await moderator.client.call('scores.moderate', { scoreId: rejected, version: 1, status: 'rejected', reason: 'No machine counts so.' })
    await player.client.call('scores.remove', { scoreId: removed })
    expect(await values('?player=mallory')).toEqual(['9,000'])
  })

  it('tells fifty and no more', async () => {
    const player = await signUp(testApp, 'busy')
    for (let value = 1; value <= 51; value++) await submit(player, value)
    expect((await values('?player=busy')).length).toBe(50)
  })

  it('is not sent again while nothing has changed', async () => {
    const path = `/feed.atom?machine=${machines[1]}`
    const first = await get(path)
    const etag = first.headers.get('etag')!
    const again = await get(path, { 'if-none-match': etag })
    expect([again.status, await again.text(), again.headers.get('cache-control')]).toEqual([304, '', 'public, max-age=60'])
    await submit(ada, 2500, { machineId: machines[1] })
    const later = await get(path, { 'if-none-match': etag })
    expect([later.status, later.headers.get('etag') === etag]).toEqual([200, false])
  })

  it.each([
    ['/', '/feed.atom'],
    ['/machines/$machine', '/feed.atom?machine=$machine'],
    ['/events/$event', '/feed.atom?event=$event'],
    ['/players/ada', '/feed.atom?player=ada'],
  ])('is named in the head of %s', async (page, feed) => {
    const filled = (path: string): string => path.replace('$machine', machines[0]!).replace('$event', openEvent)
    const html = await (await get(filled(page))).text()
    expect(html).toContain(`<link rel="alternate" type="application/atom+xml" href="${filled(feed)}"`)
    await xml(filled(feed))
  })
})

describe('/sitemap.xml', () => {
  it('names files of every kind that there is, each of which is there', async () => {
    const index = await xml('/sitemap.xml')
    expect([index.namespaceURI, index.localName]).toEqual(['http://www.sitemaps.org/schemas/sitemap/0.9', 'sitemapindex'])
    const files = all(index, 'loc').map(each => each.textContent!)
    expect(files).toEqual(['machines', 'groups', 'series', 'events', 'players'].map(kind => `${SITE}/sitemaps/${kind}-1.xml`))
    for (const file of files) expect((await xml(file.slice(SITE.length))).localName).toBe('urlset')
    for (const name of ['machines-2.xml', 'machines-0.xml', 'users-1.xml', 'machines-1', 'x'])
      expect([name, (await get(`/sitemaps/${name}`)).status]).toEqual([name, 404])
  })

  it('has what a visitor finds, and leaves out what is private or does not want to be found', async () => {
    expect(await places('machines-1')).toContain(`${SITE}/machines/${machines[0]}`)
    expect(await places('groups-1')).toEqual([`${SITE}/groups/${openGroup}`])
    expect(await places('series-1')).toEqual([`${SITE}/series/open-season`])
    expect(await places('events-1')).toEqual([`${SITE}/events/${openEvent}`])
    const players = await places('players-1')
    expect(players).toEqual(expect.arrayContaining([`${SITE}/players/ada`, `${SITE}/players/grace`]))
    expect(players).not.toContain(`${SITE}/players/hidden`)
    const dated = all(await xml('/sitemaps/players-1.xml'), 'lastmod').map(each => each.textContent!)
    expect(dated.length).toBe(players.length)
    for (const at of dated) expect(new Date(at).toISOString()).toBe(at)
  })

  it('is kept, and made anew when its cache is cleared', async () => {
    const another = await createGroup(ada, 'public', 'Later club')
    expect(await places('groups-1')).not.toContain(`${SITE}/groups/${another}`)
    await administrator.client.call('cache.clear', { name: 'sitemaps' })
    expect(await places('groups-1')).toContain(`${SITE}/groups/${another}`)
  })

  it('has at most ten thousand addresses in a file, each once', async () => {
    for (let made = 0; made < 10_000; made += 1000)
      await testApp.app.database.pool.query(
        `INSERT INTO groups (id, name, visibility, made_by, fingerprint) SELECT gen_random_uuid(), 'Many', 'public', $1, '' FROM generate_series(1, 1000)`,
        [ada.id],
      )
    await administrator.client.call('cache.clear', { name: 'sitemaps' })
    expect(all(await xml('/sitemap.xml'), 'loc').map(each => each.textContent)).toContain(`${SITE}/sitemaps/groups-2.xml`)
    const [first, second] = [await places('groups-1'), await places('groups-2')]
    expect([first.length, new Set([...first, ...second]).size]).toEqual([10_000, first.length + second.length])
    expect(second.length).toBeGreaterThan(0)
  })
})

it('/robots.txt keeps searches out of tools and of addresses that are one person’s, and names the sitemap', async () => {
  const lines = (await (await get('/robots.txt')).text()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'User-agent: *',
      'Disallow: /admin',
      'Disallow: /patreon',
      'Disallow: /exports/',
      `Sitemap: ${SITE}/sitemap.xml`,
    ]),
  )
  expect(lines).not.toContain('Disallow: /')
})
