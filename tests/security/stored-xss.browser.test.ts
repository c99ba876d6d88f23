import type { Browser } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nameProblem, withoutOverrides } from '#platform/text/names.ts'
import { openSignedIn } from '../e2e/helpers/account-visits.ts'
import { closeBrowser, openBrowser, openPage, waitUntilLive } from '../e2e/helpers/browser.ts'
import { type Player, signUp } from '../e2e/helpers/player.ts'
import { type Site, startSite } from '../e2e/helpers/site.ts'
import { PAYLOADS } from './payloads.ts'

/** Number of players; the board of a machine shows 50. */
const PLAYERS = 40

let site: Site
let browser: Browser
let players: Player[]
let machineId: string
let groupId: string
let eventId: string
let scoreId: string

const payload = (n: number): string => PAYLOADS[n % PAYLOADS.length]!

/** The payloads that are valid names. The others are refused as names and occur only in texts. */
const NAMES = PAYLOADS.filter(text => nameProblem(text) === null)
const named = (n: number): string => NAMES[n % NAMES.length]!

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  players = await Promise.all(Array.from({ length: PLAYERS }, (_, n) => signUp(site.endpoint, `player${n}`)))
  const [first] = players as [Player]
  for (const role of ['moderator', 'machine-editor', 'admin']) await site.admin('roles', '--add', role, '--username', 'player0')
  ;[machineId, groupId, eventId, scoreId] = Array.from({ length: 4 }, () => v7()) as [string, string, string, string]
  await first.call('machines.add', { _id: machineId, name: named(1), manufacturer: named(5), type: 'ss' })
  await first.call('groups.add', { _id: groupId, name: named(2), description: PAYLOADS.slice(0, 12).join('\n'), visibility: 'public' })
  await first.call('events.add', {
    _id: eventId,
    groupId,
    name: named(7),
    description: PAYLOADS.slice(20, 32).join('\n'),
    venue: named(9),
    startsAt: new Date(Date.now() - 3_600_000),
    endsAt: new Date(Date.now() + 3_600_000),
    format: { kind: 'best-game', points: 'papa' },
    machineIds: [machineId],
  })
  for (let n = 0; n < 5; n++) await first.call('events.addGuest', { _id: v7(), eventId, displayName: named(n * 11).slice(0, 60) })
  await first.call('scores.submit', { _id: scoreId, machineId, value: 1_000_000, comment: payload(0), location: named(14), eventId })
  await Promise.all(
    players.map(async (player, n) => {
      await player.call('players.edit', {
        displayName: named(n).slice(0, 60),
        bio: payload(n + 20),
        location: named(n + 3).slice(0, 80),
      })
      if (n > 0) await player.call('scores.submit', { _id: v7(), machineId, value: 1000 + n, comment: payload(n + 20) })
      if (n > 0 && n < 6) {
        await player.call('reports.add', { _id: v7(), kind: 'profile', subjectId: first.userId, reason: payload(n * 9) })
        await player.call('scores.flag', { scoreId, reason: payload(n * 7) })
        await player.call('groups.join', { groupId })
      }
    }),
  )
  for (const [n, text] of PAYLOADS.entries()) await players[n % PLAYERS]!.call('scores.comment', { _id: v7(), scoreId, text })
})
afterAll(async () => {
  await Promise.all(players?.map(player => player.disconnect()) ?? [])
  await closeBrowser(browser)
  await site?.close()
})

describe('[X1] what people write', () => {
  const pages = (): string[] => [
    '/',
    '/machines',
    `/machines/${machineId}`,
    `/scores/${scoreId}`,
    '/players/player0',
    '/players/player7',
    '/groups',
    `/groups/${groupId}`,
    '/events',
    `/events/${eventId}`,
    `/events/${eventId}/live`,
    `/submit?machine=${machineId}`,
    `/nowhere/${encodeURIComponent(payload(0))}`,
    `/machines?text=${encodeURIComponent(payload(7))}`,
  ]
  const inside = ['/admin/reports', '/admin/scores', '/admin/users', '/admin/log', `/admin/machines/edit?machine=${machineId}`, '/account']

  it('is text on every page, as it comes and when its script has taken over: nothing runs, asks elsewhere or breaks a rule', async () => {
    const dialogs: string[] = []
    const elsewhere: string[] = []
    const visitor = await openPage(browser)
    const admin = await openSignedIn(browser, site, 'player0')
    for (const { page } of [visitor, admin]) {
      page.on('dialog', dialog => {
        dialogs.push(`${page.url()}: ${dialog.message()}`)
        void dialog.dismiss()
      })
      page.on('request', request => {
        if (!request.url().startsWith(site.url) && !/^(data|blob):/.test(request.url())) elsewhere.push(`${page.url()}: ${request.url()}`)
      })
    }
    const visits = [...pages().map(path => [visitor, path] as const), ...[...pages(), ...inside].map(path => [admin, path] as const)]
    let seen = 0
    for (const [watched, path] of visits) {
      await watched.page.goto(site.url + path)
      if (!path.startsWith('/nowhere') && path !== '/account') await waitUntilLive(watched)
      const { pwned, strangers, text } = await watched.page.evaluate(() => ({
        pwned: 'pwned' in window,
        strangers: document.querySelectorAll(
          '#root script, #root iframe, #root object, #root embed, #root base, #root [onerror], #root [onload], #root style, #root link',
        ).length,
        text: document.body.textContent ?? '',
      }))
      expect([path, pwned, strangers]).toEqual([path, false, 0])
      seen += [...text.matchAll(/alert|evil\.example/g)].length
    }
    console.info(
      `[X1] ${PAYLOADS.length} payloads on ${visits.length} pages: read ${seen} times, ${dialogs.length} dialogs, ${elsewhere.length} requests elsewhere`,
    )
    expect(seen).toBeGreaterThan(300)
    expect(dialogs).toEqual([])
    expect(elsewhere).toEqual([])
    const expected = /status of 404/
    expect([...visitor.problems, ...admin.problems].filter(line => !expected.test(line))).toEqual([])
  })

  it('ends no element of the page that comes over HTTP, and stands whole in the documents beside it', async () => {
    for (const path of pages()) {
      const html = await (await fetch(site.url + path)).text()
      expect(html.match(/<script/g), path).toHaveLength(2)
      expect(html.match(/<\/script>/g), path).toHaveLength(2)
      expect(html, path).not.toMatch(/<(img|svg|iframe|object|embed|form|style|base)[^>]*(alert|evil)/)
      const boot = /<script type="application\/json" id="boot">([^<]*)<\/script>/.exec(html)?.[1]
      expect(() => JSON.parse(boot!), path).not.toThrow()
    }
    const html = await (await fetch(`${site.url}/scores/${scoreId}`)).text()
    const boot = /<script type="application\/json" id="boot">([^<]*)<\/script>/.exec(html)![1]!
    const texts = JSON.stringify(JSON.parse(boot))
    // Overrides of the direction of writing are taken out of every text.
    for (const text of PAYLOADS) expect(texts).toContain(JSON.stringify(withoutOverrides(text.trim())).slice(1, -1))
  })
})

describe('[X2] a page of another site', () => {
  it('cannot show this one in a frame', async () => {
    const { page } = await openPage(browser)
    const refused = page.waitForEvent('requestfailed', request => request.url() === `${site.url}/sign-in`)
    await page.setContent(`<iframe src="${site.url}/sign-in"></iframe>`)
    expect((await refused).failure()?.errorText).toBe('net::ERR_BLOCKED_BY_RESPONSE')
    const [frame] = page.frames().filter(each => each !== page.mainFrame())
    await expect.poll(() => frame!.url()).toMatch(/^chrome-error:/)
  })
})
