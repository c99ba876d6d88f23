import { createHash } from 'node:crypto'
import simpleDDP from 'simpleddp'
import ws from 'ws'

/** The password of all users that the pictures need; it is that of the demo's users too. */
export const PASSWORD = 'multiball is lit'

const password = { digest: createHash('sha256').update(PASSWORD).digest('hex'), algorithm: 'sha-256' }

/** A third-party DDP client, signed in as one user after another. */
export interface Client {
  call<Answer = unknown>(name: string, argument?: object): Promise<Answer>
  signUp(username: string, displayName?: string): Promise<string>
  signIn(username: string): Promise<string>
  /** Subscribes and returns the documents of a collection as they are once the subscription is ready. */
  read<Doc>(publication: string, argument: object, collection: string): Promise<(Doc & { _id: string })[]>
  close(): Promise<void>
}

export async function connect(endpoint: string): Promise<Client> {
  const client = new simpleDDP({ endpoint, SocketConstructor: ws, reconnectInterval: 500 })
  await client.connect()
  const call = <Answer>(name: string, argument?: object): Promise<Answer> =>
    client.call(name, ...(argument === undefined ? [] : [argument])) as Promise<Answer>
  return {
    call,
    signUp: async (username, displayName) =>
      (await call<{ id: string }>('createUser', { username, password, ...(displayName && { profile: { name: displayName } }) })).id,
    signIn: async username => (await call<{ id: string }>('login', { user: { username }, password })).id,
    async read<Doc>(publication: string, argument: object, collection: string) {
      const subscription = client.subscribe(publication, argument)
      await subscription.ready()
      // Clients of this library name the key of a document `id`, and keep `_id` where the server sends it.
      const documents = (client.collection(collection).fetch() as (Doc & { id: string })[]).map(each => ({ ...each, _id: each.id }))
      await subscription.stop()
      return documents
    },
    close: () => client.disconnect() as Promise<void>,
  }
}
