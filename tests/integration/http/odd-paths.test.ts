import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pageRoutes } from '#app/route-table.tsx'
import { createEvent } from '../helpers/events.ts'
import { createGroup } from '../helpers/groups.ts'
import { RecordedLog } from '../helpers/recorded-log.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { firstMachineId, grantRoles, signUp } from '../helpers/users.ts'

let testApp: TestApp
const log = new RecordedLog('error')
/** Existing values of path parameters, by the parameter's name. */
const there: Record<string, string> = { username: 'ada' }

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' }, log: log.log })
  const ada = await signUp(testApp, 'ada')
  await grantRoles(testApp, ada.id, ['event-director'])
  there.machineId = await firstMachineId(testApp)
  there.groupId = await createGroup(ada, 'public', 'Club')
  there.eventId = await createEvent(ada, Date.now(), { format: { kind: 'high-score' }, machineIds: [there.machineId] })
})
afterAll(() => testApp.close())
afterEach(() => void log.all.splice(0))

/** Requests the path exactly as given, because fetch would normalise it. */
async function get(path: string): Promise<{ status: number; location: string | undefined; body: string }> {
  const [answer] = (await once(request(testApp.http, { path }).end(), 'response')) as [IncomingMessage]
  return { status: answer.statusCode!, location: answer.headers.location, body: await textOf(answer) }
}

/** Percent-encoded values; `%FF` and `%ED%A0%80` (half of a surrogate pair) are not valid UTF-8. */
const ODD = [
  '%00',
  'a%00b',
  '%07',
  '%C2%85',
  '%ED%A0%80',
  '%FF',
  '%',
  '%20',
  '%0A',
  'x'.repeat(201),
  'x'.repeat(70),
  '%F0%9F%8E%B1'.repeat(70),
]

// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const RAW = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/

const filled = (path: string, name: string, value: string): string =>
  path.replace(/\$([a-zA-Z]+)/g, (_, each: string) => (each === name ? value : there[each]!))

describe('an address that cannot be one', () => {
  const parts = pageRoutes.flatMap(({ path }) => [...path.matchAll(/\$([a-zA-Z]+)/g)].map(([, name]) => [path, name!] as const))
  it.each(parts)('is not found: %s with an odd %s', async (path, name) => {
    for (const value of ODD) {
      const { status, body } = await get(filled(path, name, value))
      expect([path, value, status]).toEqual([path, value, 404])
      expect([path, value, body.match(RAW), /could not be loaded/i.test(body)]).toEqual([path, value, null, false])
    }
    expect(log.all).toEqual([])
  })

  const queries = pageRoutes
    .filter(({ privacy, query }) => privacy !== 'hidden' && query.length > 0)
    .flatMap(({ path, query }) => query.map(name => [path, name] as const))
  it.each(queries)('is %s without what is odd in its %s', async (path, name) => {
    const target = filled(path, '', '')
    const plain = await get(target)
    // A percent sign alone is a valid id of something that does not exist.
    for (const value of ODD.filter(each => each !== '%')) {
      const { status, body } = await get(`${target}?${name}=${value}`)
      expect([path, value, status]).toEqual([path, value, plain.status])
      expect([path, value, body.match(RAW), /could not be loaded/i.test(body)]).toEqual([path, value, null, false])
    }
    expect(log.all).toEqual([])
  })

  it.each([
    '/feed.atom?player=',
    '/feed.atom?machine=',
    '/feed.atom?event=',
    '/oembed?url=',
    '/sitemaps/',
    '/exports/',
    '/storage/pictures/',
    '/.well-known/',
  ])('is not found: %s…', async path => {
    for (const value of ODD) {
      const { status, body } = await get(path + value)
      expect([path, value, status, body.match(RAW)]).toEqual([path, value, 404, null])
    }
    expect(log.all).toEqual([])
  })

  it.each([
    '/scores/*/card.png',
    '/machines/*/card.png',
    '/events/*/card.png',
    '/events/*/results.csv',
    '/events/*/calendar.ics',
    '/embed/board/*',
    '/embed/board/*/overlay',
    '/embed/event/*',
    '/embed/event/*/overlay',
    '/embed/venue/*',
    '/sitemaps/*.xml',
    '/storage/pictures/*.jpg',
  ])('is not found: %s', async path => {
    for (const value of ODD) expect([path, value, (await get(path.replace('*', value))).status]).toEqual([path, value, 404])
    expect(log.all).toEqual([])
  })

  it('leads to no other host, and is not found, with more than one slash at its beginning', async () => {
    for (const path of [
      '//x/..',
      '//',
      '///',
      '//evil.example',
      '//evil.example/',
      '//evil.example/machines',
      '/%2F%2Fevil.example',
      '//machines',
      '//%00',
    ])
      expect([path, await get(path)]).toEqual([
        path,
        { status: 404, location: undefined, body: expect.stringContaining('<!doctype html>') },
      ])
    expect(log.all).toEqual([])
  })
})
