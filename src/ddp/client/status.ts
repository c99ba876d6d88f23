/** The status of a connection (rules C7–C13). `retryAt`: ms since 1970 of the next try. */
export type ConnectionStatus =
  | { status: 'offline' }
  | { status: 'connecting'; tries: number }
  | { status: 'connected' }
  | { status: 'waiting'; tries: number; retryAt: number }
  | { status: 'failed'; reason: string }

export type StatusName = ConnectionStatus['status']

export type StatusEvent = 'connect' | 'connected' | 'lost' | 'retry' | 'refused' | 'disconnect'

/** The status that each event leads to; an event that is not listed changes nothing. */
export const TRANSITIONS: { readonly [from in StatusName]: { readonly [event in StatusEvent]?: StatusName } } = {
  offline: { connect: 'connecting' },
  connecting: { connected: 'connected', lost: 'waiting', refused: 'failed', disconnect: 'offline' },
  connected: { lost: 'waiting', disconnect: 'offline' },
  waiting: { retry: 'connecting', connect: 'connecting', disconnect: 'offline' },
  failed: { connect: 'connecting', disconnect: 'offline' },
}

export const nextStatus = (from: StatusName, event: StatusEvent): StatusName | null => TRANSITIONS[from][event] ?? null
