import { writeFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventGroupDoc } from '#events/contract/documents.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { closeBrowser, findOverflowingWidths, openBrowser, openPage } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const HOUR = 3_600_000
const DESK = { viewport: { width: 1280, height: 900 } }
const NAMES = [
  ...['Wizardmode Wilhelmina', 'Annegret Flipperfingerhut', 'Christopher Featherstonehaugh', 'Maximiliane Silberkugel'],
  ...['Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal', 'Ida', 'Jon', 'Kim', 'Lea'],
]
/** What is between margins of 1 cm, in CSS px. */
const PAPERS = { A4: { width: 718, height: 1047 }, Letter: { width: 740, height: 980 } }
const MARGIN = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' }

let site: Site
let browser: Browser
let director: Player
let watcher: DdpTestClient
let eventId: string

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'director')
  await site.admin('roles', '--add', 'event-director', '--username', 'director')
  watcher = await DdpTestClient.open(site.endpoint)
  const machineIds: string[] = []
  for (const name of ['funhouse', 'medieval madness', 'twilight zone', 'indiana jones']) machineIds.push(await director.findMachine(name))
  eventId = v7()
  await director.call('events.add', {
    _id: eventId,
    name: 'Flip Night',
    startsAt: new Date(Date.now() - HOUR),
    endsAt: new Date(Date.now() + HOUR),
    timeZone: 'Europe/Berlin',
    venue: 'The Silver Ball',
    format: { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 3, points: 'ifpa' },
    machineIds,
  })
  await director.call('events.addPlayers', { eventId, entries: NAMES.map(displayName => ({ _id: v7(), displayName })) })
  await watcher.subscribe('events.rounds', { eventId })
  const groups = () => [...watcher.documents('eventGroups')].map(([_id, group]) => ({ ...(group as unknown as EventGroupDoc), _id }))
  for (const round of [1, 2]) {
    await director.call('events.draw', { _id: v7(), eventId })
    await watcher.waitUntil(() => groups().filter(group => group.round === round).length === 4)
    if (round === 1)
      for (const { _id: groupId, entrantIds: order } of groups()) await director.call('events.result', { eventId, groupId, order })
  }
})
afterAll(async () => {
  await director?.disconnect()
  watcher?.socket.close()
  await closeBrowser(browser)
  await site?.close()
})

/** Returns the words of the tables that do not stand in one line. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.getByRole('table').evaluateAll(tables => {
    const broken: string[] = []
    for (const table of tables) {
      const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT)
      while (walker.nextNode() !== null) {
        const text = walker.currentNode
        for (const { 0: word, index } of text.textContent!.matchAll(/\S+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
        }
      }
    }
    return broken
  })

describe.each(['en-US', 'de-DE', 'ar'])('in %s', locale => {
  it.each(['pairings', 'sheets', 'standings'])(
    'shows the %s of 16 players on any screen, and prints them on one sheet with whole words',
    async what => {
      const { page, problems } = await openPage(browser, { ...DESK, locale })
      // Nothing answers, as in a cellar without a network: the page says so on the screen, and paper does not.
      await page.routeWebSocket(/./, () => {})
      await page.goto(`${site.url}/events/${eventId}/print?what=${what}`)
      const status = page.getByRole('status').filter({ has: page.locator('svg') })
      await status.waitFor()
      expect(await findOverflowingWidths(page)).toEqual([])
      for (const format of ['A4', 'Letter'] as const) {
        const pdf = await page.pdf({ format, margin: MARGIN })
        if (process.env.SCREENS !== undefined) await writeFile(`${process.env.SCREENS}/${what}-${format}-${locale}.pdf`, pdf)
        expect(pdf.toString('latin1').match(/\/Type \/Page\b/g), format).toHaveLength(1)
      }
      await page.emulateMedia({ media: 'print' })
      expect(await status.count()).toBe(0)
      for (const paper of Object.values(PAPERS)) {
        await page.setViewportSize(paper)
        expect(await brokenWords(page)).toEqual([])
      }
      expect(problems).toEqual([])
      await page.context().close()
    },
  )
})
