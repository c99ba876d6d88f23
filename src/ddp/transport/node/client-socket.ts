import { WebSocket } from 'ws'
import type { ClientSocket } from '#ddp/client/socket.ts'

const HANDSHAKE_MS = 10_000
/** bytes of a message of the server that is read */
const MAX_MESSAGE = 1_048_576
/** ms that the server has to answer the close of a socket */
const CLOSING_MS = 2000

/** A client socket over a WebSocket of `ws`, for programs that run in Node. @param url `ws://…/websocket`, or `wss://` */
export function nodeSocket(url: string): ClientSocket {
  const webSocket = new WebSocket(url, { perMessageDeflate: false, handshakeTimeout: HANDSHAKE_MS, maxPayload: MAX_MESSAGE })
  const socket: ClientSocket = {
    send(text) {
      if (webSocket.readyState === WebSocket.OPEN) webSocket.send(text)
    },
    close() {
      webSocket.close()
      setTimeout(() => webSocket.terminate(), CLOSING_MS).unref()
    },
    onOpen: () => {},
    onMessage: () => {},
    onClose: () => {},
  }
  webSocket.on('open', () => socket.onOpen())
  webSocket.on('message', (data, isBinary) => {
    if (!isBinary) socket.onMessage(String(data))
  })
  // `close` follows each error.
  webSocket.on('error', () => {})
  webSocket.on('close', () => socket.onClose())
  return socket
}
