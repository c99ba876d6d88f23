import { describe, expect, it } from 'vitest'
import { runMicrotasks } from '../testing/ddp-harness.ts'
import type { DdpError } from '../wire/error.ts'
import { type CallOptions, MethodQueue } from './methods.ts'

function queued(open = true) {
  const sent: string[] = []
  const log: string[] = []
  const queue = new MethodQueue(text => sent.push((JSON.parse(text) as { method: string }).method))
  if (open) queue.onOpened()
  const call = (name: string, options: CallOptions = {}): string => {
    const { id, settled } = queue.call(name, [], options)
    settled.then(
      result => log.push(`${name} = ${result}`),
      (error: DdpError) => log.push(`${name} failed ${error.error}`),
    )
    return id
  }
  const answer = (id: string, result = 'ok'): void => {
    queue.updated([id])
    queue.result(id, result, undefined)
  }
  const settled = async (): Promise<string[]> => {
    await runMicrotasks()
    return log.splice(0)
  }
  return { queue, sent: () => sent.splice(0), call, answer, settled }
}

describe('calls', () => {
  it('M11: a promise settles when both result and updated have come, in either order', async () => {
    const { queue, call, settled } = queued()
    const [a, b] = [call('a'), call('b')]
    queue.result(a, 1, undefined)
    queue.updated([b])
    expect(await settled()).toEqual([])
    queue.updated([a])
    queue.result(b, undefined, { error: 'no', reason: 'x' })
    expect(await settled()).toEqual(['a = 1', 'b failed no'])
    expect(queue.size).toBe(0)
  })

  it('M11: one updated may be for several', async () => {
    const { queue, call, settled } = queued()
    const ids = [call('a'), call('b')]
    for (const id of ids) queue.result(id, 1, undefined)
    queue.updated(ids)
    expect(await settled()).toEqual(['a = 1', 'b = 1'])
  })

  it('M12: a second result and the answer to an unknown call are ignored', async () => {
    const { queue, call, settled } = queued()
    const id = call('a')
    expect(queue.result(id, 1, undefined)).toBe(true)
    expect(queue.result(id, 2, undefined)).toBe(false)
    expect(queue.result('99', 1, undefined)).toBe(false)
    queue.updated(['99', id])
    expect(await settled()).toEqual(['a = 1'])
    expect(queue.result(id, 3, undefined)).toBe(false)
  })

  it('M10: an error is rebuilt from error, reason and details', async () => {
    const { queue } = queued()
    const { id, settled } = queue.call('a', [], {})
    queue.updated([id])
    queue.result(id, undefined, { isClientSafe: true, error: 403, reason: 'No', details: { a: 1 }, message: 'forged' })
    await expect(settled).rejects.toMatchObject({ error: 403, reason: 'No', details: { a: 1 }, message: 'No [403]' })
  })

  it('M13: a wait method is sent when everything before it has settled, and nothing after it until it has', async () => {
    const { queue, call, sent, answer } = queued()
    const [a, b] = [call('a'), call('b')]
    const wait = call('wait', { wait: true })
    const c = call('c')
    const again = call('again', { wait: true })
    const d = call('d')
    expect(sent()).toEqual(['a', 'b'])
    answer(b)
    expect(sent()).toEqual([])
    queue.result(a, 1, undefined)
    expect(sent()).toEqual([])
    queue.updated([a])
    expect(sent()).toEqual(['wait'])
    answer(wait)
    expect(sent()).toEqual(['c'])
    answer(c)
    expect(sent()).toEqual(['again'])
    answer(again)
    expect(sent()).toEqual(['d'])
    answer(d)
    expect(queue.size).toBe(0)
  })

  it('M14: on a new socket calls that have not settled are sent again, in order and with their ids', async () => {
    const texts: string[] = []
    const queue = new MethodQueue(text => texts.push(text))
    queue.onOpened()
    queue.call('a', [new Date(1)], {})
    queue.call('b', [], {})
    const { settled, id } = queue.call('c', [], {})
    queue.updated([id])
    queue.result(id, 1, undefined)
    await settled
    queue.onLost()
    queue.call('d', [], {})
    const before = texts.splice(0)
    queue.onOpened()
    expect(texts).toEqual([...before.slice(0, 2), '{"msg":"method","method":"d","params":[],"id":"4"}'])
    expect(texts[0]).toBe('{"msg":"method","method":"a","params":[{"$date":1}],"id":"1"}')
  })

  it('M14: noRetry fails with invocation-failed if it had been sent, and is sent if it had not', async () => {
    const { queue, call, sent, settled, answer } = queued()
    const wait = call('wait', { wait: true })
    call('unsent', { noRetry: true })
    queue.onLost()
    expect(await settled()).toEqual([])
    queue.onOpened()
    expect(sent()).toEqual(['wait', 'wait'])
    answer(wait)
    expect(sent()).toEqual(['unsent'])
    queue.onLost()
    expect(await settled()).toEqual(['wait = ok', 'unsent failed invocation-failed'])
    queue.onOpened()
    expect(sent()).toEqual([])
  })

  it('M15: a call whose result came on the old socket settles when the data is complete on the new one, and is not sent again', async () => {
    const { queue, call, sent, settled } = queued()
    const id = call('a')
    call('once', { noRetry: true })
    queue.result(id, 1, undefined)
    queue.result('2', 2, undefined)
    queue.onLost()
    expect(await settled()).toEqual([])
    sent()
    queue.onOpened()
    expect(sent()).toEqual([])
    queue.onDataComplete()
    expect(await settled()).toEqual(['a = 1', 'once = 2'])
  })

  it('M15: an updated that came on the old socket does not count on the new one', async () => {
    const { queue, call, settled } = queued()
    const id = call('a')
    queue.updated([id])
    queue.onLost()
    queue.onOpened()
    queue.result(id, 1, undefined)
    expect(await settled()).toEqual([])
    queue.updated([id])
    expect(await settled()).toEqual(['a = 1'])
  })

  it('Q2: a resync waits for the wait methods that can be answered, and for no others', () => {
    const { queue, call } = queued()
    const [first, second] = [call('1', { wait: true }), call('2', { wait: true })]
    call('3')
    call('4', { wait: true })
    expect(queue.waitMethodIds()).toEqual([first, second])
    const behind = queued()
    behind.call('1')
    behind.call('2', { wait: true })
    expect(behind.queue.waitMethodIds()).toEqual([])
    const answered = queued()
    const id = answered.call('1', { wait: true })
    answered.call('2', { wait: true })
    answered.queue.result(id, 1, undefined)
    expect(answered.queue.waitMethodIds()).toEqual([])
  })
})
