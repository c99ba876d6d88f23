import { OPERATIONS, type Operations, type Problem } from './operations.ts'

/** An error that was answered. Programs go by `problem.code`; it is `not-the-site` where something between, such as a proxy, has answered. */
export class SkillshotError extends Error {
  readonly problem: Problem
  /** after how many seconds the call may be made again; null: that is not said, or not in seconds */
  readonly retryAfter: number | null

  constructor(problem: Problem, retryAfter: number | null) {
    super(problem.title)
    this.name = 'SkillshotError'
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

export interface SkillshotOptions {
  /** address of the site, such as https://scores.example */
  url: string
  /** a key of the account in whose name it calls; left out: as a visitor */
  key?: string
}

type Reading = { [Name in keyof Operations]: (typeof OPERATIONS)[Name][0] extends 'GET' ? Name : never }[keyof Operations]

/** An event of a stream, see docs/rest.md. */
export interface LiveEvent {
  event: 'state' | 'added' | 'changed' | 'removed' | 'ready' | 'error'
  data: { [member: string]: unknown }
}

/** A client of the API of one site, for browsers, Node, Deno and Bun. */
export class Skillshot {
  readonly #url: string
  readonly #headers: Record<string, string>

  constructor({ url, key }: SkillshotOptions) {
    this.#url = url.replace(/\/$/, '')
    this.#headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
  }

  /** Calls an operation by its name, such as `scores.submit`. @throws SkillshotError */
  async call<Name extends keyof Operations>(
    name: Name,
    ...[argument]: object extends Operations[Name]['argument'] ? [Operations[Name]['argument']?] : [Operations[Name]['argument']]
  ): Promise<Operations[Name]['answer']> {
    const [method] = OPERATIONS[name]
    const response =
      method === 'GET'
        ? await this.#get(name, argument ?? {}, {})
        : await fetch(this.#url + OPERATIONS[name][1], {
            method,
            headers: { ...this.#headers, 'content-type': 'application/json' },
            body: JSON.stringify(argument ?? {}),
          })
    return (await answerOf(response)) as Operations[Name]['answer']
  }

  /** Reads what a publication shows and each change after it, until the loop is left or the stream ends. @throws SkillshotError */
  async *watch<Name extends Reading>(name: Name, argument: Operations[Name]['argument'], signal?: AbortSignal): AsyncGenerator<LiveEvent> {
    const response = await this.#get(name, argument, { accept: 'text/event-stream' }, signal)
    if (!response.ok) await answerOf(response)
    let text = ''
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      text += part
      const events = text.split('\n\n')
      text = events.pop()!
      for (const lines of events) {
        const event = /^event: (\w+)$/m.exec(lines)?.[1]
        const data = /^data: (.*)$/m.exec(lines)?.[1]
        if (event !== undefined && data !== undefined) yield { event: event as LiveEvent['event'], data: JSON.parse(data) }
      }
    }
  }

  #get(name: keyof Operations, argument: object, headers: Record<string, string>, signal?: AbortSignal): Promise<Response> {
    const query = new URLSearchParams()
    for (const [member, value] of Object.entries(argument))
      if (value !== undefined) query.set(member, typeof value === 'object' ? JSON.stringify(value) : String(value))
    const search = query.size === 0 ? '' : `?${query}`
    const options = { headers: { ...this.#headers, ...headers }, ...(signal === undefined ? {} : { signal }) }
    return fetch(this.#url + OPERATIONS[name][1] + search, options)
  }
}

async function answerOf(response: Response): Promise<unknown> {
  if (response.ok) return response.json()
  const { status, headers } = response
  const title = `The answer ${status} does not come from the site.`
  const problem = await response.json().catch(() => ({ type: 'about:blank', title, status, code: 'not-the-site' }))
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  throw new SkillshotError(problem as Problem, Number.isNaN(seconds) ? null : seconds)
}
