import { expect, it } from 'vitest'
import { createDdpHarness } from '#ddp/testing/ddp-harness.ts'

const call = (method: string, id: string): object => ({ msg: 'method', method, id })

it('L9: sessions go one after another, evenly over the time, and are told that they may come back', async () => {
  const { clock, connected, server, settle } = createDdpHarness()
  const peers = [await connected(), await connected(), await connected(), await connected()]
  const drained = server.drain(1000, 5000)
  const gone: boolean[][] = []
  for (const ms of [0, 250, 250, 250]) {
    clock.advance(ms)
    await settle()
    gone.push(peers.map(peer => peer.closed))
  }
  expect(gone).toEqual([
    [true, false, false, false],
    [true, true, false, false],
    [true, true, true, false],
    [true, true, true, true],
  ])
  await drained
  expect(peers.map(peer => peer.pair.closeCode)).toEqual([1012, 1012, 1012, 1012])
  expect(server.sessions).toBe(0)
})

it('L9: what is under way is finished and answered, and nothing more is begun', async () => {
  const { clock, connected, server, settle } = createDdpHarness()
  const ran: string[] = []
  let finish = (): void => {}
  server.method('slow', async () => {
    await new Promise<void>(resolve => {
      finish = resolve
    })
    return 'done'
  })
  server.method('next', () => void ran.push('next'))
  const peer = await connected()
  await peer.send(call('slow', '1'))
  const drained = server.drain(0, 5000)
  clock.advance(0)
  await peer.send(call('next', '2'))
  expect(peer.closed).toBe(false)
  finish()
  await settle()
  await drained
  expect(peer.received()).toEqual(['{"msg":"updated","methods":["1"]}', '{"msg":"result","id":"1","result":"done"}'])
  expect(peer.closed).toBe(true)
  expect(ran).toEqual([])
})

it('L9: draining stops waiting for work that does not end, and that session is told that it may come back too', async () => {
  const { clock, connected, server, settle } = createDdpHarness()
  server.method('stuck', () => new Promise<void>(() => {}))
  const peer = await connected()
  await peer.send(call('stuck', '1'))
  let drained = false
  void server.drain(0, 5000).then(() => {
    drained = true
  })
  clock.advance(4999)
  await settle()
  expect(drained).toBe(false)
  clock.advance(1)
  await settle()
  expect([drained, peer.closed]).toEqual([true, false])
  server.close(true)
  await settle()
  expect([peer.closed, peer.pair.closeCode]).toEqual([true, 1012])
})
