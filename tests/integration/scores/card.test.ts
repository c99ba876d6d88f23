import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { createEvent } from '../helpers/events.ts'
import { createGroup } from '../helpers/groups.ts'
import { drawPhoto, uploadPicture } from '../helpers/pictures.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let moderator: TestUser
let free: { id: string; name: string }[]

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ada = await signUp(testApp, 'Ada')
  bob = await signUp(testApp, 'Bob')
  moderator = await signUp(testApp, 'Mod')
  await grantRoles(testApp, moderator.id, ['moderator'])
  free = await listMachines(testApp, 50)
})
afterAll(() => testApp.close())

/** Returns a machine that nobody has played. */
const machine = (): string => free.pop()!.id

async function submit({ client }: TestUser, machineId: string, value: number, more: object = {}): Promise<string> {
  const _id = uuidv7()
  await client.call('scores.submit', { _id, machineId, value, ...more })
  return _id
}

const fetchCard = (scoreId: string, init: RequestInit = {}): Promise<Response> => fetch(`${testApp.http}/scores/${scoreId}/card.png`, init)

async function card(scoreId: string): Promise<{ etag: string; bytes: string }> {
  const answer = await fetchCard(scoreId)
  expect(answer.status).toBe(200)
  return { etag: answer.headers.get('etag')!, bytes: Buffer.from(await answer.arrayBuffer()).toString('base64') }
}

/** Returns the share tags of a score's page by name, as they are in the HTML. */
async function tags(path: string): Promise<Record<string, string>> {
  const html = await (await fetch(testApp.http + path)).text()
  return Object.fromEntries(
    [...html.matchAll(/<meta (?:name|property)="((?:og|twitter):[^"]+)" content="([^"]*)">/g)].map(m => [m[1]!, m[2]!]),
  )
}

describe('GET /scores/:id/card.png', () => {
  it('is a PNG of 1200 × 630 that may be kept for a minute', async () => {
    const answer = await fetchCard(await submit(ada, machine(), 128_450_330))
    expect(answer.status).toBe(200)
    expect(
      Object.fromEntries(['content-type', 'cache-control', 'x-content-type-options'].map(each => [each, answer.headers.get(each)])),
    ).toEqual({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=60',
      'x-content-type-options': 'nosniff',
    })
    const png = Buffer.from(await answer.arrayBuffer())
    expect(png.length).toBe(Number(answer.headers.get('content-length')))
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  })

  it('is not sent again to those who have it, and only measured by HEAD', async () => {
    const scoreId = await submit(ada, machine(), 1000)
    const { etag, bytes } = await card(scoreId)
    for (const names of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await fetchCard(scoreId, { headers: { 'if-none-match': names } })
      expect([answer.status, answer.headers.get('etag'), await answer.text()], names).toEqual([304, etag, ''])
    }
    const other = await fetchCard(scoreId, { headers: { 'if-none-match': '"other"' } })
    expect([other.status, Buffer.from(await other.arrayBuffer()).toString('base64')]).toEqual([200, bytes])
    const head = await fetchCard(scoreId, { method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      etag,
      'image/png',
      '',
    ])
    expect(Number(head.headers.get('content-length'))).toBe(Buffer.from(bytes, 'base64').length)
  })

  it('is the same whatever is asked after it', async () => {
    const scoreId = await submit(ada, machine(), 1000)
    const answer = await fetch(`${testApp.http}/scores/${scoreId}/card.png?v=7&x=${'y'.repeat(100)}`)
    expect(answer.headers.get('etag')).toBe((await card(scoreId)).etag)
  })

  it('is 404 for a score that never was, and for one that was taken back', async () => {
    const scoreId = await submit(ada, machine(), 1000)
    await card(scoreId)
    await ada.client.call('scores.remove', { scoreId })
    for (const id of [scoreId, uuidv7(), 'x', '%00', "'"]) expect((await fetchCard(id)).status, id).toBe(404)
  })

  it('changes with the score and with the name of its player', async () => {
    const scoreId = await submit(ada, machine(), 1000)
    const first = await card(scoreId)
    await ada.client.call('scores.edit', { scoreId, value: 1001 })
    const second = await card(scoreId)
    await ada.client.call('players.edit', { displayName: 'Ada the Second' })
    const third = await card(scoreId)
    expect(new Set([first, second, third].map(({ etag }) => etag)).size).toBe(3)
    expect(new Set([first, second, third].map(({ bytes }) => bytes)).size).toBe(3)
    await ada.client.call('scores.edit', { scoreId, value: 1000 })
    await ada.client.call('players.edit', { displayName: 'Ada' })
    expect(await card(scoreId)).toEqual(first)
  })

  it('tells the rank, and another one when somebody beats it', async () => {
    const machineId = machine()
    const scoreId = await submit(ada, machineId, 1000)
    const alone = await card(scoreId)
    await submit(bob, machineId, 900)
    const ahead = await card(scoreId)
    await submit(bob, machineId, 1100)
    const behind = await card(scoreId)
    expect(new Set([alone, ahead, behind].map(({ bytes }) => bytes)).size).toBe(3)
  })

  it('tells no rank of a score that is not its player’s best, or was rejected: others leave it as it is', async () => {
    const machineId = machine()
    const lesser = await submit(ada, machineId, 900)
    const best = await submit(ada, machineId, 1000)
    const { client } = moderator
    await client.call('scores.moderate', { scoreId: best, version: 1, status: 'rejected' })
    const rejected = await card(best)
    const counting = await card(lesser)
    await client.call('scores.moderate', { scoreId: best, version: 2, status: 'verified' })
    const beaten = await card(lesser)
    expect(beaten.bytes).not.toBe(counting.bytes)
    expect((await card(best)).bytes).not.toBe(rejected.bytes)
    await submit(bob, machineId, 5000)
    expect(await card(lesser)).toEqual(beaten)
    await client.call('scores.moderate', { scoreId: best, version: 3, status: 'rejected' })
    expect(await card(best)).toEqual(rejected)
  })

  it('shows the score’s picture and the player’s once they are taken in', async () => {
    const cyd = await signUp(testApp, 'Cyd')
    const photo = await drawPhoto(800, 600)
    const scoreId = await submit(cyd, machine(), 1000, { picture: await uploadPicture(cyd, 'scorePicUpload', photo) })
    await testApp.app.features.uploads.imageProcessor.idle()
    const pictured = await card(scoreId)
    await cyd.client.call('players.edit', { picture: await uploadPicture(cyd, 'profilePicUpload', photo) })
    await testApp.app.features.uploads.imageProcessor.idle()
    const both = await card(scoreId)
    await cyd.client.call('scores.edit', { scoreId, picture: null })
    const without = await card(scoreId)
    expect(new Set([pictured, both, without].map(({ bytes }) => bytes)).size).toBe(3)
  })

  it('is in the language of the page that was shared, or else in that of the request, and caches know it', async () => {
    const scoreId = await submit(ada, machine(), 128_450_330)
    const at = async (query: string, language: string) => {
      const answer = await fetch(`${testApp.http}/scores/${scoreId}/card.png${query}`, { headers: { 'accept-language': language } })
      return [answer.headers.get('etag'), answer.headers.get('vary')] as const
    }
    const [english, german] = [(await at('', 'en'))[0], (await at('', 'de'))[0]]
    expect(german).not.toBe(english)
    expect(await at('', 'de')).toEqual([german, 'Accept-Language, Cookie'])
    expect(await at('?lang=de', 'en')).toEqual([german, null])
    const arabic = (await at('', 'ar'))[0]
    expect(new Set([english, german, arabic]).size).toBe(3)
    expect(await at('?lang=ar', 'de')).toEqual([arabic, null])
  })

  it('asks to come back when too many others are being drawn, and then is there', async () => {
    const machineId = machine()
    const ids: string[] = []
    for (let value = 1; value <= 45; value++) ids.push(await submit(bob, machineId, value))
    const answers = await Promise.all(ids.map(id => fetchCard(id)))
    const [refused] = answers.filter(({ status }) => status !== 200)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
    expect([refused!.headers.get('retry-after'), refused!.headers.get('cache-control'), refused!.headers.get('etag')]).toEqual([
      '5',
      'no-store',
      null,
    ])
    const late = ids[answers.indexOf(refused!)]!
    expect((await fetchCard(late)).status).toBe(200)
  })
})

describe('GET /machines/:id/card.png', () => {
  const fetchRecord = (machineId: string): Promise<Response> => fetch(`${testApp.http}/machines/${machineId}/card.png?lang=en`)

  it('shows the record, and changes with it', async () => {
    const machineId = machine()
    expect((await fetchRecord(machineId)).status).toBe(404)
    expect((await tags(`/machines/${machineId}`))['og:image']).toBeUndefined()
    await submit(ada, machineId, 1000)
    const first = await fetchRecord(machineId)
    const png = Buffer.from(await first.arrayBuffer())
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    expect([first.headers.get('cache-control'), first.headers.get('vary')]).toEqual(['public, max-age=60', null])
    await submit(bob, machineId, 900)
    await submit(bob, machineId, 2000)
    expect((await fetchRecord(machineId)).headers.get('etag')).not.toBe(first.headers.get('etag'))
    expect((await tags(`/machines/${machineId}`))['og:image']).toBe(
      `${testApp.app.address}/machines/${machineId}/card.png?lang=en&amp;v=2000`,
    )
  })

  it('is 404 for what is no machine', async () => {
    for (const id of [uuidv7(), 'x', '%00', "'"]) expect((await fetchRecord(id)).status, id).toBe(404)
  })
})

describe('GET /events/:id/card.png', () => {
  const fetchEventCard = (eventId: string, lang = 'en'): Promise<Response> =>
    fetch(`${testApp.http}/events/${eventId}/card.png?lang=${lang}`)

  it('shows an event as it stands, in the language of the page, and changes as it goes on', async () => {
    await grantRoles(testApp, ada.id, ['event-director'])
    const machineId = machine()
    const eventId = await createEvent(ada, Date.now(), { format: { kind: 'best-game', points: 'papa' }, machineIds: [machineId] })
    const etags: (string | null)[] = []
    const look = async (): Promise<void> => {
      const answer = await fetchEventCard(eventId)
      const png = Buffer.from(await answer.arrayBuffer())
      expect([png.readUInt32BE(16), png.readUInt32BE(20), answer.headers.get('cache-control')]).toEqual([1200, 630, 'public, max-age=60'])
      etags.push(answer.headers.get('etag'))
    }
    await look()
    await submit(bob, machineId, 5000, { eventId })
    await look()
    await ada.client.call('events.close', { eventId })
    await look()
    expect(new Set([...etags, (await fetchEventCard(eventId, 'de')).headers.get('etag')]).size).toBe(4)
    expect((await tags(`/events/${eventId}`))['og:image']).toBe(
      `${testApp.app.address}/events/${eventId}/card.png?lang=en&amp;v=finished-1`,
    )
  })

  it('is 404 for an event that not everybody may see, and for none', async () => {
    const groupId = await createGroup(ada, 'private', 'Speakeasy')
    const machineIds = [machine()]
    const eventId = await createEvent(ada, Date.now(), { format: { kind: 'best-game', points: 'papa' }, machineIds, groupId })
    for (const id of [eventId, uuidv7(), 'x', '%00', "'"]) expect((await fetchEventCard(id)).status, id).toBe(404)
    expect((await tags(`/events/${eventId}`))['og:image']).toBeUndefined()
  })
})

describe('the tags of a page', () => {
  it('of a score show its card, at an address that moves with the score and its rank', async () => {
    const { id: machineId, name } = free.pop()!
    const scoreId = await submit(ada, machineId, 1_234_567)
    const words = `1,234,567 on ${name} by Ada`.replaceAll('&', '&amp;').replaceAll("'", '&#39;')
    const image = `${testApp.app.address}/scores/${scoreId}/card.png?lang=en&amp;v=1-1`
    expect(await tags(`/scores/${scoreId}?utm=x`)).toEqual({
      'og:title': `${words} · Skillshot`,
      'og:description': `${words}. See where it ranks.`,
      'og:type': 'website',
      'og:site_name': 'Skillshot',
      'og:url': `${testApp.app.address}/scores/${scoreId}`,
      'og:image': image,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': words,
      'twitter:card': 'summary_large_image',
      'twitter:title': `${words} · Skillshot`,
      'twitter:description': `${words}. See where it ranks.`,
      'twitter:image': image,
      'twitter:image:alt': words,
    })
    expect((await fetch(image.replace('&amp;', '&'))).status).toBe(200)
    await submit(bob, machineId, 2_000_000)
    expect((await tags(`/scores/${scoreId}`))['og:image']).toBe(`${testApp.app.address}/scores/${scoreId}/card.png?lang=en&amp;v=1-2`)
    await ada.client.call('scores.edit', { scoreId, value: 1_234_568 })
    expect((await tags(`/scores/${scoreId}`))['og:image']).toBe(`${testApp.app.address}/scores/${scoreId}/card.png?lang=en&amp;v=2-2`)
  })

  it('say what people call themselves as text', async () => {
    const eve = await signUp(testApp, 'Eve')
    await eve.client.call('players.edit', { displayName: `Eve"><script>alert('x')</script>&amp;` })
    const scoreId = await submit(eve, machine(), 1000)
    const html = await (await fetch(`${testApp.http}/scores/${scoreId}`)).text()
    const escaped = 'Eve&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;'
    for (const name of ['og:title', 'og:image:alt', 'twitter:description'])
      expect(html.split(`="${name}" content="`)[1]!.split('>')[0], name).toContain(`by ${escaped}`)
    expect(html).not.toContain('<script>alert')
  })

  it('have the site’s own address, whatever the request says', async () => {
    const scoreId = await submit(ada, machine(), 1000)
    const html = await new Promise<string>((resolve, reject) => {
      const clientRequest = request(
        `${testApp.http}/scores/${scoreId}`,
        { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } },
        answer => answer.toArray().then(parts => resolve(Buffer.concat(parts).toString()), reject),
      )
      clientRequest.on('error', reject).end()
    })
    expect(html).toContain(`<meta property="og:image" content="${testApp.app.address}/scores/${scoreId}/card.png`)
    expect(html).not.toContain('evil.example')
  })

  it('of other pages, and of a score that was taken back, have no picture', async () => {
    const scoreId = await submit(ada, machine(), 1000)
    await ada.client.call('scores.remove', { scoreId })
    for (const path of ['/', '/players/Ada']) {
      const all = await tags(path)
      expect([all['twitter:card'], all['og:image'], all['og:url']], path).toEqual(['summary', undefined, testApp.app.address + path])
    }
    const gone = await tags(`/scores/${scoreId}`)
    expect([gone['twitter:card'], gone['og:image'], gone['og:url']]).toEqual(['summary', undefined, undefined])
  })
})
