import type { Frame } from './frame.ts'

/** The server's end of any transport: whole text messages both ways. */
export interface ServerSocket {
  /** Writes a batch at once. */
  send(frames: readonly Frame[]): void
  /** Bytes handed over that the other side has not taken yet. */
  readonly buffered: number
  /** Closes in an orderly way, after what was sent. @param restart the other side is wanted back, on another node or in a moment */
  close(restart?: boolean): void
  /** Stops listening to an abuser, says why, and cuts the line soon (rule L5). */
  refuse(reason: string): void
  /** Set once, before the first message. */
  onMessage: (text: string) => void
  onClose: () => void
}

/** What is known of the other side when it connects. */
export interface SocketInfo {
  clientAddress: string | null
  httpHeaders: Readonly<Record<string, string>>
}
