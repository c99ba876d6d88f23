import type { Browser, BrowserContext, Page } from 'playwright-core'
import { encode } from 'uqr'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { VenueMachineDoc } from '#venues/contract.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { startTcpProxy, type TcpProxy } from '../../tcp-proxy.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import {
  closeBrowser,
  findAccessibilityProblems,
  findAccessibilityProblemsInBothThemes,
  findOverflowingWidths,
  type ObservedPage,
  openBrowser,
  openPage,
  waitUntilLive,
} from '../helpers/browser.ts'
import { PASSWORD, type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'
import { expectQrCodes, qrCodes, readKeptVenues } from '../helpers/venues.ts'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 900 }
const NAMES = ['Medieval Madness', 'Twilight Zone', 'Attack from Mars']

let site: Site
let proxy: TcpProxy
let browser: Browser
let owner: Player
let watcher: DdpTestClient
let machineIds: string[]

beforeAll(async () => {
  proxy = await startTcpProxy(() => ({ host: '127.0.0.1', port: Number(new URL(site.endpoint).port) }))
  site = await startSite({ RATE_LIMITS: 'off', ROOT_URL: proxy.url })
  browser = await openBrowser()
  owner = await signUp(site.endpoint, 'owner')
  watcher = await DdpTestClient.open(site.endpoint)
  machineIds = []
  for (const name of NAMES) machineIds.push(await owner.findMachine(name))
})
afterEach(() => proxy.restore())
afterAll(async () => {
  await owner?.disconnect()
  watcher?.socket.close()
  await closeBrowser(browser)
  await site?.close()
  await proxy?.close()
})

interface Venue {
  venueId: string
  slug: string
  /** the codes of the machines, in the order of their names */
  codes: string[]
}

async function addVenue(name: string, more: object = {}): Promise<Venue> {
  const { venueId, slug } = await (owner.call('venues.add', { _id: v7(), name, timeZone: 'UTC', ...more }) as Promise<Omit<Venue, 'codes'>>)
  await owner.call('venues.setMachines', { venueId, machineIds, was: [] })
  const codes = 'groupId' in more ? [] : await readCodes(venueId, slug)
  return { venueId, slug, codes }
}

async function readCodes(venueId: string, slug: string): Promise<string[]> {
  await watcher.subscribe('venues.one', { slug })
  const machines = [...watcher.documents('venueMachines').values()] as unknown as VenueMachineDoc[]
  return machineIds.map(id => machines.find(each => each.venueId === venueId && each.machineId === id)!.code)
}

interface Phone extends ObservedPage {
  context: BrowserContext
  /** the arguments of every call of scores.submit, in order */
  submits: { _id: string; machineId: string; value: number; venueId?: string }[]
  offline(): Promise<void>
  online(): Promise<void>
}

/** A browser of a signed-in player, whose network can be cut. */
async function openPhone(name: string, viewport: typeof PHONE): Promise<Phone> {
  proxy.restore()
  await (await signUp(site.endpoint, name)).disconnect()
  const observed = await openSignedIn(browser, { ...site, url: proxy.url }, name, { path: '/account', worker: true, viewport })
  const { page } = observed
  const context = page.context()
  const submits: Phone['submits'] = []
  page.on('websocket', socket =>
    socket.on('framesent', ({ payload }) => {
      const frame = String(payload)
      if (frame.includes('"method":"scores.submit"')) submits.push(JSON.parse(frame).params[0])
    }),
  )
  await page.evaluate(() => navigator.serviceWorker.ready)
  return {
    ...observed,
    context,
    submits,
    async offline() {
      await context.setOffline(true)
      proxy.refuseConnections()
    },
    async online() {
      proxy.restore()
      await context.setOffline(false)
    },
  }
}

/** The codes that the device keeps of a venue. */
const keptCodes = async (page: Page, venueId: string): Promise<string[]> =>
  (await readKeptVenues(page)).find(each => each.venueId === venueId)?.machines.map(({ code }) => code) ?? []

const machine = (page: Page) => page.getByRole('combobox', { name: 'Machine' })
const venueLine = (page: Page) => page.getByRole('group', { name: 'Venue' })
const score = (page: Page) => page.getByLabel('Score', { exact: true })
const add = (page: Page) => page.getByRole('button', { name: 'Add score' }).click()
const showsMachine = (page: Page, name: string) => expect.poll(() => machine(page).inputValue()).toMatch(new RegExp(name, 'i'))

/** The problems of a page that was offline, without those of the network. */
const withoutNetwork = ({ problems }: ObservedPage): string[] =>
  problems.filter(line => !/WebSocket|ERR_INTERNET_DISCONNECTED|ERR_NETWORK|ERR_CONNECTION|ERR_EMPTY|when fetching the script/.test(line))

describe.each([PHONE, DESK])('in a window of $width px, the short address of a QR code', viewport => {
  const { width } = viewport

  it('opens the form for the machine in its venue, and without a connection also that of a machine that was never scanned', async () => {
    const { venueId, slug, codes } = await addVenue(`Code Cellar ${width}`)
    const phone = await openPhone(`ann${width}`, viewport)
    const { page } = phone
    await page.goto(`${proxy.url}/v/${slug}/${codes[0]}`)
    await showsMachine(page, NAMES[0]!)
    await venueLine(page).getByText(`Code Cellar ${width}`).waitFor()
    await expect.poll(() => keptCodes(page, venueId)).toEqual(codes)
    expect(await findAccessibilityProblems(page)).toEqual([])

    await phone.offline()
    await page.goto(`${proxy.url}/v/${slug}/${codes[1]}`)
    await showsMachine(page, NAMES[1]!)
    await venueLine(page).getByText(`Code Cellar ${width}`).waitFor()
    await score(page).fill('1234567')
    await add(page)
    await page.getByRole('heading', { name: 'Saved' }).waitFor()
    await page.getByRole('button', { name: 'Add another' }).click()
    await page.getByRole('listitem').filter({ hasText: '1,234,567' }).getByText(`Code Cellar ${width}`).waitFor()
    await phone.online()
    await page.getByRole('listitem').filter({ hasText: '1,234,567' }).getByText('On the board').waitFor()
    expect(phone.submits).toMatchObject([{ machineId: machineIds[1], value: 1_234_567, venueId }])
    expect(withoutNetwork(phone)).toEqual([])
    await phone.context.close()
  })

  it('with a code that the device does not know, says so offline, and goes on with a machine of the venue', async () => {
    const { venueId, slug, codes } = await addVenue(`New Machines ${width}`)
    const phone = await openPhone(`ben${width}`, viewport)
    const { page } = phone
    await page.goto(`${proxy.url}/submit?venue=${slug}`)
    await venueLine(page).getByText(`New Machines ${width}`).waitFor()
    await expect.poll(() => keptCodes(page, venueId)).toEqual(codes)
    await phone.offline()
    await page.goto(`${proxy.url}/v/${slug}/zzzz`)
    await page.getByText('this device doesn’t know this code yet').waitFor()
    await score(page).fill('7654321')
    await machine(page).click()
    expect((await page.getByRole('option').allInnerTexts()).slice(0, 3).map(text => text.toLowerCase())).toEqual(
      NAMES.map(each => each.toLowerCase()),
    )
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('option', { name: new RegExp(NAMES[2]!, 'i') }).click()
    expect(await score(page).inputValue()).toBe('7,654,321')
    await add(page)
    await page.getByRole('heading', { name: 'Saved' }).waitFor()
    await phone.online()
    await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    expect(phone.submits).toMatchObject([{ machineId: machineIds[2], venueId }])
    // The machine that was picked last is proposed first at the venue where a score was added today.
    await page.goto(`${proxy.url}/submit`)
    await venueLine(page).getByText(`New Machines ${width}`).waitFor()
    await machine(page).click()
    await expect.poll(async () => (await page.getByRole('option').first().innerText()).toLowerCase()).toContain(NAMES[2]!.toLowerCase())
    expect(withoutNetwork(phone)).toEqual([])
    await phone.context.close()
  })
})

it('a score is not lost with its venue: it is sent without, and says so', async () => {
  const { venueId, slug, codes } = await addVenue('Short Life')
  const phone = await openPhone('cyd', PHONE)
  const { page } = phone
  await page.goto(`${proxy.url}/v/${slug}/${codes[0]}`)
  await showsMachine(page, NAMES[0]!)
  await venueLine(page).getByText('Short Life').waitFor()
  await expect.poll(() => keptCodes(page, venueId)).toEqual(codes)
  await phone.offline()
  await page.getByText(/^You’re offline\. Scores you add/).waitFor()
  await score(page).fill('4200042')
  await add(page)
  await page.getByRole('heading', { name: 'Saved' }).waitFor()
  await owner.call('venues.remove', { venueId })
  await phone.online()
  await page.getByText('“Short Life” isn’t on the site any more').waitFor()
  expect(phone.submits.map(each => [each.value, each.venueId])).toEqual([
    [4_200_042, venueId],
    [4_200_042, undefined],
  ])
  await page.goto(`${proxy.url}/v/${slug}/${codes[1]}`)
  await page.getByText('This venue isn’t on the site').waitFor()
  await showsMachine(page, NAMES[1]!)
  expect(withoutNetwork(phone)).toEqual([])
  await phone.context.close()
})

it('what a visitor types at the short address is there again after an account was created, with venue and machine', async () => {
  const { venueId, slug, codes } = await addVenue('Newcomer Bar')
  const observed = await openPage(browser, { viewport: PHONE })
  const { page } = observed
  await page.goto(`${proxy.url}/v/${slug}/${codes[2]}`)
  await showsMachine(page, NAMES[2]!)
  await score(page).fill('3330333')
  await page.getByRole('main').getByRole('link', { name: 'Create account' }).click()
  await page.getByLabel('User name').fill('newcomer')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`**/v/${slug}/${codes[2]}`)
  await showsMachine(page, NAMES[2]!)
  await venueLine(page).getByText('Newcomer Bar').waitFor()
  expect(await score(page).inputValue()).toBe('3,330,333')
  await add(page)
  await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
  expect(observed.sent.some(frame => frame.includes('"method":"scores.submit"') && frame.includes(venueId))).toBe(true)
  // A code of another machine begins an empty form.
  await page.goto(`${proxy.url}/v/${slug}/${codes[0]}`)
  await showsMachine(page, NAMES[0]!)
  expect(await score(page).inputValue()).toBe('')
  expect(observed.problems).toEqual([])
  await page.context().close()
})

it('the venue of a score is found by its name, changed and removed, with the keyboard too', async () => {
  const { slug, codes } = await addVenue('Keyboard Lounge')
  const other = await addVenue('Mouse House')
  const { page, problems, context } = await openPhone('dan', DESK)
  await page.goto(`${proxy.url}/v/${slug}/${codes[0]}`)
  await venueLine(page).getByText('Keyboard Lounge').waitFor()
  await venueLine(page).getByRole('button', { name: 'Change' }).press('Enter')
  await page.keyboard.type('mouse')
  await page.getByRole('option', { name: /Mouse House/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await venueLine(page).getByText('Mouse House').waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Change')
  expect(await machine(page).inputValue()).toMatch(new RegExp(NAMES[0]!, 'i'))
  await venueLine(page).getByRole('button', { name: 'Remove' }).click()
  await venueLine(page).getByRole('button', { name: 'Choose' }).waitFor()
  expect(await venueLine(page).innerText()).not.toContain('House')
  expect(other.codes).toHaveLength(3)
  expect(problems).toEqual([])
  await context.close()
})

it('a machine’s board shows what was played in a venue, by windows, with a way back to all scores', async () => {
  const { venueId, slug } = await addVenue('Board Room')
  const [machineId] = machineIds
  await owner.call('scores.submit', { _id: v7(), machineId, value: 9_100_001, venueId })
  const eve = await signUp(site.endpoint, 'eve')
  await eve.submit(machineId!, 9_200_002)
  await eve.disconnect()
  const { page, problems } = await openPage(browser, { viewport: PHONE })
  const row = (value: string) => page.getByRole('row').filter({ hasText: value })
  await page.goto(`${proxy.url}/machines/${machineId}?venue=${slug}`)
  await page.getByRole('heading', { name: 'Played at Board Room' }).waitFor()
  await row('9,100,001').waitFor()
  expect(await row('9,200,002').count()).toBe(0)
  await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: 'Month' }).click()
  await page.waitForURL(`**/machines/${machineId}?window=month&venue=${slug}`)
  await row('9,100,001').waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  expect(await findOverflowingWidths(page)).toEqual([])
  await page.getByRole('link', { name: 'Show all scores' }).click()
  await page.waitForURL(`**/machines/${machineId}?window=month`)
  await row('9,200,002').waitFor()
  await page.goto(`${proxy.url}/machines/${machineId}?venue=no-such-venue`)
  await page.getByText('This venue isn’t on the site').waitFor()
  expect(problems).toEqual([])
  await page.context().close()
})

it('the venue of a score is corrected with the score, and stays when nobody says otherwise', async () => {
  const { venueId } = await addVenue('First Place')
  const other = await addVenue('Second Place')
  const phone = await openPhone('fay', PHONE)
  const { page } = phone
  await page.goto(`${proxy.url}/v/${other.slug}/${other.codes[0]}`)
  await venueLine(page).getByText('Second Place').waitFor()
  await venueLine(page).getByRole('button', { name: 'Change' }).click()
  await page.getByRole('combobox', { name: 'Venue' }).fill('first')
  await page.getByRole('option', { name: /First Place/ }).click()
  await showsMachine(page, NAMES[0]!)
  await score(page).fill('5550555')
  await add(page)
  await page.getByRole('link', { name: 'View score' }).click()
  await page.getByRole('link', { name: 'First Place' }).waitFor()
  expect(phone.submits).toMatchObject([{ venueId }])
  const correct = async (change: () => Promise<void>) => {
    await page.getByRole('button', { name: 'Edit score' }).click()
    await change()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await correct(() => page.getByRole('textbox', { name: 'Comment', exact: true }).fill('at last'))
  await page.getByText('at last').first().waitFor()
  expect(await page.getByRole('link', { name: 'First Place' }).count()).toBe(1)
  await correct(async () => {
    await venueLine(page).getByRole('button', { name: 'Change' }).click()
    await page.getByRole('option', { name: /Second Place/ }).click()
  })
  await page.getByRole('link', { name: 'Second Place' }).waitFor()
  await correct(() => venueLine(page).getByRole('button', { name: 'Remove' }).click())
  await page.getByRole('link', { name: 'Second Place' }).waitFor({ state: 'detached' })
  expect(phone.problems).toEqual([])
  await phone.context.close()
})

describe('the sheet of QR codes', () => {
  it('fits on one sheet of A4 and of Letter, reads well on any screen, and leaves out the machines that are not wanted', async () => {
    const { slug, codes } = await addVenue('Print Shop')
    const { page, problems } = await openPage(browser, { viewport: DESK })
    await page.goto(`${proxy.url}/venues/${slug}/print`)
    await expectQrCodes(page, 3)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Print Shop')
    const drawn = await page
      .getByRole('img', { name: new RegExp(`for ${NAMES[0]}`, 'i') })
      .locator('path')
      .getAttribute('d')
    const { data } = encode(`${proxy.url}/v/${slug}/${codes[0]}`, { border: 2 })
    expect(drawn!.split('M').length - 1).toBe(data.flat().filter(Boolean).length)
    expect(data.every((line, y) => line.every((dark, x) => dark === drawn!.includes(`M${x} ${y}h`)))).toBe(true)
    await page.getByText('Machines on the sheet').click()
    await page.getByRole('checkbox', { name: /Twilight Zone/i }).uncheck()
    await expectQrCodes(page, 2)
    expect(await findAccessibilityProblemsInBothThemes(page, 'codes')).toEqual([])
    expect(await findOverflowingWidths(page)).toEqual([])
    for (const format of ['A4', 'Letter'] as const) {
      const pdf = await page.pdf({ format, margin: { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' } })
      expect(pdf.toString('latin1').match(/\/Type \/Page\b/g), format).toHaveLength(1)
    }
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 718, height: 1047 })
    const sizes = await qrCodes(page).evaluateAll(all => all.map(each => each.getBoundingClientRect().width))
    // At least 4 cm, which a phone reads at arm's length.
    for (const size of sizes) expect(size).toBeGreaterThan(151)
    expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0)
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('of a venue of a private group is shown to nobody but its members, as if there were none', async () => {
    const groupId = v7()
    await owner.call('groups.add', { _id: groupId, name: 'Cellar club', visibility: 'private' })
    const { slug } = await addVenue('Hidden Cellar', { groupId })
    const hidden = await fetch(`${proxy.url}/venues/${slug}/print`)
    const unknown = await fetch(`${proxy.url}/venues/no-such-venue/print`)
    expect([hidden.status, unknown.status]).toEqual([404, 404])
    expect(await hidden.text()).not.toContain('Hidden Cellar')
    const { page, problems } = await openPage(browser, { viewport: PHONE })
    await page.goto(`${proxy.url}/venues/${slug}/print`)
    await page.getByRole('heading', { name: /^Tilt/ }).waitFor()
    expect(problems.filter(line => !line.includes('status of 404'))).toEqual([])
    await page.context().close()
    const member = await openSignedIn(browser, { ...site, url: proxy.url }, 'owner', { path: '/account', viewport: PHONE })
    await member.page.goto(`${proxy.url}/venues/${slug}/print`)
    await expectQrCodes(member.page, 3)
    await waitUntilLive(member)
    await member.page.context().close()
  })
})
