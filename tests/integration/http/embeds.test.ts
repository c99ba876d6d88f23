import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { findNeedles } from '../../security/needles.ts'
import { createEvent } from '../helpers/events.ts'
import { createGroup } from '../helpers/groups.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, makeAdmin, signUp, type TestUser } from '../helpers/users.ts'

const SITE = 'https://scores.example'
const HOSTILE = 'Ada <b>&"</b>\u{1F3B1}'

let testApp: TestApp
let ada: TestUser
let grace: TestUser
let machine: { id: string; name: string }
let otherMachine: string
let openEvent: string
let closedEvent: string
let openVenue: string
let closedVenue: string

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: string
}

/** Requests the path exactly as given, because fetch would normalise it. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const [answer] = (await once(request(testApp.http, { path, headers, method }).end(), 'response')) as [IncomingMessage]
  return { status: answer.statusCode!, headers: answer.headers, body: await textOf(answer) }
}
const oembed = (url: string, more = ''): Promise<Answer> => get(`/oembed?url=${encodeURIComponent(url)}${more}`)
const submit = ({ client }: TestUser, value: number, more: object = {}): Promise<unknown> =>
  client.call('scores.submit', { _id: uuidv7(), machineId: machine.id, value, ...more })

/** The texts of the elements of a class, without markup. */
const texts = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`<(\\w+) class="${name}[^"]*"[^>]*>(.*?)</\\1>(?=<|$)`, 'g'))].map(([, , inner]) =>
    inner!.replace(/<[^>]+>/g, ''),
  )

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off', rootUrl: SITE } })
  const machines = await listMachines(testApp, 2)
  machine = machines[0]!
  otherMachine = machines[1]!.id
  ada = await signUp(testApp, 'ada')
  grace = await signUp(testApp, 'grace')
  await ada.client.call('players.edit', { displayName: HOSTILE })
  await grantRoles(testApp, grace.id, ['event-director'])
  const club = await createGroup(grace, 'private', 'Xanadu Speakeasy')
  const addVenue = async (more: object): Promise<string> => {
    const { venueId, slug } = await grace.client.call<{ venueId: string; slug: string }>('venues.add', {
      _id: uuidv7(),
      name: 'Xanadu Cellar',
      ...more,
    })
    await grace.client.call('venues.setMachines', { venueId, machineIds: [machine.id, otherMachine], was: [] })
    if (!('groupId' in more)) await submit(ada, 4_000_000, { venueId })
    return slug
  }
  openVenue = await addVenue({ name: 'Open Cellar', place: 'Bremen' })
  closedVenue = await addVenue({ groupId: club })
  const facts = { format: { kind: 'best-game', points: 'papa' }, machineIds: [machine.id] } as const
  openEvent = await createEvent(grace, Date.now(), facts)
  closedEvent = await createEvent(grace, Date.now(), { ...facts, groupId: club })
  await submit(ada, 1_234_567)
  await submit(grace, 2_000_000)
  await submit(ada, 3_000_000, { eventId: openEvent })
  await submit(grace, 5_000_000, { eventId: closedEvent })
  await testApp.settled()
})
afterAll(() => testApp.close())

describe('an embed', () => {
  it('of a board shows the best scores of the machine, with names as text', async () => {
    const { status, body, headers } = await get(`/embed/board/${machine.id}?lang=en`)
    expect([status, headers['content-type'], headers['content-language']]).toEqual([200, 'text/html; charset=utf-8', 'en'])
    expect(texts(body, 'figure')).toEqual(['5,000,000', '4,000,000'])
    expect(body).toContain('Ada &lt;b&gt;&amp;&quot;&lt;/b&gt;')
    expect(body).not.toContain('<b>')
    expect(body).toContain(`<link rel="canonical" href="${SITE}/machines/${machine.id}">`)
  })

  it('of an event shows its standings, and that it runs', async () => {
    const { status, body } = await get(`/embed/event/${openEvent}?lang=de`)
    expect([status, texts(body, 'badge')]).toEqual([200, ['Live']])
    expect(texts(body, 'name')).toEqual([
      HOSTILE.replace(/[<>&"]/g, each => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' })[each]!),
    ])
    expect(body).toContain('lang="de" dir="ltr"')
  })

  it('of a venue shows what stands there, and who holds it', async () => {
    const { body } = await get(`/embed/venue/${openVenue}`)
    expect(texts(body, 'name')).toHaveLength(2)
    expect(texts(body, 'figure')).toEqual(['4,000,000'])
    expect(body).toContain(`/machines/${machine.id}?venue=${openVenue}`)
  })

  it('opens each of its links in another tab', async () => {
    for (const path of [`board/${machine.id}`, `event/${openEvent}`, `venue/${openVenue}`]) {
      const links = (await get(`/embed/${path}`)).body.match(/<a [^>]+>/g)!
      expect(links.length).toBeGreaterThan(3)
      for (const link of links) expect(link).toMatch(/ target="_blank" rel="noopener"/)
    }
  })

  it('may be framed by any page, needs no cookie, and allows no script or style but those of the site', async () => {
    for (const path of [
      `board/${machine.id}`,
      `board/${machine.id}/overlay`,
      `event/${openEvent}`,
      `event/${openEvent}/overlay`,
      `venue/${openVenue}`,
      `venue/${openVenue}/overlay`,
      `board/${uuidv7()}`,
    ]) {
      const { headers } = await get(`/embed/${path}`)
      expect([path, headers['x-frame-options'], headers['set-cookie']]).toEqual([path, undefined, undefined])
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
      )
      expect([headers['x-robots-tag'], headers['x-content-type-options']]).toEqual(['noindex', 'nosniff'])
    }
  })

  it.each([
    '/',
    '/embed',
    '/embed/',
    '/embed/x',
    '/embed/group/x',
    '/embed/../',
    '/embed/venue/x/overlay/y',
    '/embed/board/x/y',
    '//embed/board/x',
    '/embed/%2e%2e/machines',
    '/oembed',
  ])('is the only thing that may be framed: not %s', async path => {
    const { headers } = await get(path)
    expect([headers['x-frame-options'], headers['content-security-policy']]).toEqual([
      'DENY',
      expect.stringContaining("frame-ancestors 'none'"),
    ])
  })

  it('has an accent colour by a style whose hash the policy names, legible in its theme', async () => {
    const { body, headers } = await get(`/embed/board/${machine.id}?accent=000080&theme=dark`)
    const style = /<style>(.*?)<\/style>/.exec(body)![1]!
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))).toString('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`)
    // Navy on black would not be seen.
    expect(style).not.toContain('--accent:#000080')
    expect((await get(`/embed/board/${machine.id}`)).body).not.toContain('<style>')
  })

  it('has as many rows as were asked for, and a ground only where it is wanted', async () => {
    const players = await Promise.all(Array.from({ length: 4 }, (_, i) => signUp(testApp, `player${i}`)))
    for (const [i, player] of players.entries()) await submit(player, 100 + i, { machineId: otherMachine })
    await testApp.settled()
    const { body } = await get(`/embed/board/${otherMachine}?rows=3&transparent=1&theme=light`)
    expect(texts(body, 'figure')).toEqual(['103', '102', '101'])
    expect(body).toMatch(/<html [^>]*data-theme="light"[^>]* data-transparent>/)
    expect((await get(`/embed/board/${otherMachine}`)).body).not.toContain('data-transparent')
    expect((await get(`/embed/board/${otherMachine}/overlay`)).body).toMatch(
      /<html [^>]*data-theme="dark"[^>]* data-overlay data-transparent>/,
    )
  })

  it('is refused with a sentence, before anybody looks whether it exists, where its query says what no embed knows', async () => {
    for (const [query, words] of [
      ['theme=sepia', 'theme'],
      ['rows=100', 'rows'],
      ['accent=red', 'accent'],
      ['transparent=yes', 'transparent'],
      ['lang=fr', 'language'],
      ['utm_source=x', 'no other'],
      ['rows=5&rows=6', 'once'],
    ] as const)
      for (const id of [machine.id, uuidv7(), '%00']) {
        const { status, headers, body } = await get(`/embed/board/${id}?${query}`)
        expect([query, status, headers['content-type']]).toEqual([query, 400, 'text/plain; charset=UTF-8'])
        expect(body).toContain(words)
        expect(body).toMatch(/^[A-Z][^\n]+\.\n$/)
      }
  })

  it('of what is private answers as of what does not exist, byte by byte', async () => {
    for (const [kind, hidden, unknown] of [
      ['event', closedEvent, uuidv7()],
      ['event', closedEvent, 'no id at all'],
      ['venue', closedVenue, 'no-such-venue'],
      ['board', uuidv7(), '%FF'],
    ] as const) {
      for (const rest of ['', '/overlay']) {
        const [first, second] = [
          await get(`/embed/${kind}/${encodeURIComponent(hidden)}${rest}`),
          await get(`/embed/${kind}/${encodeURIComponent(unknown)}${rest}`),
        ]
        expect([first.status, second.status]).toEqual([404, 404])
        expect(second.body).toBe(first.body)
        expect(findNeedles(first.body, ['Xanadu Cellar', 'Xanadu Speakeasy', closedEvent, closedVenue])).toEqual([])
      }
    }
  })

  it('of standings that are held back says so, and shows no row', async () => {
    await grace.client.call('events.holdStandings', { eventId: openEvent, held: true })
    await testApp.settled()
    const held = await get(`/embed/event/${openEvent}?lang=en`)
    expect([texts(held.body, 'figure'), held.body.includes('The director shows the standings later.')]).toEqual([[], true])
    await grace.client.call('events.holdStandings', { eventId: openEvent, held: false })
    await testApp.settled()
    expect(texts((await get(`/embed/event/${openEvent}?lang=en`)).body, 'figure')).toHaveLength(1)
  })

  it('shows a new score at once, and names the version by which its script hears of the next', async () => {
    const path = `/embed/board/${machine.id}?lang=en`
    const versions = async (): Promise<string[]> => {
      const { body } = await get(path)
      const { subscriptions } = JSON.parse(/id="live">(.*?)<\/script>/.exec(body)![1]!) as { subscriptions: { version: string }[] }
      return subscriptions.map(({ version }) => version)
    }
    const before = await versions()
    expect(await versions()).toEqual(before)
    await submit(ada, 6_000_000)
    await testApp.settled()
    expect((await versions())[1]).not.toBe(before[1])
    expect(texts((await get(path)).body, 'figure')[0]).toBe('6,000,000')
  })

  it('leads on to the machine that this one was merged into, with its query', async () => {
    const administrator = await signUp(testApp, 'administrator')
    await makeAdmin(testApp, administrator.id)
    const [, , from] = await listMachines(testApp, 3)
    await administrator.client.call('machines.merge', { from: from!.id, into: otherMachine })
    await testApp.settled()
    const { status, headers } = await get(`/embed/board/${from!.id}/overlay?rows=5`)
    expect([status, headers.location]).toEqual([302, `/embed/board/${otherMachine}/overlay?rows=5`])
  })
})

describe('/oembed', () => {
  it('says how to embed the pages of machines, events and venues', async () => {
    for (const [page, embed] of [
      [`/machines/${machine.id}?window=week`, `/embed/board/${machine.id}?rows=5`],
      [`/events/${openEvent}`, `/embed/event/${openEvent}?rows=5`],
      [`/venues/${openVenue}`, `/embed/venue/${openVenue}?rows=5`],
    ] as const) {
      const { status, headers, body } = await oembed(SITE + page, '&format=json')
      expect([status, headers['content-type'], headers['access-control-allow-origin']]).toEqual([200, 'application/json', '*'])
      const answer = JSON.parse(body) as Record<string, unknown>
      expect(answer).toMatchObject({
        type: 'rich',
        version: '1.0',
        provider_name: 'Skillshot',
        provider_url: `${SITE}/`,
        width: 480,
        height: expect.any(Number),
      })
      expect(answer.html).toContain(`<iframe src="${SITE}${embed}"`)
      expect(answer.html).toContain(`width="480" height="${answer.height}"`)
    }
  })

  it('stays within the size that is asked for', async () => {
    const { body } = await oembed(`${SITE}/machines/${machine.id}`, '&maxwidth=300&maxheight=200')
    expect(JSON.parse(body)).toMatchObject({ width: 300, height: 200, html: expect.stringContaining('?rows=3"') })
  })

  it('knows nothing of what is private, unknown, elsewhere, or has no embed', async () => {
    const bodies = new Set<string>()
    for (const url of [
      `${SITE}/events/${closedEvent}`,
      `${SITE}/events/${uuidv7()}`,
      `${SITE}/venues/${closedVenue}`,
      `${SITE}/machines/%00`,
      `${SITE}/groups/x`,
      `${SITE}/events/new`,
      `https://evil.example/machines/${machine.id}`,
      'no address',
      '',
    ]) {
      const { status, body } = await oembed(url)
      expect([url, status]).toEqual([url, 404])
      bodies.add(body)
    }
    expect(bodies.size).toBe(1)
  })

  it('answers in JSON alone, and says what it lacks', async () => {
    expect((await oembed(`${SITE}/machines/${machine.id}`, '&format=xml')).status).toBe(501)
    expect((await get('/oembed')).status).toBe(400)
    for (const size of ['maxwidth=0', 'maxwidth=a', 'maxheight=-1', 'maxheight=1.5'])
      expect([size, (await oembed(`${SITE}/machines/${machine.id}`, `&${size}`)).status]).toEqual([size, 400])
  })

  it('is named in the heads of the pages that have an embed, and in no other', async () => {
    const link = (path: string): string =>
      `<link rel="alternate" type="application/json+oembed" href="${SITE}/oembed?url=${encodeURIComponent(SITE + path)}&amp;format=json">`
    for (const path of [`/machines/${machine.id}`, `/events/${openEvent}`, `/venues/${openVenue}`])
      expect((await get(path)).body).toContain(link(path))
    for (const path of ['/', '/machines', `/events/${closedEvent}`, `/venues/${closedVenue}`, '/events/new', `/machines/${uuidv7()}`])
      expect([path, (await get(path)).body.includes('oembed')]).toEqual([path, false])
  })
})
