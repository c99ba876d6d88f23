import { createHash } from 'node:crypto'
import simpleDDP from 'simpleddp'
import { v7 } from 'uuid'
import ws from 'ws'

export const digestPassword = (password: string) => ({ digest: createHash('sha256').update(password).digest('hex'), algorithm: 'sha-256' })

/** A player with a third-party DDP client. */
export interface Player {
  userId: string
  call(name: string, ...params: unknown[]): Promise<never>
  submit(machineId: string, value: number): Promise<{ rank: number; scoreId: string }>
  findMachine(text: string): Promise<string>
  disconnect(): Promise<void>
}

/** The initial password of every player. */
export const PASSWORD = 'correct horse'

export async function signUp(endpoint: string, username: string, email?: string): Promise<Player> {
  const client = new simpleDDP({ endpoint, SocketConstructor: ws, reconnectInterval: 200 })
  await client.connect()
  const { id } = (await client.call('createUser', { username, email, password: digestPassword(PASSWORD) })) as { id: string }
  const call = (name: string, ...params: unknown[]): Promise<never> => client.call(name, ...params) as Promise<never>
  return {
    userId: id,
    call,
    submit: (machineId, value) => call('scores.submit', { _id: v7(), machineId, value }),
    findMachine: async text => ((await call('machines.search', { text, limit: 1 })) as { machineId: string }[])[0]!.machineId,
    disconnect: () => client.disconnect() as Promise<void>,
  }
}
