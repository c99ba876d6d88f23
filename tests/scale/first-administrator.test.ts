import { afterAll, beforeAll, expect, it } from 'vitest'
import { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { digestPassword, type LoginResult } from '../integration/helpers/users.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { ClusterNode } from './node.ts'
import { waitUntil } from './wait.ts'

const LINK = /Whoever opens this does: \S+\/admin\/setup#\/enroll-account\/([\w-]{43})/g
const ELSEWHERE = 'another node has printed the link of its first administrator'

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
}, 180_000)
afterAll(() => cluster.close())

const findLinks = ({ output }: ClusterNode): string[] => [...output.matchAll(LINK)].map(([, token]) => token!)
/** Waits until a node has printed the link, or says that another node has. @returns the token in its link; empty if it printed none */
async function getAnswer(node: ClusterNode): Promise<string[]> {
  await waitUntil('a node has printed the link, or says who has', () => findLinks(node).length > 0 || node.output.includes(ELSEWHERE))
  return findLinks(node)
}

it('of nodes that start at once on an empty database one prints the first administrator’s link; whoever runs it again prints the next, which works', async () => {
  const answers = await Promise.all(cluster.nodes.map(getAnswer))
  expect(answers.flat()).toHaveLength(1)
  const printer = cluster.nodes[answers.findIndex(tokens => tokens.length === 1)]!
  const other = cluster.nodes.find(node => node !== printer)!

  await other.stop()
  await other.start()
  expect(await getAnswer(other)).toEqual([])

  await printer.stop()
  await printer.start()
  const [token] = await getAnswer(printer)
  expect(token).not.toBe(answers.flat()[0])

  const client = await DdpTestClient.open(other.endpoint)
  expect(await client.expectError('resetPassword', answers.flat()[0], digestPassword('a long enough password'))).toMatchObject({
    error: 403,
  })
  expect(await client.call<LoginResult>('resetPassword', token, digestPassword('a long enough password'))).toMatchObject({
    id: expect.any(String),
  })
  await client.close()
})

it('a name beyond ASCII can be chosen while the node that has printed the link runs', async () => {
  const client = await DdpTestClient.open(cluster.nodes[0]!.endpoint)
  const result = await client.call<LoginResult>('createUser', { username: 'Jörg', password: digestPassword('a long enough password') })
  expect(result).toMatchObject({ id: expect.any(String) })
  await client.close()
})
