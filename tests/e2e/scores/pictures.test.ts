import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countCalls, openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblems, type ObservedPage, openBrowser, openPage, waitUntilLive } from '../helpers/browser.ts'
import { holdPictures } from '../helpers/hold-pictures.ts'
import { createPhonePhoto } from '../helpers/phone-photo.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

let site: Site
let browser: Browser
let ada: Player
let photo: Buffer

beforeAll(async () => {
  photo = await createPhonePhoto()
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  ada = await signUp(site.endpoint, 'ada')
  for (const name of ['editor', 'moderator']) await (await signUp(site.endpoint, name)).disconnect()
  await site.admin('roles', '--add', 'machine-editor', '--username', 'editor')
  await site.admin('roles', '--add', 'moderator', '--username', 'moderator')
})
afterAll(async () => {
  await ada?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

const file = () => ({ name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: photo })
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** The mean colour of an image on a page around a point, which is given as fractions of the width and height. */
async function readColor(page: Page, selector: string, x: number, y: number): Promise<number[]> {
  const url = await page.locator(selector).evaluate((image: HTMLImageElement) => image.currentSrc)
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
  const { width, height } = await sharp(bytes).metadata()
  const box = { left: Math.round(width * x) - 4, top: Math.round(height * y) - 4, width: 8, height: 8 }
  const { channels } = await sharp(await sharp(bytes).extract(box).png().toBuffer()).stats()
  return channels.map(({ mean }) => Math.round(mean))
}

/** The dominant channel of a colour. */
const hue = (colour: number[]): string => ['red', 'green', 'blue'][colour.indexOf(Math.max(...colour))]!

async function quiet({ page, problems }: ObservedPage): Promise<void> {
  expect(await findAccessibilityProblems(page)).toEqual([])
  expect(problems).toEqual([])
}

describe('a photo of twelve megapixels', () => {
  it('goes from the camera of a phone to the screen of somebody else, upright, and big when it is pressed', async () => {
    const machineId = await ada.findMachine('medieval madness')
    const watcher = await openPage(browser)
    await watcher.page.goto(`${site.url}/`)
    await waitUntilLive(watcher)
    const player = await openSignedIn(browser, site, 'ada', { ...phone, path: `/submit?machine=${machineId}` })
    const { page } = player
    await page.getByLabel('Score', { exact: true }).fill('123456780')
    await page.locator('input[type=file][capture]').setInputFiles(file())
    await page.getByText('Photo ready').waitFor()
    await page.getByRole('button', { name: /add/i }).click()
    await page.getByRole('heading', { name: 'Grand champion!' }).waitFor()

    const card = watcher.page.locator('article', { hasText: '123,456,780' })
    await card.waitFor()
    await card.locator('picture img[src*="scorePicUpload"]').waitFor()
    await card.getByRole('link', { name: /123,456,780/ }).click()
    const opener = watcher.page.getByRole('button', { name: /^Open photo/ })
    await opener.click()
    await watcher.page.getByRole('dialog').getByText('1536 × 2048').waitFor()
    const big = 'dialog img[src*="full"]'
    expect([await readColor(watcher.page, big, 0.25, 0.25), await readColor(watcher.page, big, 0.75, 0.25)].map(hue)).toEqual([
      'red',
      'green',
    ])
    expect(hue(await readColor(watcher.page, big, 0.5, 0.9))).toBe('blue')
    await quiet(watcher)
    await quiet(player)
    await Promise.all([watcher.page.context().close(), page.context().close()])
  })
})

describe('a photo that is still being scaled down', () => {
  /** Opens the form and has every picture wait, while it is scaled down, until `settle` is called. */
  async function openHeld() {
    const machineId = await ada.findMachine('funhouse')
    const visit = await openSignedIn(browser, site, 'ada', { ...phone, path: `/submit?machine=${machineId}` })
    const { page } = visit
    await waitUntilLive(visit)
    const settle = await holdPictures(page)
    const small = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#a00' } })
      .jpeg()
      .toBuffer()
    const add = page.getByRole('button', { name: 'Add score' })
    const isBusy = async (): Promise<boolean> => (await add.getAttribute('aria-disabled')) === 'true'
    const pick = async (): Promise<void> => {
      await page.getByLabel('Choose a photo').setInputFiles({ name: 'small.jpg', mimeType: 'image/jpeg', buffer: small })
      await page.getByText('Resizing…').waitFor()
    }
    return { visit, page, settle, add, isBusy, pick }
  }

  it('is waited for when its score is added, and goes with what the form says then', async () => {
    const { visit, page, settle, add, isBusy, pick } = await openHeld()
    await page.getByLabel('Score', { exact: true }).fill('8000000')
    await pick()
    await add.click()
    await expect.poll(isBusy).toBe(true)
    await page.getByLabel('Comment').fill('with a photo')
    await expect.poll(isBusy).toBe(false)
    await add.click()
    await expect.poll(isBusy).toBe(true)
    expect(countCalls(visit, 'scores.submit')).toBe(0)
    await settle('ready')
    await page.getByRole('heading', { name: 'Grand champion!' }).waitFor()
    const [submit] = visit.sent.filter(frame => frame.includes('"method":"scores.submit"'))
    expect(JSON.parse(submit!).params).toMatchObject([
      { value: 8_000_000, comment: 'with a photo', picture: { key: expect.stringContaining('scorePicUpload') } },
    ])
    await quiet(visit)
    await page.context().close()
  })

  it('leaves its score in the form when it cannot be used, and the score goes without it when it is added again', async () => {
    const { visit, page, settle, add, isBusy, pick } = await openHeld()
    await page.getByLabel('Score', { exact: true }).fill('8100000')
    await pick()
    await add.click()
    await expect.poll(isBusy).toBe(true)
    await settle('failed')
    await page.getByText('This browser can’t read this file as a photo.').waitFor()
    // The reason is shown a moment before the button can be used again.
    await expect.poll(isBusy).toBe(false)
    expect(await page.getByLabel('Score', { exact: true }).inputValue()).toBe('8,100,000')
    expect(countCalls(visit, 'scores.submit')).toBe(0)
    await add.click()
    await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    const [submit] = visit.sent.filter(frame => frame.includes('"method":"scores.submit"'))
    expect(JSON.parse(submit!).params[0]).not.toHaveProperty('picture')
    await quiet(visit)
    await page.context().close()
  })
})

describe('the owner of a score', () => {
  it('gives it another photo and another number, and takes the photo away again', async () => {
    const machineId = await ada.findMachine('attack from mars')
    const { scoreId } = await ada.submit(machineId, 5_000_000)
    const visit = await openSignedIn(browser, site, 'ada', { path: `/scores/${scoreId}` })
    const { page } = visit
    await page.getByRole('button', { name: 'Edit score' }).click()
    await page.locator('dialog input[type=file]').setInputFiles(file())
    await page.getByRole('button', { name: 'Use photo' }).click()
    await page.getByText('Your new photo is live.').waitFor()
    await page.getByLabel('Score', { exact: true }).fill('6000000')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Open photo/ }).waitFor()
    await page.getByText('added a photo').waitFor()
    await page.getByText('edited this score').waitFor()
    await page.getByRole('button', { name: 'Edit score' }).click()
    await page.getByRole('button', { name: 'Remove photo' }).click()
    await page.getByRole('button', { name: 'Remove photo' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByText('removed the photo').waitFor()
    expect(await page.getByRole('button', { name: /^Open photo/ }).count()).toBe(0)
    await quiet(visit)
    await page.context().close()
  })
})

describe('pictures of their own', () => {
  it('a player cuts one out, and it stands beside the name everywhere', async () => {
    const machineId = await ada.findMachine('attack from mars')
    const watcher = await openPage(browser)
    await watcher.page.goto(`${site.url}/machines/${machineId}`)
    await waitUntilLive(watcher)
    const visit = await openSignedIn(browser, site, 'ada', { ...phone, path: '/account' })
    const { page } = visit
    await page.locator('fieldset', { hasText: 'Your photo' }).locator('input[type=file]').setInputFiles(file())
    const part = page.getByRole('region', { name: /^The visible part/ })
    await part.waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await part.focus()
    for (let i = 0; i < 40; i++) await page.keyboard.press('+')
    for (let i = 0; i < 80; i++) await page.keyboard.press('ArrowLeft')
    for (let i = 0; i < 80; i++) await page.keyboard.press('ArrowUp')
    await page.getByRole('button', { name: 'Use photo' }).click()
    await page.getByText('Your new photo is live.').waitFor()
    const face = watcher.page.locator('table img[src*="profilePicUpload"]').first()
    await face.waitFor()
    await face.scrollIntoViewIfNeeded()
    expect(hue(await readColor(page, 'fieldset img[src*="profilePicUpload"]', 0.5, 0.5))).toMatch(/red|green|blue/)
    const { width, height } = (await face.boundingBox())!
    expect(Math.abs(width - height)).toBeLessThan(1)
    await page.getByRole('button', { name: 'Remove photo' }).click()
    await face.waitFor({ state: 'detached' })
    await quiet(watcher)
    await quiet(visit)
    await Promise.all([watcher.page.context().close(), page.context().close()])
  })

  it('those who run a group give it one', async () => {
    const groupId = '01900000-0000-7000-8000-00000000abcd'
    await ada.call('groups.add', { _id: groupId, name: 'Flippers', visibility: 'public' })
    const watcher = await openPage(browser)
    await watcher.page.goto(`${site.url}/groups/${groupId}`)
    await waitUntilLive(watcher)
    const visit = await openSignedIn(browser, site, 'ada', { path: `/groups/${groupId}` })
    const { page } = visit
    await page.getByRole('button', { name: 'Edit group', exact: true }).click()
    await page.locator('dialog input[type=file]').setInputFiles(file())
    await page.getByRole('button', { name: 'Use photo' }).click()
    await page.getByText('Your new photo is live.').waitFor()
    await watcher.page.locator('img[src*="groupPicUpload"]').waitFor()
    await quiet(watcher)
    await quiet(visit)
    await Promise.all([watcher.page.context().close(), page.context().close()])
  })

  it('the choice of a part is left by Escape, and what was typed in the dialog behind it stays', async () => {
    const groupId = '01900000-0000-7000-8000-00000000abce'
    await ada.call('groups.add', { _id: groupId, name: 'Drains', visibility: 'public' })
    const visit = await openSignedIn(browser, site, 'ada', { path: `/groups/${groupId}` })
    const { page } = visit
    await page.getByRole('button', { name: 'Edit group', exact: true }).click()
    const name = page.getByRole('dialog').getByLabel('Name', { exact: true })
    await name.fill('Centre drains')
    await page.locator('dialog input[type=file]').setInputFiles(file())
    await page.getByRole('region', { name: /^The visible part/ }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog').count()).toBe(1)
    expect(await name.inputValue()).toBe('Centre drains')
    await quiet(visit)
    await page.context().close()
  })

  it('a machine editor gives a machine its backglass, which nobody else is offered', async () => {
    const machineId = await ada.findMachine('medieval madness')
    const watcher = await openSignedIn(browser, site, 'ada', { path: `/machines/${machineId}` })
    await watcher.page.getByRole('link', { name: 'Add score' }).first().waitFor()
    const visit = await openSignedIn(browser, site, 'editor', { path: `/machines/${machineId}` })
    const { page } = visit
    await page.getByRole('button', { name: 'Edit backglass' }).click()
    await page.locator('dialog input[type=file]').setInputFiles(file())
    await page.getByRole('button', { name: 'Use photo' }).click()
    await page.getByText('Your new photo is live.').waitFor()
    await watcher.page.locator('img[src*="machineBackglassPicUpload"]').first().waitFor()
    expect(await watcher.page.getByRole('button', { name: 'Edit backglass' }).count()).toBe(0)
    await quiet(watcher)
    await quiet(visit)
    await Promise.all([watcher.page.context().close(), page.context().close()])
  })
})

it('a moderator takes a picture away from every screen', async () => {
  const { scoreId } = await ada.submit(await ada.findMachine('funhouse'), 7_000_000)
  const owner = await openSignedIn(browser, site, 'ada', { path: `/scores/${scoreId}` })
  await owner.page.getByRole('button', { name: 'Edit score' }).click()
  await owner.page.locator('dialog input[type=file]').setInputFiles(file())
  await owner.page.getByRole('button', { name: 'Use photo' }).click()
  await owner.page.getByText('Your new photo is live.').waitFor()
  await owner.page.getByRole('button', { name: 'Close' }).click()
  const visit = await openSignedIn(browser, site, 'moderator', { path: `/scores/${scoreId}` })
  await visit.page.getByRole('button', { name: /^Open photo/ }).click()
  await visit.page.getByRole('button', { name: 'Remove photo' }).click()
  await visit.page.getByRole('dialog', { name: 'Remove this photo?' }).getByRole('button', { name: 'Remove photo' }).click()
  const opener = owner.page.getByRole('button', { name: /^Open photo/ })
  await opener.waitFor({ state: 'detached' })
  await owner.page.getByText('removed the photo').waitFor()
  await quiet(owner)
  await quiet(visit)
  await Promise.all([owner.page.context().close(), visit.page.context().close()])
})
