import type { ClientSocket } from '../client/socket.ts'

/** A client socket over the browser's WebSocket. @param url `ws://…/websocket` */
export function browserSocket(url: string): ClientSocket {
  const line = new WebSocket(url)
  const socket: ClientSocket = {
    send: text => line.send(text),
    close: () => line.close(),
    onOpen: () => {},
    onMessage: () => {},
    onClose: () => {},
  }
  line.onopen = () => socket.onOpen()
  line.onmessage = event => {
    if (typeof event.data === 'string') socket.onMessage(event.data)
  }
  line.onclose = () => socket.onClose()
  return socket
}
