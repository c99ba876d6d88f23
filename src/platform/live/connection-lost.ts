import type { ConnectionStatus } from '#ddp/client/status.ts'

/** True if the connection is known to be lost. A first attempt does not count, because it may still succeed. */
export const isConnectionLost = (status: ConnectionStatus): boolean =>
  status.status === 'waiting' || (status.status === 'connecting' && status.tries > 0)
