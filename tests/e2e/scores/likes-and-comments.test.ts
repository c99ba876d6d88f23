import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillLoginForm, openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, openBrowser, openPage, waitUntilLive } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'
import { startSubProxy } from '../helpers/sub-proxy.ts'

let site: Site
let browser: Browser
let ann: Player
let bob: Player
let machineId: string
let otherId: string
/** Ann's score, which is the best one. */
let scoreId: string

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  ann = await signUp(site.endpoint, 'ann')
  bob = await signUp(site.endpoint, 'bob')
  await (await signUp(site.endpoint, 'mod')).disconnect()
  await site.admin('roles', '--add', 'moderator', '--username', 'mod')
  machineId = await ann.findMachine('attack from mars')
  otherId = await ann.findMachine('medieval madness')
  await ann.submit(machineId, 3_000_000_000)
  scoreId = (await ann.submit(machineId, 9_876_543_210)).scoreId
  await bob.submit(machineId, 2_000_000_000)
})

afterAll(async () => {
  await ann?.disconnect()
  await bob?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

const without404 = (problems: string[]): string[] => problems.filter(line => !line.includes('status of 404'))

describe('a score’s page', () => {
  it('shows a like and a comment in one browser as soon as they are given in another', async () => {
    const path = `/scores/${scoreId}`
    const watcher = await openPage(browser)
    await watcher.page.goto(site.url + path)
    await waitUntilLive(watcher)
    const giving = await openSignedIn(browser, site, 'bob', { path, viewport: { width: 390, height: 844 } })
    await giving.page.getByRole('button', { name: 'Like', exact: true }).click()
    await giving.page.getByRole('button', { name: 'Like: 1 like', pressed: true }).waitFor()
    await watcher.page.getByRole('link', { name: 'Like: 1 like' }).waitFor()

    await giving.page.getByLabel('Your comment').fill('Saucer\n<b>attack</b>!')
    await giving.page.getByRole('button', { name: 'Post comment', exact: true }).click()
    for (const { page } of [watcher, giving]) {
      await page.getByRole('heading', { name: 'Comments 1' }).waitFor()
      await page.getByRole('listitem').filter({ hasText: 'bob' }).getByText('<b>attack</b>!').waitFor()
    }
    await giving.page.getByRole('button', { name: 'Like: 1 like' }).click()
    await watcher.page.getByRole('link', { name: 'Like', exact: true }).waitFor()
    for (const { page, problems } of [watcher, giving]) {
      expect(problems).toEqual([])
      await page.context().close()
    }
  })

  it('shows the latest twenty comments and folds the earlier ones, without a script too', async () => {
    const { scoreId: discussed } = await ann.submit(otherId, 1_000_000)
    for (let i = 1; i <= 22; i++) await bob.call('scores.comment', { _id: v7(), scoreId: discussed, text: `Comment ${i}.` })
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await openPage(browser, { javaScriptEnabled })
      await page.goto(`${site.url}/scores/${discussed}`)
      await page.getByText('Comment 3.').waitFor()
      expect(await page.getByText('Comment 2.').isVisible()).toBe(false)
      await page.getByText('Show earlier comments (2)').click()
      for (const text of ['Comment 1.', 'Comment 2.']) await page.getByText(text).waitFor()
      await page.context().close()
    }
  })

  it('keeps what is being typed into a comment, a report and a dispute when the connection is lost and back', async () => {
    const { scoreId: typedAbout } = await ann.submit(otherId, 1_100_000)
    const { page } = await openSignedIn(browser, site, 'bob')
    const proxy = await startSubProxy(page.context())
    await page.goto(`${site.url}/scores/${typedAbout}`)
    let comments = 0
    const reconnect = async (): Promise<void> => {
      await proxy.closeSockets()
      await bob.call('scores.comment', { _id: v7(), scoreId: typedAbout, text: `Meanwhile ${++comments}.` })
      await page.getByText(`Meanwhile ${comments}.`).waitFor()
    }
    await page.getByLabel('Your comment', { exact: true }).fill('A long comment')
    const dialog = page.getByRole('dialog')
    for (const [button, label] of [
      ['Report this score', 'Details (optional)'],
      ['Dispute score', 'Why do you think it’s wrong?'],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      await dialog.getByLabel(label).fill('A long text')
      await reconnect()
      expect(await dialog.getByLabel(label).inputValue(), button).toBe('A long text')
      await dialog.getByRole('button', { name: 'Close' }).click()
      await dialog.getByRole('button', { name: 'Discard' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    expect(await page.getByLabel('Your comment', { exact: true }).inputValue()).toBe('A long comment')
    await page.context().close()
  })

  it('leads visitors who want to like, comment, dispute or report to sign in, and back', async () => {
    const { page, problems } = await openPage(browser)
    await page.goto(`${site.url}/scores/${scoreId}`)
    const signIn = `/sign-in?next=${encodeURIComponent(`/scores/${scoreId}`)}`
    for (const name of [/^Like/, 'Sign in to comment', 'Dispute score', 'Report this score'])
      expect(await page.getByRole('link', { name }).getAttribute('href'), String(name)).toBe(signIn)
    await page.getByRole('link', { name: /^Like/ }).click()
    await fillLoginForm(page, 'bob')
    await page.waitForURL(`${site.url}/scores/${scoreId}`)
    await page.getByRole('button', { name: /^Like/ }).waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })
})

describe('a score under review', () => {
  it('says so to its player and to everybody, and counts once a moderator lets it', async () => {
    const giving = await openSignedIn(browser, site, 'bob', { path: `/submit?machine=${otherId}`, viewport: { width: 390, height: 844 } })
    await giving.page.getByLabel('Score', { exact: true }).fill('9999999999999')
    await giving.page.getByRole('button', { name: 'Add score' }).click()
    await giving.page.getByRole('heading', { name: 'This score is under review' }).waitFor()
    const [found] = await findAccessibilityProblemsInBothThemes(giving.page, 'result under review')
    expect(found).toBeUndefined()
    const path = new URL((await giving.page.getByRole('link', { name: 'View score', exact: true }).getAttribute('href'))!, site.url)
      .pathname
    const watcher = await openPage(browser)
    await watcher.page.goto(site.url + path)
    await watcher.page.getByText('This score is under review').waitFor()
    const other = await openSignedIn(browser, site, 'ann', { path })
    await other.page.getByRole('button', { name: 'Confirm score' }).click()
    await other.page.getByText(/To confirm this score, you need an account older than 30 days/).waitFor()
    const moderating = await openSignedIn(browser, site, 'mod', { path: '/admin/scores?state=held' })
    await moderating.page.getByRole('article').filter({ hasText: '9,999,999,999,999' }).waitFor()
    await moderating.page.goto(site.url + path)
    await moderating.page.getByRole('button', { name: 'Accept score' }).click()
    await watcher.page.getByText('This score is under review').waitFor({ state: 'detached' })
    await watcher.page.getByText(/mod accepted this score/).waitFor()
    for (const { page, problems } of [giving, watcher, other, moderating]) {
      expect(problems).toEqual([])
      await page.context().close()
    }
  })
})

describe('a disputed score', () => {
  it('reaches a moderator at once, who takes it off every board and says what came of it', async () => {
    const board = await openPage(browser)
    await board.page.goto(`${site.url}/machines/${machineId}`)
    await waitUntilLive(board)
    await board.page.getByRole('row', { name: /9,876,543,210/ }).waitFor()
    const reports = await openSignedIn(browser, site, 'mod', { path: '/admin/reports' })
    await reports.page.getByRole('heading', { name: 'No open reports.' }).waitFor()

    const player = await openSignedIn(browser, site, 'bob', { path: `/scores/${scoreId}` })
    await player.page.getByRole('button', { name: 'Dispute score' }).click()
    await player.page.getByLabel('Why do you think it’s wrong?').fill('The glass was off')
    await player.page.getByRole('button', { name: 'Submit dispute' }).click()
    await player.page.getByText('This score is disputed').waitFor()

    const report = reports.page.getByRole('article').filter({ hasText: 'The glass was off' })
    await report.getByText('Reported by bob').waitFor()
    await report.getByRole('heading').getByRole('link').click()
    await reports.page.waitForURL(`${site.url}/scores/${scoreId}`)
    await reports.page.getByText('This score is disputed.').waitFor()
    await reports.page.getByRole('button', { name: 'Reject' }).click()
    await reports.page.getByLabel('Reason').fill('No witness')
    await reports.page.getByRole('button', { name: 'Reject score' }).last().click()
    for (const { page } of [player, reports]) await page.getByText('This score was rejected by a moderator: No witness').waitFor()
    await board.page.getByRole('row', { name: /9,876,543,210/ }).waitFor({ state: 'detached' })
    await board.page.getByRole('row', { name: /ann.*3,000,000,000/ }).waitFor()

    await reports.page.goBack()
    await reports.page.waitForURL(`${site.url}/admin/reports`)
    await report.waitFor()
    await report.getByRole('button', { name: 'Close report' }).click()
    await reports.page.getByLabel('Outcome (optional)').fill('Rejected')
    await reports.page.getByRole('dialog').getByRole('button', { name: 'Close report' }).click()
    await reports.page.getByRole('heading', { name: 'No open reports.' }).waitFor()
    await reports.page.getByRole('link', { name: 'Closed', exact: true }).click()
    await report.getByText('Rejected', { exact: true }).waitFor()
    await report.getByText('Closed by mod').waitFor()
    expect(without404(reports.problems)).toEqual([])
    for (const { problems } of [board, player]) expect(problems).toEqual([])
    for (const { page } of [board, player, reports]) await page.context().close()
  })

  it('has its reports where nobody but a moderator finds anything', async () => {
    expect((await fetch(`${site.url}/admin/reports`)).status).toBe(404)
    const player = await openSignedIn(browser, site, 'bob')
    expect((await player.page.goto(`${site.url}/admin/reports`))?.status()).toBe(404)
    await waitUntilLive(player)
    await player.page.getByRole('heading', { name: 'Tilt. There’s nothing here.' }).waitFor()
    expect(await player.page.title()).toBe('Page not found · Skillshot')
    expect(without404(player.problems)).toEqual([])
    await player.page.context().close()
  })
})

describe('a player’s page', () => {
  it('plots the progress of the player and describes it in text, with the machine in the URL', async () => {
    const cleo = await signUp(site.endpoint, 'cleo')
    for (const value of [1_000_000_000, 900_000_000, 3_000_000_000]) await cleo.submit(machineId, value)
    for (const value of [20_000_000, 31_000_000]) await cleo.submit(otherId, value)
    await cleo.disconnect()
    const visitor = await openPage(browser)
    const { page, problems } = visitor
    await page.goto(`${site.url}/players/cleo`)
    await waitUntilLive(visitor)
    const grown = /^From 1,000,000,000 on .* to 3,000,000,000 on .*: improved once\.$/
    await page.getByRole('img', { name: grown }).waitFor()
    expect(await page.locator('figcaption').last().textContent()).toMatch(grown)
    await page.getByLabel('Machine', { exact: true }).selectOption({ label: 'Medieval Madness' })
    await page.waitForURL(`${site.url}/players/cleo?machine=${otherId}`)
    const other = /^From 20,000,000 on .* to 31,000,000 on .*: improved once\.$/
    await page.getByRole('img', { name: other }).waitFor()
    await page.reload()
    await page.getByRole('img', { name: other }).waitFor()
    expect(page.url()).toBe(`${site.url}/players/cleo?machine=${otherId}`)
    expect(await page.getByLabel('Machine', { exact: true }).inputValue()).toBe(otherId)
    expect(problems).toEqual([])
    await page.context().close()
  })
})

describe('every page with likes and comments', () => {
  it('has no serious accessibility problem (axe), on a phone and on a desktop, in dark and light mode', async () => {
    const { scoreId: shown } = await ann.submit(machineId, 4_000_000_000)
    await bob.call('scores.comment', { _id: v7(), scoreId: shown, text: 'Well played' })
    await bob.call('scores.flag', { scoreId: shown, reason: 'Too well played' })
    const found: string[] = []
    const visitor = await openPage(browser)
    const moderator = await openSignedIn(browser, site, 'mod')
    for (const [{ page, problems }, path, words] of [
      [visitor, `/scores/${shown}`, 'Well played'],
      [visitor, '/players/ann', 'Progress'],
      [visitor, '/privacy', 'no cookies'],
      [visitor, '/child-safety', 'child'],
      [moderator, `/scores/${shown}`, 'Verify'],
      [moderator, '/admin/reports', 'Too well played'],
      [moderator, '/admin/reports?state=closed', 'Closed'],
    ] as const) {
      await page.goto(site.url + path)
      await page.getByRole('main').getByText(words).first().waitFor()
      found.push(...(await findAccessibilityProblemsInBothThemes(page, path)))
      expect(without404(problems)).toEqual([])
    }
    for (const { page } of [visitor, moderator]) await page.context().close()
    expect(found).toEqual([])
  })
})

describe('a policy', () => {
  it('is the operator’s own text as soon as there is one, also on a page that is open', async () => {
    const { page, problems } = await openPage(browser)
    await page.goto(`${site.url}/privacy`)
    await page.getByRole('heading', { level: 1, name: 'Privacy', exact: true }).waitFor()
    await page.getByText('no cookies').waitFor()
    mkdirSync(join(site.dataDir, 'policies'))
    writeFileSync(join(site.dataDir, 'policies', 'privacy.md'), '# What we keep\n\nScores, **nothing** else. <script>alert(1)</script>\n')
    await page.getByRole('heading', { level: 1, name: 'What we keep' }).waitFor()
    await page.getByText('Scores, nothing else. <script>alert(1)</script>').waitFor()
    expect(await page.getByText('no cookies').count()).toBe(0)
    expect(await (await fetch(`${site.url}/privacy`)).text()).toContain('<strong>nothing</strong>')
    expect(problems).toEqual([])
    await page.context().close()
  })
})
