import type { BrowserContext, WebSocketRoute } from 'playwright-core'

export interface SubProxy {
  /** Answers subscriptions to these publications from now on, in place of the server. `error`: code of the `nosub`, such as 500 or 403 */
  refuse(error: number | string, ...publications: string[]): void
  /** Passes all subscriptions on to the server again. */
  restore(): void
  /** Closes the sockets of all pages, as a lost connection does. */
  closeSockets(): Promise<void>
}

/** Stands between the pages of a browser and the server, and answers chosen subscriptions with errors. Call it before the pages are opened. */
export async function startSubProxy(context: BrowserContext): Promise<SubProxy> {
  const refused = new Map<string, number | string>()
  const sockets = new Set<WebSocketRoute>()
  await context.routeWebSocket('**/websocket', socket => {
    const server = socket.connectToServer()
    sockets.add(socket)
    socket.onClose((code, reason) => {
      sockets.delete(socket)
      void server.close({ ...(code === undefined ? {} : { code }), ...(reason === undefined ? {} : { reason }) })
    })
    socket.onMessage(text => {
      const { msg, id, name } = JSON.parse(String(text)) as { msg?: string; id?: string; name?: string }
      const error = msg === 'sub' ? refused.get(name!) : undefined
      if (error === undefined) return server.send(text)
      const reason = 'Not answered, for this test'
      const wire = { isClientSafe: true, error, reason, message: `${reason} [${error}]`, errorType: 'Meteor.Error' }
      socket.send(JSON.stringify({ msg: 'nosub', id, error: wire }))
    })
  })
  return {
    refuse(error, ...publications) {
      for (const name of publications) refused.set(name, error)
    },
    restore: () => refused.clear(),
    async closeSockets() {
      await Promise.all([...sockets].map(socket => socket.close({ code: 4000 })))
    },
  }
}
