import { describe, expect, it } from 'vitest'
import { listenForPush, type PushWorker, readPushMessage } from './worker-push.ts'

const [ORIGIN, HOST] = ['https://scores.example', 'scores.example']
const read = (text: string) => readPushMessage(text, ORIGIN, HOST)

describe('a push message', () => {
  it('is shown unchanged', () => {
    const message = { title: 'Your event starts', body: 'Friday', tag: 'starts:e', url: '/events/e?x=1' }
    expect(read(JSON.stringify(message))).toEqual(message)
  })

  it("that cannot be read shows the site's name, because something must be shown", () => {
    for (const odd of ['', 'x', 'null', '7', '[]', '{}', '{"title":7,"body":{},"tag":null,"url":[]}'])
      expect(read(odd)).toEqual({ title: HOST, body: '', tag: '', url: '/' })
  })

  it.each(['https://evil.example/x', '//evil.example/x', '/\\evil.example', 'javascript:alert(1)', 'scores/x', '/\t/evil.example'])(
    'opens no other site: not %j',
    url => {
      expect(read(JSON.stringify({ title: 'x', url })).url).toBe('/')
    },
  )
})

/** Stands for the browser of a service worker, with these pages open. */
function browser(...open: string[]) {
  const listeners = new Map<string, (event: never) => void>()
  const actions: string[] = []
  const worker: PushWorker = {
    location: { origin: ORIGIN, host: HOST },
    registration: { showNotification: async (title, { data }) => void actions.push(`show ${title} ${data.url}`) },
    clients: {
      matchAll: async () => open.map(url => ({ url, focus: async () => actions.push(`focus ${url}`) })),
      openWindow: async url => actions.push(`open ${url}`),
    },
    addEventListener: (kind: string, listener: (event: never) => void) => void listeners.set(kind, listener),
  }
  listenForPush(worker)
  const fire = async (kind: string, event: object): Promise<string[]> => {
    let work: Promise<unknown> = Promise.reject(new Error('the browser is not told to wait'))
    work.catch(() => {})
    listeners.get(kind)!({ ...event, waitUntil: (given: Promise<unknown>) => (work = given) } as never)
    await work
    return actions
  }
  return {
    push: (text: string | null) => fire('push', { data: text === null ? null : { text: () => text } }),
    click: (data: unknown) => fire('notificationclick', { notification: { data, close: () => actions.push('close') } }),
  }
}

describe('in a browser', () => {
  it('a push shows a notification, whatever it contains', async () => {
    expect(await browser().push('{"title":"Hello","url":"/scores/s"}')).toEqual(['show Hello /scores/s'])
    expect(await browser().push(null)).toEqual([`show ${HOST} /`])
  })

  it('a click focuses the page if it is open already, and leaves other pages alone', async () => {
    const data = { url: '/scores/s' }
    expect(await browser(`${ORIGIN}/submit`, `${ORIGIN}/scores/s`).click(data)).toEqual(['close', `focus ${ORIGIN}/scores/s`])
    expect(await browser(`${ORIGIN}/submit`).click(data)).toEqual(['close', `open ${ORIGIN}/scores/s`])
    for (const odd of [null, {}, { url: 'https://evil.example/' }]) expect(await browser().click(odd)).toEqual(['close', `open ${ORIGIN}/`])
  })
})
