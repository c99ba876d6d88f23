/** What the body of a message says: what happened, when (ms), and with what. */
export interface MessageContent {
  type: string
  at: number
  data: { [member: string]: unknown }
}

/** Writes the body of a message (docs/webhooks.md). It is stored as it is, so that each try sends the same bytes. */
export const writeBody = ({ type, at, data }: MessageContent): string =>
  JSON.stringify({ type, timestamp: new Date(at).toISOString(), data })
