import type { ClientSocket } from '../client/socket.ts'
import type { Frame } from '../server/frame.ts'
import type { ServerSocket } from '../server/socket.ts'

/** A server's and a client's socket connected in memory. Messages wait until a test or a scheduler calls `flush`. */
export interface SocketPair {
  server: ServerSocket
  client: ClientSocket
  /** Delivers all waiting messages in order, including those sent meanwhile. */
  flush(): void
  /** Cuts the connection and drops the waiting messages; `onClose` is called on both sides. */
  cut(): void
  /** The messages delivered to the client, in order. */
  readonly toClient: string[]
  /** The close code that the server used; null if it has not closed the socket. */
  readonly closeCode: number | null
  /** While stalled, the client reads nothing, so that the server's `buffered` grows. */
  stall(stalled: boolean): void
}

/** @param onWaiting called when something was sent, so that a caller may schedule `flush` */
export function socketPair(onWaiting: () => void = () => {}): SocketPair {
  const toServer: string[] = []
  const pendingToClient: string[] = []
  const toClient: string[] = []
  let open = true
  let opened = false
  let stalled = false
  let paused = false
  let closing: { code: number; reason: string } | null = null

  const server: ServerSocket = {
    send(frames: readonly Frame[]) {
      if (!open) return
      for (const frame of frames) pendingToClient.push(frame.text)
      onWaiting()
    },
    get buffered() {
      return pendingToClient.reduce((sum, text) => sum + text.length, 0)
    },
    close(restart = false) {
      closing ??= { code: restart ? 1012 : 1000, reason: '' }
      onWaiting()
    },
    refuse(reason) {
      closing ??= { code: 1008, reason }
      onWaiting()
    },
    pause(value) {
      paused = value
      if (!paused && toServer.length > 0) onWaiting()
    },
    onMessage: () => {},
    onClose: () => {},
  }
  const client: ClientSocket = {
    send(text) {
      if (!open) return
      toServer.push(text)
      onWaiting()
    },
    close: () => cut(),
    onOpen: () => {},
    onMessage: () => {},
    onClose: () => {},
  }
  function cut(): void {
    if (!open) return
    open = false
    toServer.length = 0
    pendingToClient.length = 0
    server.onClose()
    client.onClose()
  }
  function flush(): void {
    if (open && !opened) {
      opened = true
      client.onOpen()
    }
    const isReadable = (): boolean => toServer.length > 0 && !paused
    while (open && (isReadable() || (pendingToClient.length > 0 && !stalled))) {
      if (isReadable()) server.onMessage(toServer.shift()!)
      else {
        const text = pendingToClient.shift()!
        toClient.push(text)
        client.onMessage(text)
      }
    }
    if (open && closing !== null && (pendingToClient.length === 0 || closing.code === 1008)) cut()
  }
  const stall = (value: boolean): void => {
    stalled = value
  }
  return {
    server,
    client,
    flush,
    cut,
    toClient,
    get closeCode() {
      return closing?.code ?? null
    },
    stall,
  }
}
