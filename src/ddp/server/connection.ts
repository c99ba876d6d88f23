/** A client's connection as methods and publications see it. */
export interface DdpConnection {
  /** the session's id */
  readonly id: string
  readonly clientAddress: string | null
  readonly httpHeaders: Readonly<Record<string, string>>
  close(): void
  /** The callback runs once, soon after the connection has closed, or at once if it has closed already. */
  onClose(callback: () => void): void
}
