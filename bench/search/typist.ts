import type { SearchResults } from '#search/contract.ts'
import { DdpTestClient } from '../../tests/integration/helpers/ddp-test-client.ts'
import { serveCommands } from '../lib/worker.ts'

export interface Typing {
  /** ms of each answer */
  took: number[]
  /** mean number of results */
  found: number
}

let client: DdpTestClient

async function connect(port: number): Promise<void> {
  client = await DdpTestClient.open(`ws://127.0.0.1:${port}/websocket`)
}

/** Asks for one text after the other, as the search of every page does, or as the field for a machine does. */
async function type({ method, texts }: { method: 'search' | 'machines.search'; texts: readonly string[] }): Promise<Typing> {
  const took: number[] = []
  let found = 0
  for (const text of texts) {
    const from = performance.now()
    const answer = await client.call<SearchResults | unknown[]>(method, { text })
    took.push(performance.now() - from)
    found += Array.isArray(answer) ? answer.length : Object.values(answer).reduce((sum, each: unknown[]) => sum + each.length, 0)
  }
  return { took, found: found / texts.length }
}

serveCommands({ connect, type })
