import { afterAll, beforeAll, expect, it } from 'vitest'
import { digestOf, type LoggedIn } from '../integration/people.ts'
import { Wire } from '../integration/wire.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { Node } from './node.ts'
import { until } from './until.ts'

const LINK = /Whoever opens this does: \S+\/#\/enroll-account\/([\w-]{43})/g
const ELSEWHERE = 'another node has printed the link of its first administrator'

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
}, 180_000)
afterAll(() => cluster.close())

const linksOf = ({ said }: Node): string[] => [...said.matchAll(LINK)].map(([, token]) => token!)
/** Waits until a node has printed the link, or says that another node has. @returns the token in its link; empty if it printed none */
async function answerOf(node: Node): Promise<string[]> {
  await until('a node has printed the link, or says who has', () => linksOf(node).length > 0 || node.said.includes(ELSEWHERE))
  return linksOf(node)
}

it('of nodes that start at once on an empty database one prints the first administrator’s link; whoever runs it again prints the next, which works', async () => {
  const answers = await Promise.all(cluster.nodes.map(answerOf))
  expect(answers.flat()).toHaveLength(1)
  const printer = cluster.nodes[answers.findIndex(tokens => tokens.length === 1)]!
  const other = cluster.nodes.find(node => node !== printer)!

  await other.stop()
  await other.start()
  expect(await answerOf(other)).toEqual([])

  await printer.stop()
  await printer.start()
  const [token] = await answerOf(printer)
  expect(token).not.toBe(answers.flat()[0])

  const wire = await Wire.open(other.endpoint)
  expect(await wire.refusal('resetPassword', answers.flat()[0], digestOf('a long enough password'))).toMatchObject({ error: 403 })
  expect(await wire.call<LoggedIn>('resetPassword', token, digestOf('a long enough password'))).toMatchObject({ id: expect.any(String) })
  await wire.close()
})
