import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

interface Answer {
  id: number
  value?: unknown
  error?: string
}

/** A child process of a benchmark that executes commands: a server to measure, a peer, or a load generator. */
export class Worker {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (cause: Error) => void }>()
  #next = 0

  /** @param file a module that calls `serveCommands` */
  constructor(file: URL, execArgv: readonly string[] = []) {
    // What `bundle` has made needs no `tsx`.
    const args = file.pathname.includes('/dist/bench/')
      ? process.execArgv.filter(each => each !== '--import' && each !== 'tsx')
      : process.execArgv
    this.#child = fork(fileURLToPath(file), { execArgv: [...args, ...execArgv] })
    this.#child.on('message', message => {
      const { id, value, error } = message as Answer
      const pending = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (error === undefined) pending?.resolve(value)
      else pending?.reject(new Error(error))
    })
    this.#child.on('exit', code => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`A process of the bench ended with ${code}`))
      this.#waiting.clear()
    })
  }

  request<T>(verb: string, argument: unknown = null): Promise<T> {
    const id = this.#next++
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: value => resolve(value as T), reject })
      this.#child.send({ id, verb, argument })
    })
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || !this.#child.connected) return
    const ended = new Promise(resolve => this.#child.once('exit', resolve))
    this.#child.disconnect()
    await ended
  }
}

/** Used in the child process: defines a function for each command. The process ends with the benchmark. */
export function serveCommands(commands: Readonly<Record<string, (argument: never) => unknown>>): void {
  const run = async (verb: string, argument: unknown): Promise<unknown> => commands[verb]!(argument as never)
  process.on('disconnect', () => process.exit())
  process.on('message', message => {
    const { id, verb, argument } = message as { id: number; verb: string; argument: unknown }
    run(verb, argument).then(
      value => process.send?.({ id, value }),
      error => process.send?.({ id, error: error instanceof Error ? error.message : String(error) }),
    )
  })
}
