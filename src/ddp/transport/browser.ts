import type { ClientSocket } from '../client/socket.ts'

/** A client socket over the browser's WebSocket. @param url `ws://…/websocket` */
export function browserSocket(url: string): ClientSocket {
  const webSocket = new WebSocket(url)
  const socket: ClientSocket = {
    send(text) {
      // A browser would report each message that a closing socket does not take as an error of the page.
      if (webSocket.readyState === WebSocket.OPEN) webSocket.send(text)
    },
    close: () => webSocket.close(),
    onOpen: () => {},
    onMessage: () => {},
    onClose: () => {},
  }
  webSocket.onopen = () => socket.onOpen()
  webSocket.onmessage = event => {
    if (typeof event.data === 'string') socket.onMessage(event.data)
  }
  webSocket.onclose = () => socket.onClose()
  return socket
}
