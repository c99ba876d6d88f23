import type { Browser, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FakePinballMap } from '../../integration/fakes/pinball-map.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblems, openBrowser } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'
import { startSubProxy } from '../helpers/sub-proxy.ts'

const LOCATION = 99_002
const HOUR = 3_600_000

let site: Site
let pinballMap: FakePinballMap
let browser: Browser
let visitor: DdpTestClient
/** manages the venue and runs the season, in the browser and from elsewhere at once */
let keeper: Player
let nick: Player
let machines: { funhouse: string; xenon: string; twilight: string; mars: string }

beforeAll(async () => {
  pinballMap = await new FakePinballMap().open()
  site = await startSite({ RATE_LIMITS: 'off', PINBALL_MAP_URL: pinballMap.url })
  browser = await openBrowser()
  visitor = await DdpTestClient.open(site.endpoint)
  keeper = await signUp(site.endpoint, 'keeper')
  nick = await signUp(site.endpoint, 'nick')
  await signUp(site.endpoint, 'mira').then(mira => mira.disconnect())
  machines = {
    funhouse: await keeper.findMachine('funhouse'),
    xenon: await keeper.findMachine('xenon'),
    twilight: await keeper.findMachine('twilight'),
    mars: await keeper.findMachine('attack from mars'),
  }
  const entry = { year: null, manufacturer: null, ipdb_id: null, opdb_id: null }
  pinballMap.locations.set(LOCATION, [
    { ...entry, id: 1, name: 'Attack From Mars', manufacturer: 'Bally', year: 1995 },
    { ...entry, id: 2, name: 'Homebrew Example', year: 2024 },
  ])
})
afterAll(async () => {
  await keeper?.disconnect()
  await nick?.disconnect()
  await closeBrowser(browser)
  visitor?.socket.close()
  await site?.close()
  await pinballMap?.close()
})

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()

async function pick(page: Page, field: string, text: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(text)
  await page.getByRole('option', { name: option }).first().click()
}

/** The rows of the list in the dialog: what each is called. */
const rowsOf = (page: Page, list: string): Promise<(string | null)[]> =>
  page.getByRole('dialog').getByRole('list', { name: list }).locator('bdi').allTextContents()

/** What has the focus, as screen readers call it. */
const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName)

describe('lists of a venue that two change at once', () => {
  let slug: string
  let venueId: string
  let page: Page
  let count = 0

  beforeEach(async () => {
    const made = (await keeper.call('venues.add', { _id: v7(), name: `Loft ${++count}`, timeZone: 'UTC' })) as {
      slug: string
      venueId: string
    }
    ;({ slug, venueId } = made)
    await keeper.call('venues.setMachines', { venueId, machineIds: [machines.funhouse, machines.xenon], was: [] })
    await visitor.subscribe('venues.one', { slug })
    page = (await openSignedIn(browser, site, 'keeper', { path: `/venues/${slug}` })).page
  })

  /** The machines that stand in the venue, in their order. */
  const standing = (): unknown[] =>
    [...visitor.documents('venueMachines').values()]
      .filter(each => each.venueId === venueId)
      .sort((a, b) => Number(a.order) - Number(b.order))
      .map(each => each.machineId)

  it('says which machines the other has changed, keeps what was chosen, and saves it the next time', async () => {
    const { funhouse, xenon, twilight, mars } = machines
    await press(page, 'Machines and order')
    await pick(page, 'Add machine', 'twilight', /Twilight Zone/)
    await page.getByText('Twilight Zone was added as #3.').waitFor({ state: 'attached' })
    await keeper.call('venues.setMachines', { venueId, machineIds: [xenon, mars], was: [funhouse, xenon] })
    await press(page, 'Save changes')
    const conflict = page.getByRole('alert').filter({ hasText: 'Someone else has changed this list.' })
    await conflict.getByText('Added by them: Attack from Mars').waitFor()
    await conflict.getByText('Taken out by them: Funhouse').waitFor()
    expect(await rowsOf(page, 'Machines')).toEqual(['Funhouse', 'Xenon', 'Twilight Zone'])
    expect(await findAccessibilityProblems(page)).toEqual([])
    // Once more, before the second time: that is told too.
    await keeper.call('venues.setMachines', { venueId, machineIds: [xenon, funhouse], was: [xenon, mars] })
    await press(page, 'Save changes')
    await conflict.getByText('Their order: Xenon, Funhouse').waitFor()
    expect(await rowsOf(page, 'Machines')).toEqual(['Funhouse', 'Xenon', 'Twilight Zone'])
    await press(page, 'Save changes')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(standing).toEqual([funhouse, xenon, twilight])
    await page.context().close()
  })

  it('keeps the focus where the next key does something sensible, and says what has changed', async () => {
    await press(page, 'Machines and order')
    await page.getByRole('button', { name: 'Move Xenon up' }).press('Enter')
    await page.getByText('Xenon is now #1.').waitFor({ state: 'attached' })
    await expect.poll(() => focused(page)).toBe('Move Xenon up')
    await page.getByRole('button', { name: 'Remove Xenon' }).press('Enter')
    await page.getByText('Xenon was removed.').waitFor({ state: 'attached' })
    await expect.poll(() => focused(page)).toBe('Remove Funhouse')
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('INPUT')
    await page.context().close()
  })

  it('says which managers the other has changed, and saves what was chosen the next time', async () => {
    const managers = (): unknown[] =>
      [...visitor.documents('venueManagers').values()].filter(each => each.venueId === venueId).map(each => each.username)
    await press(page, 'Managers')
    await pick(page, 'Add a manager', 'mira', /mira/)
    await keeper.call('venues.setManagers', { venueId, userIds: [keeper.userId, nick.userId], was: [keeper.userId] })
    await press(page, 'Save changes')
    await page.getByText('Added by them: nick').waitFor()
    expect(await rowsOf(page, 'Managers')).toEqual(['keeper', 'mira'])
    await pick(page, 'Add a manager', 'nick', /nick/)
    await press(page, 'Save changes')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => managers().sort()).toEqual(['keeper', 'mira', 'nick'])
    await page.context().close()
  })

  it('shows anew what an import would change, with what was chosen, and then imports it', async () => {
    const { funhouse, xenon, twilight, mars } = machines
    await press(page, 'Import from Pinball Map')
    await page.getByLabel('Address or text').fill(`https://pinballmap.com/map?by_location_id=${LOCATION}`)
    await press(page, 'Show what would change')
    await pick(page, 'Homebrew Example, 2024', 'twilight', /Twilight Zone/)
    await page.getByLabel('Remove Xenon').check()
    // The way back loses neither what was typed nor what was chosen.
    await press(page, 'Back')
    expect(await page.getByLabel('Address or text').inputValue()).toContain(String(LOCATION))
    await press(page, 'Show what would change')
    await expect.poll(() => page.getByLabel('Homebrew Example, 2024').inputValue()).toMatch(/^Twilight Zone/)
    expect(await page.getByLabel('Remove Xenon').isChecked()).toBe(true)
    await keeper.call('venues.setMachines', { venueId, machineIds: [funhouse, xenon, mars], was: [funhouse, xenon] })
    await press(page, 'Import')
    await page.getByText('Added by them: Attack from Mars').waitFor()
    await page.getByText('2 machines on the list, 0 new here').waitFor()
    expect(await page.getByLabel('Homebrew Example, 2024').inputValue()).toMatch(/^Twilight Zone/)
    expect(await findAccessibilityProblems(page)).toEqual([])
    await press(page, 'Import')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(standing).toEqual([funhouse, mars, twilight])
    await page.context().close()
  })

  it('says beside the field that a file cannot be read, and asks before what was typed is given up', async () => {
    const dialog = page.getByRole('dialog', { name: 'Import from Pinball Map' })
    const choose = (text: string): Promise<void> =>
      page.locator('input[type=file]').setInputFiles({ name: 'list.json', mimeType: 'application/json', buffer: Buffer.from(text) })
    await press(page, 'Import from Pinball Map')
    await choose('no list')
    await page.getByText('This is neither the address').waitFor()
    const file = dialog.getByRole('button', { name: 'Choose a file', description: /This is neither the address/ })
    await file.waitFor()
    // Nothing was chosen, so closing asks nothing.
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await press(page, 'Import from Pinball Map')
    await choose(JSON.stringify({ machines: pinballMap.locations.get(LOCATION) }))
    await page.getByText('2 machines on the list, 1 new here').waitFor()
    await press(page, 'Back')
    await dialog.getByText('list.json').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Discard what you’ve entered?' }).waitFor()
    await press(page, 'Keep editing')
    await press(page, 'Show what would change')
    await page.getByText('2 machines on the list, 1 new here').waitFor()
    await page.context().close()
  })
})

it('says which nights of a season the other has changed, and saves what was chosen the next time', async () => {
  const groupId = v7()
  await keeper.call('groups.add', { _id: groupId, name: 'Loft club', visibility: 'public' })
  const nights: string[] = []
  for (const name of ['Night A', 'Night B']) {
    const eventId = v7()
    const startsAt = new Date(Date.now() + HOUR)
    const format = { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 1, points: 'ifpa' }
    const facts = { name, startsAt, endsAt: new Date(startsAt.getTime() + HOUR), format, machineIds: [machines.funhouse], groupId }
    await keeper.call('events.add', { _id: eventId, ...facts })
    nights.push(eventId)
  }
  const season = (await keeper.call('series.add', { _id: v7(), name: 'Loft season', groupId })) as { seriesId: string; slug: string }
  const { page } = await openSignedIn(browser, site, 'keeper', { path: `/series/${season.slug}` })
  await press(page, 'Choose nights')
  await page.getByLabel('Add a night').selectOption(nights[0]!)
  await keeper.call('series.setEvents', { seriesId: season.seriesId, eventIds: [nights[1]!], was: [] })
  await press(page, 'Save nights')
  await page.getByText('Added by them: Night B').waitFor()
  expect(await rowsOf(page, 'Nights')).toEqual(['Night A'])
  await page.getByLabel('Add a night').selectOption(nights[1]!)
  await page.getByText('There is no other event to add.').waitFor()
  await press(page, 'Save nights')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await visitor.subscribe('series.nights', { slug: season.slug })
  await expect
    .poll(() =>
      [...visitor.documents('seriesNights').values()].sort((a, b) => Number(a.number) - Number(b.number)).map(each => each.eventId),
    )
    .toEqual(nights)
  await page.context().close()
})

it('says that the events to choose from could not be loaded, and not that there are none', async () => {
  const groupId = v7()
  await keeper.call('groups.add', { _id: groupId, name: 'Empty club', visibility: 'public' })
  const { slug } = (await keeper.call('series.add', { _id: v7(), name: 'Empty season', groupId })) as { slug: string }
  const { page } = await openSignedIn(browser, site, 'keeper', { path: `/series/${slug}` })
  const proxy = await startSubProxy(page.context())
  proxy.refuse(403, 'events.list')
  await page.reload()
  await press(page, 'Choose nights')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('alert').filter({ hasText: /./ }).waitFor()
  expect(await dialog.getByText('There is no other event to add.').count()).toBe(0)
  proxy.restore()
  await page.reload()
  await press(page, 'Choose nights')
  await dialog.getByText('There is no other event to add.').waitFor()
  await page.context().close()
})
