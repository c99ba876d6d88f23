import { writeFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FakePinballMap } from '../../integration/fakes/pinball-map.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { startTcpProxy, type TcpProxy } from '../../tcp-proxy.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import {
  closeBrowser,
  findAccessibilityProblems,
  findOverflowingWidths,
  type ObservedPage,
  observePage,
  openBrowser,
  openPage,
  waitUntilHydrated,
  waitUntilLive,
} from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'
import { expectQrCodes, readKeptVenues } from '../helpers/venues.ts'

const LOCATION = 99_001

let site: Site
let proxy: TcpProxy
let pinballMap: FakePinballMap
let browser: Browser
let visitor: DdpTestClient

beforeAll(async () => {
  pinballMap = await new FakePinballMap().open()
  proxy = await startTcpProxy(() => ({ host: '127.0.0.1', port: Number(new URL(site.endpoint).port) }))
  site = await startSite({ RATE_LIMITS: 'off', ROOT_URL: proxy.url, PINBALL_MAP_URL: pinballMap.url })
  browser = await openBrowser()
  visitor = await DdpTestClient.open(site.endpoint)
  const entry = { year: null, manufacturer: null, ipdb_id: null, opdb_id: null }
  pinballMap.locations.set(LOCATION, [
    { ...entry, id: 1, name: 'Attack From Mars', manufacturer: 'Bally', year: 1995 },
    { ...entry, id: 2, name: 'Homebrew Example', year: 2024 },
    { ...entry, id: 3, name: 'Medieval Madness', manufacturer: 'Williams', year: 1997 },
  ])
})
afterAll(async () => {
  await closeBrowser(browser)
  visitor?.socket.close()
  await site?.close()
  await proxy?.close()
  await pinballMap?.close()
})

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()

const venueLine = (page: Page) => page.getByRole('group', { name: 'Venue' })
const venueIdOf = (slug: string): string => [...visitor.documents('venues')].find(([, venue]) => venue.slug === slug)![0]

/** Returns the code of a machine of a venue, which the visitor has subscribed to. */
function findCode(slug: string, machine: string): string {
  const venueId = venueIdOf(slug)
  const machines = [...visitor.documents('venueMachines').values()]
  return String(machines.find(each => each.venueId === venueId && each.name === machine)!.code)
}

describe.each([390, 1280])('a venue on a screen of %i px', width => {
  let player: Player
  let visit: ObservedPage
  let page: Page
  let slug: string
  const name = `Silverball Cellar ${width}`

  beforeAll(async () => {
    player = await signUp(site.endpoint, `keeper ${width}`)
    const options = { path: '/venues', worker: true, viewport: { width, height: 844 } }
    visit = await openSignedIn(browser, { ...site, url: proxy.url }, `keeper ${width}`, options)
    page = visit.page
  })
  afterAll(() => player?.disconnect())

  it('is added by a player, who then manages it', async () => {
    await page.getByRole('link', { name: 'New venue' }).click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Town or street (optional)').fill('Bremen')
    await press(page, 'Add venue')
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    slug = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1)!)
    expect(slug).toBe(`silverball-cellar-${width}`)
    await page.getByText('Nothing stands here yet.').waitFor()
  })

  it('takes its machines from Pinball Map, and asks about what nobody knows', async () => {
    await press(page, 'Import from Pinball Map')
    await page.getByLabel('Address or text').fill('nowhere')
    await press(page, 'Show what would change')
    await page.getByText('This is neither the address').waitFor()
    await page.getByLabel('Address or text').fill(`https://pinballmap.com/map?by_location_id=${LOCATION}`)
    await press(page, 'Show what would change')
    await page.getByText('3 machines on the list, 2 new here').waitFor()
    await page.getByText('same name, maker and year').first().waitFor()
    await page.getByLabel('Homebrew Example, 2024').fill('twilight')
    await page
      .getByRole('option', { name: /Twilight Zone/ })
      .first()
      .click()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await press(page, 'Import')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect
      .poll(() =>
        page
          .getByRole('listitem')
          .filter({ has: page.getByRole('button', { name: /^Mark out of order: / }) })
          .count(),
      )
      .toBe(3)
  })

  it('says what is out of order with one tap, and takes it back', async () => {
    await press(page, 'Mark out of order: Medieval Madness')
    await page.getByText(/^Out of order since/).waitFor()
    await press(page, 'Undo')
    await page.getByText(/^Out of order since/).waitFor({ state: 'detached' })
    await press(page, 'Mark out of order: Medieval Madness')
    await press(page, 'Note on Medieval Madness')
    await page.getByLabel('What is wrong (optional)').fill('The left ramp sticks.')
    await press(page, 'Save changes')
    await page.getByText('The left ramp sticks.').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
  })

  it('has an order that its managers change with buttons', async () => {
    await press(page, 'Machines and order')
    await press(page, 'Move Medieval Madness up')
    await press(page, 'Save changes')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const links = page.getByRole('listitem').getByRole('link', { name: /Attack from Mars|Medieval Madness|Twilight Zone/ })
    await expect.poll(() => links.allTextContents()).toEqual(['Attack from Mars', 'Medieval Madness', 'Twilight Zone'])
  })

  it('has a sheet of codes that stay whole on paper, one a machine', async () => {
    await page.getByRole('link', { name: 'Print QR codes' }).click()
    await expectQrCodes(page, 3)
    expect(await findOverflowingWidths(page)).toEqual([])
    const sheet = await page.pdf({ format: 'A4' })
    expect(sheet.byteLength).toBeGreaterThan(1000)
    if (process.env.KEEP_PDF !== undefined) await writeFile(process.env.KEEP_PDF, sheet)
  })

  it('has codes that open the form for a score without a network, and the score is sent when it is back', async () => {
    await page.goto(`${proxy.url}/venues/${slug}`)
    await waitUntilHydrated(page)
    await visitor.subscribe('venues.one', { slug })
    const code = findCode(slug, 'Attack from Mars')
    // The device has the venue, and the worker has its pages.
    await expect.poll(async () => (await readKeptVenues(page)).map(each => each.slug)).toContain(slug)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await expect.poll(() => page.evaluate(() => caches.match('/submit').then(found => found !== undefined))).toBe(true)
    const context = page.context()
    await context.setOffline(true)
    proxy.refuseConnections()
    const phone = observePage(await context.newPage())
    await phone.page.goto(`${proxy.url}/v/${slug}/${code}`)
    await venueLine(phone.page).getByText(name).waitFor()
    await expect.poll(() => phone.page.getByRole('combobox', { name: 'Machine' }).inputValue()).toBe('Attack from Mars')
    const value = 1_000_000 + width
    await phone.page.getByLabel('Score', { exact: true }).fill(String(value))
    await press(phone.page, 'Add score')
    await phone.page.getByRole('heading', { name: 'Saved' }).waitFor()
    proxy.restore()
    await context.setOffline(false)
    await visitor.subscribe('scores.recent', { limit: 20 })
    await expect
      .poll(() => [...visitor.documents('scores').values()].find(each => each.value === value), { timeout: 30_000 })
      .toMatchObject({
        machineName: 'Attack from Mars',
        venueId: venueIdOf(slug),
      })
    await phone.page.close()
  })

  it('opens the form for who is not signed in, and keeps what the code chose', async () => {
    const code = findCode(slug, 'Twilight Zone')
    const guest = await openPage(browser, { viewport: { width, height: 844 } })
    await guest.page.goto(`${proxy.url}/v/${slug}/${code}`)
    await waitUntilLive(guest)
    await venueLine(guest.page).getByText(name).waitFor()
    expect(await guest.page.getByRole('combobox', { name: 'Machine' }).inputValue()).toBe('Twilight Zone')
    await guest.page.getByLabel('Score', { exact: true }).fill('123456')
    await guest.page.getByRole('link', { name: 'Sign in', exact: true }).last().click()
    await guest.page.waitForURL(/\/sign-in\?next=/)
    expect(new URL(guest.page.url()).searchParams.get('next')).toBe(`/v/${slug}/${code}`)
    await guest.page.goBack()
    await venueLine(guest.page).getByText(name).waitFor()
    expect(await guest.page.getByLabel('Score', { exact: true }).inputValue()).toMatch(/123/)
    expect(guest.problems).toEqual([])
  })

  it('is removed and brought back', async () => {
    proxy.restore()
    await page.goto(`${proxy.url}/venues/${slug}`)
    await press(page, 'Edit venue')
    await press(page, 'Remove venue')
    await page.getByRole('dialog', { name: 'Remove this venue?' }).getByRole('button', { name: 'Remove venue' }).click()
    await page.getByText(`${name} was removed.`).waitFor()
    await press(page, 'Undo')
    await page.getByRole('heading', { name, level: 1 }).waitFor()
  })
})

it('an event takes the machines of a venue in one tap, its name and its time zone, and leads to it', async () => {
  const director = await signUp(site.endpoint, 'director')
  await site.admin('roles', '--add', 'event-director', '--username', 'director')
  const { slug, venueId } = (await director.call('venues.add', { _id: v7(), name: 'Flipper Loft', timeZone: 'Europe/Berlin' })) as {
    slug: string
    venueId: string
  }
  const machineIds = [await director.findMachine('funhouse'), await director.findMachine('twilight'), await director.findMachine('xenon')]
  await director.call('venues.setMachines', { venueId, machineIds, was: [] })
  await director.call('venues.setMachine', { venueId, machineId: machineIds[1], outOfOrder: true })
  const { page } = await openSignedIn(browser, { ...site, url: proxy.url }, 'director', { path: '/admin/events/new' })
  await page.getByLabel('Name', { exact: true }).fill('Loft night')
  await page.getByRole('combobox', { name: 'At a venue on this site (optional)' }).fill('flipper')
  await page.getByRole('option', { name: /Flipper Loft/ }).click()
  expect(await page.getByLabel('Venue (optional)').inputValue()).toBe('Flipper Loft')
  expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Berlin')
  await press(page, 'Take its 2 machines')
  await page.getByRole('listitem').filter({ hasText: 'Funhouse' }).waitFor()
  await page
    .getByRole('button', { name: /^(Add event|Create event)$/ })
    .last()
    .click()
  await page.getByRole('heading', { name: 'Loft night', level: 1 }).waitFor()
  await visitor.subscribe('events.list', { venueId })
  const [eventId, event] = [...visitor.documents('events')].find(([, each]) => each.venueId === venueId)!
  expect(event).toMatchObject({ venue: 'Flipper Loft', venueSlug: slug, machineIds: [machineIds[0], machineIds[2]] })
  await page.goto(`${proxy.url}/events/${eventId}`)
  await page.getByRole('link', { name: 'Flipper Loft' }).click()
  await page.getByRole('heading', { name: 'Flipper Loft', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Loft night' }).waitFor()
  await director.disconnect()
})

it('a venue of a private group has the same page as none, and the same as its codes', async () => {
  const owner = await signUp(site.endpoint, 'den owner')
  const groupId = v7()
  await owner.call('groups.add', { _id: groupId, name: 'Den', visibility: 'private' })
  const { slug, venueId } = (await owner.call('venues.add', { _id: v7(), name: 'Hidden den', groupId })) as {
    slug: string
    venueId: string
  }
  await owner.call('venues.setMachines', { venueId, machineIds: [await owner.findMachine('funhouse')], was: [] })
  const body = async (path: string): Promise<[number, string]> => {
    const answer = await fetch(site.url + path)
    // Every page says when it was rendered.
    return [answer.status, (await answer.text()).replaceAll(path.split('/')[2]!, '').replace(/"now":\d+/, '')]
  }
  for (const rest of ['', '/print']) {
    const [status, html] = await body(`/venues/${slug}${rest}`)
    expect([status, html]).toEqual(await body(`/venues/nowhere-at-all${rest}`))
    expect(status).toBe(404)
    expect(html).not.toContain('Hidden den')
  }
  expect(await body(`/v/${slug}/abcd`)).toEqual(await body('/v/nowhere-at-all/abcd'))
  const visit = await openSignedIn(browser, { ...site, url: proxy.url }, 'den owner', { path: `/venues/${slug}` })
  await visit.page.getByRole('heading', { name: 'Hidden den' }).waitFor()
  const outsider = await openPage(browser)
  await outsider.page.goto(`${proxy.url}/venues/${slug}`)
  await outsider.page.getByRole('heading', { name: 'Tilt. There’s nothing here.' }).waitFor()
  await owner.disconnect()
})
