import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PollingServer, servePolling } from '#ddp/transport/node/polling-fixture.ts'
import { type ProxyWithoutWebSocket, startProxyWithoutWebSocket } from '../../interop/without-websocket.ts'
import { closeBrowser, openBrowser } from '../helpers/browser.ts'

const LIBRARY = readFileSync(fileURLToPath(new URL('../../../node_modules/sockjs-client/dist/sockjs.min.js', import.meta.url)))
/** The transports that Meteor's own client lists, in 1.6 as in 2.16. */
const METEOR = ['websocket', 'xdr-polling', 'xhr-polling', 'iframe-xhr-polling', 'jsonp-polling']

let browser: Browser
let server: PollingServer
let proxy: ProxyWithoutWebSocket
/** Servers of pages with the real client. The origin of `friend` may connect, that of `stranger` may not. */
let friend: Server
let otherOrigin: Server

const getOrigin = (site: Server): string => `http://127.0.0.1:${(site.address() as AddressInfo).port}`

async function servePage(): Promise<Server> {
  const site = createServer((request, response) => {
    if (request.url === '/sockjs.js') response.setHeader('content-type', 'text/javascript').end(LIBRARY)
    else response.setHeader('content-type', 'text/html').end('<!doctype html><title>x</title><script src="/sockjs.js"></script>')
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  return site
}

beforeAll(async () => {
  friend = await servePage()
  otherOrigin = await servePage()
  server = await servePolling({ forwardedCount: 0, originAllowed: origin => origin === getOrigin(friend) })
  proxy = await startProxyWithoutWebSocket(() => server.port)
  browser = await openBrowser()
})
afterAll(async () => {
  await closeBrowser(browser)
  await proxy.close()
  await server.close()
  for (const site of [friend, otherOrigin]) site.close()
})

/** Opens a page that connects, sends a message and closes. @returns the chosen transport and the answer, or the reason of the failure */
async function talk(site: Server, url: string, transports: string[]): Promise<{ taken: string | null; heard: string }> {
  const page = await browser.newPage()
  try {
    await page.goto(getOrigin(site))
    return await page.evaluate(
      ([address, list]) =>
        new Promise<{ taken: string | null; heard: string }>(resolve => {
          interface Socket {
            transport: string | null
            onopen(): void
            onmessage(event: { data: string }): void
            onclose(event: { code: number; reason: string }): void
            send(text: string): void
            close(): void
          }
          const { SockJS } = window as unknown as { SockJS: new (url: string, none: null, options: object) => Socket }
          const socket = new SockJS(address, null, { transports: list, timeout: 20_000 })
          socket.onopen = () => {
            socket.send('{"msg":"connect","version":"1","support":["1"]}')
            socket.send('{"msg":"ping","id":"é"}')
          }
          socket.onmessage = ({ data }) => {
            if (!data.includes('pong')) return
            resolve({ taken: socket.transport, heard: data })
            socket.close()
          }
          socket.onclose = ({ code, reason }) => resolve({ taken: null, heard: `${code} ${reason}` })
        }),
      [url, transports] as const,
    )
  } finally {
    await page.close()
  }
}

it.each([
  ['xhr-polling', ['xhr-polling'], () => `http://127.0.0.1:${server.port}/sockjs`],
  ['xhr-streaming', ['xhr-streaming'], () => `http://127.0.0.1:${server.port}/sockjs`],
  ['xhr-polling', METEOR, () => `${proxy.http}/sockjs`],
] as const)('a page of a listed origin gets through a browser’s own rules by %s of %j', async (taken, transports, url) => {
  expect(await talk(friend, url(), [...transports])).toEqual({ taken, heard: '{"msg":"pong","id":"é"}' })
})

it('a page of another origin gets through by nothing', async () => {
  const before = server.ddp.sessions
  for (const transports of [['websocket'], ['xhr-polling'], ['xhr-streaming']])
    expect(await talk(otherOrigin, `http://127.0.0.1:${server.port}/sockjs`, transports)).toEqual({
      taken: null,
      // Browsers hide the content of cross-origin responses from pages that may not read them.
      heard: expect.stringMatching(/^(1002 Cannot connect to server|2000 All transports failed)$/),
    })
  expect(server.ddp.sessions).toBeLessThanOrEqual(before)
})
