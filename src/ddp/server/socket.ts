import type { Frame } from './frame.ts'

/** The server's end of any transport: complete text messages in both directions. */
export interface ServerSocket {
  /** Writes several frames in one write. */
  send(frames: readonly Frame[]): void
  /** Bytes that were sent but not yet taken by the client. */
  readonly buffered: number
  /**
   * Closes after everything sent before has left. @param restart the client should reconnect, now or in a moment, perhaps to another node
   */
  close(restart?: boolean): void
  /** Stops reading what the client sends, or goes on. What was read already is still delivered. */
  pause(paused: boolean): void
  /** Ignores an abusive client's further messages, tells it the reason, and disconnects it soon (rule L5). */
  refuse(reason: string): void
  /** Set once, before the first message. */
  onMessage: (text: string) => void
  onClose: () => void
}

/** What the server knows of the client when it connects. */
export interface SocketInfo {
  clientAddress: string | null
  /** the groups in which limits count the address, widest first */
  groups: readonly string[]
  httpHeaders: Readonly<Record<string, string>>
}
