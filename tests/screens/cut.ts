import type { Page, WebSocketRoute } from 'playwright-core'

/** Lets a page connect until the returned function is called, which ends its connection and lets nothing through any more. */
export async function makeCuttable(page: Page): Promise<() => Promise<void>> {
  let isCut = false
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket(/./, socket => {
    if (isCut) return void socket.close()
    socket.connectToServer()
    sockets.push(socket)
  })
  return async () => {
    isCut = true
    await page.route(/sockjs/, route => route.abort())
    for (const socket of sockets) await socket.close()
  }
}
