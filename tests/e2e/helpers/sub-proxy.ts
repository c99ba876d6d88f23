import type { BrowserContext, WebSocketRoute } from 'playwright-core'

export interface SubProxy {
  /**
   * Answers subscriptions to these publications, and calls of these methods, with an error from now on, in place of the server.
   * @param error its code, such as 500 or 403
   */
  refuse(error: number | string, ...names: string[]): void
  /** Passes everything on to the server again. */
  restore(): void
  /** Closes the sockets of all pages, as a lost connection does. */
  closeSockets(): Promise<void>
}

/** Stands between the pages of a browser and the server, and answers chosen subscriptions and calls with errors. Call it before the pages are opened. */
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
      const { msg, id, name, method } = JSON.parse(String(text)) as { msg?: string; id?: string; name?: string; method?: string }
      const error = msg === 'sub' || msg === 'method' ? refused.get(name ?? method!) : undefined
      if (error === undefined) return server.send(text)
      const reason = 'Not answered, for this test'
      const wire = { isClientSafe: true, error, reason, message: `${reason} [${error}]`, errorType: 'Meteor.Error' }
      socket.send(JSON.stringify({ msg: msg === 'sub' ? 'nosub' : 'result', id, error: wire }))
      if (msg === 'method') socket.send(JSON.stringify({ msg: 'updated', methods: [id] }))
    })
  })
  return {
    refuse(error, ...names) {
      for (const name of names) refused.set(name, error)
    },
    restore: () => refused.clear(),
    async closeSockets() {
      await Promise.all([...sockets].map(socket => socket.close({ code: 4000 })))
    },
  }
}
