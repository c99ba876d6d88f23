import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { FakeMatchPlay } from '../fakes/match-play.ts'
import { FakePinballMap } from '../fakes/pinball-map.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { listMachines, makeAdmin, signUp } from '../helpers/users.ts'

interface Operation {
  operationId: string
  parameters?: { name: string; in: string; content?: object; example?: unknown }[]
  requestBody?: { content: { 'application/json': { example: object; schema: { properties: object } } } }
  responses: Record<string, object>
}

const { paths } = JSON.parse(readFileSync(new URL('../../../src/features/rest/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
}
const OPERATIONS = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)

const matchPlay = new FakeMatchPlay()
const pinballMap = new FakePinballMap()
let testApp: TestApp
let auth: string
let ids: string[]

beforeAll(async () => {
  // No example may ask a service of others.
  await matchPlay.open()
  await pinballMap.open()
  const elsewhere = { matchPlay: { url: matchPlay.url }, pinballMap: { url: pinballMap.url, token: null } }
  testApp = await createTestApp({ config: { rateLimits: 'off', ...elsewhere } })
  const admin = await signUp(testApp, 'Admin')
  await makeAdmin(testApp, admin.id)
  const { secret } = await admin.client.call<{ secret: string }>('keys.add', {
    ...{ _id: uuidv7(), name: 'Fuzz', scopes: ['read', 'submit', 'run', 'admin'] },
  })
  auth = `Bearer ${secret}`
  const machineId = (await listMachines(testApp, 1))[0]!.id
  const scoreId = uuidv7()
  await admin.client.call('scores.submit', { _id: scoreId, machineId, value: 1000 })
  ids = [machineId, scoreId, uuidv7()]
})
afterAll(async () => {
  await testApp.close()
  await matchPlay.close()
  await pinballMap.close()
})

const plain = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('\u0000', '%', '../../', '{"$gt":""}', '2026-11-29T10:00:00Z', '__proto__'),
)
const anyValue = (): fc.Arbitrary<unknown> => fc.oneof(plain, fc.constantFrom(...ids))

/** Expects an answer that the document describes. */
async function check({ operation, path }: (typeof OPERATIONS)[number], response: Response): Promise<void> {
  const text = await response.text()
  const where = `${path} ${response.status} ${text.slice(0, 300)}`
  expect(Object.keys(operation.responses), where).toContain(String(response.status))
  expect(response.status, where).toBeLessThan(500)
  if (response.status === 200) return void JSON.parse(text)
  const problem = JSON.parse(text) as { type: string; title: string; status: number; code: string }
  expect(response.headers.get('content-type'), where).toBe('application/problem+json')
  expect([problem.status, typeof problem.title, typeof problem.code], where).toEqual([response.status, 'string', 'string'])
  const { description } = operation.responses[response.status] as { description?: string }
  // A code of its own stands in the description; the usual ones stand there once for all.
  if ([404, 409].includes(response.status)) expect(description, where).toContain(`\`${problem.code}\``)
}

const send = (method: string, path: string, { query, body }: { query?: URLSearchParams; body?: unknown }): Promise<Response> =>
  fetch(`${testApp.http}${path}${query === undefined ? '' : `?${query}`}`, {
    method,
    headers: { authorization: auth, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

/** They end or lock out the account that asks. */
const HARMFUL = ['users_delete', 'users_signOut', 'users_suspend', 'roles_assign']

describe('every operation of the document', () => {
  it('answers what it describes, whatever is sent, and its example as well', { timeout: 180_000 }, async () => {
    expect(OPERATIONS.length).toBeGreaterThan(150)
    for (const each of OPERATIONS.filter(({ operation }) => !HARMFUL.includes(operation.operationId))) {
      const { method, path, operation } = each
      const parameters = (operation.parameters ?? []).filter(parameter => parameter.in === 'query')
      const names =
        method === 'GET'
          ? parameters.map(({ name }) => name)
          : Object.keys(operation.requestBody!.content['application/json'].schema.properties)
      if (method === 'POST')
        await check(each, await send(method, path, { body: operation.requestBody!.content['application/json'].example }))
      const given = fc.dictionary(fc.constantFrom(...names, 'unknown'), anyValue(), { maxKeys: names.length + 1 })
      for (const values of fc.sample(given, { numRuns: 6, seed: 20_261_129 })) {
        const query = new URLSearchParams()
        for (const [name, value] of Object.entries(values)) query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
        await check(each, await send(method, path, method === 'GET' ? { query } : { body: values }))
      }
      await check(each, await send(method, path, method === 'GET' ? {} : { body: [] }))
    }
  })

  it('refuses broken JSON, a body that is too large, and another method', async () => {
    const submit = OPERATIONS.find(({ operation }) => operation.operationId === 'scores_submit')!
    const post = (body: string) => fetch(`${testApp.http}${submit.path}`, { method: 'POST', headers: { authorization: auth }, body })
    await check(submit, await post('{"value":'))
    const large = await post(JSON.stringify({ comment: 'x'.repeat(70_000) }))
    expect(large.status).toBe(413)
    await check(submit, large)
    expect((await fetch(`${testApp.http}${submit.path}`)).status).toBe(405)
  })
})
