import { createContext, use, useCallback, useRef, useSyncExternalStore } from 'react'
import type { ConnectionStatus } from '#ddp/client/status.ts'
import type { Doc } from '#ddp/client/store.ts'
import type { SubscriptionState } from '#ddp/client/subscriptions.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import type { MethodContract, PublicationContract } from './contract.ts'
import type { DataSource } from './data-source.ts'
import { errorText } from './error-texts.ts'

export const LiveContext = createContext<DataSource | null>(null)

export function useSource(): DataSource {
  const source = use(LiveContext)
  if (source === null) throw new Error('There is no LiveContext above this component')
  return source
}

const IDLE_STATE: SubscriptionState = { state: 'pending' }

/** Subscribes while the component is mounted. @param input null: does not subscribe yet */
export function useSubscription<Input>(contract: PublicationContract<Input>, input: Input | null): SubscriptionState {
  const source = useSource()
  const key = input === null ? null : JSON.stringify(input)
  const subscription = key === null ? null : source.subscribe(contract.name, [input as Ejson])
  const listen = useCallback(
    (listener: () => void) => (key === null ? () => {} : source.subscribe(contract.name, [JSON.parse(key) as Ejson]).listen(listener)),
    [source, contract.name, key],
  )
  const state = (): SubscriptionState => subscription?.state() ?? IDLE_STATE
  return useSyncExternalStore(listen, state, state)
}

/**
 * Returns what `select` computes from a collection's documents, computed again whenever they change.
 * @param select a pure function
 * @param deps the other values that `select` reads
 */
export function useDocuments<T, Result>(
  name: string,
  select: (documents: (Omit<Doc, '_id'> & { _id: string } & T)[]) => Result,
  deps: readonly unknown[],
): Result {
  const { store } = useSource()
  const collection = store.collection(name)
  const memo = useRef<{ version: number; deps: readonly unknown[]; result: Result } | null>(null)
  const readVersion = (): Result => {
    const last = memo.current
    if (
      last !== null &&
      last.version === collection.version &&
      last.deps.length === deps.length &&
      last.deps.every((dep, i) => Object.is(dep, deps[i]))
    )
      return last.result
    const result = select(collection.all() as unknown as (Omit<Doc, '_id'> & { _id: string } & T)[])
    memo.current = { version: collection.version, deps, result }
    return result
  }
  return useSyncExternalStore(
    useCallback(listener => collection.listen(listener), [collection]),
    readVersion,
    readVersion,
  )
}

/** Returns one document by id, or undefined. */
export function useDocument<T>(name: string, id: string | null): (T & { _id: string }) | undefined {
  return useDocuments<T, (T & { _id: string }) | undefined>(name, documents => documents.find(each => each._id === id), [id])
}

/** Returns a method as a function. It rejects with a DdpError, also where the server finds the argument wrong. */
export function useMethod<Input, Answer>(contract: MethodContract<Input, Answer>): (input: Input) => Promise<Answer> {
  const { call } = useSource()
  return useCallback(
    async input => {
      if (call === null) throw new DdpError('offline', m.ui_problem_offline())
      return (await call(contract.name, [input as Ejson])) as Answer
    },
    [call, contract],
  )
}

/** True if the device itself has no network. False where only the server does not answer. */
export const isDeviceOffline = (): boolean => typeof navigator !== 'undefined' && navigator.onLine === false

const CONNECTED: ConnectionStatus = { status: 'connected' }

/** Returns the status of the connection. On the server and in the first render it is `connected`. */
export function useConnection(): { status: ConnectionStatus; retry: () => void } {
  const { connection } = useSource()
  const status = useSyncExternalStore(
    useCallback(listener => connection?.listen(listener) ?? (() => {}), [connection]),
    () => connection?.status() ?? CONNECTED,
    () => CONNECTED,
  )
  return { status, retry: () => connection?.retry() }
}

/** `slow`: an answer of the server takes longer than usual. `outdated`: the page shows data that the server could not send again. */
export function useAnswers(): 'slow' | 'outdated' | null {
  const { slowAnswers } = useSource()
  return useSyncExternalStore(
    useCallback(listener => slowAnswers?.listen(listener) ?? (() => {}), [slowAnswers]),
    () => (slowAnswers?.any ? 'slow' : slowAnswers?.areOutdated ? 'outdated' : null),
    () => null,
  )
}

/** Returns a sentence that tells the user what went wrong, in the user's language (error-texts.ts). */
export function errorMessage(error: unknown): string {
  if (!(error instanceof DdpError)) return m.ui_problem_any()
  return errorText(error) ?? error.reason ?? m.ui_problem_any()
}
