import { describe, expect, it } from 'vitest'
import { Frame } from '../server/frame.ts'
import { socketPair } from './memory.ts'

function joined() {
  const log: string[] = []
  let waiting = 0
  const pair = socketPair(() => waiting++)
  pair.server.onMessage = text => log.push(`server ${text}`)
  pair.client.onMessage = text => log.push(`client ${text}`)
  pair.client.onOpen = () => log.push('open')
  pair.server.onClose = () => log.push('server closed')
  pair.client.onClose = () => log.push('client closed')
  const send = (...texts: string[]): void => pair.server.send(texts.map(text => new Frame(text)))
  return { pair, send, log: () => log.splice(0), waiting: () => waiting }
}

describe('a socket pair in memory', () => {
  it('T1: carries whole messages both ways, in order, when it is flushed', () => {
    const { pair, send, log, waiting } = joined()
    send('a', 'b')
    pair.client.send('c')
    expect([log(), waiting(), pair.server.buffered]).toEqual([[], 2, 2])
    pair.flush()
    expect([log(), pair.toClient, pair.server.buffered]).toEqual([['open', 'server c', 'client a', 'client b'], ['a', 'b'], 0])
  })

  it('T1: a cut loses what waits, and both sides hear of it once', () => {
    const { pair, send, log } = joined()
    pair.flush()
    send('a')
    pair.client.send('b')
    pair.cut()
    pair.cut()
    pair.flush()
    send('c')
    pair.client.send('d')
    pair.flush()
    expect(log()).toEqual(['open', 'server closed', 'client closed'])
  })

  it('T1: closing comes after what was sent, refusing before it, and a client that does not read holds up its own', () => {
    const one = joined()
    one.send('a')
    one.pair.server.close()
    one.pair.flush()
    expect(one.log()).toEqual(['open', 'client a', 'server closed', 'client closed'])
    const two = joined()
    two.pair.stall(true)
    two.send('abc')
    two.pair.client.send('d')
    two.pair.flush()
    expect([two.log(), two.pair.server.buffered]).toEqual([['open', 'server d'], 3])
    two.pair.server.refuse('enough')
    two.pair.flush()
    expect(two.log()).toEqual(['server closed', 'client closed'])
  })
})
