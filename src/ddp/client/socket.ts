/** The client's end of any transport. Set the handlers right after creation. `onClose` is called once, also if the socket never opened. */
export interface ClientSocket {
  send(text: string): void
  close(): void
  onOpen: () => void
  onMessage: (text: string) => void
  onClose: () => void
}

/** Opens a new socket each time it is called. */
export type Connect = () => ClientSocket
