import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'
import { runInContext } from './request-context.ts'

/** Returns what the log writes while `write` runs: the text, and its one line parsed. */
function written(write: (log: ReturnType<typeof createLog>) => void): { text: string; line: Record<string, unknown> } {
  let text = ''
  write(
    createLog('debug', {
      write: line => {
        text += line
      },
    }),
  )
  return { text, line: JSON.parse(text) as Record<string, unknown> }
}

describe('a client connection', () => {
  it('names the request, the session and the user that it was written for', () => {
    const request = { ids: ['one'], session: 's', userId: 'u', spans: [{ traceId: 't', end: () => {} }] }
    const { line } = written(log => runInContext(request, () => log.info('done')))
    expect(line).toMatchObject({ msg: 'done', requestId: 'one', session: 's', userId: 'u', traceId: 't' })
  })

  it('names all of them where it is about several', () => {
    const { line } = written(log => runInContext({ ids: ['one', 'two'], spans: [] }, () => log.info('done')))
    expect(line).toMatchObject({ requestIds: ['one', 'two'] })
    expect(line).not.toHaveProperty('requestId')
  })

  it('names none where there is none', () => {
    expect(Object.keys(written(log => log.info('done')).line).sort()).toEqual(['hostname', 'level', 'msg', 'pid', 'time'])
  })

  it.each(['password', 'token', 'resume', 'digest', 'hashedToken', 'authorization', 'cookie', 'secret', 'secretAccessKey', 'email'])(
    'never holds a %s, however deep',
    name => {
      for (const thing of [{ [name]: 'zzcanary' }, { a: { [name]: 'zzcanary' } }, { a: { b: { [name]: 'zzcanary' } } }])
        expect(written(log => log.info(thing, 'done')).text).not.toContain('zzcanary')
    },
  )
})

describe('an error', () => {
  it('is told by its text, its place and its code', () => {
    const cause = Object.assign(new TypeError('inside'), { code: 'ECONNREFUSED' })
    const { line } = written(log => log.error({ err: new Error('outside', { cause }) }, 'unexpected'))
    expect(line.err).toMatchObject({
      type: 'Error',
      message: 'outside',
      stack: expect.stringContaining('log.test.ts'),
      cause: { type: 'TypeError', message: 'inside', code: 'ECONNREFUSED' },
    })
  })

  it('tells nothing of rows, commands and headers that it carries', () => {
    const carried = {
      code: '23505',
      constraint: 'user_emails_pkey',
      detail: 'Key (address)=(zzcanary@example.com) already exists.',
      where: 'COPY users, line 1: "zzcanary"',
      command: { name: 'auth', args: ['zzcanary'] },
      config: { headers: { authorization: 'zzcanary' } },
      $response: { body: 'zzcanary' },
    }
    const { text, line } = written(log => log.error({ err: Object.assign(new Error('duplicate key'), carried) }, 'unexpected'))
    expect(line.err).toMatchObject({ message: 'duplicate key', code: '23505', constraint: 'user_emails_pkey' })
    expect(text).not.toContain('zzcanary')
  })

  it('that leads in a circle, or is none, is told all the same', () => {
    const round = new Error('round')
    round.cause = round
    expect(written(log => log.error({ err: round }, 'unexpected')).line.err).toMatchObject({ message: 'round' })
    expect(written(log => log.error({ err: 'thrown as text' }, 'unexpected')).line.err).toBe('thrown as text')
    expect(written(log => log.error({ err: { password: 'zzcanary' } }, 'unexpected')).text).not.toContain('zzcanary')
  })
})
