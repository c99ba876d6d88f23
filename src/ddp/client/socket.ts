/** The client's end of any transport. Handlers are set right after it was made; `onClose` comes once, also when it never opened. */
export interface ClientSocket {
  send(text: string): void
  close(): void
  onOpen: () => void
  onMessage: (text: string) => void
  onClose: () => void
}

/** Opens a new socket each time it is called. */
export type Connect = () => ClientSocket
