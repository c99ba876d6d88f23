import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type ObservedPage, openPage, type PageOptions } from './browser.ts'
import { PASSWORD } from './player.ts'
import type { Site } from './site.ts'

/** Signs in on the open sign-in page. */
export async function fillLoginForm(page: Page, name: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('User name or email').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The stored login of each user, by site and name. */
const logins = new Map<string, NonNullable<Exclude<BrowserContextOptions['storageState'], string>>>()

/**
 * Opens a page in a new browser context in which a user is signed in.
 * Later contexts of the same user reuse the stored login of the first one, which takes a third of the time.
 * @param ownSession signs in anew, so that the context has its own session
 */
export async function openSignedIn(
  browser: Browser,
  site: Site,
  name: string,
  {
    path = '/account',
    password,
    ownSession = false,
    ...options
  }: PageOptions & { path?: string; password?: string; ownSession?: boolean } = {},
): Promise<ObservedPage> {
  const loginKey = `${site.url} ${name}`
  const login = logins.get(loginKey)
  if (login !== undefined && !ownSession) {
    const observed = await openPage(browser, { ...options, storageState: login })
    await observed.page.goto(site.url + path)
    return observed
  }
  const observed = await openPage(browser, options)
  await observed.page.goto(`${site.url}/sign-in?next=${encodeURIComponent(path)}`)
  await fillLoginForm(observed.page, name, password)
  await observed.page.waitForURL(site.url + path)
  const { origins } = await observed.page.context().storageState()
  const storedOrigins = origins.map(({ origin, localStorage }) => ({
    origin,
    localStorage: localStorage.filter(each => each.name.startsWith('Meteor.')),
  }))
  logins.set(loginKey, { cookies: [], origins: storedOrigins })
  return observed
}

/** Waits until the account page shows that nobody is signed in. */
export const waitForSignedOut = (page: Page): Promise<void> => page.getByRole('heading', { name: 'Sign in first.' }).waitFor()

/** Waits for a mail to an address and returns the path of the link in the newest one. @param kind kind of link: `reset-password` … */
export async function waitForMailLink(site: Site, address: string, kind: string): Promise<string> {
  const pattern = new RegExp(`${site.url}(/#/${kind}/[\\w-]+)`)
  const read = async (): Promise<string | undefined> => {
    const mails = await site.mails()
    const [text] = mails
      .filter(({ to }) => to?.some(each => each.address === address))
      .flatMap(mail => pattern.exec(mail.text ?? '')?.[1] ?? [])
      .slice(-1)
    return text
  }
  await expect.poll(read, { timeout: 10_000 }).toBeDefined()
  return (await read())!
}

/** The URLs in a tab's history, including the current one. */
export async function getHistory(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  const { entries } = await devtools.send('Page.getNavigationHistory')
  await devtools.detach()
  return entries.map(({ url }) => url)
}

/** How often a method was called on a page's newest connection. */
export const countCalls = ({ sent }: Pick<ObservedPage, 'sent'>, method: string): number =>
  sent.filter(frame => frame.includes(`"method":"${method}"`)).length

/** The only console message of a browser whose session has been ended elsewhere. */
export const SESSION_ENDED_MESSAGE =
  "warning: Error logging in with token: DdpError: You've been logged out by the server. Please log in again. [403]"
