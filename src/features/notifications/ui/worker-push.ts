import type { Message } from '../rules.ts'

/** The part of a service worker's global scope that push messages need. */
export interface PushWorker {
  readonly location: { readonly origin: string; readonly host: string }
  readonly registration: {
    showNotification(title: string, options: { body: string; tag: string; icon: string; data: { url: string } }): Promise<void>
  }
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenPage[]>
    openWindow(url: string): Promise<unknown>
  }
  addEventListener(kind: 'push', listener: (event: Pushed) => void): void
  addEventListener(kind: 'notificationclick', listener: (event: Clicked) => void): void
}

interface OpenPage {
  readonly url: string
  focus?(): Promise<unknown>
}

interface Extendable {
  waitUntil(work: Promise<unknown>): void
}

interface Pushed extends Extendable {
  readonly data: { text(): string } | null
}

interface Clicked extends Extendable {
  readonly notification: { readonly data: unknown; close(): void }
}

/** Shows pushed messages. A click on one opens its page of this site, in the window that shows it already or in a new one. */
export function listenForPush(worker: PushWorker): void {
  const { origin, host } = worker.location

  worker.addEventListener('push', event => {
    const { title, body, tag, url } = readPushMessage(event.data?.text() ?? '', origin, host)
    event.waitUntil(worker.registration.showNotification(title, { body, tag, icon: '/icon.svg', data: { url } }))
  })

  worker.addEventListener('notificationclick', event => {
    event.notification.close()
    const { url } = (event.notification.data ?? {}) as { url?: unknown }
    event.waitUntil(open(new URL(toSitePath(url, origin), origin).href))
  })

  /** Windows with other pages are left alone, because they may contain a half-filled form. */
  const open = async (href: string): Promise<void> => {
    const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const existing = pages.find(({ url }) => url === href)
    if (existing?.focus === undefined) await worker.clients.openWindow(href)
    else await existing.focus()
  }
}

/** A message that cannot be read must still show something: browsers revoke the permission of a site that shows nothing. */
export function readPushMessage(text: string, origin: string, host: string): Message {
  const { title, body, tag, url } = parseJson(text)
  const textOr = (value: unknown, fallback: string): string => (typeof value === 'string' && value !== '' ? value : fallback)
  return { title: textOr(title, host), body: textOr(body, ''), tag: textOr(tag, ''), url: toSitePath(url, origin) }
}

function parseJson(text: string): { [key in keyof Message]?: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** Returns a path of this site; the home page for anything else. */
function toSitePath(url: unknown, origin: string): string {
  if (typeof url !== 'string' || !url.startsWith('/') || !URL.canParse(url, origin)) return '/'
  const { origin: theirs, pathname, search } = new URL(url, origin)
  return theirs === origin ? pathname + search : '/'
}
