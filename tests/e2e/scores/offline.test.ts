import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTcpProxy, type TcpProxy } from '../../tcp-proxy.ts'
import { fillLoginForm, openSignedIn } from '../helpers/account-visits.ts'
import {
  closeBrowser,
  findAccessibilityProblems,
  type ObservedPage,
  observePage,
  openBrowser,
  openPage,
  untilRendered,
  waitUntilHydrated,
  waitUntilLive,
} from '../helpers/browser.ts'
import { holdPictures } from '../helpers/hold-pictures.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

let site: Site
let proxy: TcpProxy
let browser: Browser
let ann: Player
let machineId: string
let photo: { name: string; mimeType: string; buffer: Buffer }

beforeAll(async () => {
  proxy = await startTcpProxy(() => ({ host: '127.0.0.1', port: Number(new URL(site.endpoint).port) }))
  site = await startSite({ RATE_LIMITS: 'off', ROOT_URL: proxy.url })
  browser = await openBrowser()
  ann = await signUp(site.endpoint, 'ann')
  machineId = await ann.findMachine('medieval madness')
  await ann.submit(machineId, 10_000_000)
  const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#000', noise } })
    .jpeg()
    .toBuffer()
  photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
})

afterAll(async () => {
  await ann?.disconnect()
  await closeBrowser(browser)
  await site?.close()
  await proxy?.close()
})

/** A browser of a player, whose network can be cut, with a record of what all its pages have sent. */
interface Device {
  context: BrowserContext
  first: ObservedPage
  /** The arguments of every call of scores.submit, in order. */
  submits: { _id: string; value: number; picture?: { key: string } }[]
  /** Number of pictures sent to the storage. */
  uploads: number
  open(path?: string): Promise<ObservedPage>
  offline(): Promise<void>
  online(): Promise<void>
}

async function device(
  name: string,
  path = `/submit?machine=${machineId}`,
  before: (page: Page) => Promise<unknown> = async () => {},
): Promise<Device> {
  proxy.restore()
  await (await signUp(site.endpoint, name)).disconnect()
  const first = await openSignedIn(browser, { ...site, url: proxy.url }, name, { path: '/account', worker: true })
  const context = first.page.context()
  const self: Device = {
    context,
    first,
    submits: [],
    uploads: 0,
    async open(to = path) {
      const observed = observePage(await context.newPage())
      listen(observed.page)
      await before(observed.page)
      await observed.page.goto(proxy.url + to)
      await waitUntilLive(observed)
      return observed
    },
    async offline() {
      await context.setOffline(true)
      proxy.refuseConnections()
      for (const page of context.pages()) await page.getByText(/^You’re offline\. Scores you add/).waitFor({ timeout: 20_000 })
    },
    async online() {
      proxy.restore()
      await context.setOffline(false)
    },
  }
  const listen = (page: Page): void => {
    page.on('websocket', socket =>
      socket.on('framesent', ({ payload }) => {
        const frame = String(payload)
        if (frame.includes('"method":"scores.submit"')) self.submits.push(JSON.parse(frame).params[0])
      }),
    )
    page.on('request', request => {
      if (request.method() === 'POST') self.uploads++
    })
  }
  listen(first.page)
  await before(first.page)
  first.frames.length = 0
  await first.page.goto(proxy.url + path)
  await waitUntilLive(first)
  return self
}

const type = async (page: Page, value: number, picture = true): Promise<void> => {
  await page.getByLabel('Score', { exact: true }).fill(String(value))
  if (!picture) return
  await page.getByLabel('Choose a photo').setInputFiles(photo)
  await page.getByText('Photo ready').waitFor()
}

const add = (page: Page): Promise<void> => page.getByRole('button', { name: 'Add score' }).click()

/** The scores in the device's IndexedDB. */
const stored = (page: Page): Promise<{ id: string; state: string; value: number }[]> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('skillshot', 1)
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const all = request.result.transaction('scores').objectStore('scores').getAll()
          all.onsuccess = () => {
            request.result.close()
            resolve(all.result.map(({ id, state, value }) => ({ id, state, value })))
          }
        }
      }),
  )

/** How many names of machines the device keeps. */
const keptNames = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('skillshot-machines')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const database = request.result
          if (!database.objectStoreNames.contains('values')) {
            database.close()
            indexedDB.deleteDatabase('skillshot-machines').onsuccess = () => resolve(0)
            return
          }
          const names = database.transaction('values').objectStore('values').get('names')
          names.onsuccess = () => {
            database.close()
            resolve(names.result?.machines.length ?? 0)
          }
        }
      }),
  )

/** Puts a score into the device's IndexedDB, as an earlier visit would have left it. */
const forge = (page: Page, item: Record<string, unknown>): Promise<void> =>
  page.evaluate(
    given =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('skillshot', 1)
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const transaction = request.result.transaction('scores', 'readwrite')
          transaction.objectStore('scores').put({ ...given, typedAt: new Date(), achievedAt: new Date() })
          transaction.oncomplete = () => {
            request.result.close()
            resolve()
          }
        }
      }),
    item,
  )

/** How often a value appears in the latest scores as shown to another visitor. */
async function seen(value: number): Promise<number> {
  const observed = await openPage(browser)
  await observed.page.goto(proxy.url)
  await waitUntilLive(observed)
  const count = await observed.page.getByRole('article').getByText(value.toLocaleString('en-US'), { exact: true }).count()
  await observed.page.context().close()
  return count
}

/** The problems of a page that was offline, without those of the network. The browser may have been fetching the service worker's script. */
const withoutNetwork = ({ problems }: ObservedPage): string[] =>
  problems.filter(line => !/WebSocket|ERR_INTERNET_DISCONNECTED|ERR_NETWORK|ERR_CONNECTION|ERR_EMPTY|when fetching the script/.test(line))
/** The text of the element that has the focus; empty if none has it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => (document.activeElement === document.body ? '' : (document.activeElement?.textContent ?? '')))
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

describe('a score entered online', () => {
  it('is shown with its rank and picture at once, and leaves nothing on the device', async () => {
    const { first, submits, context } = await device('ola')
    await type(first.page, 11_000_001)
    await add(first.page)
    await first.page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    expect(submits).toMatchObject([{ value: 11_000_001, picture: { key: expect.stringContaining('scorePicUpload') } }])
    await expect.poll(() => stored(first.page)).toEqual([])
    await first.page.getByRole('link', { name: 'View score' }).click()
    await first.page.getByRole('heading', { level: 1 }).waitFor()
    expect(first.problems).toEqual([])
    await context.close()
  })

  it('gives way to an empty form when its player goes to the form again, who loses nothing while typing', async () => {
    const { first, submits, context } = await device('ona')
    const { page } = first
    const plus = page.getByRole('navigation').getByRole('link', { name: 'Add score' })
    const score = page.getByLabel('Score', { exact: true })
    const machine = page.getByRole('combobox', { name: 'Machine' })
    await type(page, 11_500_001, false)
    await add(page)
    await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    await plus.click()
    await page.waitForURL('**/submit')
    await expect.poll(() => score.inputValue()).toBe('')
    expect(await machine.inputValue()).toBe('')
    await machine.fill('medieval mad')
    await page.getByRole('option', { name: /Medieval Madness/ }).click()
    await type(page, 11_500_002, false)
    await plus.click()
    await untilRendered(page)
    expect(await score.inputValue()).toBe('11,500,002')
    await add(page)
    await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    await plus.click()
    await expect.poll(() => score.inputValue()).toBe('')
    expect(submits.map(({ value }) => value)).toEqual([11_500_001, 11_500_002])
    expect(first.problems).toEqual([])
    await context.close()
  })
})

describe('a score entered offline', () => {
  it('is kept when its page is closed, and sent once with its picture when the device is online again', async () => {
    const phone = await device('pia')
    await phone.offline()
    await type(phone.first.page, 12_000_001)
    await add(phone.first.page)
    await phone.first.page.getByRole('heading', { name: 'Saved' }).waitFor()
    expect(await stored(phone.first.page)).toMatchObject([{ state: 'waiting', value: 12_000_001 }])
    const blank = await phone.context.newPage()
    await phone.first.page.close()
    expect(phone.submits).toEqual([])
    await phone.online()
    const back = await phone.open()
    await row(back.page, '12,000,001')
      .getByText(/On the board: #\d+ of \d+/)
      .waitFor()
    expect(phone.submits).toMatchObject([{ value: 12_000_001, picture: { key: expect.stringContaining('scorePicUpload') } }])
    expect([phone.uploads, await seen(12_000_001)]).toEqual([1, 1])
    await back.page.getByRole('link', { name: 'View score' }).click()
    await back.page.waitForURL('**/scores/**')
    await expect.poll(() => stored(back.page)).toEqual([])
    expect([withoutNetwork(phone.first), back.problems]).toEqual([[], []])
    await blank.close()
    await phone.context.close()
  })

  it('is its player’s also when the server has not yet said who that is', async () => {
    const phone = await device('oto')
    const { page } = phone.first
    await page.routeWebSocket('**/websocket', () => {})
    await page.reload()
    await type(page, 12_500_001, false)
    await add(page)
    await page.getByRole('heading', { name: 'Saved' }).waitFor()
    await page.close()
    const back = await phone.open()
    await row(back.page, '12,500,001').getByText('On the board').waitFor()
    expect([phone.submits.length, back.problems]).toEqual([1, []])
    await phone.context.close()
  })

  it('turns into its place on the board where it is looked at', async () => {
    const phone = await device('quy')
    const { page } = phone.first
    await phone.offline()
    await type(page, 13_000_001, false)
    await add(page)
    await page.getByRole('heading', { name: 'Saved' }).waitFor()
    await expect.poll(() => focused(page)).toContain('Saved')
    await phone.online()
    await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    await expect.poll(() => focused(page)).toMatch(/board|podium|champion/i)
    expect(phone.submits).toHaveLength(1)
    expect(withoutNetwork(phone.first)).toEqual([])
    await phone.context.close()
  })

  it('may be for one of the machines that were picked last', async () => {
    const phone = await device('ria', '/submit')
    const { page } = phone.first
    await page.getByRole('combobox', { name: 'Machine' }).fill('attack from m')
    await page.getByRole('option', { name: /Attack from Mars/i }).click()
    await type(page, 1_400_001, false)
    await add(page)
    await page.getByRole('button', { name: 'Add another' }).click()
    phone.first.frames.length = 0
    await page.reload()
    await waitUntilLive(phone.first)
    await phone.offline()
    const box = page.getByRole('combobox', { name: 'Machine' })
    await box.click()
    await page.getByRole('option', { name: /Attack from Mars/i }).waitFor()
    await box.fill('no such machine')
    await page.getByText('No results.').waitFor()
    await box.fill('mars')
    await page.getByRole('option', { name: /Attack from Mars/i }).click()
    await type(page, 1_400_002, false)
    await add(page)
    await page.getByRole('heading', { name: 'Saved' }).waitFor()
    await page.getByRole('button', { name: 'Add another' }).click()
    await row(page, '1,400,002').getByText('Waiting for a connection.').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await phone.online()
    await row(page, '1,400,002').getByText('On the board').waitFor()
    expect(withoutNetwork(phone.first)).toEqual([])
    await phone.context.close()
  })

  it('may be for any machine of the catalogue, also in a page that is opened without a connection', async () => {
    const phone = await device('ray', '/submit')
    await phone.context.pages()[0]!.evaluate(() => navigator.serviceWorker.ready)
    await expect.poll(() => keptNames(phone.first.page)).toBeGreaterThan(10)
    await phone.offline()
    const { page } = phone.first
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await waitUntilHydrated(page)
    const box = page.getByRole('combobox', { name: 'Machine' })
    await box.fill('twilight')
    await page.getByRole('option', { name: /Twilight Zone/ }).click()
    await type(page, 14_500_001, false)
    await add(page)
    await page.getByRole('heading', { name: 'Saved' }).waitFor()
    await phone.online()
    await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    expect(phone.submits).toMatchObject([{ value: 14_500_001 }])
    expect(withoutNetwork(phone.first)).toEqual([])
    await phone.context.close()
  })

  it('can be edited and removed before it is sent', async () => {
    const phone = await device('sam')
    const { page } = phone.first
    await phone.offline()
    await type(page, 15_000_001)
    await add(page)
    await page.getByRole('button', { name: 'Add another' }).click()
    await type(page, 15_000_002, false)
    await add(page)
    await page.getByRole('button', { name: 'Add another' }).click()
    const [{ id } = { id: '' }] = await stored(page)
    await row(page, '15,000,001').getByRole('button', { name: 'Edit' }).click()
    await page.getByText('You’re editing a score that hasn’t been sent yet').waitFor()
    expect(await page.getByLabel('Score', { exact: true }).inputValue()).toBe('15,000,001')
    await page.getByText('Photo ready').waitFor()
    await page.getByLabel('Score', { exact: true }).fill('15000003')
    await add(page)
    await page.getByRole('button', { name: 'Add another' }).click()
    await row(page, '15,000,002').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove' }).last().click()
    await expect.poll(() => stored(page)).toEqual([{ id, state: 'waiting', value: 15_000_003 }])
    await phone.online()
    await row(page, '15,000,003').getByText('On the board').waitFor()
    expect(phone.submits.map(({ _id, value }) => [_id, value])).toEqual([[id, 15_000_003]])
    expect(withoutNetwork(phone.first)).toEqual([])
    await phone.context.close()
  })

  it('gets no photo that was being scaled down for another score when it is taken into the form', async () => {
    const phone = await device('sid')
    const { page } = phone.first
    await phone.offline()
    await type(page, 15_400_001, false)
    await add(page)
    await page.getByRole('button', { name: 'Add another' }).click()
    const settle = await holdPictures(page)
    await page.getByLabel('Choose a photo').setInputFiles(photo)
    await page.getByText('Resizing…').waitFor()
    await row(page, '15,400,001').getByRole('button', { name: 'Edit' }).click()
    await page.getByText('Resizing…').waitFor({ state: 'detached' })
    await settle('ready')
    await phone.online()
    await add(page)
    await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    expect(phone.submits).toMatchObject([{ value: 15_400_001 }])
    expect(phone.submits[0]).not.toHaveProperty('picture')
    expect(withoutNetwork(phone.first)).toEqual([])
    await phone.context.close()
  })

  it('stays when it was sent while its player was asked whether to remove it', async () => {
    const phone = await device('sue')
    const { page } = phone.first
    await phone.offline()
    await type(page, 15_500_001, false)
    await add(page)
    await page.getByRole('button', { name: 'Add another' }).click()
    await row(page, '15,500,001').getByRole('button', { name: 'Remove' }).click()
    await phone.online()
    await expect.poll(() => stored(page)).toMatchObject([{ state: 'accepted' }])
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await row(page, '15,500,001').getByRole('link', { name: 'View score' }).waitFor()
    expect(phone.submits).toHaveLength(1)
    expect(withoutNetwork(phone.first)).toEqual([])
    await phone.context.close()
  })
})

describe('exactly once', () => {
  it.each([
    ['by the browser’s locks', false],
    ['by a lease, where a browser has no locks', true],
  ])('two pages of one browser send a score once: %s', async (_, lockless) => {
    const name = lockless ? 'tim' : 'ulf'
    const value = lockless ? 16_000_001 : 16_000_002
    const phone = await device(name, undefined, async page => {
      if (lockless) await page.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
    })
    const second = await phone.open()
    await phone.offline()
    await type(phone.first.page, value)
    await add(phone.first.page)
    await phone.first.page.getByRole('heading', { name: 'Saved' }).waitFor()
    await row(second.page, value.toLocaleString('en-US')).getByText('Waiting for a connection.').waitFor()
    await phone.online()
    await phone.first.page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    await row(second.page, value.toLocaleString('en-US')).getByText('Waiting').waitFor({ state: 'detached' })
    expect([phone.submits.length, phone.uploads, await seen(value)]).toEqual([1, 1, 1])
    expect([...withoutNetwork(phone.first), ...withoutNetwork(second)]).toEqual([])
    await phone.context.close()
  })

  it('what one page has removed, another does not offer to send again', async () => {
    const phone = await device('rex')
    const second = await phone.open()
    await phone.offline()
    await type(phone.first.page, 16_500_001, false)
    await add(phone.first.page)
    await phone.first.page.getByRole('heading', { name: 'Saved' }).waitFor()
    await row(second.page, '16,500,001').getByRole('button', { name: 'Remove' }).click()
    await second.page.getByRole('button', { name: 'Remove' }).last().click()
    expect(await phone.first.page.getByLabel('Score', { exact: true }).inputValue()).toBe('')
    await phone.online()
    expect(phone.submits).toEqual([])
    await phone.context.close()
  })

  it('a page that is loaded anew while it sends leaves one score, whether the picture or the score was on its way', async () => {
    const phone = await device('vic')
    const { page } = phone.first
    let held = (): void => {}
    const holding = new Promise<void>(resolve => {
      held = resolve
    })
    let reloading = false
    await page.route('**/*', route => (route.request().method() === 'POST' && !reloading ? held() : route.continue()))
    await type(page, 17_000_001)
    await add(page)
    await holding
    await page.getByText('Sending', { exact: true }).waitFor()
    expect(await stored(page)).toMatchObject([{ state: 'sending' }])
    // The held upload must not continue before the page has gone, because the old page would then submit the score as well.
    reloading = true
    await page.reload()
    await row(page, '17,000,001').getByText('On the board').waitFor()
    await page.addInitScript(() => {
      // The page does not hear the answer to its first score: it is loaded anew when that comes.
      window.WebSocket = class extends WebSocket {
        #deaf = false
        constructor(url: string | URL) {
          super(url)
          this.addEventListener('message', event => {
            if (!this.#deaf) return
            event.stopImmediatePropagation()
            if (String(event.data).includes('"msg":"result"')) window.location.reload()
          })
        }
        override send(data: string): void {
          if (data.includes('"scores.submit"') && !sessionStorage.getItem('cut')) {
            sessionStorage.setItem('cut', 'yes')
            this.#deaf = true
          }
          super.send(data)
        }
      }
    })
    phone.first.frames.length = 0
    await page.goto(`${proxy.url}/submit?machine=${machineId}`)
    await waitUntilLive(phone.first)
    await type(page, 17_000_002)
    await add(page)
    await row(page, '17,000,002').getByText('On the board').waitFor()
    expect(phone.submits.map(({ value }) => value)).toEqual([17_000_001, 17_000_002, 17_000_002])
    expect(phone.submits[1]).toEqual(phone.submits[2])
    expect([await seen(17_000_001), await seen(17_000_002)]).toEqual([1, 1])
    expect(phone.first.problems).toEqual([])
    await phone.context.close()
  })
})

describe('a score that was refused', () => {
  it('shows why, and can be edited and sent again', async () => {
    const phone = await device('wim')
    const userId = await phone.first.page.evaluate(() => localStorage.getItem('Meteor.userId'))
    const id = v7()
    await forge(phone.first.page, { id, userId, machineId: 'unknown', machineName: 'Gone Machine', value: 18_000_001, state: 'waiting' })
    await phone.first.page.reload()
    const { page } = phone.first
    await row(page, 'Gone Machine').getByText('This machine doesn’t exist (any more).').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    // The page before the reload may have found the score and sent it as well, since a page's queue starts some time after the page itself.
    const refused = phone.submits.splice(0)
    expect(new Set(refused.map(({ _id }) => _id))).toEqual(new Set([id]))
    await row(page, 'Gone Machine').getByRole('button', { name: 'Edit' }).click()
    await page.getByText('This score was refused.').waitFor()
    await page.getByRole('button', { name: 'Leave it for now' }).click()
    await row(page, 'Gone Machine').getByRole('button', { name: 'Edit' }).click()
    await page.getByText('This score was refused.').waitFor()
    await page.getByRole('combobox', { name: 'Machine' }).fill('medieval mad')
    await page.getByRole('option', { name: /Medieval Madness/ }).click()
    await add(page)
    await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    expect(phone.submits).toHaveLength(1)
    expect(phone.submits[0]!._id).not.toBe(id)
    await expect.poll(() => stored(page)).toEqual([])
    expect(phone.first.problems).toEqual([])
    await phone.context.close()
  })

  it('goes without its picture when that is what was refused', async () => {
    const phone = await device('xia')
    const { page } = phone.first
    await page.route('**/*', route => (route.request().method() === 'POST' ? route.fulfill({ status: 403 }) : route.continue()))
    await type(page, 19_000_001)
    await add(page)
    await page.getByText('The photo was refused, not your score.').waitFor()
    await page.getByText('The photo was refused by the storage of this site.').waitFor()
    expect(await page.getByText('This score was refused.').count()).toBe(0)
    await page.getByRole('button', { name: 'Send without the photo' }).click()
    await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    expect(phone.submits).toMatchObject([{ value: 19_000_001 }])
    expect(phone.submits[0]).not.toHaveProperty('picture')
    expect(phone.first.problems.filter(line => !line.includes('status of 403'))).toEqual([])
    await phone.context.close()
  })

  it('goes without its picture as it has been corrected in the form since', async () => {
    const phone = await device('xar')
    const { page } = phone.first
    await page.route('**/*', route => (route.request().method() === 'POST' ? route.fulfill({ status: 403 }) : route.continue()))
    await type(page, 19_500_001)
    await add(page)
    await page.getByText('The photo was refused, not your score.').waitFor()
    await page.getByText('The photo was refused by the storage of this site.').waitFor()
    expect(await page.getByText('This score was refused.').count()).toBe(0)
    await page.getByLabel('Score', { exact: true }).fill('19500002')
    await page.getByLabel('Comment').fill('read again')
    await page.getByRole('button', { name: 'Send without the photo' }).click()
    await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    expect(phone.submits).toMatchObject([{ value: 19_500_002, comment: 'read again' }])
    expect(phone.submits[0]).not.toHaveProperty('picture')
    await expect.poll(() => stored(page)).toEqual([])
    expect(phone.first.problems.filter(line => !line.includes('status of 403'))).toEqual([])
    await phone.context.close()
  })
})

describe('a picture on its way', () => {
  it('can be stopped, and sent again', async () => {
    const phone = await device('yan')
    const { page } = phone.first
    await page.route('**/*', route => (route.request().method() === 'POST' ? undefined : route.continue()))
    await type(page, 20_000_001)
    await add(page)
    await page.getByRole('button', { name: 'Cancel sending the photo' }).click()
    await page.getByText('Stopped', { exact: true }).waitFor()
    expect(phone.submits).toEqual([])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    expect(phone.submits).toHaveLength(1)
    expect(phone.first.problems).toEqual([])
    await phone.context.close()
  })
})

describe('whose score it is', () => {
  it('is asked when nobody was signed in, and no other player sends or reads it', async () => {
    await (await signUp(site.endpoint, 'zed')).disconnect()
    await (await signUp(site.endpoint, 'zoe')).disconnect()
    const observed = await openPage(browser)
    const { page, problems } = observed
    await page.goto(`${proxy.url}/submit?machine=${machineId}`)
    await waitUntilLive(observed)
    await type(page, 21_000_001, false)
    await page.getByRole('button', { name: 'Save on this device' }).click()
    await page.getByRole('heading', { name: 'Saved' }).waitFor()
    await page.getByText('Sign in to send it.').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await fillLoginForm(page, 'zed')
    await page.waitForURL('**/submit?machine=*')
    await page.getByRole('main').getByText('21,000,001', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Yes, it’s mine – send it' }).click()
    await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()

    const zed = await page.evaluate(() => localStorage.getItem('Meteor.userId'))
    await forge(page, { id: v7(), userId: zed, machineId, machineName: 'Secret', value: 21_000_002, state: 'mending' })
    await page.reload()
    await row(page, 'Secret').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('1 score on this device hasn’t been sent yet. Sign in to send it.').waitFor()
    await page.goto(`${proxy.url}/sign-in?next=/submit`)
    await fillLoginForm(page, 'zoe')
    await page.waitForURL('**/submit')
    await page.getByText('1 score by another player on this device hasn’t been sent yet.').waitFor()
    expect(await page.getByText('Secret').count()).toBe(0)
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove' }).last().click()
    await expect.poll(() => stored(page)).toEqual([])
    expect(problems).toEqual([])
    await page.context().close()
  })
})

describe('the script of the queue', () => {
  it('is fetched again with the next connection or form after it could not be loaded, and then sends what waits', async () => {
    proxy.restore()
    await (await signUp(site.endpoint, 'yip')).disconnect()
    const observed = await openSignedIn(browser, { ...site, url: proxy.url }, 'yip', { path: `/submit?machine=${machineId}` })
    const { page } = observed
    await type(page, 21_500_000, false)
    await add(page)
    await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    const userId = await page.evaluate(() => localStorage.getItem('Meteor.userId'))
    await page.addInitScript(() => {
      window.WebSocket = class extends WebSocket {
        constructor(url: string | URL) {
          super(url)
          window.addEventListener('cut', () => this.close())
        }
      }
    })
    let isBlocked = true
    await page.route('**/start-queue*.js', route => (isBlocked ? route.abort() : route.continue()))
    /** Leaves a score on the device, and loads a page anew that cannot load the queue. */
    const openWithout = async (path: string, value: number): Promise<void> => {
      await forge(page, { id: v7(), userId, machineId, machineName: 'Medieval Madness', value, state: 'waiting' })
      isBlocked = true
      observed.frames.length = 0
      const failed = page.waitForEvent('requestfailed', request => request.url().includes('start-queue'))
      await page.goto(proxy.url + path)
      await failed
      await waitUntilLive(observed)
      isBlocked = false
    }
    await openWithout('/machines', 21_500_001)
    await page.getByRole('navigation').getByRole('link', { name: 'Add score' }).click()
    await row(page, '21,500,001').getByText('On the board').waitFor()

    await openWithout('/submit', 21_500_002)
    await page.evaluate(() => window.dispatchEvent(new Event('cut')))
    await row(page, '21,500,002').getByText('On the board').waitFor()
    expect(observed.problems.filter(line => !line.includes('ERR_FAILED'))).toEqual([])
    await page.context().close()
  })
})

describe('a browser that keeps nothing', () => {
  it('sends scores all the same, and says so when it cannot', async () => {
    const phone = await device('yul', undefined, page =>
      page.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('denied', 'SecurityError')
        }
      }),
    )
    const { page } = phone.first
    await type(page, 22_000_001)
    await add(page)
    await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    await page.getByRole('button', { name: 'Add another' }).click()
    await phone.offline()
    await type(page, 22_000_002)
    await add(page)
    await page.getByText('this browser can’t save the score for later').waitFor()
    expect(await page.getByLabel('Score', { exact: true }).inputValue()).toBe('22,000,002')
    await phone.online()
    await page.getByText(/^You’re offline\. Scores you add/).waitFor({ state: 'detached' })
    await add(page)
    await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    expect(phone.submits.map(({ value }) => value)).toEqual([22_000_001, 22_000_002])
    expect(withoutNetwork(phone.first)).toEqual([])
    await phone.context.close()
  })
})

describe('what was typed before the script had come', () => {
  it('is taken over', async () => {
    const observed = await openPage(browser)
    const { page } = observed
    let release = (): void => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/*.js', async route => {
      await released
      await route.continue()
    })
    await page.goto(`${proxy.url}/submit`, { waitUntil: 'commit' })
    await page.getByRole('combobox', { name: 'Machine' }).fill('medieval mad')
    await page.getByLabel('Score', { exact: true }).fill('23000001')
    await page.getByLabel('Comment').fill('typed early')
    release()
    await waitUntilLive(observed)
    await expect.poll(() => page.getByLabel('Score', { exact: true }).inputValue()).toBe('23,000,001')
    expect(await page.getByLabel('Comment').inputValue()).toBe('typed early')
    expect(await page.getByRole('combobox', { name: 'Machine' }).inputValue()).toBe('medieval mad')
    await page.getByRole('combobox', { name: 'Machine' }).click()
    await page.getByRole('option', { name: /Medieval Madness/ }).waitFor()
    expect(observed.problems).toEqual([])
    await page.context().close()
  })
})
