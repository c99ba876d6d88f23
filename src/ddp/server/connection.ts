/** A client's connection as methods and publications see it. */
export interface DdpConnection {
  /** the session's id */
  readonly id: string
  readonly clientAddress: string | null
  readonly httpHeaders: Readonly<Record<string, string>>
  close(): void
  /** Called once, soon after it has closed; at once when it already has. */
  onClose(callback: () => void): void
}
