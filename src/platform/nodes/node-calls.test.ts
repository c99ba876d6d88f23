import { expect, it } from 'vitest'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import { localPubSub, type PubSub } from '#platform/pubsub/pubsub.ts'
import { NodeCalls } from './node-calls.ts'
import { SignedMessages } from './signed-messages.ts'

/** Nodes that hear each other in this process. `sent`: all messages so far. */
function connect(...keys: string[]) {
  const listeners = new Map<string, (message: string) => void>()
  const sent: { channel: string; message: string }[] = []
  const pubSub: PubSub = {
    ...localPubSub,
    publish(channel, message) {
      sent.push({ channel, message })
      listeners.get(channel)?.(message)
    },
    subscribe: (channel, listener) => void listeners.set(channel, listener),
  }
  const clock = manualClock(0)
  const nodes = keys.map(key => new NodeCalls({ pubSub, clock, messages: new SignedMessages(key) }))
  return { nodes, clock, sent, pubSub }
}

it('a node answers the call of another', async () => {
  const { nodes } = connect('key', 'key')
  nodes[1]!.serve('double', async text => String(2 * Number(text)))
  expect(await Promise.all([nodes[0]!.call(nodes[1]!.id, 'double', '4', 100), nodes[0]!.call(nodes[1]!.id, 'double', '5', 100)])).toEqual([
    '8',
    '10',
  ])
})

it('a call fails when the other node fails, does not know it, or does not answer in time', async () => {
  const { nodes, clock } = connect('key', 'key')
  nodes[1]!.serve('fail', async () => {
    throw new Error('no')
  })
  nodes[1]!.serve('wait', () => new Promise(() => {}))
  for (const name of ['fail', 'unknown']) await expect(nodes[0]!.call(nodes[1]!.id, name, '', 100)).rejects.toThrow('The other node failed')
  const waits = [nodes[0]!.call(nodes[1]!.id, 'wait', '', 100), nodes[0]!.call('nobody', 'wait', '', 100)].map(call =>
    call.catch((error: Error) => error.message),
  )
  clock.advance(100)
  expect(await Promise.all(waits)).toEqual(Array(2).fill('The other node did not answer in time'))
})

it('what is not signed with the key of the database is neither executed nor taken for an answer', async () => {
  const { nodes, clock, sent, pubSub } = connect('key', 'key', 'another key')
  const executed: string[] = []
  nodes[1]!.serve('note', async text => {
    executed.push(text)
    return ''
  })
  const stranger = nodes[2]!.call(nodes[1]!.id, 'note', 'forged', 100).catch((error: Error) => error.message)
  await nodes[0]!.call(nodes[1]!.id, 'note', 'signed', 100)
  pubSub.publish(sent[1]!.channel, sent[1]!.message.replace('signed', 'altered'))
  clock.advance(100)
  expect(await stranger).toBe('The other node did not answer in time')
  expect(executed).toEqual(['signed'])
})
