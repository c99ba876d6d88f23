import { expect, it } from 'vitest'
import { metricsRoute } from './route.ts'

const figures = { contentType: 'text/plain', metrics: async () => 'figures' }

/** Requests `/metrics` from an address. @returns the status of the answer */
async function asked(token: string | null, remoteAddress: string | undefined, headers: Record<string, string> = {}): Promise<number> {
  const incoming = { socket: { remoteAddress }, headers }
  return (await metricsRoute(token, figures).request('/metrics', { headers }, { incoming })).status
}

it('without a token only this machine gets the figures, and nobody through a proxy on it', async () => {
  for (const address of ['127.0.0.1', '127.0.0.53', '::1', '::ffff:127.0.0.1']) expect(await asked(null, address), address).toBe(200)
  for (const address of ['192.0.2.1', '10.0.0.1', '::ffff:192.0.2.1', '2001:db8::1', '0.0.0.0', undefined])
    expect(await asked(null, address), address).toBe(404)
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'cf-connecting-ip'])
    expect(await asked(null, '127.0.0.1', { [header]: '192.0.2.1' }), header).toBe(404)
})

it('with a token it is for whoever brings it, and not for this machine without', async () => {
  const token = '0123456789abcdef'
  expect(await asked(token, '192.0.2.1', { authorization: `Bearer ${token}` })).toBe(200)
  for (const authorization of ['', 'Bearer', `Bearer ${token}0`, `bearer ${token}`, token])
    expect(await asked(token, '127.0.0.1', { authorization }), authorization).toBe(401)
})
