import { type IDBPDatabase, openDB } from 'idb'

const STORE = 'values'

type Schema<Value> = { values: { key: string; value: Value } }

/**
 * Values by key in this browser's IndexedDB, which other tabs and later visits read too. Values may contain dates and files. Everything rejects
 * where the browser keeps nothing, such as in some private windows, or has no room.
 */
export class DeviceStore<Value> {
  readonly #name: string
  #opened: Promise<IDBPDatabase<Schema<Value>>> | null = null

  /** @param name of the database: one for each kind of values, so that none needs a migration for the sake of another */
  constructor(name: string) {
    this.#name = name
  }

  async get(key: string): Promise<Value | undefined> {
    return (await this.#open()).get(STORE, key) as Promise<Value | undefined>
  }

  async all(): Promise<Value[]> {
    return (await this.#open()).getAll(STORE) as Promise<Value[]>
  }

  async put(key: string, value: Value): Promise<void> {
    await (await this.#open()).put(STORE, value as never, key)
  }

  async delete(key: string): Promise<void> {
    await (await this.#open()).delete(STORE, key)
  }

  async deleteWhere(isGone: (value: Value) => boolean): Promise<void> {
    const transaction = (await this.#open()).transaction(STORE, 'readwrite')
    for await (const cursor of transaction.store) if (isGone(cursor.value as Value)) await cursor.delete()
    await transaction.done
  }

  #open(): Promise<IDBPDatabase<Schema<Value>>> {
    const reset = (): void => {
      this.#opened = null
    }
    this.#opened ??= openDB<Schema<Value>>(this.#name, 1, {
      upgrade: database => void database.createObjectStore(STORE),
      terminated: reset,
    }).catch((error: unknown) => {
      reset()
      throw error
    })
    return this.#opened
  }
}
