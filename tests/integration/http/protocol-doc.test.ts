import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { uuidv7 } from '#platform/uuid.ts'
import { drawPhoto, sendUpload } from '../helpers/pictures.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, firstMachineId, PASSWORD } from '../helpers/users.ts'

/** The values that stand in angle brackets on the page, by name. */
type Values = Map<string, unknown>

interface Block {
  kind: string
  lines: string[]
}

const page = readFileSync(new URL('../../../docs/protocol.md', import.meta.url), 'utf8')
const blocks: Block[] = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, kind, text]) => ({
  kind: kind!,
  lines: text!.trim().split('\n'),
}))

/** A connection that keeps what arrives, in order. */
class Connection {
  readonly #socket: WebSocket
  readonly #arrived: unknown[] = []
  #wake: () => void = () => {}

  constructor(endpoint: string) {
    this.#socket = new WebSocket(endpoint)
    this.#socket.on('message', data => {
      const message = JSON.parse(String(data)) as { msg?: string }
      // The heartbeat comes when it comes, and so does the picture of a score.
      if (message.msg === 'ping') this.send('{"msg":"pong"}')
      else if (message.msg !== 'changed') this.#arrived.push(message)
      this.#wake()
    })
  }

  send(text: string): void {
    this.#socket.send(text)
  }

  async next(): Promise<unknown> {
    while (this.#arrived.length === 0)
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    return this.#arrived.shift()
  }

  close(): void {
    this.#socket.terminate()
  }
}

/** Puts the values of names in angle brackets into a line. */
const fill = (line: string, values: Values): string =>
  line.replace(/"<(\w+)>"|<(\w+)>/g, (_, text?: string, bare?: string) => {
    const name = (text ?? bare)!
    if (!values.has(name)) throw new Error(`Nothing on the page says what <${name}> is: ${line}`)
    return JSON.stringify(values.get(name))
  })

/** Compares a message with what the page says, and learns the values of names that are new. */
function compare(given: unknown, said: unknown, values: Values): unknown {
  if (said === '…') return said
  const name = typeof said === 'string' ? /^<(\w+)>$/.exec(said)?.[1] : undefined
  if (name !== undefined) {
    if (!values.has(name)) values.set(name, given)
    return JSON.stringify(values.get(name)) === JSON.stringify(given) ? said : given
  }
  if (Array.isArray(given) && Array.isArray(said)) return given.map((each, i) => compare(each, said[i], values))
  if (given !== null && typeof given === 'object' && said !== null && typeof said === 'object')
    return Object.fromEntries(
      Object.entries(given).map(([key, each]) => [key, compare(each, (said as Record<string, unknown>)[key], values)]),
    )
  return given
}

let testApp: TestApp
let connection: Connection | null = null

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
})
afterAll(async () => {
  connection?.close()
  await testApp.close()
})

it('the server answers every frame of the page for authors of clients as the page says', async () => {
  const photo = await drawPhoto(400, 300)
  const values: Values = new Map<string, unknown>([
    ['username', 'Ann'],
    ['digest', digestPassword(PASSWORD).digest],
    ['machineId', await firstMachineId(testApp)],
    ['scoreId', uuidv7()],
    ['scoreId2', uuidv7()],
    ['size', photo.length],
  ])
  for (const { kind, lines } of blocks) {
    if (kind === 'http') {
      const [upload, postData] = [values.get('upload') as string, values.get('postData') as { name: string; value: string }[]]
      expect(lines).toEqual(['POST <upload>', String(await sendUpload({ upload, postData, download: '', headers: {} }, photo))])
      values.set('key', postData.find(({ name }) => name === 'key')!.value)
      continue
    }
    expect(kind).toBe('ddp')
    if (lines[0]!.includes('server_id')) {
      connection?.close()
      connection = new Connection(testApp.endpoint)
    }
    for (const line of lines) {
      const [direction, text] = [line.slice(0, 2), line.slice(2)]
      if (direction === '> ') connection!.send(fill(text, values))
      else {
        expect(direction).toBe('< ')
        const said: unknown = JSON.parse(text)
        expect(compare(await connection!.next(), said, values)).toEqual(said)
      }
    }
  }
  expect(blocks.length).toBeGreaterThan(10)
})
